//! The float functions that are not exact. Each says how far its result may lie from the exact one, in units in the last place (ULP) of the result; the tests
//! measure that on a dense sample, and over all numbers where they are told to take their time.
//!
//! No function uses 64-bit floats for a 32-bit result. All products that are summed are fused by `mul_add`, so results do not depend on `fmad`.

/// `2^whole * value` for `whole` from -300 to 300: rounded once.
#[inline(always)]
const fn scaled(value: f32, whole: i32) -> f32 {
    let half = whole >> 1;
    value * f32::from_bits(((half + 127) << 23) as u32) * f32::from_bits(((whole - half + 127) << 23) as u32)
}

/// `e^(high + low)` for `|high|` up to 0.35, and much smaller `low`.
#[inline(always)]
const fn exp_near_zero(high: f32, low: f32) -> f32 {
    let p = 0.0013951717410236597f32.mul_add(high, 0.008369598537683487).mul_add(high, 0.0416661873459816).mul_add(high, 0.16666512191295624).mul_add(high, 0.5);
    let bent = high * high * p;
    low.mul_add(1.0 + high + bent, bent) + high + 1.0
}

/// Mantissa less 1, from -0.293 to 0.414, and exponent of a positive finite number.
#[inline(always)]
const fn split(value: f32) -> (f32, f32) {
    let is_small = value < 1.17549435e-38;
    let bits = (if is_small { value * 8388608.0 } else { value }).to_bits() as i32;
    let exponent = bits.wrapping_sub(0x3f3504f3) >> 23;
    let mantissa = f32::from_bits(bits.wrapping_sub(exponent << 23) as u32);
    (mantissa - 1.0, (if is_small { exponent - 23 } else { exponent }) as f32)
}

/// `ln(1 + f) - f` for `f` as `split` gives it.
#[inline(always)]
const fn ln_rest(f: f32) -> f32 {
    let p = (-0.07859545946121216f32).mul_add(f, 0.12881621718406677).mul_add(f, -0.13128767907619476).mul_add(f, 0.14181196689605713).mul_add(f, -0.16624553501605988).mul_add(f, 0.2000228613615036).mul_add(f, -0.25000810623168945).mul_add(f, 0.33333316445350647);
    let square = f * f;
    square.mul_add(-0.5, square * f * p)
}

/// `log2(value)` of a positive finite number as the sum of two.
#[inline(always)]
const fn log2_pair(value: f32) -> (f32, f32) {
    let (f, exponent) = split(value);
    let t = f + 2.0;
    let t_low = f - (t - 2.0);
    let s = f / t;
    let s_low = (-s * t_low + (-s).mul_add(t, f)) / t;
    let u = s * s;
    let tail = s * u * 0.1818181872367859f32.mul_add(u, 0.2222222238779068).mul_add(u, 0.2857142984867096).mul_add(u, 0.4000000059604645).mul_add(u, 0.6666666865348816);
    let high = s + s;
    let low = (s_low + s_low) + tail;
    let sum = high + low;
    let sum_low = low - (sum - high);
    let product = sum * 1.4426950216293335;
    let product_low = sum.mul_add(1.4426950216293335, -product) + sum_low.mul_add(1.4426950216293335, sum * 1.925963033500011e-08);
    let total = exponent + product;
    (total, product - (total - exponent) + product_low)
}

/// What is left of `value` after multiples of π/2, from -π/4 to π/4, and their number modulo 4. NaN for infinities and NaN.
#[inline(always)]
const fn quarter_turns(value: f32) -> (f32, u32) {
    let magnitude = value.abs();
    if magnitude < 32768.0 {
        let turns = (value * 0.636619772).round_ties_even();
        let first = (-turns).mul_add(1.5707963705062866, value);
        let second = (-turns).mul_add(-4.371138828673793e-08, first);
        ((-turns).mul_add(-1.7151245100058819e-15, second), turns as i32 as u32)
    } else if magnitude < f32::INFINITY {
        let (rest, _, turns) = many_quarter_turns(value);
        (rest, turns)
    } else {
        (f32::NAN, 0)
    }
}

/// The same, with what the rest lost when it was rounded.
#[inline(always)]
const fn quarter_turns_pair(value: f32) -> (f32, f32, u32) {
    let magnitude = value.abs();
    if magnitude < 32768.0 {
        let turns = (value * 0.636619772).round_ties_even();
        let first = (-turns).mul_add(1.5707963705062866, value);
        let product = turns * -4.371138828673793e-08;
        let rest = first - product;
        let part = rest - first;
        let lost = first - (rest - part) - (product + part) - turns.mul_add(-4.371138828673793e-08, -product);
        let low = (-turns).mul_add(-1.7151245100058819e-15, lost);
        let sum = rest + low;
        (sum, low - (sum - rest), turns as i32 as u32)
    } else if magnitude < f32::INFINITY {
        many_quarter_turns(value)
    } else {
        (f32::NAN, 0.0, 0)
    }
}

