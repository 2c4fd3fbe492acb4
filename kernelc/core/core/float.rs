//! The methods and constants of the floats that are exact or correctly rounded. The others are in `float_math`.

use crate::cmp::{Ord, Ordering};
use crate::float_cast::FloatToInt;
use crate::num::FpCategory;

#[for_each(N, f16, bf16, f32, f64)]
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

    /// `1 / self`.
    #[inline(always)]
    pub const fn recip(self) -> N {
        1.0 / self
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
}

#[for_each(N, f32, f64)]
impl N {
    /// The quotient for which the remainder is never negative.
    #[inline(always)]
    pub const fn div_euclid(self, other: N) -> N {
        let quotient = (self / other).trunc();
        if self % other < 0.0 {
            if other > 0.0 { quotient - 1.0 } else { quotient + 1.0 }
        } else {
            quotient
        }
    }

    /// The remainder that is never negative.
    #[inline(always)]
    pub const fn rem_euclid(self, other: N) -> N {
        let rest = self % other;
        if rest < 0.0 { rest + other.abs() } else { rest }
    }

    /// The positive difference, or 0.
    #[inline(always)]
    pub const fn abs_sub(self, other: N) -> N {
        if self <= other { 0.0 } else { self - other }
    }

    /// The integral part as an integer, which it fits.
    #[inline(always)]
    pub unsafe fn to_int_unchecked<I>(self) -> I
    where
        N: FloatToInt<I>,
    {
        self.to_int()
    }

    /// `self` to a whole power, by repeated multiplication (one rounding each).
    #[inline(always)]
    pub const fn powi(self, exponent: i32) -> N {
        let (mut base, mut left, mut product) = (self, exponent.unsigned_abs(), 1.0 as N);
        while left > 0 {
            if left & 1 == 1 {
                product *= base;
            }
            left >>= 1;
            base *= base;
        }
        if exponent < 0 { 1.0 / product } else { product }
    }
}

impl f32 {
    pub const MIN: f32 = -3.40282347e+38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const EPSILON: f32 = 1.19209290e-07;
    pub const INFINITY: f32 = 1.0 / 0.0;
    pub const NEG_INFINITY: f32 = -1.0 / 0.0;
    pub const NAN: f32 = 0.0 / 0.0;
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 24;
    pub const DIGITS: u32 = 6;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u32;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u32) -> f32;

    /// The bytes, lowest first.
    #[inline(always)]
    pub const fn to_le_bytes(self) -> [u8; 4] {
        self.to_bits().to_le_bytes()
    }

    /// The bytes, highest first.
    #[inline(always)]
    pub const fn to_be_bytes(self) -> [u8; 4] {
        self.to_bits().to_be_bytes()
    }

    /// The bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn to_ne_bytes(self) -> [u8; 4] {
        self.to_bits().to_le_bytes()
    }

    /// The number with these bytes, lowest first.
    #[inline(always)]
    pub const fn from_le_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_le_bytes(bytes))
    }

    /// The number with these bytes, highest first.
    #[inline(always)]
    pub const fn from_be_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_be_bytes(bytes))
    }

    /// The number with these bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn from_ne_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_le_bytes(bytes))
    }

    /// Whether the sign bit is set, also of zero and NaN.
    #[inline(always)]
    pub const fn is_sign_negative(self) -> bool {
        self.to_bits() >> 31 == 1
    }

    /// Whether the sign bit is not set.
    #[inline(always)]
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() >> 31 == 0
    }

    /// The order of IEEE 754: -NaN, -infinity, numbers, -0, 0, numbers, infinity, NaN.
    #[inline(always)]
    pub fn total_cmp(&self, other: &f32) -> Ordering {
        let (a, b) = (self.to_bits() as i32, other.to_bits() as i32);
        let left = a ^ ((a >> 31) as u32 >> 1) as i32;
        let right = b ^ ((b >> 31) as u32 >> 1) as i32;
        left.cmp(&right)
    }

    /// Radians as degrees.
    #[inline(always)]
    pub const fn to_degrees(self) -> f32 {
        self * 57.2957795130823208767981548141051703
    }

    /// Degrees as radians.
    #[inline(always)]
    pub const fn to_radians(self) -> f32 {
        self * 0.0174532925199432957692369076848861
    }

    /// The middle between both, rounded once.
    #[inline(always)]
    pub const fn midpoint(self, other: f32) -> f32 {
        let (a, b) = (self.abs(), other.abs());
        let (least, most) = (f32::MIN_POSITIVE * 2.0, f32::MAX / 2.0);
        if a <= most && b <= most {
            (self + other) / 2.0
        } else if a < least {
            self + other / 2.0
        } else if b < least {
            self / 2.0 + other
        } else {
            self / 2.0 + other / 2.0
        }
    }

    /// The least number above.
    #[inline(always)]
    pub const fn next_up(self) -> f32 {
        if self.is_nan() || self == f32::INFINITY {
            return self;
        }
        let bits = self.to_bits();
        if self == 0.0 {
            f32::from_bits(1)
        } else if self > 0.0 {
            f32::from_bits(bits + 1)
        } else {
            f32::from_bits(bits - 1)
        }
    }

    /// The greatest number below.
    #[inline(always)]
    pub const fn next_down(self) -> f32 {
        -(-self).next_up()
    }
}

