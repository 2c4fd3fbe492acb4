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

/// The product of a number with the bits of 2/π that matter (Payne and Hanek): the rest as the sum of two, and the number of quarter turns modulo 4.
const fn many_quarter_turns64(value: f64) -> (f64, f64, u32) {
    let bits = value.to_bits();
    let mantissa = (bits & 0xfffffffffffff | 0x10000000000000) as u128;
    let start = (bits >> 52 & 0x7ff) as usize - 1013;
    let (at, shift) = (start / 64, (start % 64) as u32);
    let high = TWO_OVER_PI[at].wrapping_shl(shift) | TWO_OVER_PI[at + 1].unbounded_shr(64 - shift);
    let middle = TWO_OVER_PI[at + 1].wrapping_shl(shift) | TWO_OVER_PI[at + 2].unbounded_shr(64 - shift);
    let low = TWO_OVER_PI[at + 2].wrapping_shl(shift) | TWO_OVER_PI[at + 3].unbounded_shr(64 - shift);
    let lowest = mantissa.wrapping_mul(low as u128);
    let lower = mantissa.wrapping_mul(middle as u128).wrapping_add(lowest >> 64);
    let upper = (mantissa as u64).wrapping_mul(high).wrapping_add((lower >> 64) as u64);
    let fraction = ((upper as u128) << 66 | ((lower as u64) as u128) << 2 | (lowest as u64 >> 62) as u128) as i128;
    let rounded_up = (fraction < 0) as u32;
    let turns = (upper >> 62) as u32;
    let first = fraction as f64;
    let second = fraction.wrapping_sub(first as i128) as f64;
    let product = first * 4.616155521099502e-39;
    let product_low = first.mul_add(4.616155521099502e-39, -product) + first.mul_add(1.799456742687888e-55, second * 4.616155521099502e-39);
    let rest = product + product_low;
    let lost = product_low - (rest - product);
    if value < 0.0 { (-rest, -lost, 0u32.wrapping_sub(turns + rounded_up)) } else { (rest, lost, turns + rounded_up) }
}

/// The bits of 2/π, 64 in each, after 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
];

/// What the functions in `float_shared` need to know of `f64`.
impl f64 {
    pub(crate) const HALF_PI_LOW: f64 = 6.123233995736766e-17;
    pub(crate) const PI_LOW: f64 = 1.2246467991473532e-16;

    /// Where the logarithm of a sum of squares is that of twice the greater part.
    pub(crate) const FAR: f64 = 1.0e18;

    /// Half of `e^self`.
    #[inline(always)]
    pub(crate) const fn half_exp(self) -> f64 {
        let x = if self > 711.0 { 711.0 } else { self };
        let whole = (x * 1.4426950408889634).round_ties_even();
        let high = whole.mul_add(-0.6931471803691238, x);
        let low = whole * -1.9082149292705877e-10;
        let sum = high + low;
        scaled64(exp_near_zero64(sum, low - (sum - high)), whole as i32 - 1)
    }

    /// `ln(1 + high + low)` for much smaller `low`.
    #[inline(always)]
    pub(crate) const fn ln_1p_of(high: f64, low: f64) -> f64 {
        let sum = 1.0 + high;
        let (f, exponent) = split64(sum);
        let is_near = exponent == 0.0 && high.abs() < 0.25;
        let lost = if is_near { low / sum } else if sum.abs() < 4503599627370496.0 { (high - (sum - 1.0) + low) / sum } else { 0.0 };
        let near = if is_near { high } else { f };
        let less = exponent.mul_add(-1.9082149292705877e-10, ln_less64(near) - lost);
        let whole = exponent * 0.6931471803691238;
        let total = whole + near;
        logarithm64(sum, total + (near - (total - whole) - less))
    }

    /// `log2(self)` of a positive finite number as the sum of two, to 64 bits.
    #[inline(always)]
    pub(crate) const fn log2_of(self) -> (f64, f64) {
        let (f, exponent) = split64(self);
        let t = f + 2.0;
        let s = f / t;
        let s_low = (-s).mul_add(f - (t - 2.0), (-s).mul_add(t, f)) / t;
        let u = s * s;
        let u_low = s.mul_add(s, -u) + (s + s) * s_low;
        let tail = u * u * 0.08695652173913043f64.mul_add(u, 0.09523809523809523).mul_add(u, 0.10526315789473684).mul_add(u, 0.11764705882352941).mul_add(u, 0.13333333333333333).mul_add(u, 0.15384615384615385).mul_add(u, 0.18181818181818182).mul_add(u, 0.2222222222222222).mul_add(u, 0.2857142857142857).mul_add(u, 0.4);
        let first = u * 0.6666666666666666;
        let third = first + tail;
        let third_low = tail - (third - first) + u.mul_add(0.6666666666666666, -first) + u_low.mul_add(0.6666666666666666, u * 3.700743415417188e-17);
        let factor = 2.0 + third;
        let factor_low = third - (factor - 2.0) + third_low;
        let high = s * factor;
        let low = s.mul_add(factor, -high) + s.mul_add(factor_low, s_low * factor);
        let product = high * 1.4426950408889634;
        let product_low = high.mul_add(1.4426950408889634, -product) + low.mul_add(1.4426950408889634, high * 2.0355273740931033e-17);
        let total = exponent + product;
        (total, product - (total - exponent) + product_low)
    }

