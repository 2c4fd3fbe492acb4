//! Operators, ranges, and what `*a` and `a[i]` stand for.

pub use crate::attempt::ControlFlow;
pub use crate::range_bounds::{Bound, RangeBounds};

/// What can be called once: it is used up.
pub trait FnOnce<Args> {
    type Output;
    fn call_once(self, args: Args) -> Self::Output;
}

/// What can be called and may change.
pub trait FnMut<Args>: FnOnce<Args> {
    fn call_mut(&mut self, args: Args) -> Self::Output;
}

/// What can be called as often as wanted.
pub trait Fn<Args>: FnMut<Args> {
    fn call(&self, args: Args) -> Self::Output;
}

impl<A, F: Fn<A>> FnOnce<A> for &F {
    type Output = F::Output;
    #[inline(always)]
    fn call_once(self, args: A) -> F::Output {
        (*self).call(args)
    }
}

impl<A, F: Fn<A>> FnMut<A> for &F {
    #[inline(always)]
    fn call_mut(&mut self, args: A) -> F::Output {
        (**self).call(args)
    }
}

impl<A, F: Fn<A>> Fn<A> for &F {
    #[inline(always)]
    fn call(&self, args: A) -> F::Output {
        (**self).call(args)
    }
}

impl<A, F: FnMut<A>> FnOnce<A> for &mut F {
    type Output = F::Output;
    #[inline(always)]
    fn call_once(self, args: A) -> F::Output {
        (*self).call_mut(args)
    }
}

impl<A, F: FnMut<A>> FnMut<A> for &mut F {
    #[inline(always)]
    fn call_mut(&mut self, args: A) -> F::Output {
        (**self).call_mut(args)
    }
}

/// `a + b`
pub trait Add<Rhs = Self> {
    type Output;
    fn add(self, rhs: Rhs) -> Self::Output;
}

/// `a - b`
pub trait Sub<Rhs = Self> {
    type Output;
    fn sub(self, rhs: Rhs) -> Self::Output;
}

/// `a * b`
pub trait Mul<Rhs = Self> {
    type Output;
    fn mul(self, rhs: Rhs) -> Self::Output;
}

/// `a / b`
pub trait Div<Rhs = Self> {
    type Output;
    fn div(self, rhs: Rhs) -> Self::Output;
}

/// `a % b`
pub trait Rem<Rhs = Self> {
    type Output;
    fn rem(self, rhs: Rhs) -> Self::Output;
}

/// `-a`
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}

/// `!a`
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}

/// `a & b`
pub trait BitAnd<Rhs = Self> {
    type Output;
    fn bitand(self, rhs: Rhs) -> Self::Output;
}

/// `a | b`
pub trait BitOr<Rhs = Self> {
    type Output;
    fn bitor(self, rhs: Rhs) -> Self::Output;
}

/// `a ^ b`
pub trait BitXor<Rhs = Self> {
    type Output;
    fn bitxor(self, rhs: Rhs) -> Self::Output;
}

/// `a << b`
pub trait Shl<Rhs = Self> {
    type Output;
    fn shl(self, rhs: Rhs) -> Self::Output;
}

/// `a >> b`
pub trait Shr<Rhs = Self> {
    type Output;
    fn shr(self, rhs: Rhs) -> Self::Output;
}

/// `a += b`
pub trait AddAssign<Rhs = Self> {
    fn add_assign(&mut self, rhs: Rhs);
}

/// `a -= b`
pub trait SubAssign<Rhs = Self> {
    fn sub_assign(&mut self, rhs: Rhs);
}

/// `a *= b`
pub trait MulAssign<Rhs = Self> {
    fn mul_assign(&mut self, rhs: Rhs);
}

/// `a /= b`
pub trait DivAssign<Rhs = Self> {
    fn div_assign(&mut self, rhs: Rhs);
}

/// `a %= b`
pub trait RemAssign<Rhs = Self> {
    fn rem_assign(&mut self, rhs: Rhs);
}

