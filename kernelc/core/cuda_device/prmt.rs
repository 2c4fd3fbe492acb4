//! Words put together from bytes of two others.

/// Four of the eight bytes of `a` (0 to 3) and `b` (4 to 7), as each four bits of `selector` say, the lowest first; with the highest of those bits
/// eight copies of the byte's sign.
#[intrinsic("gpu.compute prmt.b32")]
pub fn prmt(a: u32, b: u32, selector: u32) -> u32;

/// Four bytes in ascending order, from byte `selector` (0 to 3) on.
#[intrinsic("gpu.compute prmt.b32.f4e")]
pub fn prmt_f4e(a: u32, b: u32, selector: u32) -> u32;

/// Four bytes in descending order, from byte `selector` (0 to 3) on, with byte 7 below byte 0.
#[intrinsic("gpu.compute prmt.b32.b4e")]
pub fn prmt_b4e(a: u32, b: u32, selector: u32) -> u32;

/// Four copies of byte `selector` (0 to 3).
#[inline(always)]
pub fn prmt_rc8(a: u32, selector: u32) -> u32 {
    rc8(a, 0, selector)
}

#[intrinsic("gpu.compute prmt.b32.rc8")]
fn rc8(a: u32, b: u32, selector: u32) -> u32;

/// The bytes of `a`, those below byte `selector` replaced by it.
#[inline(always)]
pub fn prmt_ecl(a: u32, selector: u32) -> u32 {
    ecl(a, 0, selector)
}

#[intrinsic("gpu.compute prmt.b32.ecl")]
fn ecl(a: u32, b: u32, selector: u32) -> u32;

/// The bytes of `a`, those above byte `selector` replaced by it.
#[inline(always)]
pub fn prmt_ecr(a: u32, selector: u32) -> u32 {
    ecr(a, 0, selector)
}

#[intrinsic("gpu.compute prmt.b32.ecr")]
fn ecr(a: u32, b: u32, selector: u32) -> u32;

/// Two copies of half `selector` (0 or 1).
#[inline(always)]
pub fn prmt_rc16(a: u32, selector: u32) -> u32 {
    rc16(a, 0, selector)
}

#[intrinsic("gpu.compute prmt.b32.rc16")]
fn rc16(a: u32, b: u32, selector: u32) -> u32;
