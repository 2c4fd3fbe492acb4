//! Arithmetic of `f32` and `f64` with a rounding of its own: `rn` to nearest (halves to even), `rz` toward zero, `rm` down, `rp` up; `approx` within an error
//! that the GPU states. `ftz` takes subnormal numbers for zeros, of operands and results; `sat` limits the result to 0 to 1, with 0 for NaN.

// Sums
#[intrinsic("gpu.compute add.rn.ftz.sat.f32")]
pub fn add_rn_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rn.ftz.f32")]
pub fn add_rn_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rn.sat.f32")]
pub fn add_rn_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rn.f32")]
pub fn add_rn_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rz.ftz.sat.f32")]
pub fn add_rz_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rz.ftz.f32")]
pub fn add_rz_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rz.sat.f32")]
pub fn add_rz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rz.f32")]
pub fn add_rz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rm.ftz.sat.f32")]
pub fn add_rm_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rm.ftz.f32")]
pub fn add_rm_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rm.sat.f32")]
pub fn add_rm_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rm.f32")]
pub fn add_rm_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rp.ftz.sat.f32")]
pub fn add_rp_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rp.ftz.f32")]
pub fn add_rp_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rp.sat.f32")]
pub fn add_rp_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rp.f32")]
pub fn add_rp_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute add.rn.f64")]
pub fn add_rn_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute add.rz.f64")]
pub fn add_rz_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute add.rm.f64")]
pub fn add_rm_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute add.rp.f64")]
pub fn add_rp_f64(a: f64, b: f64) -> f64;

// Differences
#[intrinsic("gpu.compute sub.rn.ftz.sat.f32")]
pub fn sub_rn_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rn.ftz.f32")]
pub fn sub_rn_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rn.sat.f32")]
pub fn sub_rn_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rn.f32")]
pub fn sub_rn_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rz.ftz.sat.f32")]
pub fn sub_rz_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rz.ftz.f32")]
pub fn sub_rz_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rz.sat.f32")]
pub fn sub_rz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rz.f32")]
pub fn sub_rz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rm.ftz.sat.f32")]
pub fn sub_rm_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rm.ftz.f32")]
pub fn sub_rm_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rm.sat.f32")]
pub fn sub_rm_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rm.f32")]
pub fn sub_rm_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rp.ftz.sat.f32")]
pub fn sub_rp_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rp.ftz.f32")]
pub fn sub_rp_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rp.sat.f32")]
pub fn sub_rp_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rp.f32")]
pub fn sub_rp_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute sub.rn.f64")]
pub fn sub_rn_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute sub.rz.f64")]
pub fn sub_rz_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute sub.rm.f64")]
pub fn sub_rm_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute sub.rp.f64")]
pub fn sub_rp_f64(a: f64, b: f64) -> f64;

// Products
#[intrinsic("gpu.compute mul.rn.ftz.sat.f32")]
pub fn mul_rn_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rn.ftz.f32")]
pub fn mul_rn_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rn.sat.f32")]
pub fn mul_rn_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rn.f32")]
pub fn mul_rn_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rz.ftz.sat.f32")]
pub fn mul_rz_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rz.ftz.f32")]
pub fn mul_rz_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rz.sat.f32")]
pub fn mul_rz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rz.f32")]
pub fn mul_rz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rm.ftz.sat.f32")]
pub fn mul_rm_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rm.ftz.f32")]
pub fn mul_rm_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rm.sat.f32")]
pub fn mul_rm_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rm.f32")]
pub fn mul_rm_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rp.ftz.sat.f32")]
pub fn mul_rp_ftz_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rp.ftz.f32")]
pub fn mul_rp_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rp.sat.f32")]
pub fn mul_rp_sat_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rp.f32")]
pub fn mul_rp_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute mul.rn.f64")]
pub fn mul_rn_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute mul.rz.f64")]
pub fn mul_rz_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute mul.rm.f64")]
pub fn mul_rm_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute mul.rp.f64")]
pub fn mul_rp_f64(a: f64, b: f64) -> f64;

