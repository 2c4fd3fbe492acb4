//! The methods and constants of the integers, with Rust's meaning, panics included.
//!
//! `+ - *` wrap where the program runs, but are errors where a constant is computed; so what may wrap is written with the ops.

#[for_each(N U S, i8 u8 i8, i16 u16 i16, i32 u32 i32, i64 u64 i64, i128 u128 i128, isize usize isize, u8 u8 i8, u16 u16 i16, u32 u32 i32, u64 u64 i64, u128 u128 i128, usize usize isize)]
impl N {
    /// `self + other`, wrapping around at the ends of the type.
    #[intrinsic("mir.add")]
    pub const fn wrapping_add(self, other: N) -> N;

    /// `self - other`, wrapping around at the ends of the type.
    #[intrinsic("mir.sub")]
    pub const fn wrapping_sub(self, other: N) -> N;

    /// `self * other`, wrapping around at the ends of the type.
    #[intrinsic("mir.mul")]
    pub const fn wrapping_mul(self, other: N) -> N;

    /// The upper half of the product in twice the width.
    #[intrinsic("mir.mul_high")]
    pub(crate) const fn mul_high(self, other: N) -> N;

    /// `-self`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_neg(self) -> N {
        (0 as N).wrapping_sub(self)
    }

    /// `self << count`, with the count taken modulo the width.
    #[intrinsic("mir.shl")]
    pub const fn wrapping_shl(self, count: u32) -> N;

    /// `self >> count`, with the count taken modulo the width.
    #[intrinsic("mir.shr")]
    pub const fn wrapping_shr(self, count: u32) -> N;

    /// `self << count`, without a check.
    #[intrinsic("mir.shl")]
    pub const unsafe fn unchecked_shl(self, count: u32) -> N;

    /// `self >> count`, without a check.
    #[intrinsic("mir.shr")]
    pub const unsafe fn unchecked_shr(self, count: u32) -> N;

    /// `self + other`, which does not overflow.
    #[intrinsic("mir.add")]
    pub const unsafe fn unchecked_add(self, other: N) -> N;

    /// `self - other`, which does not overflow.
    #[intrinsic("mir.sub")]
    pub const unsafe fn unchecked_sub(self, other: N) -> N;

    /// `self * other`, which does not overflow.
    #[intrinsic("mir.mul")]
    pub const unsafe fn unchecked_mul(self, other: N) -> N;

    /// `self + other`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add(self, other: N) -> Option<N> {
        let (value, overflows) = self.overflowing_add(other);
        if overflows { None } else { Some(value) }
    }

    /// `self - other`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_sub(self, other: N) -> Option<N> {
        let (value, overflows) = self.overflowing_sub(other);
        if overflows { None } else { Some(value) }
    }

    /// `self * other`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_mul(self, other: N) -> Option<N> {
        let (value, overflows) = self.overflowing_mul(other);
        if overflows { None } else { Some(value) }
    }

    /// `-self`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_neg(self) -> Option<N> {
        let (value, overflows) = self.overflowing_neg();
        if overflows { None } else { Some(value) }
    }

    /// `self << count`; `None` for a count of the width or more.
    #[inline(always)]
    pub const fn checked_shl(self, count: u32) -> Option<N> {
        if count < N::BITS { Some(self.wrapping_shl(count)) } else { None }
    }

    /// `self >> count`; `None` for a count of the width or more.
    #[inline(always)]
    pub const fn checked_shr(self, count: u32) -> Option<N> {
        if count < N::BITS { Some(self.wrapping_shr(count)) } else { None }
    }

    /// `self << count` with the count taken modulo the width, and whether it was too great.
    #[inline(always)]
    pub const fn overflowing_shl(self, count: u32) -> (N, bool) {
        (self.wrapping_shl(count), count >= N::BITS)
    }

    /// `self >> count` with the count taken modulo the width, and whether it was too great.
    #[inline(always)]
    pub const fn overflowing_shr(self, count: u32) -> (N, bool) {
        (self.wrapping_shr(count), count >= N::BITS)
    }

    /// `self << count`; zero for a count of the width or more.
    #[inline(always)]
    pub const fn unbounded_shl(self, count: u32) -> N {
        if count < N::BITS { self.wrapping_shl(count) } else { 0 }
    }

    /// `self / other`; `None` for zero, and on overflow.
    #[inline(always)]
    pub const fn checked_div(self, other: N) -> Option<N> {
        if other == 0 || self.division_overflows(other) { None } else { Some(self / other) }
    }

    /// `self % other`; `None` for zero, and on overflow.
    #[inline(always)]
    pub const fn checked_rem(self, other: N) -> Option<N> {
        if other == 0 || self.division_overflows(other) { None } else { Some(self % other) }
    }

    /// `self.div_euclid(other)`; `None` for zero, and on overflow.
    #[inline(always)]
    pub const fn checked_div_euclid(self, other: N) -> Option<N> {
        if other == 0 || self.division_overflows(other) { None } else { Some(self.div_euclid(other)) }
    }

    /// `self.rem_euclid(other)`; `None` for zero, and on overflow.
    #[inline(always)]
    pub const fn checked_rem_euclid(self, other: N) -> Option<N> {
        if other == 0 || self.division_overflows(other) { None } else { Some(self.rem_euclid(other)) }
    }

    /// `self / other`, wrapping around at the ends of the type; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_div(self, other: N) -> N {
        if self.division_overflows(other) { self } else { self / other }
    }

    /// `self % other`, zero on overflow; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn wrapping_rem(self, other: N) -> N {
        if self.division_overflows(other) { 0 } else { self % other }
    }

    /// `self / other` and whether that overflows; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn overflowing_div(self, other: N) -> (N, bool) {
        if self.division_overflows(other) { (self, true) } else { (self / other, false) }
    }

    /// `self % other` and whether that overflows; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn overflowing_rem(self, other: N) -> (N, bool) {
        if self.division_overflows(other) { (0, true) } else { (self % other, false) }
    }

    /// The greater bits moved out above come in below.
    #[inline(always)]
    pub const fn rotate_left(self, count: u32) -> N {
        let bits = self as U;
        (bits.wrapping_shl(count) | bits.wrapping_shr(0u32.wrapping_sub(count))) as N
    }

    /// The lower bits moved out below come in above.
    #[inline(always)]
    pub const fn rotate_right(self, count: u32) -> N {
        let bits = self as U;
        (bits.wrapping_shr(count) | bits.wrapping_shl(0u32.wrapping_sub(count))) as N
    }

    /// How many bits are one.
    #[intrinsic("mir.pop_count")]
    pub const fn count_ones(self) -> u32;

    /// How many bits are zero.
    #[inline(always)]
    pub const fn count_zeros(self) -> u32 {
        (!self).count_ones()
    }

    /// Zero bits above the highest one.
    #[intrinsic("mir.leading_zeros")]
    pub const fn leading_zeros(self) -> u32;

    /// Zero bits below the lowest one.
    #[inline(always)]
    pub const fn trailing_zeros(self) -> u32 {
        self.reverse_bits().leading_zeros()
    }

    /// One bits above the highest zero.
    #[inline(always)]
    pub const fn leading_ones(self) -> u32 {
        (!self).leading_zeros()
    }

    /// One bits below the lowest zero.
    #[inline(always)]
    pub const fn trailing_ones(self) -> u32 {
        (!self).trailing_zeros()
    }

    /// The bits in reverse order.
    #[intrinsic("mir.reverse_bits")]
    pub const fn reverse_bits(self) -> N;

    /// The smaller value.
    #[intrinsic("mir.min")]
    pub const fn min(self, other: N) -> N;

    /// The greater value.
    #[intrinsic("mir.max")]
    pub const fn max(self, other: N) -> N;

    /// The value kept within `low..=high`; a panic if `low > high`.
    #[inline(always)]
    #[track_caller]
    pub const fn clamp(self, low: N, high: N) -> N {
        assert!(low <= high);
        self.max(low).min(high)
    }

    /// `self` to the power of `exponent`.
    #[inline(always)]
    pub const fn pow(self, exponent: u32) -> N {
        let (mut base, mut left, mut product) = (self, exponent, 1 as N);
        while left > 1 {
            if left & 1 == 1 {
                product = product * base;
            }
            left >>= 1;
            base = base * base;
        }
        if left == 1 { product * base } else { product }
    }

    /// `self` to the power of `exponent`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_pow(self, exponent: u32) -> N {
        self.overflowing_pow(exponent).0
    }

    /// `self` to the power of `exponent`, wrapped around, and whether that was needed.
    #[inline(always)]
    pub const fn overflowing_pow(self, exponent: u32) -> (N, bool) {
        let (mut base, mut left, mut product, mut overflows) = (self, exponent, 1 as N, false);
        while left > 1 {
            if left & 1 == 1 {
                let (next, over) = product.overflowing_mul(base);
                product = next;
                overflows |= over;
            }
            left >>= 1;
            let (next, over) = base.overflowing_mul(base);
            base = next;
            overflows |= over;
        }
        if left == 1 {
            let (next, over) = product.overflowing_mul(base);
            (next, overflows | over)
        } else {
            (product, overflows)
        }
    }

    /// `self` to the power of `exponent`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_pow(self, exponent: u32) -> Option<N> {
        let (value, overflows) = self.overflowing_pow(exponent);
        if overflows { None } else { Some(value) }
    }

    /// The binary logarithm, rounded down; a panic unless positive.
    #[inline(always)]
    #[track_caller]
    pub const fn ilog2(self) -> u32 {
        if self <= 0 {
            panic!("argument of integer logarithm must be positive");
        }
        N::BITS - 1 - self.leading_zeros()
    }

    /// The binary logarithm, rounded down; `None` unless positive.
    #[inline(always)]
    pub const fn checked_ilog2(self) -> Option<u32> {
        if self <= 0 { None } else { Some(N::BITS - 1 - self.leading_zeros()) }
    }

    /// The decimal logarithm, rounded down; a panic unless positive.
    #[inline(always)]
    #[track_caller]
    pub const fn ilog10(self) -> u32 {
        if self <= 0 {
            panic!("argument of integer logarithm must be positive");
        }
        let (mut rest, mut log) = (self, 0);
        while rest >= 10 {
            rest /= 10;
            log += 1;
        }
        log
    }

    /// The decimal logarithm, rounded down; `None` unless positive.
    #[inline(always)]
    pub const fn checked_ilog10(self) -> Option<u32> {
        if self <= 0 { None } else { Some(self.ilog10()) }
    }

    /// The logarithm to `base`, rounded down; a panic unless `self` is positive and `base` at least 2.
    #[inline(always)]
    #[track_caller]
    pub const fn ilog(self, base: N) -> u32 {
        assert!(base >= 2, "base of integer logarithm must be at least 2");
        if self <= 0 {
            panic!("argument of integer logarithm must be positive");
        }
        let (mut rest, mut log) = (self, 0);
        while rest >= base {
            rest /= base;
            log += 1;
        }
        log
    }

    /// The bytes in reverse order.
    #[inline(always)]
    pub const fn swap_bytes(self) -> N {
        let (mut rest, mut swapped, mut left) = (self as U, 0 as U, N::BITS);
        while left > 0 {
            swapped = swapped.unbounded_shl(8) | rest & 255;
            rest = rest.unbounded_shr(8);
            left -= 8;
        }
        swapped as N
    }

    /// To big endian: the bytes in reverse order.
    #[inline(always)]
    pub const fn to_be(self) -> N {
        self.swap_bytes()
    }

    /// To little endian, which it is.
    #[inline(always)]
    pub const fn to_le(self) -> N {
        self
    }

    /// From big endian: the bytes in reverse order.
    #[inline(always)]
    pub const fn from_be(value: N) -> N {
        value.swap_bytes()
    }

    /// From little endian, which it is.
    #[inline(always)]
    pub const fn from_le(value: N) -> N {
        value
    }

    /// The bytes, lowest first.
    #[inline(always)]
    pub const fn to_le_bytes(self) -> [u8; crate::mem::size_of::<N>()] {
        unsafe { crate::mem::transmute(self) }
    }

    /// The bytes, highest first.
    #[inline(always)]
    pub const fn to_be_bytes(self) -> [u8; crate::mem::size_of::<N>()] {
        unsafe { crate::mem::transmute(self.swap_bytes()) }
    }

    /// The bytes in memory, lowest first.
    #[inline(always)]
    pub const fn to_ne_bytes(self) -> [u8; crate::mem::size_of::<N>()] {
        unsafe { crate::mem::transmute(self) }
    }

    /// The number with these bytes, lowest first.
    #[inline(always)]
    pub const fn from_le_bytes(bytes: [u8; crate::mem::size_of::<N>()]) -> N {
        unsafe { crate::mem::transmute(bytes) }
    }

    /// The number with these bytes, highest first.
    #[inline(always)]
    pub const fn from_be_bytes(bytes: [u8; crate::mem::size_of::<N>()]) -> N {
        let value: N = unsafe { crate::mem::transmute(bytes) };
        value.swap_bytes()
    }

    /// The number with these bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn from_ne_bytes(bytes: [u8; crate::mem::size_of::<N>()]) -> N {
        unsafe { crate::mem::transmute(bytes) }
    }

    /// The least value.
    #[inline(always)]
    pub const fn min_value() -> N {
        N::MIN
    }

    /// The greatest value.
    #[inline(always)]
    pub const fn max_value() -> N {
        N::MAX
    }
}

