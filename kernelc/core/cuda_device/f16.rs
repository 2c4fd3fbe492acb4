//! The smaller and the greater of two `f16`, given by their bits: `nan` gives NaN where either is NaN (else the other one);
//! `ftz` takes subnormal numbers for zeros;
//! `xorsign_abs` compares magnitudes and gives the signs' exclusive or.

#[intrinsic("gpu.compute min.ftz.NaN.xorsign.abs.f16")]
pub fn min_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.ftz.NaN.f16")]
pub fn min_ftz_nan_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.ftz.xorsign.abs.f16")]
pub fn min_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.ftz.f16")]
pub fn min_ftz_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.NaN.xorsign.abs.f16")]
pub fn min_nan_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.NaN.f16")]
pub fn min_nan_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.xorsign.abs.f16")]
pub fn min_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.f16")]
pub fn min_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.ftz.NaN.xorsign.abs.f16")]
pub fn max_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.ftz.NaN.f16")]
pub fn max_ftz_nan_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.ftz.xorsign.abs.f16")]
pub fn max_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.ftz.f16")]
pub fn max_ftz_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.NaN.xorsign.abs.f16")]
pub fn max_nan_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.NaN.f16")]
pub fn max_nan_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.xorsign.abs.f16")]
pub fn max_xorsign_abs_f16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.f16")]
pub fn max_f16(a: u16, b: u16) -> u16;
