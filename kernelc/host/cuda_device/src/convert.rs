//! Conversions to and from packed numbers of 16 and 8 bits, and to `tf32`. The name says the result first; of two numbers the first is the lower one.
//! `rn` rounds to nearest (halves to even), `rz` toward zero, `rna` to nearest (halves away from zero); `relu` makes 0 of what is
//! negative, `satfinite` the greatest number of what is beyond it.

use crate::exact::{converted, converted_pair};

/// The nearest `f16` of both.
pub fn cvt_f16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rn.f16x2.f32", lo, hi)
}

/// The nearest `bf16` of both.
pub fn cvt_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rn.bf16x2.f32", lo, hi)
}

pub fn cvt_rn_relu_f16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rn.relu.f16x2.f32", lo, hi)
}

pub fn cvt_rn_relu_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rn.relu.bf16x2.f32", lo, hi)
}

pub fn cvt_rz_relu_f16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rz.relu.f16x2.f32", lo, hi)
}

pub fn cvt_rz_relu_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rz.relu.bf16x2.f32", lo, hi)
}

pub fn cvt_rz_f16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rz.f16x2.f32", lo, hi)
}

pub fn cvt_rz_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    converted_pair("cvt.rz.bf16x2.f32", lo, hi)
}

pub fn cvt_rn_satfinite_relu_e4m3x2_f32(lo: f32, hi: f32) -> u16 {
    converted_pair("cvt.rn.satfinite.relu.e4m3x2.f32", lo, hi) as u16
}

pub fn cvt_rn_satfinite_relu_e5m2x2_f32(lo: f32, hi: f32) -> u16 {
    converted_pair("cvt.rn.satfinite.relu.e5m2x2.f32", lo, hi) as u16
}

pub fn cvt_rn_satfinite_e4m3x2_f32(lo: f32, hi: f32) -> u16 {
    converted_pair("cvt.rn.satfinite.e4m3x2.f32", lo, hi) as u16
}

pub fn cvt_rn_satfinite_e5m2x2_f32(lo: f32, hi: f32) -> u16 {
    converted_pair("cvt.rn.satfinite.e5m2x2.f32", lo, hi) as u16
}

pub fn cvt_rn_satfinite_relu_e4m3x2_f16x2(packed: u32) -> u16 {
    (converted("cvt.rn.satfinite.relu.e4m3x2.f16x2", packed as u16 as u64) | converted("cvt.rn.satfinite.relu.e4m3x2.f16x2", (packed >> 16) as u64) << 8) as u16
}

pub fn cvt_rn_satfinite_relu_e5m2x2_f16x2(packed: u32) -> u16 {
    (converted("cvt.rn.satfinite.relu.e5m2x2.f16x2", packed as u16 as u64) | converted("cvt.rn.satfinite.relu.e5m2x2.f16x2", (packed >> 16) as u64) << 8) as u16
}

pub fn cvt_rn_satfinite_e4m3x2_f16x2(packed: u32) -> u16 {
    (converted("cvt.rn.satfinite.e4m3x2.f16x2", packed as u16 as u64) | converted("cvt.rn.satfinite.e4m3x2.f16x2", (packed >> 16) as u64) << 8) as u16
}

pub fn cvt_rn_satfinite_e5m2x2_f16x2(packed: u32) -> u16 {
    (converted("cvt.rn.satfinite.e5m2x2.f16x2", packed as u16 as u64) | converted("cvt.rn.satfinite.e5m2x2.f16x2", (packed >> 16) as u64) << 8) as u16
}

pub fn cvt_rn_relu_f16x2_e4m3x2(packed: u16) -> u32 {
    converted("cvt.rn.relu.f16x2.e4m3x2", packed as u8 as u64) | converted("cvt.rn.relu.f16x2.e4m3x2", (packed >> 8) as u64) << 16
}

pub fn cvt_rn_relu_f16x2_e5m2x2(packed: u16) -> u32 {
    converted("cvt.rn.relu.f16x2.e5m2x2", packed as u8 as u64) | converted("cvt.rn.relu.f16x2.e5m2x2", (packed >> 8) as u64) << 16
}

pub fn cvt_rn_f16x2_e4m3x2(packed: u16) -> u32 {
    converted("cvt.rn.f16x2.e4m3x2", packed as u8 as u64) | converted("cvt.rn.f16x2.e4m3x2", (packed >> 8) as u64) << 16
}

pub fn cvt_rn_f16x2_e5m2x2(packed: u16) -> u32 {
    converted("cvt.rn.f16x2.e5m2x2", packed as u8 as u64) | converted("cvt.rn.f16x2.e5m2x2", (packed >> 8) as u64) << 16
}

pub fn cvt_rna_satfinite_tf32_f32(value: f32) -> u32 {
    converted("cvt.rna.satfinite.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rna_tf32_f32(value: f32) -> u32 {
    converted("cvt.rna.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rn_relu_satfinite_tf32_f32(value: f32) -> u32 {
    converted("cvt.rn.satfinite.relu.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rn_satfinite_tf32_f32(value: f32) -> u32 {
    converted("cvt.rn.satfinite.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rn_relu_tf32_f32(value: f32) -> u32 {
    converted("cvt.rn.relu.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rn_tf32_f32(value: f32) -> u32 {
    converted("cvt.rn.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rz_relu_satfinite_tf32_f32(value: f32) -> u32 {
    converted("cvt.rz.satfinite.relu.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rz_satfinite_tf32_f32(value: f32) -> u32 {
    converted("cvt.rz.satfinite.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rz_relu_tf32_f32(value: f32) -> u32 {
    converted("cvt.rz.relu.tf32.f32", value.to_bits() as u64)
}

pub fn cvt_rz_tf32_f32(value: f32) -> u32 {
    converted("cvt.rz.tf32.f32", value.to_bits() as u64)
}

/// Both `f16`.
pub fn cvt_f32x2_f16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_f16x2_lo(packed), cvt_f32_f16x2_hi(packed))
}

/// The lower `f16`.
pub fn cvt_f32_f16x2_lo(packed: u32) -> f32 {
    f32::from_bits(converted("cvt.rn.f32.f16", packed as u16 as u64))
}

/// The upper `f16`.
pub fn cvt_f32_f16x2_hi(packed: u32) -> f32 {
    f32::from_bits(converted("cvt.rn.f32.f16", (packed >> 16) as u64))
}

/// Both `bf16`.
pub fn cvt_f32x2_bf16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_bf16x2_lo(packed), cvt_f32_bf16x2_hi(packed))
}

/// The lower `bf16`.
pub fn cvt_f32_bf16x2_lo(packed: u32) -> f32 {
    f32::from_bits(packed << 16)
}

/// The upper `bf16`.
pub fn cvt_f32_bf16x2_hi(packed: u32) -> f32 {
    f32::from_bits(packed & 0xffff0000)
}
