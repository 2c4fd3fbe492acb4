//! The methods of integers and floats.

#[for_each(N, i8, i16, i32, i64, i128, isize)]
impl N {
    /// `self + other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_add(self, other: N) -> N {
        self + other
    }

    /// `self - other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_sub(self, other: N) -> N {
        self - other
    }

    /// `self * other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_mul(self, other: N) -> N {
        self * other
    }

    /// The smaller value.
    #[intrinsic("mir.min")]
    pub const fn min(self, other: N) -> N;

    /// The greater value.
    #[intrinsic("mir.max")]
    pub const fn max(self, other: N) -> N;

    /// The magnitude; `MIN` stays `MIN`.
    #[intrinsic("mir.abs")]
    pub const fn abs(self) -> N;

    /// Zero bits above the highest one.
    #[intrinsic("mir.leading_zeros")]
    pub const fn leading_zeros(self) -> u32;

    /// How many bits are one.
    #[intrinsic("mir.pop_count")]
    pub const fn count_ones(self) -> u32;

    /// The bits in reverse order.
    #[intrinsic("mir.reverse_bits")]
    pub const fn reverse_bits(self) -> N;

    /// -1, 0 or 1.
    #[inline(always)]
    pub const fn signum(self) -> N {
        (self > 0) as N - (self < 0) as N
    }

    /// The value kept within `low..=high`.
    #[inline(always)]
    pub const fn clamp(self, low: N, high: N) -> N {
        assert!(low <= high);
        self.max(low).min(high)
    }

    /// The remainder that is never negative; a panic for zero.
    #[inline(always)]
    pub const fn rem_euclid(self, other: N) -> N {
        let r = self % other;
        if r < 0 { r.wrapping_add(other.abs()) } else { r }
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl N {
    /// `self + other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_add(self, other: N) -> N {
        self + other
    }

    /// `self - other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_sub(self, other: N) -> N {
        self - other
    }

    /// `self * other`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_mul(self, other: N) -> N {
        self * other
    }

    /// `self - other`, or zero where that would be negative.
    #[inline(always)]
    pub const fn saturating_sub(self, other: N) -> N {
        if self > other { self - other } else { 0 }
    }

    /// The smaller value.
    #[intrinsic("mir.min")]
    pub const fn min(self, other: N) -> N;

    /// The greater value.
    #[intrinsic("mir.max")]
    pub const fn max(self, other: N) -> N;

    /// The difference without sign.
    #[inline(always)]
    pub const fn abs_diff(self, other: N) -> N {
        if self > other { self - other } else { other - self }
    }

    /// Zero bits above the highest one.
    #[intrinsic("mir.leading_zeros")]
    pub const fn leading_zeros(self) -> u32;

    /// How many bits are one.
    #[intrinsic("mir.pop_count")]
    pub const fn count_ones(self) -> u32;

    /// The bits in reverse order.
    #[intrinsic("mir.reverse_bits")]
    pub const fn reverse_bits(self) -> N;

    /// Whether exactly one bit is one.
    #[inline(always)]
    pub const fn is_power_of_two(self) -> bool {
        self.count_ones() == 1
    }

    /// The quotient rounded up; a panic for zero.
    #[inline(always)]
    pub const fn div_ceil(self, other: N) -> N {
        let quotient = self / other;
        if self % other > 0 { quotient + 1 } else { quotient }
    }

    /// The value kept within `low..=high`.
    #[inline(always)]
    pub const fn clamp(self, low: N, high: N) -> N {
        assert!(low <= high);
        self.max(low).min(high)
    }
}

#[for_each(N, f32, f64)]
impl N {
    /// The square root, rounded to nearest.
    #[intrinsic("mir.sqrt")]
    pub const fn sqrt(self) -> N;

    /// `self * a + b`, rounded once.
    #[intrinsic("mir.fma")]
    pub const fn mul_add(self, a: N, b: N) -> N;

    /// The magnitude.
    #[intrinsic("mir.abs")]
    pub const fn abs(self) -> N;

    /// The magnitude of `self` with the sign of `sign`.
    #[intrinsic("mir.copysign")]
    pub const fn copysign(self, sign: N) -> N;

    /// The greatest integral value not above `self`.
    #[intrinsic("mir.round floor")]
    pub const fn floor(self) -> N;

    /// The least integral value not below `self`.
    #[intrinsic("mir.round ceil")]
    pub const fn ceil(self) -> N;

    /// The integral part.
    #[intrinsic("mir.round trunc")]
    pub const fn trunc(self) -> N;

    /// The nearest integral value, halves to even.
    #[intrinsic("mir.round even")]
    pub const fn round_ties_even(self) -> N;

    /// The smaller value; NaN only if both are.
    #[intrinsic("mir.min")]
    pub const fn min(self, other: N) -> N;

    /// The greater value; NaN only if both are.
    #[intrinsic("mir.max")]
    pub const fn max(self, other: N) -> N;

    /// Whether it is not a number.
    #[inline(always)]
    pub const fn is_nan(self) -> bool {
        self != self
    }

    /// `1 / self`.
    #[inline(always)]
    pub const fn recip(self) -> N {
        1.0 / self
    }
}

impl i8 {
    pub const MIN: i8 = -128;
    pub const MAX: i8 = 127;
    pub const BITS: u32 = 8;
}

impl i16 {
    pub const MIN: i16 = -32768;
    pub const MAX: i16 = 32767;
    pub const BITS: u32 = 16;
}

impl i32 {
    pub const MIN: i32 = -2147483648;
    pub const MAX: i32 = 2147483647;
    pub const BITS: u32 = 32;
}

impl i64 {
    pub const MIN: i64 = -9223372036854775808;
    pub const MAX: i64 = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl isize {
    pub const MIN: isize = -9223372036854775808;
    pub const MAX: isize = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl u8 {
    pub const MIN: u8 = 0;
    pub const MAX: u8 = 255;
    pub const BITS: u32 = 8;
}

impl u16 {
    pub const MIN: u16 = 0;
    pub const MAX: u16 = 65535;
    pub const BITS: u32 = 16;
}

impl u32 {
    pub const MIN: u32 = 0;
    pub const MAX: u32 = 4294967295;
    pub const BITS: u32 = 32;
}

impl u64 {
    pub const MIN: u64 = 0;
    pub const MAX: u64 = 18446744073709551615;
    pub const BITS: u32 = 64;
}

impl usize {
    pub const MIN: usize = 0;
    pub const MAX: usize = 18446744073709551615;
    pub const BITS: u32 = 64;
}

impl f32 {
    pub const MIN: f32 = -3.40282347e+38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const EPSILON: f32 = 1.19209290e-07;
    pub const INFINITY: f32 = 1.0 / 0.0;
    pub const NEG_INFINITY: f32 = -1.0 / 0.0;
    pub const NAN: f32 = 0.0 / 0.0;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u32;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u32) -> f32;
}

impl f64 {
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;
    pub const NAN: f64 = 0.0 / 0.0;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u64;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u64) -> f64;
}
