//! Conversions between numbers.

use crate::convert::{From, TryFrom};
use crate::num::TryFromIntError;

#[for_each(N, bool)]
impl From<N> for i8 {
    #[inline(always)]
    fn from(value: N) -> i8 {
        value as i8
    }
}

#[for_each(N, bool, i8, u8)]
impl From<N> for i16 {
    #[inline(always)]
    fn from(value: N) -> i16 {
        value as i16
    }
}

#[for_each(N, bool, i8, i16, u8, u16)]
impl From<N> for i32 {
    #[inline(always)]
    fn from(value: N) -> i32 {
        value as i32
    }
}

#[for_each(N, bool, i8, i16, i32, u8, u16, u32)]
impl From<N> for i64 {
    #[inline(always)]
    fn from(value: N) -> i64 {
        value as i64
    }
}

#[for_each(N, bool, i8, i16, i32, i64, u8, u16, u32, u64)]
impl From<N> for i128 {
    #[inline(always)]
    fn from(value: N) -> i128 {
        value as i128
    }
}

#[for_each(N, bool, i8, i16, u8)]
impl From<N> for isize {
    #[inline(always)]
    fn from(value: N) -> isize {
        value as isize
    }
}

#[for_each(N, bool)]
impl From<N> for u8 {
    #[inline(always)]
    fn from(value: N) -> u8 {
        value as u8
    }
}

#[for_each(N, bool, u8)]
impl From<N> for u16 {
    #[inline(always)]
    fn from(value: N) -> u16 {
        value as u16
    }
}

#[for_each(N, bool, u8, u16, char)]
impl From<N> for u32 {
    #[inline(always)]
    fn from(value: N) -> u32 {
        value as u32
    }
}

#[for_each(N, bool, u8, u16, u32, char)]
impl From<N> for u64 {
    #[inline(always)]
    fn from(value: N) -> u64 {
        value as u64
    }
}

#[for_each(N, bool, u8, u16, u32, u64, char)]
impl From<N> for u128 {
    #[inline(always)]
    fn from(value: N) -> u128 {
        value as u128
    }
}

#[for_each(N, bool, u8, u16)]
impl From<N> for usize {
    #[inline(always)]
    fn from(value: N) -> usize {
        value as usize
    }
}

#[for_each(N, i8, u8)]
impl From<N> for f16 {
    #[inline(always)]
    fn from(value: N) -> f16 {
        value as f16
    }
}

#[for_each(N, i8, u8)]
impl From<N> for bf16 {
    #[inline(always)]
    fn from(value: N) -> bf16 {
        value as bf16
    }
}

#[for_each(N, i8, i16, u8, u16, f16, bf16)]
impl From<N> for f32 {
    #[inline(always)]
    fn from(value: N) -> f32 {
        value as f32
    }
}

#[for_each(N, i8, i16, i32, u8, u16, u32, f16, bf16, f32)]
impl From<N> for f64 {
    #[inline(always)]
    fn from(value: N) -> f64 {
        value as f64
    }
}

impl From<bool> for f16 {
    #[inline(always)]
    fn from(value: bool) -> f16 {
        value as u8 as f16
    }
}

impl From<bool> for f32 {
    #[inline(always)]
    fn from(value: bool) -> f32 {
        value as u8 as f32
    }
}

impl From<bool> for f64 {
    #[inline(always)]
    fn from(value: bool) -> f64 {
        value as u8 as f64
    }
}

impl From<u8> for char {
    #[inline(always)]
    fn from(value: u8) -> char {
        value as char
    }
}

#[for_each(N, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl TryFrom<N> for i8 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<i8, TryFromIntError> {
        let converted = value as i8;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i32, i64, i128, isize, u16, u32, u64, u128, usize)]
impl TryFrom<N> for i16 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<i16, TryFromIntError> {
        let converted = value as i16;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i64, i128, isize, u32, u64, u128, usize)]
impl TryFrom<N> for i32 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<i32, TryFromIntError> {
        let converted = value as i32;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i128, isize, u64, u128, usize)]
impl TryFrom<N> for i64 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<i64, TryFromIntError> {
        let converted = value as i64;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, isize, u128, usize)]
impl TryFrom<N> for i128 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<i128, TryFromIntError> {
        let converted = value as i128;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i32, i64, i128, u16, u32, u64, u128, usize)]
impl TryFrom<N> for isize {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<isize, TryFromIntError> {
        let converted = value as isize;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u16, u32, u64, u128, usize)]
impl TryFrom<N> for u8 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<u8, TryFromIntError> {
        let converted = value as u8;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u32, u64, u128, usize)]
impl TryFrom<N> for u16 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<u16, TryFromIntError> {
        let converted = value as u16;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u64, u128, usize)]
impl TryFrom<N> for u32 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<u32, TryFromIntError> {
        let converted = value as u32;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u128, usize)]
impl TryFrom<N> for u64 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<u64, TryFromIntError> {
        let converted = value as u64;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, usize)]
impl TryFrom<N> for u128 {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<u128, TryFromIntError> {
        let converted = value as u128;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u32, u64, u128)]
impl TryFrom<N> for usize {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<usize, TryFromIntError> {
        let converted = value as usize;
        if converted as N == value && (converted < 0) == (value < 0) { Ok(converted) } else { Err(TryFromIntError(())) }
    }
}
