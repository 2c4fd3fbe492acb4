//! Least and greatest value and width of the integers.

impl i8 {
    pub const MIN: i8 = -128;
    pub const MAX: i8 = 127;
    pub const BITS: u32 = 8;
}

impl u8 {
    pub const MIN: u8 = 0;
    pub const MAX: u8 = 255;
    pub const BITS: u32 = 8;
}

impl i16 {
    pub const MIN: i16 = -32768;
    pub const MAX: i16 = 32767;
    pub const BITS: u32 = 16;
}

impl u16 {
    pub const MIN: u16 = 0;
    pub const MAX: u16 = 65535;
    pub const BITS: u32 = 16;
}

impl i32 {
    pub const MIN: i32 = -2147483648;
    pub const MAX: i32 = 2147483647;
    pub const BITS: u32 = 32;
}

impl u32 {
    pub const MIN: u32 = 0;
    pub const MAX: u32 = 4294967295;
    pub const BITS: u32 = 32;
}

impl i64 {
    pub const MIN: i64 = -9223372036854775808;
    pub const MAX: i64 = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl u64 {
    pub const MIN: u64 = 0;
    pub const MAX: u64 = 18446744073709551615;
    pub const BITS: u32 = 64;
}

impl i128 {
    pub const MIN: i128 = -170141183460469231731687303715884105728;
    pub const MAX: i128 = 170141183460469231731687303715884105727;
    pub const BITS: u32 = 128;
}

impl u128 {
    pub const MIN: u128 = 0;
    pub const MAX: u128 = 340282366920938463463374607431768211455;
    pub const BITS: u32 = 128;
}

impl isize {
    pub const MIN: isize = -9223372036854775808;
    pub const MAX: isize = 9223372036854775807;
    pub const BITS: u32 = 64;
}

impl usize {
    pub const MIN: usize = 0;
    pub const MAX: usize = 18446744073709551615;
    pub const BITS: u32 = 64;
}
