//! Sums of products of small integers that lie packed in words.

/// `c` and the products of the four `i8` of both; wraps.
#[intrinsic("gpu.compute dp4a.s32.s32")]
pub fn dp4a_s32(a: u32, b: u32, c: i32) -> i32;

/// `c` and the products of the four `u8` of both; wraps.
#[intrinsic("gpu.compute dp4a.u32.u32")]
pub fn dp4a_u32(a: u32, b: u32, c: u32) -> u32;

/// `c` and the products of the two `i16` of `a` with the lower two `i8` of `b`; wraps.
#[intrinsic("gpu.compute dp2a.lo.s32.s32")]
pub fn dp2a_s32(a: u32, b: u32, c: i32) -> i32;

/// `c` and the products of the two `u16` of `a` with the lower two `u8` of `b`; wraps.
#[intrinsic("gpu.compute dp2a.lo.u32.u32")]
pub fn dp2a_u32(a: u32, b: u32, c: u32) -> u32;

/// `c` and the products of the two `i16` of `a` with the upper two `i8` of `b`; wraps.
#[intrinsic("gpu.compute dp2a.hi.s32.s32")]
pub fn dp2a_hi_s32(a: u32, b: u32, c: i32) -> i32;

/// `c` and the products of the two `u16` of `a` with the upper two `u8` of `b`; wraps.
#[intrinsic("gpu.compute dp2a.hi.u32.u32")]
pub fn dp2a_hi_u32(a: u32, b: u32, c: u32) -> u32;