/// The same from 32768 on: the product with the bits of 2/π that matter (Payne and Hanek).
const fn many_quarter_turns(value: f32) -> (f32, f32, u32) {
    let bits = value.to_bits();
    let mantissa = (bits & 0x7fffff | 0x800000) as u128;
    let shift = (bits >> 23 & 255) as i32 - 152;
    let first: u128 = 0xa2f9836e4e441529fc2757d1f534ddc0;
    let second: u128 = 0xdb6295993c439041fe5163abdebbc561;
    let window = if shift < 0 {
        first >> (-shift) as u32
    } else if shift == 0 {
        first
    } else {
        first << shift as u32 | second >> (128 - shift) as u32
    };
    let product = mantissa.wrapping_mul(window >> 40);
    let fraction = ((product >> 22) as u64) as i64;
    let rounded_up = (fraction < 0) as u32;
    let turns = (product >> 86) as u32 & 3;
    let high = fraction as f32;
    let low = fraction.wrapping_sub(high as i64) as f32;
    let product_high = high * 8.515304187176306e-20;
    let product_low = high.mul_add(8.515304187176306e-20, -product_high) + high.mul_add(-2.3695991071419347e-27, low * 8.515304187176306e-20);
    let rest = product_high + product_low;
    let lost = product_low - (rest - product_high);
    if value < 0.0 { (-rest, -lost, 0u32.wrapping_sub(turns + rounded_up)) } else { (rest, lost, turns + rounded_up) }
}

/// sin on -π/4 … π/4.
#[inline(always)]
const fn sin_near_zero(r: f32) -> f32 {
    let u = r * r;
    let p = (-0.00019517296459525824f32).mul_add(u, 0.008332177996635437).mul_add(u, -0.16666655242443085);
    (u * r).mul_add(p, r)
}

/// cos on -π/4 … π/4.
#[inline(always)]
const fn cos_near_zero(r: f32) -> f32 {
    let u = r * r;
    let p = 2.4438448235741816e-05f32.mul_add(u, -0.001388736767694354).mul_add(u, 0.04166664555668831);
    (u * u).mul_add(p, u.mul_add(-0.5, 1.0))
}

/// What the functions in `float_shared` need to know of `f32`.
impl f32 {
    pub(crate) const HALF_PI_LOW: f32 = -4.371138828673793e-08;
    pub(crate) const PI_LOW: f32 = -8.742277657347586e-08;

    /// Where the logarithm of a sum of squares is that of twice the greater part.
    pub(crate) const FAR: f32 = 1.0e9;

    /// Half of `e^self`.
    #[inline(always)]
    pub(crate) const fn half_exp(self) -> f32 {
        let x = if self > 90.0 { 90.0 } else { self };
        let whole = (x * 1.44269504).round_ties_even();
        let high = whole.mul_add(-0.693145751953125, x);
        let low = whole * -1.428606765330187e-06;
        let sum = high + low;
        scaled(exp_near_zero(sum, low - (sum - high)), whole as i32 - 1)
    }

    /// `ln(1 + high + low)` for much smaller `low`.
    #[inline(always)]
    pub(crate) const fn ln_1p_of(high: f32, low: f32) -> f32 {
        let sum = 1.0 + high;
        let (f, exponent) = split(sum);
        let is_near = exponent == 0.0 && high.abs() < 0.25;
        let lost = if is_near { low / sum } else if sum.abs() < 8388608.0 { (high - (sum - 1.0) + low) / sum } else { 0.0 };
        let near = if is_near { high } else { f };
        let rest = exponent.mul_add(1.428606765330187e-06, ln_rest(near) + lost);
        let whole = exponent * 0.693145751953125;
        let total = whole + near;
        logarithm(sum, total + (near - (total - whole) + rest))
    }

    /// `log2(self)` of a positive finite number as the sum of two.
    #[inline(always)]
    pub(crate) const fn log2_of(self) -> (f32, f32) {
        log2_pair(self)
    }

