//! Two `bf16` in a `u32`, the first in the lower half: each operation works on both. `relu`
//! makes 0 of what is negative; of `min` and `max`, `nan` gives NaN where either is NaN (else the other one), `xorsign_abs` compares magnitudes.

use crate::exact::packed;

pub fn add_bf16x2(a: u32, b: u32) -> u32 {
    packed("add.rn.bf16x2", [a, b])
}

pub fn sub_bf16x2(a: u32, b: u32) -> u32 {
    packed("sub.rn.bf16x2", [a, b])
}

pub fn mul_bf16x2(a: u32, b: u32) -> u32 {
    packed("mul.rn.bf16x2", [a, b])
}

pub fn fma_relu_bf16x2(a: u32, b: u32, c: u32) -> u32 {
    packed("fma.rn.relu.bf16x2", [a, b, c])
}

pub fn fma_bf16x2(a: u32, b: u32, c: u32) -> u32 {
    packed("fma.rn.bf16x2", [a, b, c])
}

pub fn abs_bf16x2(a: u32) -> u32 {
    packed("abs.bf16x2", [a])
}

pub fn neg_bf16x2(a: u32) -> u32 {
    packed("neg.bf16x2", [a])
}

pub fn min_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    packed("min.NaN.xorsign.abs.bf16x2", [a, b])
}

pub fn min_nan_bf16x2(a: u32, b: u32) -> u32 {
    packed("min.NaN.bf16x2", [a, b])
}

pub fn min_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    packed("min.xorsign.abs.bf16x2", [a, b])
}

pub fn min_bf16x2(a: u32, b: u32) -> u32 {
    packed("min.bf16x2", [a, b])
}

pub fn max_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    packed("max.NaN.xorsign.abs.bf16x2", [a, b])
}

pub fn max_nan_bf16x2(a: u32, b: u32) -> u32 {
    packed("max.NaN.bf16x2", [a, b])
}

pub fn max_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    packed("max.xorsign.abs.bf16x2", [a, b])
}

pub fn max_bf16x2(a: u32, b: u32) -> u32 {
    packed("max.bf16x2", [a, b])
}