impl f64 {
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;
    pub const NAN: f64 = 0.0 / 0.0;
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 53;
    pub const DIGITS: u32 = 15;
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u64;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u64) -> f64;

    /// The bytes, lowest first.
    #[inline(always)]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.to_bits().to_le_bytes()
    }

    /// The bytes, highest first.
    #[inline(always)]
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.to_bits().to_be_bytes()
    }

    /// The bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn to_ne_bytes(self) -> [u8; 8] {
        self.to_bits().to_le_bytes()
    }

    /// The number with these bytes, lowest first.
    #[inline(always)]
    pub const fn from_le_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_le_bytes(bytes))
    }

    /// The number with these bytes, highest first.
    #[inline(always)]
    pub const fn from_be_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_be_bytes(bytes))
    }

    /// The number with these bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn from_ne_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_le_bytes(bytes))
    }

    /// Whether the sign bit is set, also of zero and NaN.
    #[inline(always)]
    pub const fn is_sign_negative(self) -> bool {
        self.to_bits() >> 63 == 1
    }

    /// Whether the sign bit is not set.
    #[inline(always)]
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() >> 63 == 0
    }

    /// The order of IEEE 754: -NaN, -infinity, numbers, -0, 0, numbers, infinity, NaN.
    #[inline(always)]
    pub fn total_cmp(&self, other: &f64) -> Ordering {
        let (a, b) = (self.to_bits() as i64, other.to_bits() as i64);
        let left = a ^ ((a >> 63) as u64 >> 1) as i64;
        let right = b ^ ((b >> 63) as u64 >> 1) as i64;
        left.cmp(&right)
    }

    /// Radians as degrees.
    #[inline(always)]
    pub const fn to_degrees(self) -> f64 {
        self * 57.29577951308232
    }

    /// Degrees as radians.
    #[inline(always)]
    pub const fn to_radians(self) -> f64 {
        self * 0.017453292519943295769236907684886
    }

    /// The middle between both, rounded once.
    #[inline(always)]
    pub const fn midpoint(self, other: f64) -> f64 {
        let (a, b) = (self.abs(), other.abs());
        let (least, most) = (f64::MIN_POSITIVE * 2.0, f64::MAX / 2.0);
        if a <= most && b <= most {
            (self + other) / 2.0
        } else if a < least {
            self + other / 2.0
        } else if b < least {
            self / 2.0 + other
        } else {
            self / 2.0 + other / 2.0
        }
    }

    /// The least number above.
    #[inline(always)]
    pub const fn next_up(self) -> f64 {
        if self.is_nan() || self == f64::INFINITY {
            return self;
        }
        let bits = self.to_bits();
        if self == 0.0 {
            f64::from_bits(1)
        } else if self > 0.0 {
            f64::from_bits(bits + 1)
        } else {
            f64::from_bits(bits - 1)
        }
    }

    /// The greatest number below.
    #[inline(always)]
    pub const fn next_down(self) -> f64 {
        -(-self).next_up()
    }
}
