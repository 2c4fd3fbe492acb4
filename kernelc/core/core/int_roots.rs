//! Square roots of unsigned integers, rounded down, and comparisons with a count of elements.

#[for_each(N, u8, u16, u32, u64, usize)]
impl N {
    /// `self <= count`
    #[inline(always)]
    pub(crate) const fn is_at_most(self, count: usize) -> bool {
        self as usize <= count
    }

    /// `self < count`
    #[inline(always)]
    pub(crate) const fn is_below(self, count: usize) -> bool {
        (self as usize) < count
    }
}

#[for_each(N, u8, u16)]
impl N {
    /// The square root, rounded down.
    #[inline(always)]
    pub const fn isqrt(self) -> N {
        (self as f32).sqrt() as N
    }
}

impl u32 {
    /// The square root, rounded down: that of the nearest `f32` is off by at most one.
    #[inline(always)]
    pub const fn isqrt(self) -> u32 {
        let near = (self as f32).sqrt() as u64;
        let value = self as u64;
        if near * near > value {
            (near - 1) as u32
        } else if (near + 1) * (near + 1) <= value {
            (near + 1) as u32
        } else {
            near as u32
        }
    }
}

#[for_each(N, u64, usize)]
impl N {
    /// The square root, rounded down: one step of Newton's method from that of the nearest `f32` is off by at most one.
    #[inline(always)]
    pub const fn isqrt(self) -> N {
        if self == 0 {
            return 0;
        }
        let start = (self as f32).sqrt() as N;
        let near = ((start + self / start) >> 1).min(4294967295);
        if near * near > self {
            near - 1
        } else if near < 4294967295 && (near + 1) * (near + 1) <= self {
            near + 1
        } else {
            near
        }
    }
}

#[for_each(N, u8, u16, u32, u64, usize)]
impl N {
    /// This number and `more` as what `size_hint` says.
    #[inline(always)]
    pub(crate) const fn as_hint(self, more: usize) -> (usize, Option<usize>) {
        ((self as usize).saturating_add(more), (self as usize).checked_add(more))
    }
}

impl u128 {
    /// This number and `more` as what `size_hint` says.
    #[inline(always)]
    pub(crate) const fn as_hint(self, more: usize) -> (usize, Option<usize>) {
        if self > usize::MAX as u128 { (usize::MAX, None) } else { (self as usize).as_hint(more) }
    }

    /// `self <= count`
    #[inline(always)]
    pub(crate) const fn is_at_most(self, count: usize) -> bool {
        self <= count as u128
    }

    /// `self < count`
    #[inline(always)]
    pub(crate) const fn is_below(self, count: usize) -> bool {
        self < count as u128
    }

    /// The square root, rounded down: bit by bit.
    #[inline(always)]
    pub const fn isqrt(self) -> u128 {
        let (mut rest, mut root) = (self, 0u128);
        let mut bit = 1u128 << 126;
        while bit > rest {
            bit >>= 2;
        }
        while bit != 0 {
            if rest >= root + bit {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
            bit >>= 2;
        }
        root
    }
}
