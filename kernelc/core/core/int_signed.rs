//! The methods that only signed integers have, or that mean something of their own there.

#[for_each(N U, i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize)]
impl N {
    /// Whether `self / other` overflows.
    #[inline(always)]
    pub(crate) const fn division_overflows(self, other: N) -> bool {
        self == N::MIN && other == -1
    }

    /// `self + other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_add(self, other: N) -> (N, bool) {
        let sum = self.wrapping_add(other);
        (sum, (other < 0) != (sum < self))
    }

    /// `self - other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_sub(self, other: N) -> (N, bool) {
        let difference = self.wrapping_sub(other);
        (difference, (other > 0) != (difference < self))
    }

    /// `self * other`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_mul(self, other: N) -> (N, bool) {
        let product = self.wrapping_mul(other);
        (product, self.mul_high(other) != product.wrapping_shr(N::BITS - 1))
    }

    /// `-self`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_neg(self) -> (N, bool) {
        (self.wrapping_neg(), self == N::MIN)
    }

    /// `self + other`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_add(self, other: N) -> N {
        let (value, overflows) = self.overflowing_add(other);
        if !overflows {
            value
        } else if other < 0 {
            N::MIN
        } else {
            N::MAX
        }
    }

    /// `self - other`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_sub(self, other: N) -> N {
        let (value, overflows) = self.overflowing_sub(other);
        if !overflows {
            value
        } else if other < 0 {
            N::MAX
        } else {
            N::MIN
        }
    }

    /// `self * other`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_mul(self, other: N) -> N {
        let (value, overflows) = self.overflowing_mul(other);
        if !overflows {
            value
        } else if (self < 0) == (other < 0) {
            N::MAX
        } else {
            N::MIN
        }
    }

    /// `self` to the power of `exponent`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_pow(self, exponent: u32) -> N {
        let (value, overflows) = self.overflowing_pow(exponent);
        if !overflows {
            value
        } else if self < 0 && exponent % 2 == 1 {
            N::MIN
        } else {
            N::MAX
        }
    }

    /// `-self`, or `MAX` for `MIN`.
    #[inline(always)]
    pub const fn saturating_neg(self) -> N {
        if self == N::MIN { N::MAX } else { self.wrapping_neg() }
    }

    /// The magnitude, or `MAX` for `MIN`.
    #[inline(always)]
    pub const fn saturating_abs(self) -> N {
        if self == N::MIN { N::MAX } else { self.wrapping_abs() }
    }

    /// `self / other`, or `MAX` for `MIN / -1`; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn saturating_div(self, other: N) -> N {
        if self.division_overflows(other) { N::MAX } else { self / other }
    }

    /// `self >> count`; only the sign for a count of the width or more.
    #[inline(always)]
    pub const fn unbounded_shr(self, count: u32) -> N {
        self.wrapping_shr(if count < N::BITS { count } else { N::BITS - 1 })
    }

    /// The magnitude; `MIN` stays `MIN`.
    #[intrinsic("mir.abs")]
    pub const fn abs(self) -> N;

    /// The magnitude; `MIN` stays `MIN`.
    #[intrinsic("mir.abs")]
    pub const fn wrapping_abs(self) -> N;

    /// The magnitude; `None` for `MIN`.
    #[inline(always)]
    pub const fn checked_abs(self) -> Option<N> {
        if self == N::MIN { None } else { Some(self.wrapping_abs()) }
    }

    /// The magnitude, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_abs(self) -> (N, bool) {
        (self.wrapping_abs(), self == N::MIN)
    }

    /// The magnitude in the unsigned type.
    #[inline(always)]
    pub const fn unsigned_abs(self) -> U {
        self.wrapping_abs() as U
    }

    /// The difference in the unsigned type.
    #[inline(always)]
    pub const fn abs_diff(self, other: N) -> U {
        if self < other { (other as U).wrapping_sub(self as U) } else { (self as U).wrapping_sub(other as U) }
    }

    /// -1, 0 or 1.
    #[inline(always)]
    pub const fn signum(self) -> N {
        (self > 0) as N - (self < 0) as N
    }

    /// Whether it is above zero.
    #[inline(always)]
    pub const fn is_positive(self) -> bool {
        self > 0
    }

    /// Whether it is below zero.
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self < 0
    }

    /// The quotient for which the remainder is never negative; a panic for zero, and for `MIN / -1`.
    #[inline(always)]
    #[track_caller]
    pub const fn div_euclid(self, other: N) -> N {
        let quotient = self / other;
        if self % other < 0 {
            if other > 0 { quotient - 1 } else { quotient + 1 }
        } else {
            quotient
        }
    }

    /// The remainder that is never negative; a panic for zero, and for `MIN % -1`.
    #[inline(always)]
    #[track_caller]
    pub const fn rem_euclid(self, other: N) -> N {
        let rest = self % other;
        if rest < 0 { rest.wrapping_add(other.wrapping_abs()) } else { rest }
    }

    /// `self.div_euclid(other)`, wrapping around at the ends of the type; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_div_euclid(self, other: N) -> N {
        if self.division_overflows(other) { self } else { self.div_euclid(other) }
    }

    /// `self.rem_euclid(other)`, zero on overflow; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_rem_euclid(self, other: N) -> N {
        if self.division_overflows(other) { 0 } else { self.rem_euclid(other) }
    }

    /// `self + other` with an unsigned number, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_add_unsigned(self, other: U) -> (N, bool) {
        let sum = self.wrapping_add(other as N);
        (sum, sum < self)
    }

    /// `self + other` with an unsigned number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add_unsigned(self, other: U) -> Option<N> {
        let (value, overflows) = self.overflowing_add_unsigned(other);
        if overflows { None } else { Some(value) }
    }

    /// `self + other` with an unsigned number, or `MAX` where that is more.
    #[inline(always)]
    pub const fn saturating_add_unsigned(self, other: U) -> N {
        let (value, overflows) = self.overflowing_add_unsigned(other);
        if overflows { N::MAX } else { value }
    }

    /// `self - other` with an unsigned number, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_sub_unsigned(self, other: U) -> (N, bool) {
        let sum = self.wrapping_sub(other as N);
        (sum, sum > self)
    }

    /// `self - other` with an unsigned number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_sub_unsigned(self, other: U) -> Option<N> {
        let (value, overflows) = self.overflowing_sub_unsigned(other);
        if overflows { None } else { Some(value) }
    }

    /// `self - other` with an unsigned number, or `MIN` where that is less.
    #[inline(always)]
    pub const fn saturating_sub_unsigned(self, other: U) -> N {
        let (value, overflows) = self.overflowing_sub_unsigned(other);
        if overflows { N::MIN } else { value }
    }

    /// `self + other` with an unsigned number, wrapping around.
    #[inline(always)]
    pub const fn wrapping_add_unsigned(self, other: U) -> N {
        self.wrapping_add(other as N)
    }

    /// `self - other` with an unsigned number, wrapping around.
    #[inline(always)]
    pub const fn wrapping_sub_unsigned(self, other: U) -> N {
        self.wrapping_sub(other as N)
    }

    /// The middle between both, rounded towards zero, without overflow.
    #[inline(always)]
    pub const fn midpoint(self, other: N) -> N {
        let below = (self & other).wrapping_add((self ^ other) >> 1);
        if below < 0 && (self ^ other) & 1 == 1 { below + 1 } else { below }
    }

    /// `-self`, which does not overflow.
    #[inline(always)]
    pub const unsafe fn unchecked_neg(self) -> N {
        self.wrapping_neg()
    }

    /// The bits as the unsigned type.
    #[inline(always)]
    pub const fn cast_unsigned(self) -> U {
        self as U
    }

    /// The square root, rounded down; a panic if negative.
    #[inline(always)]
    #[track_caller]
    pub const fn isqrt(self) -> N {
        if self < 0 {
            panic!("argument of integer square root cannot be negative");
        }
        (self as U).isqrt() as N
    }

    /// The square root, rounded down; `None` if negative.
    #[inline(always)]
    pub const fn checked_isqrt(self) -> Option<N> {
        if self < 0 { None } else { Some((self as U).isqrt() as N) }
    }
}