    /// `2^(high + low)`.
    #[inline(always)]
    pub(crate) const fn exp2_of(high: f32, low: f32) -> f32 {
        if high > 130.0 {
            f32::INFINITY
        } else if high < -152.0 {
            0.0
        } else {
            let whole = high.round_ties_even();
            let rest = high - whole;
            let scaled_rest = rest * 0.693147182;
            let lost = rest.mul_add(0.693147182, -scaled_rest) + low.mul_add(0.693147182, rest * -1.90465421e-9);
            scaled(exp_near_zero(scaled_rest, lost), whole as i32)
        }
    }

    /// What is left after multiples of π/2, as the sum of two, and their number modulo 4.
    #[inline(always)]
    pub(crate) const fn quarters(self) -> (f32, f32, u32) {
        quarter_turns_pair(self)
    }

    /// `sin(self) - self` on -π/4 … π/4.
    #[inline(always)]
    pub(crate) const fn sin_rest(self) -> f32 {
        let u = self * self;
        u * self * (-0.0001951669983100146f32).mul_add(u, 0.008332174271345139).mul_add(u, -0.16666655242443085)
    }

    /// `cos(self) - 1` on -π/4 … π/4.
    #[inline(always)]
    pub(crate) const fn cos_rest(self) -> f32 {
        let u = self * self;
        let p = 2.4437789761577733e-05f32.mul_add(u, -0.001388736185617745).mul_add(u, 0.04166664555668831);
        u.mul_add(-0.5, u * u * p)
    }

    /// `atan(high + low)` as the sum of two, for `high` from 0 to 1 and much smaller `low`.
    #[inline(always)]
    pub(crate) const fn atan_of(high: f32, low: f32) -> (f32, f32) {
        let u = high * high;
        let p = (-0.0018272247398272157f32).mul_add(u, 0.01106448657810688).mul_add(u, -0.03145577013492584).mul_add(u, 0.05823459476232529).mul_add(u, -0.0841945931315422).mul_add(u, 0.10957575589418411).mul_add(u, -0.1426524519920349).mul_add(u, 0.19998638331890106).mul_add(u, -0.33333301544189453);
        (high, (u * high).mul_add(p, low.mul_add(u * -0.5, low)))
    }

    /// `(asin(x) - x) / x³` for `u = x²` up to 1/4.
    #[inline(always)]
    pub(crate) const fn asin_rest(u: f32) -> f32 {
        0.042230162769556046f32.mul_add(u, 0.02414122223854065).mul_add(u, 0.04547829553484917).mul_add(u, 0.07495232671499252).mul_add(u, 0.16666753590106964)
    }
}

impl f32 {
    /// e to the power of `self`. Within 1 ULP.
    #[inline(always)]
    pub const fn exp(self) -> f32 {
        let x = if self > 90.0 { 90.0 } else if self < -105.0 { -105.0 } else { self };
        let whole = (x * 1.44269504).round_ties_even();
        let high = whole.mul_add(-0.693145751953125, x);
        let low = whole * -1.428606765330187e-06;
        let sum = high + low;
        scaled(exp_near_zero(sum, low - (sum - high)), whole as i32)
    }

    /// 2 to the power of `self`. Within 1 ULP.
    #[inline(always)]
    pub const fn exp2(self) -> f32 {
        let x = if self > 130.0 { 130.0 } else if self < -152.0 { -152.0 } else { self };
        let whole = x.round_ties_even();
        let rest = x - whole;
        let high = rest * 0.693147182;
        let low = rest.mul_add(0.693147182, -high);
        scaled(exp_near_zero(high, rest.mul_add(-1.90465421e-9, low)), whole as i32)
    }

    /// e to the power of `self`, less 1. Within 2 ULP.
    #[inline(always)]
    pub const fn exp_m1(self) -> f32 {
        let x = if self > 89.0 { 89.0 } else if self < -20.0 { -20.0 } else { self };
        let whole = (x * 1.44269504).round_ties_even();
        let high = whole.mul_add(-0.693145751953125, x);
        let rest = whole.mul_add(-1.428606765330187e-06, high);
        let p = 0.0013951717410236597f32.mul_add(rest, 0.008369598537683487).mul_add(rest, 0.0416661873459816).mul_add(rest, 0.16666512191295624).mul_add(rest, 0.5);
        let near = (rest * rest).mul_add(p, rest);
        let power = scaled(1.0, whole as i32 - 1);
        let result = near.mul_add(power, power - 0.5) * 2.0;
        if self == 0.0 { self } else if whole == 0.0 { near } else { result }
    }

    /// The natural logarithm; NaN below zero. Within 1 ULP.
    #[inline(always)]
    pub const fn ln(self) -> f32 {
        let (f, exponent) = split(self);
        let rest = exponent.mul_add(1.428606765330187e-06, ln_rest(f));
        let high = exponent * 0.693145751953125;
        let sum = high + f;
        let found = sum + (f - (sum - high) + rest);
        logarithm(self, found)
    }

