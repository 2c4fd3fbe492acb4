//! Arithmetic that panics on overflow, also where the program is built without such checks.

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl N {
    /// `self + other`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_add(self, other: N) -> N {
        let (value, overflows) = self.overflowing_add(other);
        if overflows {
            panic!("attempt to add with overflow");
        }
        value
    }

    /// `self - other`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_sub(self, other: N) -> N {
        let (value, overflows) = self.overflowing_sub(other);
        if overflows {
            panic!("attempt to subtract with overflow");
        }
        value
    }

    /// `self * other`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_mul(self, other: N) -> N {
        let (value, overflows) = self.overflowing_mul(other);
        if overflows {
            panic!("attempt to multiply with overflow");
        }
        value
    }

    /// `self / other`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_div(self, other: N) -> N {
        let (value, overflows) = self.overflowing_div(other);
        if overflows {
            panic!("attempt to divide with overflow");
        }
        value
    }

    /// `self % other`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_rem(self, other: N) -> N {
        let (value, overflows) = self.overflowing_rem(other);
        if overflows {
            panic!("attempt to calculate the remainder with overflow");
        }
        value
    }

    /// `self.div_euclid(other)`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_div_euclid(self, other: N) -> N {
        let (value, overflows) = self.overflowing_div_euclid(other);
        if overflows {
            panic!("attempt to divide with overflow");
        }
        value
    }

    /// `self.rem_euclid(other)`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_rem_euclid(self, other: N) -> N {
        let (value, overflows) = self.overflowing_rem_euclid(other);
        if overflows {
            panic!("attempt to calculate the remainder with overflow");
        }
        value
    }

    /// `-self`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_neg(self) -> N {
        let (value, overflows) = self.overflowing_neg();
        if overflows {
            panic!("attempt to negate with overflow");
        }
        value
    }

    /// `self << count`; a panic for a count of the width or more.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_shl(self, count: u32) -> N {
        let (value, overflows) = self.overflowing_shl(count);
        if overflows {
            panic!("attempt to shift left with overflow");
        }
        value
    }

    /// `self >> count`; a panic for a count of the width or more.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_shr(self, count: u32) -> N {
        let (value, overflows) = self.overflowing_shr(count);
        if overflows {
            panic!("attempt to shift right with overflow");
        }
        value
    }

    /// `self` to the power of `exponent`; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_pow(self, exponent: u32) -> N {
        let (value, overflows) = self.overflowing_pow(exponent);
        if overflows {
            panic!("attempt to multiply with overflow");
        }
        value
    }
}

#[for_each(N U, i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize)]
impl N {
    /// The magnitude; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_abs(self) -> N {
        let (value, overflows) = self.overflowing_abs();
        if overflows {
            panic!("attempt to negate with overflow");
        }
        value
    }

    /// `self + other` with an unsigned number; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_add_unsigned(self, other: U) -> N {
        let (value, overflows) = self.overflowing_add_unsigned(other);
        if overflows {
            panic!("attempt to add with overflow");
        }
        value
    }

    /// `self - other` with an unsigned number; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_sub_unsigned(self, other: U) -> N {
        let (value, overflows) = self.overflowing_sub_unsigned(other);
        if overflows {
            panic!("attempt to subtract with overflow");
        }
        value
    }
}

#[for_each(N S, u8 i8, u16 i16, u32 i32, u64 i64, u128 i128, usize isize)]
impl N {
    /// `self + other` with a signed number; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_add_signed(self, other: S) -> N {
        let (value, overflows) = self.overflowing_add_signed(other);
        if overflows {
            panic!("attempt to add with overflow");
        }
        value
    }

    /// `self - other` with a signed number; a panic on overflow.
    #[inline(always)]
    #[track_caller]
    pub const fn strict_sub_signed(self, other: S) -> N {
        let (value, overflows) = self.overflowing_sub_signed(other);
        if overflows {
            panic!("attempt to subtract with overflow");
        }
        value
    }
}
