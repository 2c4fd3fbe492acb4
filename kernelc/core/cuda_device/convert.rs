//! Conversions to and from packed numbers of 16 and 8 bits, and to `tf32`. The name says the result first; of two numbers the first is the lower one.
//! `rn` rounds to nearest (halves to even), `rz` toward zero, `rna` to nearest (halves away from zero); `relu` makes 0 of what is
//! negative, `satfinite` the greatest number of what is beyond it.

/// The nearest `f16` of both.
#[intrinsic("gpu.compute cvt.rn.f16x2.f32")]
pub fn cvt_f16x2_f32(lo: f32, hi: f32) -> u32;

/// The nearest `bf16` of both.
#[intrinsic("gpu.compute cvt.rn.bf16x2.f32")]
pub fn cvt_bf16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.relu.f16x2.f32")]
pub fn cvt_rn_relu_f16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.relu.bf16x2.f32")]
pub fn cvt_rn_relu_bf16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.relu.f16x2.f32")]
pub fn cvt_rz_relu_f16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.relu.bf16x2.f32")]
pub fn cvt_rz_relu_bf16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.f16x2.f32")]
pub fn cvt_rz_f16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.bf16x2.f32")]
pub fn cvt_rz_bf16x2_f32(lo: f32, hi: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.satfinite.relu.e4m3x2.f32")]
pub fn cvt_rn_satfinite_relu_e4m3x2_f32(lo: f32, hi: f32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.relu.e5m2x2.f32")]
pub fn cvt_rn_satfinite_relu_e5m2x2_f32(lo: f32, hi: f32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.e4m3x2.f32")]
pub fn cvt_rn_satfinite_e4m3x2_f32(lo: f32, hi: f32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.e5m2x2.f32")]
pub fn cvt_rn_satfinite_e5m2x2_f32(lo: f32, hi: f32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.relu.e4m3x2.f16x2")]
pub fn cvt_rn_satfinite_relu_e4m3x2_f16x2(packed: u32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.relu.e5m2x2.f16x2")]
pub fn cvt_rn_satfinite_relu_e5m2x2_f16x2(packed: u32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.e4m3x2.f16x2")]
pub fn cvt_rn_satfinite_e4m3x2_f16x2(packed: u32) -> u16;

#[intrinsic("gpu.compute cvt.rn.satfinite.e5m2x2.f16x2")]
pub fn cvt_rn_satfinite_e5m2x2_f16x2(packed: u32) -> u16;

#[intrinsic("gpu.compute cvt.rn.relu.f16x2.e4m3x2")]
pub fn cvt_rn_relu_f16x2_e4m3x2(packed: u16) -> u32;

#[intrinsic("gpu.compute cvt.rn.relu.f16x2.e5m2x2")]
pub fn cvt_rn_relu_f16x2_e5m2x2(packed: u16) -> u32;

#[intrinsic("gpu.compute cvt.rn.f16x2.e4m3x2")]
pub fn cvt_rn_f16x2_e4m3x2(packed: u16) -> u32;

#[intrinsic("gpu.compute cvt.rn.f16x2.e5m2x2")]
pub fn cvt_rn_f16x2_e5m2x2(packed: u16) -> u32;

#[intrinsic("gpu.compute cvt.rna.satfinite.tf32.f32")]
pub fn cvt_rna_satfinite_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rna.tf32.f32")]
pub fn cvt_rna_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.satfinite.relu.tf32.f32")]
pub fn cvt_rn_relu_satfinite_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.satfinite.tf32.f32")]
pub fn cvt_rn_satfinite_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.relu.tf32.f32")]
pub fn cvt_rn_relu_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rn.tf32.f32")]
pub fn cvt_rn_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.satfinite.relu.tf32.f32")]
pub fn cvt_rz_relu_satfinite_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.satfinite.tf32.f32")]
pub fn cvt_rz_satfinite_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.relu.tf32.f32")]
pub fn cvt_rz_relu_tf32_f32(value: f32) -> u32;

#[intrinsic("gpu.compute cvt.rz.tf32.f32")]
pub fn cvt_rz_tf32_f32(value: f32) -> u32;

/// Both `f16`.
#[inline(always)]
pub fn cvt_f32x2_f16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_f16x2_lo(packed), cvt_f32_f16x2_hi(packed))
}

/// The lower `f16`.
#[inline(always)]
pub fn cvt_f32_f16x2_lo(packed: u32) -> f32 {
    f16::from_bits(packed as u16) as f32
}

/// The upper `f16`.
#[inline(always)]
pub fn cvt_f32_f16x2_hi(packed: u32) -> f32 {
    f16::from_bits((packed >> 16) as u16) as f32
}

/// Both `bf16`.
#[inline(always)]
pub fn cvt_f32x2_bf16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_bf16x2_lo(packed), cvt_f32_bf16x2_hi(packed))
}

/// The lower `bf16`.
#[inline(always)]
pub fn cvt_f32_bf16x2_lo(packed: u32) -> f32 {
    f32::from_bits(packed << 16)
}

/// The upper `bf16`.
#[inline(always)]
pub fn cvt_f32_bf16x2_hi(packed: u32) -> f32 {
    f32::from_bits(packed & 0xffff0000)
}
