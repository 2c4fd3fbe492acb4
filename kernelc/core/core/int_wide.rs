//! Arithmetic on numbers of several words: with a carry in and out, and products in twice the width.

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl N {
    /// `self + other + carry`, and whether a carry is left.
    #[inline(always)]
    pub const fn carrying_add(self, other: N, carry: bool) -> (N, bool) {
        let (sum, first) = self.overflowing_add(other);
        let (total, second) = sum.overflowing_add(carry as N);
        (total, first | second)
    }

    /// `self - other - borrow`, and whether a borrow is left.
    #[inline(always)]
    pub const fn borrowing_sub(self, other: N, borrow: bool) -> (N, bool) {
        let (difference, first) = self.overflowing_sub(other);
        let (rest, second) = difference.overflowing_sub(borrow as N);
        (rest, first | second)
    }

    /// `self * other + carry` in twice the width: the lower and the upper half.
    #[inline(always)]
    pub const fn carrying_mul(self, other: N, carry: N) -> (N, N) {
        let (low, overflows) = self.wrapping_mul(other).overflowing_add(carry);
        (low, self.mul_high(other).wrapping_add(overflows as N))
    }

    /// `self * other + carry + add` in twice the width: the lower and the upper half.
    #[inline(always)]
    pub const fn carrying_mul_add(self, other: N, carry: N, add: N) -> (N, N) {
        let (low, high) = self.carrying_mul(other, carry);
        let (total, overflows) = low.overflowing_add(add);
        (total, high.wrapping_add(overflows as N))
    }
}

#[for_each(N U, i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize)]
impl N {
    /// `self * other + carry` in twice the width: the lower half, and the upper one with the sign.
    #[inline(always)]
    pub const fn carrying_mul(self, other: N, carry: N) -> (U, N) {
        let (low, overflows) = (self.wrapping_mul(other) as U).overflowing_add(carry as U);
        let above = carry.wrapping_shr(N::BITS - 1).wrapping_add(overflows as N);
        (low, self.mul_high(other).wrapping_add(above))
    }

    /// `self * other + carry + add` in twice the width: the lower half, and the upper one with the sign.
    #[inline(always)]
    pub const fn carrying_mul_add(self, other: N, carry: N, add: N) -> (U, N) {
        let (low, high) = self.carrying_mul(other, carry);
        let (total, overflows) = low.overflowing_add(add as U);
        (total, high.wrapping_add(add.wrapping_shr(N::BITS - 1)).wrapping_add(overflows as N))
    }
}
