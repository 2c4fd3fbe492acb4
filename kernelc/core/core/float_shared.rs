//! The float functions that are not exact and are computed alike for `f32` and `f64`, with their accuracy, as in `float_math`; those two files have the parts.
//!
//! Sums and quotients are carried as the sum of two numbers, the second of which is what the first lost when it was rounded.

#[for_each(N, f32, f64)]
impl N {
    /// The logarithm to `base`: the quotient of two. Within 4 ULP where that is not near zero.
    #[inline(always)]
    pub const fn log(self, base: N) -> N {
        self.ln() / base.ln()
    }

    /// The sine and the cosine. Within 2 ULP each.
    #[inline(always)]
    pub const fn sin_cos(self) -> (N, N) {
        (self.sin(), self.cos())
    }

    /// The tangent. Within 2 ULP, however great the angle.
    #[inline(always)]
    pub const fn tan(self) -> N {
        let (rest, rest_low, turns) = self.quarters();
        let sine_rest = rest_low + rest.sin_rest();
        let cosine_rest = (-rest).mul_add(rest_low, rest.cos_rest());
        let (sine, cosine) = (rest + sine_rest, 1.0 + cosine_rest);
        let (sine_low, cosine_low) = (sine_rest - (sine - rest), cosine_rest - (cosine - 1.0));
        let is_even = turns & 1 == 0;
        let (over, over_low) = if is_even { (sine, sine_low) } else { (-cosine, -cosine_low) };
        let (under, under_low) = if is_even { (cosine, cosine_low) } else { (sine, sine_low) };
        let quotient = over / under;
        let lost = (-quotient).mul_add(under, over) + (-quotient).mul_add(under_low, over_low);
        if self == 0.0 { self } else { quotient + lost / under }
    }

    /// The arc tangent. Within 2 ULP.
    #[inline(always)]
    pub const fn atan(self) -> N {
        let x = self.abs();
        let quotient = 1.0 / x;
        let is_far = x > 1.0;
        let low = if x < N::INFINITY { (-quotient).mul_add(x, 1.0) * quotient } else { 0.0 };
        let (high, rest) = N::atan_of(if is_far { quotient } else { x }, if is_far { low } else { 0.0 });
        let (base, base_low) = if is_far { (Self::HALF_PI, N::HALF_PI_LOW) } else { (0.0, 0.0) };
        let angle = if is_far { N::below(base, base_low, high, rest) } else { high + rest };
        (if self.is_nan() { self } else { angle }).copysign(self)
    }

    /// The angle of the point (`other`, `self`). Within 2 ULP.
    #[inline(always)]
    pub const fn atan2(self, other: N) -> N {
        let (y, x) = (self.abs(), other.abs());
        if self.is_nan() || other.is_nan() {
            return N::NAN;
        }
        let is_steep = y > x;
        let (over, under) = if is_steep { (x, y) } else { (y, x) };
        let quotient = if over == under { (over > 0.0) as u8 as N } else { over / under };
        let low = if over < under && under < N::INFINITY { (-quotient).mul_add(under, over) / under } else { 0.0 };
        let (high, rest) = N::atan_of(quotient, low);
        let is_left = other.is_sign_negative();
        let angle = if is_steep {
            if is_left { N::below(Self::HALF_PI, N::HALF_PI_LOW, -high, -rest) } else { N::below(Self::HALF_PI, N::HALF_PI_LOW, high, rest) }
        } else if is_left {
            N::below(Self::WHOLE_PI, N::PI_LOW, high, rest)
        } else {
            high + rest
        };
        angle.copysign(self)
    }

    const HALF_PI: N = 1.57079632679489661923132169163975144;
    const WHOLE_PI: N = 3.14159265358979323846264338327950288;

    /// `base + base_low - high - rest`, where `base` is greater.
    #[inline(always)]
    const fn below(base: N, base_low: N, high: N, rest: N) -> N {
        let sum = base - high;
        sum + (base - sum - high + (base_low - rest))
    }

    /// The root of `value + value_low` as the sum of two.
    #[inline(always)]
    const fn root_of(value: N, value_low: N) -> (N, N) {
        let root = value.sqrt();
        let lost = ((-root).mul_add(root, value) + value_low) / (root + root);
        (root, if root > 0.0 && root < N::INFINITY { lost } else { 0.0 })
    }

    /// The arc sine; NaN outside of -1 … 1. Within 1 ULP.
    #[inline(always)]
    pub const fn asin(self) -> N {
        let x = self.abs();
        let is_near = x <= 0.5;
        let (root, root_low) = N::root_of(0.5 * (1.0 - x), 0.0);
        let reduced = if is_near { x } else { root };
        let u = if is_near { x * x } else { 0.5 * (1.0 - x) };
        let rest = u * reduced * N::asin_rest(u);
        let far = N::below(Self::HALF_PI, N::HALF_PI_LOW, root + root, 2.0 * (root_low + rest));
        (if is_near { x + rest } else { far }).copysign(self)
    }

