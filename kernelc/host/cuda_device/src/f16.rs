//! The smaller and the greater of two `f16`, given by their bits: `nan` gives NaN where either is NaN (else the other one);
//! `ftz` takes subnormal numbers for zeros;
//! `xorsign_abs` compares magnitudes and gives the signs' exclusive or.

use crate::exact::half;

pub fn min_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("min.ftz.NaN.xorsign.abs.f16", [a, b])
}

pub fn min_ftz_nan_f16(a: u16, b: u16) -> u16 {
    half("min.ftz.NaN.f16", [a, b])
}

pub fn min_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("min.ftz.xorsign.abs.f16", [a, b])
}

pub fn min_ftz_f16(a: u16, b: u16) -> u16 {
    half("min.ftz.f16", [a, b])
}

pub fn min_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("min.NaN.xorsign.abs.f16", [a, b])
}

pub fn min_nan_f16(a: u16, b: u16) -> u16 {
    half("min.NaN.f16", [a, b])
}

pub fn min_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("min.xorsign.abs.f16", [a, b])
}

pub fn min_f16(a: u16, b: u16) -> u16 {
    half("min.f16", [a, b])
}

pub fn max_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("max.ftz.NaN.xorsign.abs.f16", [a, b])
}

pub fn max_ftz_nan_f16(a: u16, b: u16) -> u16 {
    half("max.ftz.NaN.f16", [a, b])
}

pub fn max_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("max.ftz.xorsign.abs.f16", [a, b])
}

pub fn max_ftz_f16(a: u16, b: u16) -> u16 {
    half("max.ftz.f16", [a, b])
}

pub fn max_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("max.NaN.xorsign.abs.f16", [a, b])
}

pub fn max_nan_f16(a: u16, b: u16) -> u16 {
    half("max.NaN.f16", [a, b])
}

pub fn max_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    half("max.xorsign.abs.f16", [a, b])
}

pub fn max_f16(a: u16, b: u16) -> u16 {
    half("max.f16", [a, b])
}
