//! What belongs to matrices of the fifth generation of tensor cores, as far as any GPU has it.

use crate::exact::converted_pair;

/// The nearest `bf16` of both, the first in the lower half.
pub fn cvt_f32x2_bf16x2(a: f32, b: f32) -> u32 {
    converted_pair("cvt.rn.bf16x2.f32", a, b)
}