    /// The arc cosine; NaN outside of -1 … 1. Within 1 ULP.
    #[inline(always)]
    pub const fn acos(self) -> N {
        let x = self.abs();
        let is_near = x <= 0.5;
        let (root, root_low) = N::root_of(0.5 * (1.0 - x), 0.0);
        let reduced = if is_near { self } else { root };
        let u = if is_near { x * x } else { 0.5 * (1.0 - x) };
        let rest = u * reduced * N::asin_rest(u);
        if is_near {
            N::below(Self::HALF_PI, N::HALF_PI_LOW, self, rest)
        } else if self > 0.0 {
            2.0 * (root + (root_low + rest))
        } else {
            N::below(Self::WHOLE_PI, N::PI_LOW, root + root, 2.0 * (root_low + rest))
        }
    }

    /// The hyperbolic sine. Within 3 ULP.
    #[inline(always)]
    pub const fn sinh(self) -> N {
        let x = self.abs();
        let near = x.exp_m1();
        let half = x.half_exp();
        (if x < 1.0 { 0.5 * (near + near / (near + 1.0)) } else { half - 0.25 / half }).copysign(self)
    }

    /// The hyperbolic cosine. Within 2 ULP.
    #[inline(always)]
    pub const fn cosh(self) -> N {
        let half = self.abs().half_exp();
        half + 0.25 / half
    }

    /// The inverse of the hyperbolic sine. Within 2 ULP.
    #[inline(always)]
    pub const fn asinh(self) -> N {
        let x = self.abs();
        let square = x * x;
        let more = square / (1.0 + (1.0 + square).sqrt());
        let sum = x + more;
        let near = N::ln_1p_of(sum, more - (sum - x));
        (if x < N::FAR { if x == 0.0 { x } else { near } } else { x.ln() + Self::LN_OF_2 }).copysign(self)
    }

    /// The inverse of the hyperbolic cosine; NaN below 1. Within 2 ULP.
    #[inline(always)]
    pub const fn acosh(self) -> N {
        let over = self - 1.0;
        let square = over * over;
        let double = over + over;
        let value = double + square;
        let greater = if double > square { double } else { square };
        let smaller = if double > square { square } else { double };
        let value_low = smaller - (value - greater) + over.mul_add(over, -square);
        let (root, root_low) = N::root_of(value, value_low);
        let sum = root + over;
        let near = if over == 0.0 { 0.0 } else { N::ln_1p_of(sum, over - (sum - root) + root_low) };
        if self < 1.0 {
            N::NAN
        } else if self < N::FAR {
            near
        } else {
            self.ln() + Self::LN_OF_2
        }
    }

    const LN_OF_2: N = 0.693147180559945309417232121458176568;

    /// The inverse of the hyperbolic tangent; NaN outside of -1 … 1. Within 2 ULP.
    #[inline(always)]
    pub const fn atanh(self) -> N {
        let x = self.abs();
        let under = 1.0 - x;
        let under_low = 1.0 - under - x;
        let quotient = (x + x) / under;
        let lost = ((-quotient).mul_add(under, x + x) - quotient * under_low) / under;
        let found = if x == 0.0 {
            x
        } else if x == 1.0 {
            N::INFINITY
        } else {
            0.5 * N::ln_1p_of(quotient, lost)
        };
        (if x > 1.0 { N::NAN } else { found }).copysign(self)
    }

    /// `self` to the power of `exponent`. Within 3 ULP.
    #[inline(always)]
    pub const fn powf(self, exponent: N) -> N {
        if exponent == 0.0 || self == 1.0 {
            return 1.0;
        }
        if self.is_nan() || exponent.is_nan() {
            return N::NAN;
        }
        let x = self.abs();
        let half = exponent * 0.5;
        let is_whole = exponent.trunc() == exponent;
        let is_odd = is_whole && exponent.abs() < 2.0 / N::EPSILON && half.trunc() != half;
        let is_up = (x > 1.0) == (exponent > 0.0);
        let magnitude = if x == 0.0 || x == N::INFINITY || exponent.is_infinite() {
            if x == 1.0 { 1.0 } else if is_up { N::INFINITY } else { 0.0 }
        } else {
            let (high, low) = x.log2_of();
            let product = high * exponent;
            N::exp2_of(product, high.mul_add(exponent, -product) + low * exponent)
        };
        if !self.is_sign_negative() {
            magnitude
        } else if is_odd {
            -magnitude
        } else if is_whole || x == 0.0 || x == N::INFINITY || exponent.is_infinite() {
            magnitude
        } else {
            N::NAN
        }
    }
}