    /// `2^(high + low)`.
    #[inline(always)]
    pub(crate) const fn exp2_of(high: f64, low: f64) -> f64 {
        if high > 1030.0 {
            f64::INFINITY
        } else if high < -1090.0 {
            0.0
        } else {
            let whole = high.round_ties_even();
            let rest = high - whole;
            let scaled_rest = rest * 0.6931471805599453;
            let lost = rest.mul_add(0.6931471805599453, -scaled_rest) + low.mul_add(0.6931471805599453, rest * 2.3190468138462996e-17);
            scaled64(exp_near_zero64(scaled_rest, lost), whole as i32)
        }
    }

    /// What is left after multiples of π/2, as the sum of two, and their number modulo 4. NaN for infinities and NaN.
    #[inline(always)]
    pub(crate) const fn quarters(self) -> (f64, f64, u32) {
        let magnitude = self.abs();
        if magnitude < 1000000.0 {
            let turns = (self * 0.6366197723675814).round_ties_even();
            let first = (-turns).mul_add(1.5707963267948966, self);
            let product = turns * 6.123233995736766e-17;
            let rest = first - product;
            let part = rest - first;
            let lost = first - (rest - part) - (product + part) - turns.mul_add(6.123233995736766e-17, -product);
            let low = (-turns).mul_add(-1.4973849048591698e-33, lost);
            let sum = rest + low;
            (sum, low - (sum - rest), turns as i32 as u32)
        } else if magnitude < f64::INFINITY {
            many_quarter_turns64(self)
        } else {
            (f64::NAN, 0.0, 0)
        }
    }

    /// `sin(self) - self` on -π/4 … π/4.
    #[inline(always)]
    pub(crate) const fn sin_rest(self) -> f64 {
        let u = self * self;
        u * self * 1.5896526596628687e-10f64.mul_add(u, -2.505075362729314e-08).mul_add(u, 2.755731366430514e-06).mul_add(u, -0.00019841269829731493).mul_add(u, 0.008333333333322323).mul_add(u, -0.16666666666666632)
    }

    /// `cos(self) - 1` on -π/4 … π/4.
    #[inline(always)]
    pub(crate) const fn cos_rest(self) -> f64 {
        (self * self).mul_add(-0.5, self.cos_rest_behind())
    }

    /// `cos(self) - 1 + self² / 2` on -π/4 … π/4.
    #[inline(always)]
    const fn cos_rest_behind(self) -> f64 {
        let u = self * self;
        let p = (-1.1359463873237104e-11f64).mul_add(u, 2.0875719843311803e-09).mul_add(u, -2.755731432805544e-07).mul_add(u, 2.4801587289401676e-05).mul_add(u, -0.0013888888888874001).mul_add(u, 0.0416666666666666);
        u * u * p
    }

    /// `atan(high + low)` as the sum of two, for `high` from 0 to 1 and much smaller `low`.
    #[inline(always)]
    pub(crate) const fn atan_of(high: f64, low: f64) -> (f64, f64) {
        let is_far = high > 0.41421356237309503;
        let over = if is_far { high - 1.0 } else { high };
        let under = if is_far { high + 1.0 } else { 1.0 };
        let over_low = if is_far { high - (over + 1.0) + low } else { low };
        let under_low = if is_far { high - (under - 1.0) + low } else { 0.0 };
        let t = over / under;
        let t_low = ((-t).mul_add(under, over) + (-t).mul_add(under_low, over_low)) / under;
        let u = t * t;
        let p = (-0.017919921237307325f64).mul_add(u, 0.038076211749160066).mul_add(u, -0.05039764326467499).mul_add(u, 0.05847991328856877).mul_add(u, -0.06663118029440505).mul_add(u, 0.0769206143581653).mul_add(u, -0.09090897825477659).mul_add(u, 0.11111110785768827).mul_add(u, -0.14285714280241385).mul_add(u, 0.19999999999954013).mul_add(u, -0.333333333333332);
        let rest = (u * t).mul_add(p, (-u).mul_add(t_low, t_low));
        let base = if is_far { 0.7853981633974483 } else { 0.0 };
        let sum = base + t;
        (sum, (if is_far { t - (sum - base) + 3.061616997868383e-17 } else { 0.0 }) + rest)
    }

