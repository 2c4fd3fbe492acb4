//! Arithmetic of `f32` and `f64` with a rounding of its own: `rn` to nearest (halves to even), `rz` toward zero, `rm` down, `rp` up; `approx` within an error
//! that the GPU states. `ftz` takes subnormal numbers for zeros, of operands and results; `sat` limits the result to 0 to 1, with 0 for NaN.

use crate::exact::{approximate, double, single};

// Sums
pub fn add_rn_ftz_sat_f32(a: f32, b: f32) -> f32 { single("add.rn.ftz.sat.f32", [a, b]) }
pub fn add_rn_ftz_f32(a: f32, b: f32) -> f32 { single("add.rn.ftz.f32", [a, b]) }
pub fn add_rn_sat_f32(a: f32, b: f32) -> f32 { single("add.rn.sat.f32", [a, b]) }
pub fn add_rn_f32(a: f32, b: f32) -> f32 { single("add.rn.f32", [a, b]) }
pub fn add_rz_ftz_sat_f32(a: f32, b: f32) -> f32 { single("add.rz.ftz.sat.f32", [a, b]) }
pub fn add_rz_ftz_f32(a: f32, b: f32) -> f32 { single("add.rz.ftz.f32", [a, b]) }
pub fn add_rz_sat_f32(a: f32, b: f32) -> f32 { single("add.rz.sat.f32", [a, b]) }
pub fn add_rz_f32(a: f32, b: f32) -> f32 { single("add.rz.f32", [a, b]) }
pub fn add_rm_ftz_sat_f32(a: f32, b: f32) -> f32 { single("add.rm.ftz.sat.f32", [a, b]) }
pub fn add_rm_ftz_f32(a: f32, b: f32) -> f32 { single("add.rm.ftz.f32", [a, b]) }
pub fn add_rm_sat_f32(a: f32, b: f32) -> f32 { single("add.rm.sat.f32", [a, b]) }
pub fn add_rm_f32(a: f32, b: f32) -> f32 { single("add.rm.f32", [a, b]) }
pub fn add_rp_ftz_sat_f32(a: f32, b: f32) -> f32 { single("add.rp.ftz.sat.f32", [a, b]) }
pub fn add_rp_ftz_f32(a: f32, b: f32) -> f32 { single("add.rp.ftz.f32", [a, b]) }
pub fn add_rp_sat_f32(a: f32, b: f32) -> f32 { single("add.rp.sat.f32", [a, b]) }
pub fn add_rp_f32(a: f32, b: f32) -> f32 { single("add.rp.f32", [a, b]) }
pub fn add_rn_f64(a: f64, b: f64) -> f64 { double("add.rn.f64", [a, b]) }
pub fn add_rz_f64(a: f64, b: f64) -> f64 { double("add.rz.f64", [a, b]) }
pub fn add_rm_f64(a: f64, b: f64) -> f64 { double("add.rm.f64", [a, b]) }
pub fn add_rp_f64(a: f64, b: f64) -> f64 { double("add.rp.f64", [a, b]) }

