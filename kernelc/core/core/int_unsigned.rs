//! The methods that only unsigned integers have, or that mean something of their own there.

#[for_each(N S, u8 i8, u16 i16, u32 i32, u64 i64, u128 i128, usize isize)]
impl N {
    /// Whether `self / other` overflows: never.
    #[inline(always)]
    pub(crate) const fn division_overflows(self, other: N) -> bool {
        false
    }

    /// `self + other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_add(self, other: N) -> (N, bool) {
        let sum = self.wrapping_add(other);
        (sum, sum < self)
    }

    /// `self - other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_sub(self, other: N) -> (N, bool) {
        (self.wrapping_sub(other), self < other)
    }

    /// `self * other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_mul(self, other: N) -> (N, bool) {
        (self.wrapping_mul(other), self.mul_high(other) != 0)
    }

    /// `-self`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_neg(self) -> (N, bool) {
        (self.wrapping_neg(), self != 0)
    }

    /// `self + other`, or `MAX` where that is more.
    #[inline(always)]
    pub const fn saturating_add(self, other: N) -> N {
        let (value, overflows) = self.overflowing_add(other);
        if overflows { N::MAX } else { value }
    }

    /// `self - other`, or zero where that would be negative.
    #[inline(always)]
    pub const fn saturating_sub(self, other: N) -> N {
        if self > other { self - other } else { 0 }
    }

    /// `self * other`, or `MAX` where that is more.
    #[inline(always)]
    pub const fn saturating_mul(self, other: N) -> N {
        let (value, overflows) = self.overflowing_mul(other);
        if overflows { N::MAX } else { value }
    }

    /// `self` to the power of `exponent`, or `MAX` where that is more.
    #[inline(always)]
    pub const fn saturating_pow(self, exponent: u32) -> N {
        let (value, overflows) = self.overflowing_pow(exponent);
        if overflows { N::MAX } else { value }
    }

    /// `self / other`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn saturating_div(self, other: N) -> N {
        self / other
    }

    /// `self >> count`; zero for a count of the width or more.
    #[inline(always)]
    pub const fn unbounded_shr(self, count: u32) -> N {
        if count < N::BITS { self.wrapping_shr(count) } else { 0 }
    }

    /// The difference without sign.
    #[inline(always)]
    pub const fn abs_diff(self, other: N) -> N {
        if self > other { self - other } else { other - self }
    }

    /// Whether exactly one bit is one.
    #[inline(always)]
    pub const fn is_power_of_two(self) -> bool {
        self.count_ones() == 1
    }

    /// The least power of two that is not below; zero (1 more than fits) on overflow.
    #[inline(always)]
    pub const fn next_power_of_two(self) -> N {
        match self.checked_next_power_of_two() {
            Some(value) => value,
            None => 0,
        }
    }

    /// The least power of two that is not below; `None` on overflow.
    #[inline(always)]
    pub const fn checked_next_power_of_two(self) -> Option<N> {
        if self <= 1 {
            return Some(1);
        }
        let zeros = (self - 1).leading_zeros();
        if zeros == 0 { None } else { Some((1 as N).wrapping_shl(N::BITS - zeros)) }
    }

    /// The quotient rounded up; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn div_ceil(self, other: N) -> N {
        let quotient = self / other;
        if self % other > 0 { quotient + 1 } else { quotient }
    }

    /// The least multiple of `other` that is not below; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn next_multiple_of(self, other: N) -> N {
        match self % other {
            0 => self,
            rest => self + (other - rest),
        }
    }

    /// The least multiple of `other` that is not below; `None` for zero, and on overflow.
    #[inline(always)]
    pub const fn checked_next_multiple_of(self, other: N) -> Option<N> {
        if other == 0 {
            return None;
        }
        match self % other {
            0 => Some(self),
            rest => self.checked_add(other - rest),
        }
    }

    /// Whether it is a multiple of `other`; of zero only zero is.
    #[inline(always)]
    pub const fn is_multiple_of(self, other: N) -> bool {
        if other == 0 { self == 0 } else { self % other == 0 }
    }

    /// The middle between both, rounded down, without overflow.
    #[inline(always)]
    pub const fn midpoint(self, other: N) -> N {
        (self & other) + ((self ^ other) >> 1)
    }

    /// `self / other`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn div_euclid(self, other: N) -> N {
        self / other
    }

    /// `self % other`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn rem_euclid(self, other: N) -> N {
        self % other
    }

    /// `self / other`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_div_euclid(self, other: N) -> N {
        self / other
    }

    /// `self % other`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_rem_euclid(self, other: N) -> N {
        self % other
    }

    /// `self + other` with a signed number, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_add_signed(self, other: S) -> (N, bool) {
        let sum = self.wrapping_add(other as N);
        (sum, (sum < self) != (other < 0))
    }

    /// `self + other` with a signed number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add_signed(self, other: S) -> Option<N> {
        let (value, overflows) = self.overflowing_add_signed(other);
        if overflows { None } else { Some(value) }
    }

    /// `self - other` with a signed number, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_sub_signed(self, other: S) -> (N, bool) {
        let sum = self.wrapping_sub(other as N);
        (sum, (sum > self) != (other < 0))
    }

    /// `self - other` with a signed number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_sub_signed(self, other: S) -> Option<N> {
        let (value, overflows) = self.overflowing_sub_signed(other);
        if overflows { None } else { Some(value) }
    }

    /// `self - other` with a signed number, wrapping around.
    #[inline(always)]
    pub const fn wrapping_sub_signed(self, other: S) -> N {
        self.wrapping_sub(other as N)
    }

    /// `self - other` with a signed number, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_sub_signed(self, other: S) -> N {
        match self.checked_sub_signed(other) {
            Some(value) => value,
            None => if other < 0 { N::MAX } else { 0 },
        }
    }

    /// `self - other` as a signed number; `None` where it does not fit.
    #[inline(always)]
    pub const fn checked_signed_diff(self, other: N) -> Option<S> {
        let difference = self.wrapping_sub(other) as S;
        if (self >= other) == (difference < 0) { None } else { Some(difference) }
    }

    /// `self + other` with a signed number, wrapping around.
    #[inline(always)]
    pub const fn wrapping_add_signed(self, other: S) -> N {
        self.wrapping_add(other as N)
    }

    /// `self + other` with a signed number, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_add_signed(self, other: S) -> N {
        match self.checked_add_signed(other) {
            Some(value) => value,
            None => if other < 0 { 0 } else { N::MAX },
        }
    }

    /// The bits as the signed type.
    #[inline(always)]
    pub const fn cast_signed(self) -> S {
        self as S
    }
}
