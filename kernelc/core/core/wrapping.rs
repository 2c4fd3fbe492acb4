//! Numbers whose arithmetic wraps around at the ends of their type, also in constants.

use crate::iter::{Iterator, Product, Sum};
use crate::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign};

/// A number whose arithmetic wraps around at the ends of its type, also in constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(transparent)]
pub struct Wrapping<T>(pub T);

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Add for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn add(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_add(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Add<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn add(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        Add::add(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl AddAssign for Wrapping<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Wrapping<N>) {
        *self = Add::add(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> AddAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: &'a Wrapping<N>) {
        *self = Add::add(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl AddAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: N) {
        *self = Add::add(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Sub for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn sub(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_sub(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Sub<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn sub(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        Sub::sub(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl SubAssign for Wrapping<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Wrapping<N>) {
        *self = Sub::sub(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> SubAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: &'a Wrapping<N>) {
        *self = Sub::sub(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl SubAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: N) {
        *self = Sub::sub(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Mul for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn mul(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_mul(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Mul<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn mul(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        Mul::mul(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl MulAssign for Wrapping<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Wrapping<N>) {
        *self = Mul::mul(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> MulAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: &'a Wrapping<N>) {
        *self = Mul::mul(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl MulAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: N) {
        *self = Mul::mul(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Div for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    #[track_caller]
    fn div(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_div(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Div<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    #[track_caller]
    fn div(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        Div::div(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl DivAssign for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: Wrapping<N>) {
        *self = Div::div(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> DivAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: &'a Wrapping<N>) {
        *self = Div::div(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl DivAssign<N> for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, other: N) {
        *self = Div::div(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Rem for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    #[track_caller]
    fn rem(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_rem(other.0))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Rem<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    #[track_caller]
    fn rem(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        Rem::rem(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl RemAssign for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: Wrapping<N>) {
        *self = Rem::rem(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> RemAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: &'a Wrapping<N>) {
        *self = Rem::rem(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl RemAssign<N> for Wrapping<N> {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, other: N) {
        *self = Rem::rem(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAnd for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitand(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0 & other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitAnd<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitand(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        BitAnd::bitand(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAndAssign for Wrapping<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Wrapping<N>) {
        *self = BitAnd::bitand(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitAndAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: &'a Wrapping<N>) {
        *self = BitAnd::bitand(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitAndAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: N) {
        *self = BitAnd::bitand(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOr for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitor(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0 | other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitOr<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitor(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        BitOr::bitor(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOrAssign for Wrapping<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Wrapping<N>) {
        *self = BitOr::bitor(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitOrAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: &'a Wrapping<N>) {
        *self = BitOr::bitor(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitOrAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: N) {
        *self = BitOr::bitor(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXor for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitxor(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0 ^ other.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitXor<&'a Wrapping<N>> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn bitxor(self, other: &'a Wrapping<N>) -> Wrapping<N> {
        BitXor::bitxor(self, *other)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXorAssign for Wrapping<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Wrapping<N>) {
        *self = BitXor::bitxor(*self, other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> BitXorAssign<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: &'a Wrapping<N>) {
        *self = BitXor::bitxor(*self, *other);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl BitXorAssign<N> for Wrapping<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: N) {
        *self = BitXor::bitxor(*self, Wrapping(other));
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<usize> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn shl(self, count: usize) -> Wrapping<N> {
        Wrapping(self.0.wrapping_shl(count as u32))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<usize> for Wrapping<N> {
    #[inline(always)]
    fn shl_assign(&mut self, count: usize) {
        self.0 = self.0.wrapping_shl(count as u32);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<usize> for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn shr(self, count: usize) -> Wrapping<N> {
        Wrapping(self.0.wrapping_shr(count as u32))
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<usize> for Wrapping<N> {
    #[inline(always)]
    fn shr_assign(&mut self, count: usize) {
        self.0 = self.0.wrapping_shr(count as u32);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Not for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn not(self) -> Wrapping<N> {
        Wrapping(!self.0)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Neg for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn neg(self) -> Wrapping<N> {
        Wrapping(self.0.wrapping_neg())
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Sum for Wrapping<N> {
    #[inline(always)]
    fn sum<I: Iterator<Item = Wrapping<N>>>(iter: I) -> Wrapping<N> {
        let mut total = Wrapping(0 as N);
        for value in iter {
            total += value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Sum<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a Wrapping<N>>>(iter: I) -> Wrapping<N> {
        let mut total = Wrapping(0 as N);
        for value in iter {
            total += *value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Product for Wrapping<N> {
    #[inline(always)]
    fn product<I: Iterator<Item = Wrapping<N>>>(iter: I) -> Wrapping<N> {
        let mut total = Wrapping(1 as N);
        for value in iter {
            total *= value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Product<&'a Wrapping<N>> for Wrapping<N> {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a Wrapping<N>>>(iter: I) -> Wrapping<N> {
        let mut total = Wrapping(1 as N);
        for value in iter {
            total *= *value;
        }
        total
    }
}