// `a * b + c`, rounded once
#[intrinsic("gpu.compute fma.rn.ftz.sat.f32")]
pub fn fma_rn_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rn.ftz.f32")]
pub fn fma_rn_ftz_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rn.sat.f32")]
pub fn fma_rn_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rn.f32")]
pub fn fma_rn_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rz.ftz.sat.f32")]
pub fn fma_rz_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rz.ftz.f32")]
pub fn fma_rz_ftz_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rz.sat.f32")]
pub fn fma_rz_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rz.f32")]
pub fn fma_rz_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rm.ftz.sat.f32")]
pub fn fma_rm_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rm.ftz.f32")]
pub fn fma_rm_ftz_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rm.sat.f32")]
pub fn fma_rm_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rm.f32")]
pub fn fma_rm_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rp.ftz.sat.f32")]
pub fn fma_rp_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rp.ftz.f32")]
pub fn fma_rp_ftz_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rp.sat.f32")]
pub fn fma_rp_sat_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rp.f32")]
pub fn fma_rp_f32(a: f32, b: f32, c: f32) -> f32;
#[intrinsic("gpu.compute fma.rn.f64")]
pub fn fma_rn_f64(a: f64, b: f64, c: f64) -> f64;
#[intrinsic("gpu.compute fma.rz.f64")]
pub fn fma_rz_f64(a: f64, b: f64, c: f64) -> f64;
#[intrinsic("gpu.compute fma.rm.f64")]
pub fn fma_rm_f64(a: f64, b: f64, c: f64) -> f64;
#[intrinsic("gpu.compute fma.rp.f64")]
pub fn fma_rp_f64(a: f64, b: f64, c: f64) -> f64;

// Quotients; `approx` gives 0 for divisors above 2^126, `full` does not
#[intrinsic("gpu.compute div.rn.f64")]
pub fn div_rn_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute div.rz.f64")]
pub fn div_rz_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute div.rm.f64")]
pub fn div_rm_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute div.rp.f64")]
pub fn div_rp_f64(a: f64, b: f64) -> f64;
#[intrinsic("gpu.compute div.rn.ftz.f32")]
pub fn div_rn_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rn.f32")]
pub fn div_rn_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rz.ftz.f32")]
pub fn div_rz_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rz.f32")]
pub fn div_rz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rm.ftz.f32")]
pub fn div_rm_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rm.f32")]
pub fn div_rm_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rp.ftz.f32")]
pub fn div_rp_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute div.rp.f32")]
pub fn div_rp_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.approximate div.approx.ftz.f32")]
pub fn div_approx_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.approximate div.approx.f32")]
pub fn div_approx_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.approximate div.full.ftz.f32")]
pub fn div_full_ftz_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.approximate div.full.f32")]
pub fn div_full_f32(a: f32, b: f32) -> f32;

// `1 / a`
#[intrinsic("gpu.compute rcp.rn.ftz.f32")]
pub fn rcp_rn_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rn.f32")]
pub fn rcp_rn_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rz.ftz.f32")]
pub fn rcp_rz_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rz.f32")]
pub fn rcp_rz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rm.ftz.f32")]
pub fn rcp_rm_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rm.f32")]
pub fn rcp_rm_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rp.ftz.f32")]
pub fn rcp_rp_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rp.f32")]
pub fn rcp_rp_f32(a: f32) -> f32;
#[intrinsic("gpu.compute rcp.rn.f64")]
pub fn rcp_rn_f64(a: f64) -> f64;
#[intrinsic("gpu.compute rcp.rz.f64")]
pub fn rcp_rz_f64(a: f64) -> f64;
#[intrinsic("gpu.compute rcp.rm.f64")]
pub fn rcp_rm_f64(a: f64) -> f64;
#[intrinsic("gpu.compute rcp.rp.f64")]
pub fn rcp_rp_f64(a: f64) -> f64;
#[intrinsic("gpu.approximate rcp.approx.ftz.f32")]
pub fn rcp_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate rcp.approx.f32")]
pub fn rcp_approx_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate rcp.approx.ftz.f64")]
pub fn rcp_approx_ftz_f64(a: f64) -> f64;