#[for_each(N U, i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize)]
impl N {
    /// Whether `self / other` overflows.
    #[inline(always)]
    const fn division_overflows(self, other: N) -> bool {
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

    /// `self + other` with an unsigned number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add_unsigned(self, other: U) -> Option<N> {
        let sum = self.wrapping_add(other as N);
        if sum < self { None } else { Some(sum) }
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

#[for_each(N S, u8 i8, u16 i16, u32 i32, u64 i64, u128 i128, usize isize)]
impl N {
    /// Whether `self / other` overflows: never.
    #[inline(always)]
    const fn division_overflows(self, other: N) -> bool {
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

    /// `self + other` with a signed number; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add_signed(self, other: S) -> Option<N> {
        let sum = self.wrapping_add(other as N);
        if (sum < self) != (other < 0) { None } else { Some(sum) }
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

#[for_each(N, u8, u16, u32, u64, usize)]
impl N {
    /// `self <= count`
    #[inline(always)]
    pub(crate) const fn is_at_most(self, count: usize) -> bool {
        self as usize <= count
    }

    /// `self < count`
    #[inline(always)]
    pub(crate) const fn is_below(self, count: usize) -> bool {
        (self as usize) < count
    }
}

#[for_each(N, u8, u16)]
impl N {
    /// The square root, rounded down.
    #[inline(always)]
    pub const fn isqrt(self) -> N {
        (self as f32).sqrt() as N
    }
}

impl u32 {
    /// The square root, rounded down: that of the nearest `f32` is off by at most one.
    #[inline(always)]
    pub const fn isqrt(self) -> u32 {
        let near = (self as f32).sqrt() as u64;
        let value = self as u64;
        if near * near > value {
            (near - 1) as u32
        } else if (near + 1) * (near + 1) <= value {
            (near + 1) as u32
        } else {
            near as u32
        }
    }
}

#[for_each(N, u64, usize)]
impl N {
    /// The square root, rounded down: one step of Newton's method from that of the nearest `f32` is off by at most one.
    #[inline(always)]
    pub const fn isqrt(self) -> N {
        if self == 0 {
            return 0;
        }
        let start = (self as f32).sqrt() as N;
        let near = ((start + self / start) >> 1).min(4294967295);
        if near * near > self {
            near - 1
        } else if near < 4294967295 && (near + 1) * (near + 1) <= self {
            near + 1
        } else {
            near
        }
    }
}

impl u128 {
    /// `self <= count`
    #[inline(always)]
    pub(crate) const fn is_at_most(self, count: usize) -> bool {
        self <= count as u128
    }

    /// `self < count`
    #[inline(always)]
    pub(crate) const fn is_below(self, count: usize) -> bool {
        self < count as u128
    }

    /// The square root, rounded down: bit by bit.
    #[inline(always)]
    pub const fn isqrt(self) -> u128 {
        let (mut rest, mut root) = (self, 0u128);
        let mut bit = 1u128 << 126;
        while bit > rest {
            bit >>= 2;
        }
        while bit != 0 {
            if rest >= root + bit {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
            bit >>= 2;
        }
        root
    }
}

impl u8 {
    /// Whether it is an ASCII digit.
    #[inline(always)]
    pub const fn is_ascii_digit(&self) -> bool {
        *self >= 48 && *self <= 57
    }

    /// Whether it is an ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_alphabetic(&self) -> bool {
        (*self | 32) >= 97 && (*self | 32) <= 122
    }

    /// An ASCII letter as a capital.
    #[inline(always)]
    pub const fn to_ascii_uppercase(&self) -> u8 {
        if *self >= 97 && *self <= 122 { *self - 32 } else { *self }
    }

    /// An ASCII letter as a small one.
    #[inline(always)]
    pub const fn to_ascii_lowercase(&self) -> u8 {
        if *self >= 65 && *self <= 90 { *self + 32 } else { *self }
    }
}

impl i8 {
    pub const MIN: i8 = -128;
    pub const MAX: i8 = 127;
    pub const BITS: u32 = 8;
}

impl u8 {
    pub const MIN: u8 = 0;
    pub const MAX: u8 = 255;
    pub const BITS: u32 = 8;
}

impl i16 {
    pub const MIN: i16 = -32768;
    pub const MAX: i16 = 32767;
    pub const BITS: u32 = 16;
}

impl u16 {
    pub const MIN: u16 = 0;
    pub const MAX: u16 = 65535;
    pub const BITS: u32 = 16;
}

impl i32 {
    pub const MIN: i32 = -2147483648;
    pub const MAX: i32 = 2147483647;
    pub const BITS: u32 = 32;
}

impl u32 {
    pub const MIN: u32 = 0;
    pub const MAX: u32 = 4294967295;
    pub const BITS: u32 = 32;
}

impl i64 {
    pub const MIN: i64 = -9223372036854775808;
    pub const MAX: i64 = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl u64 {
    pub const MIN: u64 = 0;
    pub const MAX: u64 = 18446744073709551615;
    pub const BITS: u32 = 64;
}

impl i128 {
    pub const MIN: i128 = -170141183460469231731687303715884105728;
    pub const MAX: i128 = 170141183460469231731687303715884105727;
    pub const BITS: u32 = 128;
}

impl u128 {
    pub const MIN: u128 = 0;
    pub const MAX: u128 = 340282366920938463463374607431768211455;
    pub const BITS: u32 = 128;
}

impl isize {
    pub const MIN: isize = -9223372036854775808;
    pub const MAX: isize = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl usize {
    pub const MIN: usize = 0;
    pub const MAX: usize = 18446744073709551615;
    pub const BITS: u32 = 64;
}
