//! The smaller and the greater of two `bf16`, given by their bits: `nan` gives NaN where either is NaN (else the other one);
//! `xorsign_abs` compares magnitudes and gives the signs' exclusive or.

use crate::exact::half;

pub fn min_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    half("min.NaN.xorsign.abs.bf16", [a, b])
}

pub fn min_nan_bf16(a: u16, b: u16) -> u16 {
    half("min.NaN.bf16", [a, b])
}

pub fn min_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    half("min.xorsign.abs.bf16", [a, b])
}

pub fn min_bf16(a: u16, b: u16) -> u16 {
    half("min.bf16", [a, b])
}

pub fn max_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    half("max.NaN.xorsign.abs.bf16", [a, b])
}

pub fn max_nan_bf16(a: u16, b: u16) -> u16 {
    half("max.NaN.bf16", [a, b])
}

pub fn max_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    half("max.xorsign.abs.bf16", [a, b])
}

pub fn max_bf16(a: u16, b: u16) -> u16 {
    half("max.bf16", [a, b])
}