// Differences
pub fn sub_rn_ftz_sat_f32(a: f32, b: f32) -> f32 { single("sub.rn.ftz.sat.f32", [a, b]) }
pub fn sub_rn_ftz_f32(a: f32, b: f32) -> f32 { single("sub.rn.ftz.f32", [a, b]) }
pub fn sub_rn_sat_f32(a: f32, b: f32) -> f32 { single("sub.rn.sat.f32", [a, b]) }
pub fn sub_rn_f32(a: f32, b: f32) -> f32 { single("sub.rn.f32", [a, b]) }
pub fn sub_rz_ftz_sat_f32(a: f32, b: f32) -> f32 { single("sub.rz.ftz.sat.f32", [a, b]) }
pub fn sub_rz_ftz_f32(a: f32, b: f32) -> f32 { single("sub.rz.ftz.f32", [a, b]) }
pub fn sub_rz_sat_f32(a: f32, b: f32) -> f32 { single("sub.rz.sat.f32", [a, b]) }
pub fn sub_rz_f32(a: f32, b: f32) -> f32 { single("sub.rz.f32", [a, b]) }
pub fn sub_rm_ftz_sat_f32(a: f32, b: f32) -> f32 { single("sub.rm.ftz.sat.f32", [a, b]) }
pub fn sub_rm_ftz_f32(a: f32, b: f32) -> f32 { single("sub.rm.ftz.f32", [a, b]) }
pub fn sub_rm_sat_f32(a: f32, b: f32) -> f32 { single("sub.rm.sat.f32", [a, b]) }
pub fn sub_rm_f32(a: f32, b: f32) -> f32 { single("sub.rm.f32", [a, b]) }
pub fn sub_rp_ftz_sat_f32(a: f32, b: f32) -> f32 { single("sub.rp.ftz.sat.f32", [a, b]) }
pub fn sub_rp_ftz_f32(a: f32, b: f32) -> f32 { single("sub.rp.ftz.f32", [a, b]) }
pub fn sub_rp_sat_f32(a: f32, b: f32) -> f32 { single("sub.rp.sat.f32", [a, b]) }
pub fn sub_rp_f32(a: f32, b: f32) -> f32 { single("sub.rp.f32", [a, b]) }
pub fn sub_rn_f64(a: f64, b: f64) -> f64 { double("sub.rn.f64", [a, b]) }
pub fn sub_rz_f64(a: f64, b: f64) -> f64 { double("sub.rz.f64", [a, b]) }
pub fn sub_rm_f64(a: f64, b: f64) -> f64 { double("sub.rm.f64", [a, b]) }
pub fn sub_rp_f64(a: f64, b: f64) -> f64 { double("sub.rp.f64", [a, b]) }

// Products
pub fn mul_rn_ftz_sat_f32(a: f32, b: f32) -> f32 { single("mul.rn.ftz.sat.f32", [a, b]) }
pub fn mul_rn_ftz_f32(a: f32, b: f32) -> f32 { single("mul.rn.ftz.f32", [a, b]) }
pub fn mul_rn_sat_f32(a: f32, b: f32) -> f32 { single("mul.rn.sat.f32", [a, b]) }
pub fn mul_rn_f32(a: f32, b: f32) -> f32 { single("mul.rn.f32", [a, b]) }
pub fn mul_rz_ftz_sat_f32(a: f32, b: f32) -> f32 { single("mul.rz.ftz.sat.f32", [a, b]) }
pub fn mul_rz_ftz_f32(a: f32, b: f32) -> f32 { single("mul.rz.ftz.f32", [a, b]) }
pub fn mul_rz_sat_f32(a: f32, b: f32) -> f32 { single("mul.rz.sat.f32", [a, b]) }
pub fn mul_rz_f32(a: f32, b: f32) -> f32 { single("mul.rz.f32", [a, b]) }
pub fn mul_rm_ftz_sat_f32(a: f32, b: f32) -> f32 { single("mul.rm.ftz.sat.f32", [a, b]) }
pub fn mul_rm_ftz_f32(a: f32, b: f32) -> f32 { single("mul.rm.ftz.f32", [a, b]) }
pub fn mul_rm_sat_f32(a: f32, b: f32) -> f32 { single("mul.rm.sat.f32", [a, b]) }
pub fn mul_rm_f32(a: f32, b: f32) -> f32 { single("mul.rm.f32", [a, b]) }
pub fn mul_rp_ftz_sat_f32(a: f32, b: f32) -> f32 { single("mul.rp.ftz.sat.f32", [a, b]) }
pub fn mul_rp_ftz_f32(a: f32, b: f32) -> f32 { single("mul.rp.ftz.f32", [a, b]) }
pub fn mul_rp_sat_f32(a: f32, b: f32) -> f32 { single("mul.rp.sat.f32", [a, b]) }
pub fn mul_rp_f32(a: f32, b: f32) -> f32 { single("mul.rp.f32", [a, b]) }
pub fn mul_rn_f64(a: f64, b: f64) -> f64 { double("mul.rn.f64", [a, b]) }
pub fn mul_rz_f64(a: f64, b: f64) -> f64 { double("mul.rz.f64", [a, b]) }
pub fn mul_rm_f64(a: f64, b: f64) -> f64 { double("mul.rm.f64", [a, b]) }
pub fn mul_rp_f64(a: f64, b: f64) -> f64 { double("mul.rp.f64", [a, b]) }

