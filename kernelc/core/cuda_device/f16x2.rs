//! Two `f16` in a `u32`, the first in the lower half: each operation works on both. `rn` to nearest; `ftz` takes subnormal numbers for zeros, `sat` limits to
//! 0 to 1, `relu` makes 0 of what is negative; of `min` and `max`, `nan` gives NaN where either is NaN (else the other one), `xorsign_abs` compares magnitudes.

#[intrinsic("gpu.compute add.rn.ftz.sat.f16x2")]
pub fn add_ftz_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute add.rn.ftz.f16x2")]
pub fn add_ftz_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute add.rn.sat.f16x2")]
pub fn add_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute add.rn.f16x2")]
pub fn add_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute sub.rn.ftz.sat.f16x2")]
pub fn sub_ftz_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute sub.rn.ftz.f16x2")]
pub fn sub_ftz_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute sub.rn.sat.f16x2")]
pub fn sub_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute sub.rn.f16x2")]
pub fn sub_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute mul.rn.ftz.sat.f16x2")]
pub fn mul_ftz_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute mul.rn.ftz.f16x2")]
pub fn mul_ftz_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute mul.rn.sat.f16x2")]
pub fn mul_sat_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute mul.rn.f16x2")]
pub fn mul_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.ftz.sat.f16x2")]
pub fn fma_ftz_sat_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.ftz.f16x2")]
pub fn fma_ftz_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.sat.f16x2")]
pub fn fma_sat_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.f16x2")]
pub fn fma_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.ftz.relu.f16x2")]
pub fn fma_ftz_relu_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.relu.f16x2")]
pub fn fma_relu_f16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute abs.f16x2")]
pub fn abs_f16x2(a: u32) -> u32;

#[intrinsic("gpu.compute neg.f16x2")]
pub fn neg_f16x2(a: u32) -> u32;

#[intrinsic("gpu.compute min.ftz.NaN.xorsign.abs.f16x2")]
pub fn min_ftz_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.ftz.NaN.f16x2")]
pub fn min_ftz_nan_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.ftz.xorsign.abs.f16x2")]
pub fn min_ftz_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.ftz.f16x2")]
pub fn min_ftz_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.NaN.xorsign.abs.f16x2")]
pub fn min_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.NaN.f16x2")]
pub fn min_nan_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.xorsign.abs.f16x2")]
pub fn min_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.f16x2")]
pub fn min_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.ftz.NaN.xorsign.abs.f16x2")]
pub fn max_ftz_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.ftz.NaN.f16x2")]
pub fn max_ftz_nan_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.ftz.xorsign.abs.f16x2")]
pub fn max_ftz_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.ftz.f16x2")]
pub fn max_ftz_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.NaN.xorsign.abs.f16x2")]
pub fn max_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.NaN.f16x2")]
pub fn max_nan_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.xorsign.abs.f16x2")]
pub fn max_xorsign_abs_f16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.f16x2")]
pub fn max_f16x2(a: u32, b: u32) -> u32;
