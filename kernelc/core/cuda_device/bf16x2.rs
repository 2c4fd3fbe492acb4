//! Two `bf16` in a `u32`, the first in the lower half: each operation works on both. `relu`
//! makes 0 of what is negative; of `min` and `max`, `nan` gives NaN where either is NaN (else the other one), `xorsign_abs` compares magnitudes.

#[intrinsic("gpu.compute add.rn.bf16x2")]
pub fn add_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute sub.rn.bf16x2")]
pub fn sub_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute mul.rn.bf16x2")]
pub fn mul_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.relu.bf16x2")]
pub fn fma_relu_bf16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute fma.rn.bf16x2")]
pub fn fma_bf16x2(a: u32, b: u32, c: u32) -> u32;

#[intrinsic("gpu.compute abs.bf16x2")]
pub fn abs_bf16x2(a: u32) -> u32;

#[intrinsic("gpu.compute neg.bf16x2")]
pub fn neg_bf16x2(a: u32) -> u32;

#[intrinsic("gpu.compute min.NaN.xorsign.abs.bf16x2")]
pub fn min_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.NaN.bf16x2")]
pub fn min_nan_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.xorsign.abs.bf16x2")]
pub fn min_xorsign_abs_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute min.bf16x2")]
pub fn min_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.NaN.xorsign.abs.bf16x2")]
pub fn max_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.NaN.bf16x2")]
pub fn max_nan_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.xorsign.abs.bf16x2")]
pub fn max_xorsign_abs_bf16x2(a: u32, b: u32) -> u32;

#[intrinsic("gpu.compute max.bf16x2")]
pub fn max_bf16x2(a: u32, b: u32) -> u32;