    /// The logarithm to base 2; NaN below zero. Within 1 ULP.
    #[inline(always)]
    pub const fn log2(self) -> f32 {
        let (high, low) = log2_pair(self);
        logarithm(self, high + low)
    }

    /// The logarithm to base 10; NaN below zero. Within 2 ULP.
    #[inline(always)]
    pub const fn log10(self) -> f32 {
        let (f, exponent) = split(self);
        let rest = ln_rest(f);
        let product = f * 0.4342944920063019;
        let product_low = f.mul_add(0.4342944920063019, -product) + rest.mul_add(0.4342944920063019, f * -1.0103049952192578e-08);
        let high = exponent * 0.301025390625;
        let sum = high + product;
        let low = product - (sum - high) + exponent.mul_add(4.605039066518657e-06, product_low);
        logarithm(self, sum + low)
    }

    /// The natural logarithm of `1 + self`. Within 1 ULP.
    #[inline(always)]
    pub const fn ln_1p(self) -> f32 {
        if self == 0.0 { self } else { f32::ln_1p_of(self, 0.0) }
    }

    /// The sine. Within 2 ULP, however great the angle.
    #[inline(always)]
    pub const fn sin(self) -> f32 {
        let (rest, turns) = quarter_turns(self);
        let value = if turns & 1 == 0 { sin_near_zero(rest) } else { cos_near_zero(rest) };
        let result = if turns & 2 == 0 { value } else { -value };
        if self == 0.0 { self } else { result }
    }

    /// The cosine. Within 2 ULP, however great the angle.
    #[inline(always)]
    pub const fn cos(self) -> f32 {
        let (rest, turns) = quarter_turns(self);
        let value = if turns & 1 == 0 { cos_near_zero(rest) } else { sin_near_zero(rest) };
        if (turns + 1) & 2 == 0 { value } else { -value }
    }

    /// The hyperbolic tangent. Within 2 ULP.
    #[inline(always)]
    pub const fn tanh(self) -> f32 {
        let x = self.abs();
        let u = x * x;
        let p = (-0.00590586056932807f32).mul_add(u, 0.020805377513170242).mul_add(u, -0.05378668010234833).mul_add(u, 0.13331958651542664).mul_add(u, -0.33333298563957214);
        let near = (u * x).mul_add(p, x);
        let far = 1.0 - 2.0 / ((x + x).exp() + 1.0);
        (if x < 0.6 { near } else { far }).copysign(self)
    }

    /// The length of the vector (`self`, `other`). Within 2 ULP.
    #[inline(always)]
    pub const fn hypot(self, other: f32) -> f32 {
        let (a, b) = (self.abs(), other.abs());
        let great = if a > b { a } else { b };
        if great == 0.0 || a == f32::INFINITY || b == f32::INFINITY {
            return if a == f32::INFINITY || b == f32::INFINITY { f32::INFINITY } else { a + b };
        }
        let scale = if great > 1.0e15 { 1.3552527e-20 } else if great < 1.0e-15 { 1.2676506e30 } else { 1.0 };
        let (x, y) = (a * scale, b * scale);
        x.mul_add(x, y * y).sqrt() / scale
    }

    /// The cube root. Within 1 ULP.
    #[inline(always)]
    pub const fn cbrt(self) -> f32 {
        let x = self.abs();
        if !(x > 0.0 && x < f32::INFINITY) {
            return self;
        }
        let is_small = x < 1.0e-18;
        let normal = if is_small { x * 1.8014398509481984e16 } else { x * 5.9604644775390625e-8 };
        let mut root = f32::from_bits(normal.to_bits() / 3 + 0x2a5137a0);
        root = root - (root * root * root - normal) / (3.0 * root * root);
        root = root - (root * root * root - normal) / (3.0 * root * root);
        let square = root * root;
        let error = square.mul_add(root, -normal) + square.mul_add(-1.0, root * root) * root;
        root = root - error / (3.0 * square);
        (if is_small { root * 3.814697265625e-6 } else { root * 256.0 }).copysign(self)
    }
}

/// The logarithm that was computed for a positive finite number, or what it is for the others.
#[inline(always)]
const fn logarithm(value: f32, found: f32) -> f32 {
    if value > 0.0 && value < f32::INFINITY {
        found
    } else if value == 0.0 {
        f32::NEG_INFINITY
    } else if value > 0.0 {
        value
    } else {
        f32::NAN
    }
}
