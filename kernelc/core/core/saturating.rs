//! Numbers whose arithmetic stops at the ends of their type.

use crate::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign};

/// A number whose arithmetic stops at the ends of its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(transparent)]
pub struct Saturating<T>(pub T);

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Add for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn add(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0.saturating_add(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Add<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn add(self, other: &'a Saturating<N>) -> Saturating<N> {
        Add::add(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl AddAssign for Saturating<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Saturating<N>) {
        *self = Add::add(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> AddAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: &'a Saturating<N>) {
        *self = Add::add(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl AddAssign<N> for Saturating<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: N) {
        *self = Add::add(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Sub for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn sub(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0.saturating_sub(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Sub<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn sub(self, other: &'a Saturating<N>) -> Saturating<N> {
        Sub::sub(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl SubAssign for Saturating<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Saturating<N>) {
        *self = Sub::sub(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> SubAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: &'a Saturating<N>) {
        *self = Sub::sub(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl SubAssign<N> for Saturating<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: N) {
        *self = Sub::sub(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Mul for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn mul(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0.saturating_mul(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Mul<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn mul(self, other: &'a Saturating<N>) -> Saturating<N> {
        Mul::mul(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl MulAssign for Saturating<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Saturating<N>) {
        *self = Mul::mul(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> MulAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: &'a Saturating<N>) {
        *self = Mul::mul(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl MulAssign<N> for Saturating<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: N) {
        *self = Mul::mul(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Div for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    #[track_caller]
    fn div(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0.saturating_div(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Div<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    #[track_caller]
    fn div(self, other: &'a Saturating<N>) -> Saturating<N> {
        Div::div(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl DivAssign for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: Saturating<N>) {
        *self = Div::div(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> DivAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: &'a Saturating<N>) {
        *self = Div::div(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl DivAssign<N> for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: N) {
        *self = Div::div(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Rem for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    #[track_caller]
    fn rem(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0 % other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Rem<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    #[track_caller]
    fn rem(self, other: &'a Saturating<N>) -> Saturating<N> {
        Rem::rem(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl RemAssign for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: Saturating<N>) {
        *self = Rem::rem(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> RemAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: &'a Saturating<N>) {
        *self = Rem::rem(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl RemAssign<N> for Saturating<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: N) {
        *self = Rem::rem(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAnd for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitand(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0 & other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitAnd<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitand(self, other: &'a Saturating<N>) -> Saturating<N> {
        BitAnd::bitand(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAndAssign for Saturating<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Saturating<N>) {
        *self = BitAnd::bitand(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitAndAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: &'a Saturating<N>) {
        *self = BitAnd::bitand(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAndAssign<N> for Saturating<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: N) {
        *self = BitAnd::bitand(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOr for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitor(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0 | other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitOr<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitor(self, other: &'a Saturating<N>) -> Saturating<N> {
        BitOr::bitor(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOrAssign for Saturating<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Saturating<N>) {
        *self = BitOr::bitor(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitOrAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: &'a Saturating<N>) {
        *self = BitOr::bitor(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOrAssign<N> for Saturating<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: N) {
        *self = BitOr::bitor(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXor for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitxor(self, other: Saturating<N>) -> Saturating<N> {
        Saturating(self.0 ^ other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitXor<&'a Saturating<N>> for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn bitxor(self, other: &'a Saturating<N>) -> Saturating<N> {
        BitXor::bitxor(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXorAssign for Saturating<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Saturating<N>) {
        *self = BitXor::bitxor(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitXorAssign<&'a Saturating<N>> for Saturating<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: &'a Saturating<N>) {
        *self = BitXor::bitxor(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXorAssign<N> for Saturating<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: N) {
        *self = BitXor::bitxor(*self, Saturating(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Not for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn not(self) -> Saturating<N> {
        Saturating(!self.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize)]
impl Neg for Saturating<N> {
    type Output = Saturating<N>;

    #[inline(always)]
    fn neg(self) -> Saturating<N> {
        Saturating(self.0.saturating_neg())
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Saturating<N> {
    /// The least value.
    pub const MIN: Saturating<N> = Saturating(N::MIN);

    /// The greatest value.
    pub const MAX: Saturating<N> = Saturating(N::MAX);

    /// The width.
    pub const BITS: u32 = N::BITS;

    /// `self` to the power of `exponent`, or the end of the type on that side.
    #[inline(always)]
    pub const fn pow(self, exponent: u32) -> Saturating<N> {
        Saturating(self.0.saturating_pow(exponent))
    }

    /// How many bits are one.
    #[inline(always)]
    pub const fn count_ones(self) -> u32 {
        self.0.count_ones()
    }

    /// How many bits are zero.
    #[inline(always)]
    pub const fn count_zeros(self) -> u32 {
        self.0.count_zeros()
    }

    /// Zero bits above the highest one.
    #[inline(always)]
    pub const fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    /// Zero bits below the lowest one.
    #[inline(always)]
    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }
}
