//! The functions of the crate `libm` by their names in C, as far as `f32` and `f64` have them as methods; their accuracy is that of the methods.

/// The arc cosine.
#[inline(always)]
pub const fn acos(x: f64) -> f64 {
    x.acos()
}

/// The inverse of the hyperbolic cosine.
#[inline(always)]
pub const fn acosh(x: f64) -> f64 {
    x.acosh()
}

/// The arc sine.
#[inline(always)]
pub const fn asin(x: f64) -> f64 {
    x.asin()
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
pub const fn asinh(x: f64) -> f64 {
    x.asinh()
}

/// The arc tangent.
#[inline(always)]
pub const fn atan(x: f64) -> f64 {
    x.atan()
}

/// The inverse of the hyperbolic tangent.
#[inline(always)]
pub const fn atanh(x: f64) -> f64 {
    x.atanh()
}

/// The cube root.
#[inline(always)]
pub const fn cbrt(x: f64) -> f64 {
    x.cbrt()
}

/// The least integral value not below `x`.
#[inline(always)]
pub const fn ceil(x: f64) -> f64 {
    x.ceil()
}

/// The cosine.
#[inline(always)]
pub const fn cos(x: f64) -> f64 {
    x.cos()
}

/// The hyperbolic cosine.
#[inline(always)]
pub const fn cosh(x: f64) -> f64 {
    x.cosh()
}

/// e to the power of `x`.
#[inline(always)]
pub const fn exp(x: f64) -> f64 {
    x.exp()
}

/// 2 to the power of `x`.
#[inline(always)]
pub const fn exp2(x: f64) -> f64 {
    x.exp2()
}

/// e to the power of `x`, less 1.
#[inline(always)]
pub const fn expm1(x: f64) -> f64 {
    x.exp_m1()
}

/// The magnitude.
#[inline(always)]
pub const fn fabs(x: f64) -> f64 {
    x.abs()
}

/// The greatest integral value not above `x`.
#[inline(always)]
pub const fn floor(x: f64) -> f64 {
    x.floor()
}

/// The natural logarithm.
#[inline(always)]
pub const fn log(x: f64) -> f64 {
    x.ln()
}

/// The logarithm to base 10.
#[inline(always)]
pub const fn log10(x: f64) -> f64 {
    x.log10()
}

/// The natural logarithm of `1 + x`.
#[inline(always)]
pub const fn log1p(x: f64) -> f64 {
    x.ln_1p()
}

/// The logarithm to base 2.
#[inline(always)]
pub const fn log2(x: f64) -> f64 {
    x.log2()
}

/// The nearest integral value, halves to even.
#[inline(always)]
pub const fn rint(x: f64) -> f64 {
    x.round_ties_even()
}

/// The nearest integral value, halves away from zero.
#[inline(always)]
pub const fn round(x: f64) -> f64 {
    x.round()
}

/// The nearest integral value, halves to even.
#[inline(always)]
pub const fn roundeven(x: f64) -> f64 {
    x.round_ties_even()
}

/// The sine.
#[inline(always)]
pub const fn sin(x: f64) -> f64 {
    x.sin()
}

/// The hyperbolic sine.
#[inline(always)]
pub const fn sinh(x: f64) -> f64 {
    x.sinh()
}

/// The square root, rounded to nearest.
#[inline(always)]
pub const fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// The tangent.
#[inline(always)]
pub const fn tan(x: f64) -> f64 {
    x.tan()
}

/// The hyperbolic tangent.
#[inline(always)]
pub const fn tanh(x: f64) -> f64 {
    x.tanh()
}

/// The integral part.
#[inline(always)]
pub const fn trunc(x: f64) -> f64 {
    x.trunc()
}

/// The angle of the point (`x`, `y`).
#[inline(always)]
pub const fn atan2(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

/// The magnitude of `x` with the sign of `y`.
#[inline(always)]
pub const fn copysign(x: f64, y: f64) -> f64 {
    x.copysign(y)
}

/// The positive difference, or 0.
#[inline(always)]
pub const fn fdim(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() { x + y } else if x > y { x - y } else { 0.0 }
}

/// The greater value; NaN only if both are.
#[inline(always)]
pub const fn fmax(x: f64, y: f64) -> f64 {
    x.max(y)
}

/// The smaller value; NaN only if both are.
#[inline(always)]
pub const fn fmin(x: f64, y: f64) -> f64 {
    x.min(y)
}

/// The remainder with the sign of `x`.
#[inline(always)]
pub const fn fmod(x: f64, y: f64) -> f64 {
    x % y
}

/// The length of the vector (`x`, `y`).
#[inline(always)]
pub const fn hypot(x: f64, y: f64) -> f64 {
    x.hypot(y)
}

/// `x` to the power of `y`.
#[inline(always)]
pub const fn pow(x: f64, y: f64) -> f64 {
    x.powf(y)
}

/// `x * y + z`, rounded once.
#[inline(always)]
pub const fn fma(x: f64, y: f64, z: f64) -> f64 {
    x.mul_add(y, z)
}

/// The sine and the cosine.
#[inline(always)]
pub const fn sincos(x: f64) -> (f64, f64) {
    x.sin_cos()
}

/// The arc cosine.
#[inline(always)]
pub const fn acosf(x: f32) -> f32 {
    x.acos()
}

/// The inverse of the hyperbolic cosine.
#[inline(always)]
pub const fn acoshf(x: f32) -> f32 {
    x.acosh()
}

/// The arc sine.
#[inline(always)]
pub const fn asinf(x: f32) -> f32 {
    x.asin()
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
pub const fn asinhf(x: f32) -> f32 {
    x.asinh()
}

/// The arc tangent.
#[inline(always)]
pub const fn atanf(x: f32) -> f32 {
    x.atan()
}

/// The inverse of the hyperbolic tangent.
#[inline(always)]
pub const fn atanhf(x: f32) -> f32 {
    x.atanh()
}

/// The cube root.
#[inline(always)]
pub const fn cbrtf(x: f32) -> f32 {
    x.cbrt()
}

/// The least integral value not below `x`.
#[inline(always)]
pub const fn ceilf(x: f32) -> f32 {
    x.ceil()
}

/// The cosine.
#[inline(always)]
pub const fn cosf(x: f32) -> f32 {
    x.cos()
}

/// The hyperbolic cosine.
#[inline(always)]
pub const fn coshf(x: f32) -> f32 {
    x.cosh()
}

/// e to the power of `x`.
#[inline(always)]
pub const fn expf(x: f32) -> f32 {
    x.exp()
}

/// 2 to the power of `x`.
#[inline(always)]
pub const fn exp2f(x: f32) -> f32 {
    x.exp2()
}

/// e to the power of `x`, less 1.
#[inline(always)]
pub const fn expm1f(x: f32) -> f32 {
    x.exp_m1()
}

/// The magnitude.
#[inline(always)]
pub const fn fabsf(x: f32) -> f32 {
    x.abs()
}

/// The greatest integral value not above `x`.
#[inline(always)]
pub const fn floorf(x: f32) -> f32 {
    x.floor()
}

/// The natural logarithm.
#[inline(always)]
pub const fn logf(x: f32) -> f32 {
    x.ln()
}

/// The logarithm to base 10.
#[inline(always)]
pub const fn log10f(x: f32) -> f32 {
    x.log10()
}

/// The natural logarithm of `1 + x`.
#[inline(always)]
pub const fn log1pf(x: f32) -> f32 {
    x.ln_1p()
}

/// The logarithm to base 2.
#[inline(always)]
pub const fn log2f(x: f32) -> f32 {
    x.log2()
}

/// The nearest integral value, halves to even.
#[inline(always)]
pub const fn rintf(x: f32) -> f32 {
    x.round_ties_even()
}

/// The nearest integral value, halves away from zero.
#[inline(always)]
pub const fn roundf(x: f32) -> f32 {
    x.round()
}

/// The nearest integral value, halves to even.
#[inline(always)]
pub const fn roundevenf(x: f32) -> f32 {
    x.round_ties_even()
}

/// The sine.
#[inline(always)]
pub const fn sinf(x: f32) -> f32 {
    x.sin()
}

/// The hyperbolic sine.
#[inline(always)]
pub const fn sinhf(x: f32) -> f32 {
    x.sinh()
}

/// The square root, rounded to nearest.
#[inline(always)]
pub const fn sqrtf(x: f32) -> f32 {
    x.sqrt()
}

/// The tangent.
#[inline(always)]
pub const fn tanf(x: f32) -> f32 {
    x.tan()
}

/// The hyperbolic tangent.
#[inline(always)]
pub const fn tanhf(x: f32) -> f32 {
    x.tanh()
}

/// The integral part.
#[inline(always)]
pub const fn truncf(x: f32) -> f32 {
    x.trunc()
}

/// The angle of the point (`x`, `y`).
#[inline(always)]
pub const fn atan2f(y: f32, x: f32) -> f32 {
    y.atan2(x)
}

/// The magnitude of `x` with the sign of `y`.
#[inline(always)]
pub const fn copysignf(x: f32, y: f32) -> f32 {
    x.copysign(y)
}

/// The positive difference, or 0.
#[inline(always)]
pub const fn fdimf(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() { x + y } else if x > y { x - y } else { 0.0 }
}

/// The greater value; NaN only if both are.
#[inline(always)]
pub const fn fmaxf(x: f32, y: f32) -> f32 {
    x.max(y)
}

/// The smaller value; NaN only if both are.
#[inline(always)]
pub const fn fminf(x: f32, y: f32) -> f32 {
    x.min(y)
}

/// The remainder with the sign of `x`.
#[inline(always)]
pub const fn fmodf(x: f32, y: f32) -> f32 {
    x % y
}

/// The length of the vector (`x`, `y`).
#[inline(always)]
pub const fn hypotf(x: f32, y: f32) -> f32 {
    x.hypot(y)
}

/// `x` to the power of `y`.
#[inline(always)]
pub const fn powf(x: f32, y: f32) -> f32 {
    x.powf(y)
}

/// `x * y + z`, rounded once.
#[inline(always)]
pub const fn fmaf(x: f32, y: f32, z: f32) -> f32 {
    x.mul_add(y, z)
}

/// The sine and the cosine.
#[inline(always)]
pub const fn sincosf(x: f32) -> (f32, f32) {
    x.sin_cos()
}
