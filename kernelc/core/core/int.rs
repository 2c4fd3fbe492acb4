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

    /// `self.div_euclid(other)` and whether that overflows; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn overflowing_div_euclid(self, other: N) -> (N, bool) {
        if self.division_overflows(other) { (self, true) } else { (self.div_euclid(other), false) }
    }

    /// `self.rem_euclid(other)` and whether that overflows; a panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn overflowing_rem_euclid(self, other: N) -> (N, bool) {
        if self.division_overflows(other) { (0, true) } else { (self.rem_euclid(other), false) }
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

    /// The logarithm to `base`, rounded down; `None` unless `self` is positive and `base` at least 2.
    #[inline(always)]
    pub const fn checked_ilog(self, base: N) -> Option<u32> {
        if self <= 0 || base <= 1 { None } else { Some(self.ilog(base)) }
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
