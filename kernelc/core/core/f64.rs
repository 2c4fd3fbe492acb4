//! Constants of mathematics as `f64`.

pub mod consts {
    /// π
    pub const PI: f64 = 3.14159265358979323846264338327950288;

    /// 2 π
    pub const TAU: f64 = 6.28318530717958647692528676655900577;

    /// e
    pub const E: f64 = 2.71828182845904523536028747135266250;

    /// The golden ratio, φ
    pub const GOLDEN_RATIO: f64 = 1.618033988749894848204586834365638118;

    /// The Euler-Mascheroni constant, γ
    pub const EULER_GAMMA: f64 = 0.577215664901532860606512090082402431;

    /// √2
    pub const SQRT_2: f64 = 1.41421356237309504880168872420969808;

    /// 1 / √2
    pub const FRAC_1_SQRT_2: f64 = 0.707106781186547524400844362104849039;

    /// π / 2
    pub const FRAC_PI_2: f64 = 1.57079632679489661923132169163975144;

    /// π / 3
    pub const FRAC_PI_3: f64 = 1.04719755119659774615421446109316763;

    /// π / 4
    pub const FRAC_PI_4: f64 = 0.785398163397448309615660845819875721;

    /// π / 6
    pub const FRAC_PI_6: f64 = 0.52359877559829887307710723054658381;

    /// π / 8
    pub const FRAC_PI_8: f64 = 0.39269908169872415480783042290993786;

    /// 1 / π
    pub const FRAC_1_PI: f64 = 0.318309886183790671537767526745028724;

    /// 2 / π
    pub const FRAC_2_PI: f64 = 0.636619772367581343075535053490057448;

    /// 2 / √π
    pub const FRAC_2_SQRT_PI: f64 = 1.12837916709551257389615890312154517;

    /// ln 2
    pub const LN_2: f64 = 0.693147180559945309417232121458176568;

    /// ln 10
    pub const LN_10: f64 = 2.30258509299404568401799145468436421;

    /// log₂ e
    pub const LOG2_E: f64 = 1.44269504088896340735992468100189214;

    /// log₁₀ e
    pub const LOG10_E: f64 = 0.434294481903251827651128918916605082;

    /// log₂ 10
    pub const LOG2_10: f64 = 3.32192809488736234787031942948939018;

    /// log₁₀ 2
    pub const LOG10_2: f64 = 0.301029995663981195213738894724493027;
}

pub const MIN: f64 = f64::MIN;
pub const MAX: f64 = f64::MAX;
pub const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
pub const EPSILON: f64 = f64::EPSILON;
pub const INFINITY: f64 = f64::INFINITY;
pub const NEG_INFINITY: f64 = f64::NEG_INFINITY;
pub const NAN: f64 = f64::NAN;
pub const RADIX: u32 = f64::RADIX;
pub const MANTISSA_DIGITS: u32 = f64::MANTISSA_DIGITS;
pub const DIGITS: u32 = f64::DIGITS;
pub const MIN_EXP: i32 = f64::MIN_EXP;
pub const MAX_EXP: i32 = f64::MAX_EXP;
pub const MIN_10_EXP: i32 = f64::MIN_10_EXP;
pub const MAX_10_EXP: i32 = f64::MAX_10_EXP;

/// The methods of `f64` as functions.
pub mod math {
    /// The greatest integral value not above `x`.
    #[inline(always)]
    pub const fn floor(x: f64) -> f64 {
        x.floor()
    }

    /// The least integral value not below `x`.
    #[inline(always)]
    pub const fn ceil(x: f64) -> f64 {
        x.ceil()
    }

    /// The nearest integral value, halves away from zero.
    #[inline(always)]
    pub const fn round(x: f64) -> f64 {
        x.round()
    }

    /// The nearest integral value, halves to even.
    #[inline(always)]
    pub const fn round_ties_even(x: f64) -> f64 {
        x.round_ties_even()
    }

    /// The integral part.
    #[inline(always)]
    pub const fn trunc(x: f64) -> f64 {
        x.trunc()
    }

    /// The square root, rounded to nearest.
    #[inline(always)]
    pub const fn sqrt(x: f64) -> f64 {
        x.sqrt()
    }

    /// The cube root.
    #[inline(always)]
    pub const fn cbrt(x: f64) -> f64 {
        x.cbrt()
    }

    /// `x * y + z`, rounded once.
    #[inline(always)]
    pub const fn mul_add(x: f64, y: f64, z: f64) -> f64 {
        x.mul_add(y, z)
    }

    /// `x` to a whole power.
    #[inline(always)]
    pub const fn powi(x: f64, n: i32) -> f64 {
        x.powi(n)
    }

    /// The quotient for which the remainder is never negative.
    #[inline(always)]
    pub const fn div_euclid(x: f64, y: f64) -> f64 {
        x.div_euclid(y)
    }

    /// The remainder that is never negative.
    #[inline(always)]
    pub const fn rem_euclid(x: f64, y: f64) -> f64 {
        x.rem_euclid(y)
    }

    /// The positive difference, or 0.
    #[inline(always)]
    pub const fn abs_sub(x: f64, y: f64) -> f64 {
        x.abs_sub(y)
    }
}
