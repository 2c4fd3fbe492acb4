//! The smaller and the greater of two `bf16`, given by their bits: `nan` gives NaN where either is NaN (else the other one);
//! `xorsign_abs` compares magnitudes and gives the signs' exclusive or.

#[intrinsic("gpu.compute min.NaN.xorsign.abs.bf16")]
pub fn min_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.NaN.bf16")]
pub fn min_nan_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.xorsign.abs.bf16")]
pub fn min_xorsign_abs_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute min.bf16")]
pub fn min_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.NaN.xorsign.abs.bf16")]
pub fn max_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.NaN.bf16")]
pub fn max_nan_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.xorsign.abs.bf16")]
pub fn max_xorsign_abs_bf16(a: u16, b: u16) -> u16;

#[intrinsic("gpu.compute max.bf16")]
pub fn max_bf16(a: u16, b: u16) -> u16;