// `a * b + c`, rounded once
pub fn fma_rn_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rn.ftz.sat.f32", [a, b, c]) }
pub fn fma_rn_ftz_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rn.ftz.f32", [a, b, c]) }
pub fn fma_rn_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rn.sat.f32", [a, b, c]) }
pub fn fma_rn_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rn.f32", [a, b, c]) }
pub fn fma_rz_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rz.ftz.sat.f32", [a, b, c]) }
pub fn fma_rz_ftz_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rz.ftz.f32", [a, b, c]) }
pub fn fma_rz_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rz.sat.f32", [a, b, c]) }
pub fn fma_rz_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rz.f32", [a, b, c]) }
pub fn fma_rm_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rm.ftz.sat.f32", [a, b, c]) }
pub fn fma_rm_ftz_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rm.ftz.f32", [a, b, c]) }
pub fn fma_rm_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rm.sat.f32", [a, b, c]) }
pub fn fma_rm_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rm.f32", [a, b, c]) }
pub fn fma_rp_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rp.ftz.sat.f32", [a, b, c]) }
pub fn fma_rp_ftz_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rp.ftz.f32", [a, b, c]) }
pub fn fma_rp_sat_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rp.sat.f32", [a, b, c]) }
pub fn fma_rp_f32(a: f32, b: f32, c: f32) -> f32 { single("fma.rp.f32", [a, b, c]) }
pub fn fma_rn_f64(a: f64, b: f64, c: f64) -> f64 { double("fma.rn.f64", [a, b, c]) }
pub fn fma_rz_f64(a: f64, b: f64, c: f64) -> f64 { double("fma.rz.f64", [a, b, c]) }
pub fn fma_rm_f64(a: f64, b: f64, c: f64) -> f64 { double("fma.rm.f64", [a, b, c]) }
pub fn fma_rp_f64(a: f64, b: f64, c: f64) -> f64 { double("fma.rp.f64", [a, b, c]) }

// Quotients; `approx` gives 0 for divisors above 2^126, `full` does not
pub fn div_rn_f64(a: f64, b: f64) -> f64 { double("div.rn.f64", [a, b]) }
pub fn div_rz_f64(a: f64, b: f64) -> f64 { double("div.rz.f64", [a, b]) }
pub fn div_rm_f64(a: f64, b: f64) -> f64 { double("div.rm.f64", [a, b]) }
pub fn div_rp_f64(a: f64, b: f64) -> f64 { double("div.rp.f64", [a, b]) }
pub fn div_rn_ftz_f32(a: f32, b: f32) -> f32 { single("div.rn.ftz.f32", [a, b]) }
pub fn div_rn_f32(a: f32, b: f32) -> f32 { single("div.rn.f32", [a, b]) }
pub fn div_rz_ftz_f32(a: f32, b: f32) -> f32 { single("div.rz.ftz.f32", [a, b]) }
pub fn div_rz_f32(a: f32, b: f32) -> f32 { single("div.rz.f32", [a, b]) }
pub fn div_rm_ftz_f32(a: f32, b: f32) -> f32 { single("div.rm.ftz.f32", [a, b]) }
pub fn div_rm_f32(a: f32, b: f32) -> f32 { single("div.rm.f32", [a, b]) }
pub fn div_rp_ftz_f32(a: f32, b: f32) -> f32 { single("div.rp.ftz.f32", [a, b]) }
pub fn div_rp_f32(a: f32, b: f32) -> f32 { single("div.rp.f32", [a, b]) }
pub fn div_approx_ftz_f32(a: f32, b: f32) -> f32 { approximate("div.approx.ftz.f32", &[a, b], quotient) }
pub fn div_approx_f32(a: f32, b: f32) -> f32 { approximate("div.approx.f32", &[a, b], quotient) }
pub fn div_full_ftz_f32(a: f32, b: f32) -> f32 { approximate("div.full.ftz.f32", &[a, b], |x| x[0] / x[1]) }
pub fn div_full_f32(a: f32, b: f32) -> f32 { approximate("div.full.f32", &[a, b], |x| x[0] / x[1]) }

