//! Words put together from bytes of two others.

/// Four of the eight bytes of `a` (0 to 3) and `b` (4 to 7), as each four bits of `selector` say, the lowest first; with the highest of those bits
/// eight copies of the byte's sign.
pub fn prmt(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = (a as u64 | (b as u64) << 32).to_le_bytes();
    let chosen = [0, 4, 8, 12].map(|at| {
        let byte = bytes[(selector >> at & 7) as usize];
        if selector >> at & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 }
    });
    u32::from_le_bytes(chosen)
}

/// Four bytes in ascending order, from byte `selector` (0 to 3) on.
pub fn prmt_f4e(a: u32, b: u32, selector: u32) -> u32 {
    prmt(a, b, 0x3210 + 0x1111 * (selector & 3))
}

/// Four bytes in descending order, from byte `selector` (0 to 3) on, with byte 7 below byte 0.
pub fn prmt_b4e(a: u32, b: u32, selector: u32) -> u32 {
    prmt(a, b, [0x5670, 0x6701, 0x7012, 0x0123][selector as usize & 3])
}

/// Four copies of byte `selector` (0 to 3).
pub fn prmt_rc8(a: u32, selector: u32) -> u32 {
    prmt(a, 0, 0x1111 * (selector & 3))
}

/// The bytes of `a`, those below byte `selector` replaced by it.
pub fn prmt_ecl(a: u32, selector: u32) -> u32 {
    prmt(a, 0, [0x3210, 0x3211, 0x3222, 0x3333][selector as usize & 3])
}

/// The bytes of `a`, those above byte `selector` replaced by it.
pub fn prmt_ecr(a: u32, selector: u32) -> u32 {
    prmt(a, 0, [0x0000, 0x1110, 0x2210, 0x3210][selector as usize & 3])
}

/// Two copies of half `selector` (0 or 1).
pub fn prmt_rc16(a: u32, selector: u32) -> u32 {
    prmt(a, 0, [0x1010, 0x3232][selector as usize & 1])
}