// Square roots
#[intrinsic("gpu.compute sqrt.rn.ftz.f32")]
pub fn sqrt_rn_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rn.f32")]
pub fn sqrt_rn_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rz.ftz.f32")]
pub fn sqrt_rz_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rz.f32")]
pub fn sqrt_rz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rm.ftz.f32")]
pub fn sqrt_rm_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rm.f32")]
pub fn sqrt_rm_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rp.ftz.f32")]
pub fn sqrt_rp_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rp.f32")]
pub fn sqrt_rp_f32(a: f32) -> f32;
#[intrinsic("gpu.compute sqrt.rn.f64")]
pub fn sqrt_rn_f64(a: f64) -> f64;
#[intrinsic("gpu.compute sqrt.rz.f64")]
pub fn sqrt_rz_f64(a: f64) -> f64;
#[intrinsic("gpu.compute sqrt.rm.f64")]
pub fn sqrt_rm_f64(a: f64) -> f64;
#[intrinsic("gpu.compute sqrt.rp.f64")]
pub fn sqrt_rp_f64(a: f64) -> f64;
#[intrinsic("gpu.approximate sqrt.approx.ftz.f32")]
pub fn sqrt_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate sqrt.approx.f32")]
pub fn sqrt_approx_f32(a: f32) -> f32;

// `1 / sqrt(a)`
#[intrinsic("gpu.approximate rsqrt.approx.ftz.f32")]
pub fn rsqrt_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate rsqrt.approx.f32")]
pub fn rsqrt_approx_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate rsqrt.approx.f64")]
pub fn rsqrt_approx_f64(a: f64) -> f64;

// Sines and cosines of radians
#[intrinsic("gpu.approximate sin.approx.ftz.f32")]
pub fn sin_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate sin.approx.f32")]
pub fn sin_approx_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate cos.approx.ftz.f32")]
pub fn cos_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate cos.approx.f32")]
pub fn cos_approx_f32(a: f32) -> f32;

// Logarithms to base 2
#[intrinsic("gpu.approximate lg2.approx.ftz.f32")]
pub fn lg2_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate lg2.approx.f32")]
pub fn lg2_approx_f32(a: f32) -> f32;

// Powers of 2
#[intrinsic("gpu.approximate ex2.approx.ftz.f32")]
pub fn ex2_approx_ftz_f32(a: f32) -> f32;
#[intrinsic("gpu.approximate ex2.approx.f32")]
pub fn ex2_approx_f32(a: f32) -> f32;

// Hyperbolic tangents
#[intrinsic("gpu.approximate tanh.approx.f32")]
pub fn tanh_approx_f32(a: f32) -> f32;

// The smaller or greater of the magnitudes, with the signs' exclusive or; `nan`: NaN if either is NaN, else only if both are
#[intrinsic("gpu.compute min.ftz.NaN.xorsign.abs.f32")]
pub fn min_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute min.ftz.xorsign.abs.f32")]
pub fn min_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute min.NaN.xorsign.abs.f32")]
pub fn min_nan_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute min.xorsign.abs.f32")]
pub fn min_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute max.ftz.NaN.xorsign.abs.f32")]
pub fn max_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute max.ftz.xorsign.abs.f32")]
pub fn max_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute max.NaN.xorsign.abs.f32")]
pub fn max_nan_xorsign_abs_f32(a: f32, b: f32) -> f32;
#[intrinsic("gpu.compute max.xorsign.abs.f32")]
pub fn max_xorsign_abs_f32(a: f32, b: f32) -> f32;