/// `a &= b`
pub trait BitAndAssign<Rhs = Self> {
    fn bitand_assign(&mut self, rhs: Rhs);
}

/// `a |= b`
pub trait BitOrAssign<Rhs = Self> {
    fn bitor_assign(&mut self, rhs: Rhs);
}

/// `a ^= b`
pub trait BitXorAssign<Rhs = Self> {
    fn bitxor_assign(&mut self, rhs: Rhs);
}

/// `a <<= b`
pub trait ShlAssign<Rhs = Self> {
    fn shl_assign(&mut self, rhs: Rhs);
}

/// `a >>= b`
pub trait ShrAssign<Rhs = Self> {
    fn shr_assign(&mut self, rhs: Rhs);
}

/// `*a` of a type that is no pointer
pub trait Deref {
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}

/// `*a = b` of a type that is no pointer
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

/// What happens at the end of a value. No type whose values a kernel makes may have it yet.
pub trait Drop {
    fn drop(&mut self);
}

/// `a[i]` of a type that is no array or slice
pub trait Index<Idx> {
    type Output;
    fn index(&self, index: Idx) -> &Self::Output;
}

/// `a[i] = b` of a type that is no array or slice
pub trait IndexMut<Idx>: Index<Idx> {
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

/// `start..end`
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

/// `start..=end`
#[derive(Clone, PartialEq, Eq)]
pub struct RangeInclusive<Idx> {
    pub(crate) start: Idx,
    pub(crate) end: Idx,
    pub(crate) exhausted: bool,
}

/// `start..`
#[derive(Clone, PartialEq, Eq)]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

/// `..end`
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RangeTo<Idx> {
    pub end: Idx,
}

/// `..=end`
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

/// `..`
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RangeFull;

impl<Idx> RangeInclusive<Idx> {
    /// `start..=end`
    #[inline(always)]
    pub const fn new(start: Idx, end: Idx) -> RangeInclusive<Idx> {
        RangeInclusive { start, end, exhausted: false }
    }

    /// Where it begins and where it ends.
    #[inline(always)]
    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }

    /// Where it begins.
    #[inline(always)]
    pub const fn start(&self) -> &Idx {
        &self.start
    }

    /// Where it ends.
    #[inline(always)]
    pub const fn end(&self) -> &Idx {
        &self.end
    }
}

impl<Idx: PartialOrd> Range<Idx> {
    /// Whether the value lies within.
    #[inline(always)]
    pub fn contains(&self, value: &Idx) -> bool {
        *value >= self.start && *value < self.end
    }
}

impl<Idx: PartialOrd> RangeInclusive<Idx> {
    /// Whether the value lies within.
    #[inline(always)]
    pub fn contains(&self, value: &Idx) -> bool {
        *value >= self.start && if self.exhausted { *value < self.end } else { *value <= self.end }
    }
}

impl<Idx: PartialOrd> RangeFrom<Idx> {
    /// Whether the value lies within.
    #[inline(always)]
    pub fn contains(&self, value: &Idx) -> bool {
        *value >= self.start
    }
}

impl<Idx: PartialOrd> RangeTo<Idx> {
    /// Whether the value lies within.
    #[inline(always)]
    pub fn contains(&self, value: &Idx) -> bool {
        *value < self.end
    }
}

impl<Idx: PartialOrd> RangeToInclusive<Idx> {
    /// Whether the value lies within.
    #[inline(always)]
    pub fn contains(&self, value: &Idx) -> bool {
        *value <= self.end
    }
}

impl<Idx: PartialOrd> Range<Idx> {
    /// Whether nothing lies within.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }
}

impl<Idx: PartialOrd> RangeInclusive<Idx> {
    /// Whether nothing lies within.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
}

impl<T: ?Sized> Deref for &T {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        *self
    }
}

impl<T: ?Sized> Deref for &mut T {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        *self
    }
}

impl<T: ?Sized> DerefMut for &mut T {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        *self
    }
}
