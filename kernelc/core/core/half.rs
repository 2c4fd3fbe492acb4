//! The methods and constants of the floats of 16 bits that are exact or correctly rounded.

use crate::cmp::{Ord, Ordering};
use crate::num::FpCategory;

#[for_each(N, f16, bf16)]
impl N {
    pub const INFINITY: N = 1.0 / 0.0;
    pub const NEG_INFINITY: N = -1.0 / 0.0;
    pub const NAN: N = 0.0 / 0.0;
    pub const RADIX: u32 = 2;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u16;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u16) -> N;

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

    /// The nearest integral value, halves away from zero.
    #[inline(always)]
    pub const fn round(self) -> N {
        let whole = self.trunc();
        if (self - whole).abs() >= 0.5 { whole + (1.0 as N).copysign(self) } else { whole }
    }

    /// What is behind the point, with the sign.
    #[inline(always)]
    pub const fn fract(self) -> N {
        self - self.trunc()
    }

    /// 1 with the sign of `self`; NaN for NaN.
    #[inline(always)]
    pub const fn signum(self) -> N {
        if self.is_nan() { self } else { (1.0 as N).copysign(self) }
    }

    /// `1 / self`.
    #[inline(always)]
    pub const fn recip(self) -> N {
        1.0 / self
    }

    /// Whether it is not a number.
    #[inline(always)]
    pub const fn is_nan(self) -> bool {
        self != self
    }

    /// Whether it is an infinity.
    #[inline(always)]
    pub const fn is_infinite(self) -> bool {
        self.abs() == N::INFINITY
    }

    /// Whether it is a number and no infinity.
    #[inline(always)]
    pub const fn is_finite(self) -> bool {
        self.abs() < N::INFINITY
    }

    /// Whether it is a finite number with full precision: not zero, not subnormal.
    #[inline(always)]
    pub const fn is_normal(self) -> bool {
        self.abs() >= N::MIN_POSITIVE && self.is_finite()
    }

    /// Whether it is a number below the normal ones, and not zero.
    #[inline(always)]
    pub const fn is_subnormal(self) -> bool {
        self != 0.0 && self.abs() < N::MIN_POSITIVE
    }

    /// What kind of number it is.
    #[inline(always)]
    pub const fn classify(self) -> FpCategory {
        if self.is_nan() {
            FpCategory::Nan
        } else if self.is_infinite() {
            FpCategory::Infinite
        } else if self == 0.0 {
            FpCategory::Zero
        } else if self.is_normal() {
            FpCategory::Normal
        } else {
            FpCategory::Subnormal
        }
    }

    /// Whether the sign bit is set, also of zero and NaN.
    #[inline(always)]
    pub const fn is_sign_negative(self) -> bool {
        self.to_bits() >> 15 == 1
    }

    /// Whether the sign bit is not set.
    #[inline(always)]
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() >> 15 == 0
    }

    /// The value kept within `low..=high`, NaN as it is; a panic unless `low <= high`.
    #[inline(always)]
    #[track_caller]
    pub const fn clamp(self, low: N, high: N) -> N {
        assert!(low <= high, "min > max, or either was NaN");
        let mut value = self;
        if value < low {
            value = low;
        }
        if value > high {
            value = high;
        }
        value
    }

    /// The order of IEEE 754: -NaN, -infinity, numbers, -0, 0, numbers, infinity, NaN.
    #[inline(always)]
    pub fn total_cmp(&self, other: &N) -> Ordering {
        let (a, b) = (self.to_bits() as i16, other.to_bits() as i16);
        let left = a ^ ((a >> 15) as u16 >> 1) as i16;
        let right = b ^ ((b >> 15) as u16 >> 1) as i16;
        left.cmp(&right)
    }

    /// The least number above.
    #[inline(always)]
    pub const fn next_up(self) -> N {
        if self.is_nan() || self == N::INFINITY {
            return self;
        }
        let bits = self.to_bits();
        if self == 0.0 {
            N::from_bits(1)
        } else if self > 0.0 {
            N::from_bits(bits + 1)
        } else {
            N::from_bits(bits - 1)
        }
    }

    /// The greatest number below.
    #[inline(always)]
    pub const fn next_down(self) -> N {
        -(-self).next_up()
    }

    /// The bytes, lowest first.
    #[inline(always)]
    pub const fn to_le_bytes(self) -> [u8; 2] {
        self.to_bits().to_le_bytes()
    }

    /// The bytes, highest first.
    #[inline(always)]
    pub const fn to_be_bytes(self) -> [u8; 2] {
        self.to_bits().to_be_bytes()
    }

    /// The bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn to_ne_bytes(self) -> [u8; 2] {
        self.to_bits().to_le_bytes()
    }

    /// The number with these bytes, lowest first.
    #[inline(always)]
    pub const fn from_le_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_le_bytes(bytes))
    }

    /// The number with these bytes, highest first.
    #[inline(always)]
    pub const fn from_be_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_be_bytes(bytes))
    }

    /// The number with these bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn from_ne_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_le_bytes(bytes))
    }
}

impl f16 {
    pub const MIN: f16 = -65504.0;
    pub const MAX: f16 = 65504.0;
    pub const MIN_POSITIVE: f16 = 6.103515625e-05;
    pub const EPSILON: f16 = 0.0009765625;
    pub const MANTISSA_DIGITS: u32 = 11;
    pub const DIGITS: u32 = 3;
    pub const MIN_EXP: i32 = -13;
    pub const MAX_EXP: i32 = 16;
    pub const MIN_10_EXP: i32 = -4;
    pub const MAX_10_EXP: i32 = 4;
}

impl bf16 {
    pub const MIN: bf16 = -3.3895313892515355e38;
    pub const MAX: bf16 = 3.3895313892515355e38;
    pub const MIN_POSITIVE: bf16 = 1.1754943508222875e-38;
    pub const EPSILON: bf16 = 0.0078125;
    pub const MANTISSA_DIGITS: u32 = 8;
    pub const DIGITS: u32 = 2;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
}
