//! The methods and constants that the floats of 16 bits have beside those of all floats (`float`).

use crate::cmp::{Ord, Ordering};

#[for_each(N, f16, bf16)]
impl N {
    pub const INFINITY: N = 1.0 / 0.0;
    pub const NEG_INFINITY: N = -1.0 / 0.0;
    pub const NAN: N = 0.0 / 0.0;
    pub const RADIX: u32 = 2;

    /// The bits of the number.
    #[intrinsic("mir.bitcast")]
    pub const fn to_bits(self) -> u16;

    /// The number with these bits.
    #[intrinsic("mir.bitcast")]
    pub const fn from_bits(bits: u16) -> N;

    /// Whether the sign bit is set, also of zero and NaN.
    #[inline(always)]
    pub const fn is_sign_negative(self) -> bool {
        self.to_bits() >> 15 == 1
    }

    /// Whether the sign bit is not set.
    #[inline(always)]
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() >> 15 == 0
    }

    /// The order of IEEE 754: -NaN, -infinity, numbers, -0, 0, numbers, infinity, NaN.
    #[inline(always)]
    pub fn total_cmp(&self, other: &N) -> Ordering {
        let (a, b) = (self.to_bits() as i16, other.to_bits() as i16);
        let left = a ^ ((a >> 15) as u16 >> 1) as i16;
        let right = b ^ ((b >> 15) as u16 >> 1) as i16;
        left.cmp(&right)
    }

    /// The least number above.
    #[inline(always)]
    pub const fn next_up(self) -> N {
        if self.is_nan() || self == N::INFINITY {
            return self;
        }
        let bits = self.to_bits();
        if self == 0.0 {
            N::from_bits(1)
        } else if self > 0.0 {
            N::from_bits(bits + 1)
        } else {
            N::from_bits(bits - 1)
        }
    }

    /// The greatest number below.
    #[inline(always)]
    pub const fn next_down(self) -> N {
        -(-self).next_up()
    }

    /// The bytes, lowest first.
    #[inline(always)]
    pub const fn to_le_bytes(self) -> [u8; 2] {
        self.to_bits().to_le_bytes()
    }

    /// The bytes, highest first.
    #[inline(always)]
    pub const fn to_be_bytes(self) -> [u8; 2] {
        self.to_bits().to_be_bytes()
    }

    /// The bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn to_ne_bytes(self) -> [u8; 2] {
        self.to_bits().to_le_bytes()
    }

    /// The number with these bytes, lowest first.
    #[inline(always)]
    pub const fn from_le_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_le_bytes(bytes))
    }

    /// The number with these bytes, highest first.
    #[inline(always)]
    pub const fn from_be_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_be_bytes(bytes))
    }

    /// The number with these bytes as in memory, lowest first.
    #[inline(always)]
    pub const fn from_ne_bytes(bytes: [u8; 2]) -> N {
        N::from_bits(u16::from_le_bytes(bytes))
    }
}

impl f16 {
    pub const MIN: f16 = -65504.0;
    pub const MAX: f16 = 65504.0;
    pub const MIN_POSITIVE: f16 = 6.103515625e-05;
    pub const EPSILON: f16 = 0.0009765625;
    pub const MANTISSA_DIGITS: u32 = 11;
    pub const DIGITS: u32 = 3;
    pub const MIN_EXP: i32 = -13;
    pub const MAX_EXP: i32 = 16;
    pub const MIN_10_EXP: i32 = -4;
    pub const MAX_10_EXP: i32 = 4;
}

impl bf16 {
    pub const MIN: bf16 = -3.3895313892515355e38;
    pub const MAX: bf16 = 3.3895313892515355e38;
    pub const MIN_POSITIVE: bf16 = 1.1754943508222875e-38;
    pub const EPSILON: bf16 = 0.0078125;
    pub const MANTISSA_DIGITS: u32 = 8;
    pub const DIGITS: u32 = 2;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
}
