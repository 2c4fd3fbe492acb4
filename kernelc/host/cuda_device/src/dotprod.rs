//! Sums of products of small integers that lie packed in words.

/// `c` and the products of the four `i8` of both; wraps.
pub fn dp4a_s32(a: u32, b: u32, c: i32) -> i32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    (0..4).fold(c, |sum, i| sum.wrapping_add(a[i] as i8 as i32 * b[i] as i8 as i32))
}

/// `c` and the products of the four `u8` of both; wraps.
pub fn dp4a_u32(a: u32, b: u32, c: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    (0..4).fold(c, |sum, i| sum.wrapping_add(a[i] as u32 * b[i] as u32))
}

/// `c` and the products of the two `i16` of `a` with the lower two `i8` of `b`; wraps.
pub fn dp2a_s32(a: u32, b: u32, c: i32) -> i32 {
    (0..2).fold(c, |sum, i| sum.wrapping_add((a >> (16 * i)) as i16 as i32 * (b >> (8 * i)) as i8 as i32))
}

/// `c` and the products of the two `u16` of `a` with the lower two `u8` of `b`; wraps.
pub fn dp2a_u32(a: u32, b: u32, c: u32) -> u32 {
    (0..2).fold(c, |sum, i| sum.wrapping_add((a >> (16 * i)) as u16 as u32 * (b >> (8 * i)) as u8 as u32))
}

/// `c` and the products of the two `i16` of `a` with the upper two `i8` of `b`; wraps.
pub fn dp2a_hi_s32(a: u32, b: u32, c: i32) -> i32 {
    dp2a_s32(a, b >> 16, c)
}

/// `c` and the products of the two `u16` of `a` with the upper two `u8` of `b`; wraps.
pub fn dp2a_hi_u32(a: u32, b: u32, c: u32) -> u32 {
    dp2a_u32(a, b >> 16, c)
}