    /// `(asin(x) - x) / x³` for `u = x²` up to 1/4.
    #[inline(always)]
    pub(crate) const fn asin_rest(u: f64) -> f64 {
        0.03270226450734498f64.mul_add(u, -0.02111690850656922).mul_add(u, 0.02179080024618555).mul_add(u, 0.00367211349277304).mul_add(u, 0.010789342599120517).mul_add(u, 0.011397288741672302).mul_add(u, 0.013981019123742453).mul_add(u, 0.01735159544585423).mul_add(u, 0.022372215909194127).mul_add(u, 0.030381942675154414).mul_add(u, 0.044642857175288826).mul_add(u, 0.07499999999970096).mul_add(u, 0.16666666666666763)
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
    /// e to the power of `self`, less 1. Within 2 ULP.
    #[inline(always)]
    pub const fn exp_m1(self) -> f64 {
        let x = if self > 710.0 { 710.0 } else if self < -40.0 { -40.0 } else { self };
        let whole = (x * 1.4426950408889634).round_ties_even();
        let high = whole.mul_add(-0.6931471803691238, x);
        let low = whole * -1.9082149292705877e-10;
        let rest = high + low;
        let p = 1.6059043836821613e-10f64.mul_add(rest, 2.08767569878681e-09).mul_add(rest, 2.505210838544172e-08).mul_add(rest, 2.755731922398589e-07).mul_add(rest, 2.7557319223985893e-06).mul_add(rest, 2.48015873015873e-05).mul_add(rest, 0.0001984126984126984).mul_add(rest, 0.001388888888888889).mul_add(rest, 0.008333333333333333).mul_add(rest, 0.041666666666666664).mul_add(rest, 0.16666666666666666).mul_add(rest, 0.5);
        let near = (rest * rest).mul_add(p, low - (rest - high)) + rest;
        let power = scaled64(1.0, whole as i32 - 1);
        let result = near.mul_add(power, power - 0.5) * 2.0;
        if self == 0.0 { self } else if whole == 0.0 { near } else { result }
    }

    /// The natural logarithm of `1 + self`. Within 2 ULP.
    #[inline(always)]
    pub const fn ln_1p(self) -> f64 {
        if self == 0.0 { self } else { f64::ln_1p_of(self, 0.0) }
    }

    /// The sine. Within 1 ULP, however great the angle.
    #[inline(always)]
    pub const fn sin(self) -> f64 {
        let (rest, low, turns) = self.quarters();
        let value = turned(rest, low, turns);
        if self == 0.0 { self } else { value }
    }

    /// The cosine. Within 1 ULP, however great the angle.
    #[inline(always)]
    pub const fn cos(self) -> f64 {
        let (rest, low, turns) = self.quarters();
        turned(rest, low, turns + 1)
    }

    /// The hyperbolic tangent. Within 3 ULP.
    #[inline(always)]
    pub const fn tanh(self) -> f64 {
        let x = self.abs();
        let near = (x + x).exp_m1();
        let far = 1.0 - 2.0 / ((x + x).exp() + 1.0);
        (if x < 0.55 { near / (near + 2.0) } else { far }).copysign(self)
    }

    /// The length of the vector (`self`, `other`). Within 2 ULP.
    #[inline(always)]
    pub const fn hypot(self, other: f64) -> f64 {
        let (a, b) = (self.abs(), other.abs());
        let great = if a > b { a } else { b };
        if great == 0.0 || a == f64::INFINITY || b == f64::INFINITY {
            return if a == f64::INFINITY || b == f64::INFINITY { f64::INFINITY } else { a + b };
        }
        let scale = if great > 1.0e150 { 7.458340731200207e-155 } else if great < 1.0e-150 { 5.260135901548374e210 } else { 1.0 };
        let (x, y) = (a * scale, b * scale);
        x.mul_add(x, y * y).sqrt() / scale
    }

    /// The cube root. Within 1 ULP.
    #[inline(always)]
    pub const fn cbrt(self) -> f64 {
        let x = self.abs();
        if !(x > 0.0 && x < f64::INFINITY) {
            return self;
        }
        let is_small = x < 1.0e-290;
        let normal = if is_small { x * 18014398509481984.0 } else { x * 5.551115123125783e-17 };
        let mut root = f64::from_bits(normal.to_bits() / 3 + 0x2a9f789300000000);
        let mut cube = root * root * root;
        root = root - root * ((cube - normal) / (cube + cube + normal));
        cube = root * root * root;
        root = root - root * ((cube - normal) / (cube + cube + normal));
        let square = root * root;
        let square_low = root.mul_add(root, -square);
        let error = square.mul_add(root, -normal) + square_low * root;
        root = root - error / (3.0 * square);
        (if is_small { root * 3.814697265625e-6 } else { root * 262144.0 }).copysign(self)
    }
}

/// The sine of `rest + low` after that many quarter turns.
#[inline(always)]
const fn turned(rest: f64, low: f64, turns: u32) -> f64 {
    let value = if turns & 1 == 0 {
        rest + (low + rest.sin_rest())
    } else {
        let half = 0.5 * (rest * rest);
        let whole = 1.0 - half;
        whole + (1.0 - whole - half + (-rest).mul_add(low, rest.cos_rest_behind()))
    };
    if turns & 2 == 0 { value } else { -value }
}
