//! The float functions of `f64` that are not exact, with their accuracy, as in `float_math`.

/// `2^whole * value` for `whole` from -2200 to 2100: rounded once.
#[inline(always)]
const fn scaled64(value: f64, whole: i32) -> f64 {
    let half = whole >> 1;
    value * f64::from_bits(((half + 1023) as u64) << 52) * f64::from_bits(((whole - half + 1023) as u64) << 52)
}

/// `e^(high + low)` for `|high|` up to 0.35, and much smaller `low`.
#[inline(always)]
const fn exp_near_zero64(high: f64, low: f64) -> f64 {
    let p = 1.6059043836821613e-10f64.mul_add(high, 2.08767569878681e-09).mul_add(high, 2.505210838544172e-08).mul_add(high, 2.755731922398589e-07).mul_add(high, 2.7557319223985893e-06).mul_add(high, 2.48015873015873e-05).mul_add(high, 0.0001984126984126984).mul_add(high, 0.001388888888888889).mul_add(high, 0.008333333333333333).mul_add(high, 0.041666666666666664).mul_add(high, 0.16666666666666666).mul_add(high, 0.5);
    let bent = high * high * p;
    low.mul_add(1.0 + high + bent, bent) + high + 1.0
}

/// Mantissa less 1, from -0.293 to 0.414, and exponent of a positive finite number.
#[inline(always)]
const fn split64(value: f64) -> (f64, f64) {
    let is_small = value < 2.2250738585072014e-308;
    let bits = (if is_small { value * 4503599627370496.0 } else { value }).to_bits() as i64;
    let exponent = bits.wrapping_sub(0x3fe6a09e667f3bcd) >> 52;
    let mantissa = f64::from_bits(bits.wrapping_sub(exponent << 52) as u64);
    (mantissa - 1.0, (if is_small { exponent - 52 } else { exponent }) as f64)
}

/// `f - ln(1 + f)` for `f` as `split64` gives it.
#[inline(always)]
const fn ln_less64(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let u = s * s;
    let p = 0.08695652173913043f64.mul_add(u, 0.09523809523809523).mul_add(u, 0.10526315789473684).mul_add(u, 0.11764705882352941).mul_add(u, 0.13333333333333333).mul_add(u, 0.15384615384615385).mul_add(u, 0.18181818181818182).mul_add(u, 0.2222222222222222).mul_add(u, 0.2857142857142857).mul_add(u, 0.4).mul_add(u, 0.6666666666666666);
    let half_square = 0.5 * f * f;
    half_square - s * u.mul_add(p, half_square)
}

/// The logarithm that was computed for a positive finite number, or what it is for the others.
#[inline(always)]
const fn logarithm64(value: f64, found: f64) -> f64 {
    if value > 0.0 && value < f64::INFINITY {
        found
    } else if value == 0.0 {
        f64::NEG_INFINITY
    } else if value > 0.0 {
        value
    } else {
        f64::NAN
    }
}

impl f64 {
    /// e to the power of `self`. Within 1 ULP.
    #[inline(always)]
    pub const fn exp(self) -> f64 {
        let x = if self > 710.0 { 710.0 } else if self < -760.0 { -760.0 } else { self };
        let whole = (x * 1.4426950408889634).round_ties_even();
        let high = whole.mul_add(-0.6931471803691238, x);
        let low = whole * -1.9082149292705877e-10;
        let sum = high + low;
        scaled64(exp_near_zero64(sum, low - (sum - high)), whole as i32)
    }

    /// 2 to the power of `self`. Within 1 ULP.
    #[inline(always)]
    pub const fn exp2(self) -> f64 {
        let x = if self > 1030.0 { 1030.0 } else if self < -1090.0 { -1090.0 } else { self };
        let whole = x.round_ties_even();
        let rest = x - whole;
        let high = rest * 0.6931471805599453;
        let low = rest.mul_add(0.6931471805599453, -high);
        scaled64(exp_near_zero64(high, rest.mul_add(2.3190468138462996e-17, low)), whole as i32)
    }

    /// The natural logarithm; NaN below zero. Within 1 ULP.
    #[inline(always)]
    pub const fn ln(self) -> f64 {
        let (f, exponent) = split64(self);
        let less = exponent.mul_add(-1.9082149292705877e-10, ln_less64(f));
        let high = exponent * 0.6931471803691238;
        let sum = high + f;
        logarithm64(self, sum + (f - (sum - high) - less))
    }

    /// The logarithm to base 2; NaN below zero. Within 2 ULP.
    #[inline(always)]
    pub const fn log2(self) -> f64 {
        let (f, exponent) = split64(self);
        let product = f * 1.4426950408889634;
        let product_low = f.mul_add(1.4426950408889634, -product) + f.mul_add(2.0355273740931033e-17, ln_less64(f) * -1.4426950408889634);
        let sum = exponent + product;
        logarithm64(self, sum + (product - (sum - exponent) + product_low))
    }

    /// The logarithm to base 10; NaN below zero. Within 2 ULP.
    #[inline(always)]
    pub const fn log10(self) -> f64 {
        let (f, exponent) = split64(self);
        let product = f * 0.4342944819032518;
        let product_low = f.mul_add(0.4342944819032518, -product) + f.mul_add(1.098319650216765e-17, ln_less64(f) * -0.4342944819032518);
        let high = exponent * 0.3010299955494702;
        let sum = high + product;
        logarithm64(self, sum + (product - (sum - high) + exponent.mul_add(1.1451100898021838e-10, product_low)))
    }
}