// `1 / a`
pub fn rcp_rn_ftz_f32(a: f32) -> f32 { single("rcp.rn.ftz.f32", [a]) }
pub fn rcp_rn_f32(a: f32) -> f32 { single("rcp.rn.f32", [a]) }
pub fn rcp_rz_ftz_f32(a: f32) -> f32 { single("rcp.rz.ftz.f32", [a]) }
pub fn rcp_rz_f32(a: f32) -> f32 { single("rcp.rz.f32", [a]) }
pub fn rcp_rm_ftz_f32(a: f32) -> f32 { single("rcp.rm.ftz.f32", [a]) }
pub fn rcp_rm_f32(a: f32) -> f32 { single("rcp.rm.f32", [a]) }
pub fn rcp_rp_ftz_f32(a: f32) -> f32 { single("rcp.rp.ftz.f32", [a]) }
pub fn rcp_rp_f32(a: f32) -> f32 { single("rcp.rp.f32", [a]) }
pub fn rcp_rn_f64(a: f64) -> f64 { double("rcp.rn.f64", [a]) }
pub fn rcp_rz_f64(a: f64) -> f64 { double("rcp.rz.f64", [a]) }
pub fn rcp_rm_f64(a: f64) -> f64 { double("rcp.rm.f64", [a]) }
pub fn rcp_rp_f64(a: f64) -> f64 { double("rcp.rp.f64", [a]) }
pub fn rcp_approx_ftz_f32(a: f32) -> f32 { approximate("rcp.approx.ftz.f32", &[a], |x| 1.0 / x[0]) }
pub fn rcp_approx_f32(a: f32) -> f32 { approximate("rcp.approx.f32", &[a], |x| 1.0 / x[0]) }
pub fn rcp_approx_ftz_f64(a: f64) -> f64 { reciprocal(a) }

// Square roots
pub fn sqrt_rn_ftz_f32(a: f32) -> f32 { single("sqrt.rn.ftz.f32", [a]) }
pub fn sqrt_rn_f32(a: f32) -> f32 { single("sqrt.rn.f32", [a]) }
pub fn sqrt_rz_ftz_f32(a: f32) -> f32 { single("sqrt.rz.ftz.f32", [a]) }
pub fn sqrt_rz_f32(a: f32) -> f32 { single("sqrt.rz.f32", [a]) }
pub fn sqrt_rm_ftz_f32(a: f32) -> f32 { single("sqrt.rm.ftz.f32", [a]) }
pub fn sqrt_rm_f32(a: f32) -> f32 { single("sqrt.rm.f32", [a]) }
pub fn sqrt_rp_ftz_f32(a: f32) -> f32 { single("sqrt.rp.ftz.f32", [a]) }
pub fn sqrt_rp_f32(a: f32) -> f32 { single("sqrt.rp.f32", [a]) }
pub fn sqrt_rn_f64(a: f64) -> f64 { double("sqrt.rn.f64", [a]) }
pub fn sqrt_rz_f64(a: f64) -> f64 { double("sqrt.rz.f64", [a]) }
pub fn sqrt_rm_f64(a: f64) -> f64 { double("sqrt.rm.f64", [a]) }
pub fn sqrt_rp_f64(a: f64) -> f64 { double("sqrt.rp.f64", [a]) }
pub fn sqrt_approx_ftz_f32(a: f32) -> f32 { approximate("sqrt.approx.ftz.f32", &[a], |x| x[0].sqrt()) }
pub fn sqrt_approx_f32(a: f32) -> f32 { approximate("sqrt.approx.f32", &[a], |x| x[0].sqrt()) }

