//! What conversions between numbers give when they fail, and wrappers of numbers.

use crate::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The number does not fit into the type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TryFromIntError(pub(crate) ());

/// A number whose arithmetic wraps around at the ends of its type, also in constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
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
impl Sub for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn sub(self, other: Wrapping<N>) -> Wrapping<N> {
        Wrapping(self.0.wrapping_sub(other.0))
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
impl Neg for Wrapping<N> {
    type Output = Wrapping<N>;

    #[inline(always)]
    fn neg(self) -> Wrapping<N> {
        Wrapping(self.0.wrapping_neg())
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl AddAssign for Wrapping<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Wrapping<N>) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl SubAssign for Wrapping<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Wrapping<N>) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl MulAssign for Wrapping<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Wrapping<N>) {
        self.0 = self.0.wrapping_mul(other.0);
    }
}
