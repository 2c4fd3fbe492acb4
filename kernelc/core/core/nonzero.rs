//! Numbers that are not zero.

use crate::clone::Clone;
use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};
use crate::convert::{From, TryFrom};
use crate::mem::transmute;
use crate::num::TryFromIntError;
use crate::ops::{BitOr, BitOrAssign, Div, DivAssign, Neg, Rem, RemAssign};

/// Numbers that can be told not to be zero.
pub trait ZeroablePrimitive: Copy {}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ZeroablePrimitive for N {}

/// A number that is not zero: `Option<NonZero<T>>` is as large as the number.
#[nonzero]
#[repr(transparent)]
pub struct NonZero<T: ZeroablePrimitive> {
    value: T,
}

pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroI128 = NonZero<i128>;
pub type NonZeroIsize = NonZero<isize>;
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroU128 = NonZero<u128>;
pub type NonZeroUsize = NonZero<usize>;

impl<T: ZeroablePrimitive> NonZero<T> {
    /// The number; `None` for zero.
    #[inline(always)]
    pub const fn new(value: T) -> Option<NonZero<T>> {
        unsafe { transmute(value) }
    }

    /// The number, which is not zero.
    #[inline(always)]
    pub const unsafe fn new_unchecked(value: T) -> NonZero<T> {
        NonZero { value }
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> T {
        self.value
    }
}

impl<T: ZeroablePrimitive> Clone for NonZero<T> {
    #[inline(always)]
    fn clone(&self) -> NonZero<T> {
        *self
    }
}

impl<T: ZeroablePrimitive> Copy for NonZero<T> {}

impl<T: ZeroablePrimitive + PartialEq> PartialEq for NonZero<T> {
    #[inline(always)]
    fn eq(&self, other: &NonZero<T>) -> bool {
        self.value == other.value
    }
}

impl<T: ZeroablePrimitive + Eq> Eq for NonZero<T> {}

impl<T: ZeroablePrimitive + PartialOrd> PartialOrd for NonZero<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &NonZero<T>) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: ZeroablePrimitive + Ord> Ord for NonZero<T> {
    #[inline(always)]
    fn cmp(&self, other: &NonZero<T>) -> Ordering {
        self.value.cmp(&other.value)
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl NonZero<N> {
    /// The width.
    pub const BITS: u32 = N::BITS;

    /// Zero bits above the highest one.
    #[inline(always)]
    pub const fn leading_zeros(self) -> u32 {
        self.value.leading_zeros()
    }

    /// Zero bits below the lowest one.
    #[inline(always)]
    pub const fn trailing_zeros(self) -> u32 {
        self.value.trailing_zeros()
    }

    /// How many bits are one.
    #[inline(always)]
    pub const fn count_ones(self) -> NonZero<u32> {
        NonZero { value: self.value.count_ones() }
    }

    /// `self * other`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_mul(self, other: NonZero<N>) -> Option<NonZero<N>> {
        match self.value.checked_mul(other.value) {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }

    /// `self * other`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_mul(self, other: NonZero<N>) -> NonZero<N> {
        NonZero { value: self.value.saturating_mul(other.value) }
    }

    /// `self` to the power of `exponent`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_pow(self, exponent: u32) -> Option<NonZero<N>> {
        match self.value.checked_pow(exponent) {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }

    /// `self` to the power of `exponent`, or the end of the type on that side.
    #[inline(always)]
    pub const fn saturating_pow(self, exponent: u32) -> NonZero<N> {
        NonZero { value: self.value.saturating_pow(exponent) }
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl NonZero<N> {
    /// The least value: 1.
    pub const MIN: NonZero<N> = NonZero { value: 1 };

    /// The greatest value.
    pub const MAX: NonZero<N> = NonZero { value: N::MAX };

    /// `self + other`; `None` on overflow.
    #[inline(always)]
    pub const fn checked_add(self, other: N) -> Option<NonZero<N>> {
        match self.value.checked_add(other) {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }

    /// `self + other`, or `MAX` where that is more.
    #[inline(always)]
    pub const fn saturating_add(self, other: N) -> NonZero<N> {
        NonZero { value: self.value.saturating_add(other) }
    }

    /// The least power of two that is not below; `None` on overflow.
    #[inline(always)]
    pub const fn checked_next_power_of_two(self) -> Option<NonZero<N>> {
        match self.value.checked_next_power_of_two() {
            Some(value) => Some(NonZero { value }),
            None => None,
        }
    }

    /// The binary logarithm, rounded down.
    #[inline(always)]
    pub const fn ilog2(self) -> u32 {
        N::BITS - 1 - self.value.leading_zeros()
    }

    /// The decimal logarithm, rounded down.
    #[inline(always)]
    pub const fn ilog10(self) -> u32 {
        self.value.ilog10()
    }

    /// The middle between both, rounded down, without overflow.
    #[inline(always)]
    pub const fn midpoint(self, other: NonZero<N>) -> NonZero<N> {
        NonZero { value: self.value.midpoint(other.value) }
    }

    /// Whether exactly one bit is one.
    #[inline(always)]
    pub const fn is_power_of_two(self) -> bool {
        self.value.is_power_of_two()
    }

    /// The square root, rounded down.
    #[inline(always)]
    pub const fn isqrt(self) -> NonZero<N> {
        NonZero { value: self.value.isqrt() }
    }
}

#[for_each(N U, i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize)]
impl NonZero<N> {
    /// The least value.
    pub const MIN: NonZero<N> = NonZero { value: N::MIN };

    /// The greatest value.
    pub const MAX: NonZero<N> = NonZero { value: N::MAX };

    /// The magnitude; `MIN` stays `MIN`.
    #[inline(always)]
    pub const fn abs(self) -> NonZero<N> {
        NonZero { value: self.value.abs() }
    }

    /// The magnitude; `MIN` stays `MIN`.
    #[inline(always)]
    pub const fn wrapping_abs(self) -> NonZero<N> {
        NonZero { value: self.value.wrapping_abs() }
    }

    /// The magnitude, or `MAX` for `MIN`.
    #[inline(always)]
    pub const fn saturating_abs(self) -> NonZero<N> {
        NonZero { value: self.value.saturating_abs() }
    }

    /// `-self`, wrapping around at the ends of the type.
    #[inline(always)]
    pub const fn wrapping_neg(self) -> NonZero<N> {
        NonZero { value: self.value.wrapping_neg() }
    }

    /// `-self`, or `MAX` for `MIN`.
    #[inline(always)]
    pub const fn saturating_neg(self) -> NonZero<N> {
        NonZero { value: self.value.saturating_neg() }
    }

    /// The magnitude; `None` for `MIN`.
    #[inline(always)]
    pub const fn checked_abs(self) -> Option<NonZero<N>> {
        if self.value == N::MIN { None } else { Some(self.wrapping_abs()) }
    }

    /// `-self`; `None` for `MIN`.
    #[inline(always)]
    pub const fn checked_neg(self) -> Option<NonZero<N>> {
        if self.value == N::MIN { None } else { Some(self.wrapping_neg()) }
    }

    /// The magnitude in the unsigned type.
    #[inline(always)]
    pub const fn unsigned_abs(self) -> NonZero<U> {
        NonZero { value: self.value.unsigned_abs() }
    }

    /// Whether it is above zero.
    #[inline(always)]
    pub const fn is_positive(self) -> bool {
        self.value > 0
    }

    /// Whether it is below zero.
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self.value < 0
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize)]
impl Neg for NonZero<N> {
    type Output = NonZero<N>;

    #[inline(always)]
    fn neg(self) -> NonZero<N> {
        self.wrapping_neg()
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl Div<NonZero<N>> for N {
    type Output = N;

    #[inline(always)]
    fn div(self, other: NonZero<N>) -> N {
        self / other.value
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl Rem<NonZero<N>> for N {
    type Output = N;

    #[inline(always)]
    fn rem(self, other: NonZero<N>) -> N {
        self % other.value
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl DivAssign<NonZero<N>> for N {
    #[inline(always)]
    fn div_assign(&mut self, other: NonZero<N>) {
        *self = *self / other.value;
    }
}

#[for_each(N, u8, u16, u32, u64, u128, usize)]
impl RemAssign<NonZero<N>> for N {
    #[inline(always)]
    fn rem_assign(&mut self, other: NonZero<N>) {
        *self = *self % other.value;
    }
}

impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOr for NonZero<T> {
    type Output = NonZero<T>;

    #[inline(always)]
    fn bitor(self, other: NonZero<T>) -> NonZero<T> {
        NonZero { value: self.value | other.value }
    }
}

impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOr<T> for NonZero<T> {
    type Output = NonZero<T>;

    #[inline(always)]
    fn bitor(self, other: T) -> NonZero<T> {
        NonZero { value: self.value | other }
    }
}

impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOrAssign for NonZero<T> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: NonZero<T>) {
        self.value = self.value | other.value;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl From<NonZero<N>> for N {
    #[inline(always)]
    fn from(value: NonZero<N>) -> N {
        value.value
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl TryFrom<N> for NonZero<N> {
    type Error = TryFromIntError;

    #[inline(always)]
    fn try_from(value: N) -> Result<NonZero<N>, TryFromIntError> {
        match NonZero::new(value) {
            Some(found) => Ok(found),
            None => Err(TryFromIntError(())),
        }
    }
}