// `1 / sqrt(a)`
pub fn rsqrt_approx_ftz_f32(a: f32) -> f32 { approximate("rsqrt.approx.ftz.f32", &[a], |x| 1.0 / x[0].sqrt()) }
pub fn rsqrt_approx_f32(a: f32) -> f32 { approximate("rsqrt.approx.f32", &[a], |x| 1.0 / x[0].sqrt()) }
pub fn rsqrt_approx_f64(a: f64) -> f64 { 1.0 / a.sqrt() }

// Sines and cosines of radians
pub fn sin_approx_ftz_f32(a: f32) -> f32 { approximate("sin.approx.ftz.f32", &[a], |x| x[0].sin()) }
pub fn sin_approx_f32(a: f32) -> f32 { approximate("sin.approx.f32", &[a], |x| x[0].sin()) }
pub fn cos_approx_ftz_f32(a: f32) -> f32 { approximate("cos.approx.ftz.f32", &[a], |x| x[0].cos()) }
pub fn cos_approx_f32(a: f32) -> f32 { approximate("cos.approx.f32", &[a], |x| x[0].cos()) }

// Logarithms to base 2
pub fn lg2_approx_ftz_f32(a: f32) -> f32 { approximate("lg2.approx.ftz.f32", &[a], |x| x[0].log2()) }
pub fn lg2_approx_f32(a: f32) -> f32 { approximate("lg2.approx.f32", &[a], |x| x[0].log2()) }

// Powers of 2
pub fn ex2_approx_ftz_f32(a: f32) -> f32 { approximate("ex2.approx.ftz.f32", &[a], |x| x[0].exp2()) }
pub fn ex2_approx_f32(a: f32) -> f32 { approximate("ex2.approx.f32", &[a], |x| x[0].exp2()) }

// Hyperbolic tangents
pub fn tanh_approx_f32(a: f32) -> f32 { approximate("tanh.approx.f32", &[a], |x| x[0].tanh()) }

// The smaller or greater of the magnitudes, with the signs' exclusive or; `nan`: NaN if either is NaN, else only if both are
pub fn min_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("min.ftz.NaN.xorsign.abs.f32", [a, b]) }
pub fn min_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("min.ftz.xorsign.abs.f32", [a, b]) }
pub fn min_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("min.NaN.xorsign.abs.f32", [a, b]) }
pub fn min_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("min.xorsign.abs.f32", [a, b]) }
pub fn max_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("max.ftz.NaN.xorsign.abs.f32", [a, b]) }
pub fn max_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("max.ftz.xorsign.abs.f32", [a, b]) }
pub fn max_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("max.NaN.xorsign.abs.f32", [a, b]) }
pub fn max_xorsign_abs_f32(a: f32, b: f32) -> f32 { single("max.xorsign.abs.f32", [a, b]) }

/// `div.approx` gives 0 for divisors above 2^126, and NaN of an infinity by those.
fn quotient(x: &[f64]) -> f64 {
    let large = x[1].abs() > 2f64.powi(126) && x[1].is_finite();
    if large { x[0] * 0.0 * x[1].signum() } else { x[0] / x[1] }
}

/// The upper words count.
fn reciprocal(a: f64) -> f64 {
    let upper = |v: f64| f64::from_bits(v.to_bits() & !0xffffffff);
    let flushed = |v: f64| if v.is_subnormal() { 0f64.copysign(v) } else { v };
    flushed(upper(1.0 / upper(flushed(a))))
}
