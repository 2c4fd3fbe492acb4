//! What belongs to matrices of the fifth generation of tensor cores, as far as any GPU has it.

/// The nearest `bf16` of both, the first in the lower half.
#[intrinsic("gpu.compute cvt.rn.bf16x2.f32")]
pub fn cvt_f32x2_bf16x2(a: f32, b: f32) -> u32;
