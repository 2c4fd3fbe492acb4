//! Equality and order.

/// How two values are ordered.
#[derive(Clone, Copy, Eq)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    /// This order; that which `f` gives where the values are equal.
    #[inline(always)]
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Ordering::Equal => f(),
            found => found,
        }
    }

    /// `Less` and `Greater` exchanged.
    #[inline(always)]
    pub const fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }

    /// This, or `other` where this is `Equal`.
    #[inline(always)]
    pub const fn then(self, other: Ordering) -> Ordering {
        match self {
            Ordering::Equal => other,
            _ => self,
        }
    }

    /// Whether it is `Less`.
    #[inline(always)]
    pub const fn is_lt(self) -> bool {
        (self as i8) < 0
    }

    /// Whether it is `Less` or `Equal`.
    #[inline(always)]
    pub const fn is_le(self) -> bool {
        self as i8 <= 0
    }

    /// Whether it is `Greater`.
    #[inline(always)]
    pub const fn is_gt(self) -> bool {
        self as i8 > 0
    }

    /// Whether it is `Greater` or `Equal`.
    #[inline(always)]
    pub const fn is_ge(self) -> bool {
        self as i8 >= 0
    }

    /// Whether it is `Equal`.
    #[inline(always)]
    pub const fn is_eq(self) -> bool {
        self as i8 == 0
    }

    /// Whether it is not `Equal`.
    #[inline(always)]
    pub const fn is_ne(self) -> bool {
        self as i8 != 0
    }
}

impl PartialEq for Ordering {
    #[inline(always)]
    fn eq(&self, other: &Ordering) -> bool {
        *self as i8 == *other as i8
    }
}

impl PartialOrd for Ordering {
    #[inline(always)]
    fn partial_cmp(&self, other: &Ordering) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordering {
    #[inline(always)]
    fn cmp(&self, other: &Ordering) -> Ordering {
        (*self as i8).cmp(&(*other as i8))
    }
}

/// Equality.
pub trait PartialEq<Rhs = Self> {
    fn eq(&self, other: &Rhs) -> bool;

    #[inline(always)]
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

/// Equality that holds of each value with itself.
pub trait Eq: PartialEq {}

/// Order, where there is one.
pub trait PartialOrd<Rhs = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    #[inline(always)]
    fn lt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(found) => found.is_lt(),
            None => false,
        }
    }

    #[inline(always)]
    fn le(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(found) => found.is_le(),
            None => false,
        }
    }

    #[inline(always)]
    fn gt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(found) => found.is_gt(),
            None => false,
        }
    }

    #[inline(always)]
    fn ge(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(found) => found.is_ge(),
            None => false,
        }
    }
}

/// Order of all values.
pub trait Ord: Eq + PartialOrd {
    fn cmp(&self, other: &Self) -> Ordering;

    /// The smaller value, of equal ones `self`.
    #[inline(always)]
    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { other } else { self }
    }

    /// The greater value, of equal ones `other`.
    #[inline(always)]
    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { self } else { other }
    }

    /// The value kept within `low..=high`.
    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self
    where
        Self: Sized,
    {
        assert!(low <= high);
        if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
}

/// The smaller value, of equal ones the first.
#[inline(always)]
pub fn min<T: Ord>(a: T, b: T) -> T {
    a.min(b)
}

/// The greater value, of equal ones the second.
#[inline(always)]
pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}

/// Turns the order of a type round.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

impl<T: Ord> Ord for Reverse<T> {
    #[inline(always)]
    fn cmp(&self, other: &Reverse<T>) -> Ordering {
        other.0.cmp(&self.0)
    }
}

// ------------------------------------------------------------------------------------------------------------------- built-in types

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64, bool, char)]
impl PartialEq for N {
    #[inline(always)]
    fn eq(&self, other: &N) -> bool {
        *self == *other
    }

    #[inline(always)]
    fn ne(&self, other: &N) -> bool {
        *self != *other
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char)]
impl Eq for N {}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char)]
impl PartialOrd for N {
    #[inline(always)]
    fn partial_cmp(&self, other: &N) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline(always)]
    fn lt(&self, other: &N) -> bool {
        *self < *other
    }

    #[inline(always)]
    fn le(&self, other: &N) -> bool {
        *self <= *other
    }

    #[inline(always)]
    fn gt(&self, other: &N) -> bool {
        *self > *other
    }

    #[inline(always)]
    fn ge(&self, other: &N) -> bool {
        *self >= *other
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char)]
impl Ord for N {
    #[inline(always)]
    fn cmp(&self, other: &N) -> Ordering {
        if *self < *other {
            Ordering::Less
        } else if *self == *other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl PartialOrd for N {
    #[inline(always)]
    fn partial_cmp(&self, other: &N) -> Option<Ordering> {
        if *self < *other {
            Some(Ordering::Less)
        } else if *self == *other {
            Some(Ordering::Equal)
        } else if *self > *other {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    #[inline(always)]
    fn lt(&self, other: &N) -> bool {
        *self < *other
    }

    #[inline(always)]
    fn le(&self, other: &N) -> bool {
        *self <= *other
    }

    #[inline(always)]
    fn gt(&self, other: &N) -> bool {
        *self > *other
    }

    #[inline(always)]
    fn ge(&self, other: &N) -> bool {
        *self >= *other
    }
}

// ----------------------------------------------------------------------------------------------------------- references and pointers

impl<A: PartialEq<B> + ?Sized, B: ?Sized> PartialEq<&B> for &A {
    #[inline(always)]
    fn eq(&self, other: &&B) -> bool {
        **self == **other
    }
}

impl<A: PartialEq<B> + ?Sized, B: ?Sized> PartialEq<&mut B> for &mut A {
    #[inline(always)]
    fn eq(&self, other: &&mut B) -> bool {
        **self == **other
    }
}

impl<A: Eq + ?Sized> Eq for &A {}

impl<A: PartialOrd<B> + ?Sized, B: ?Sized> PartialOrd<&B> for &A {
    #[inline(always)]
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        (**self).partial_cmp(*other)
    }
}

impl<A: Ord + ?Sized> Ord for &A {
    #[inline(always)]
    fn cmp(&self, other: &&A) -> Ordering {
        (**self).cmp(*other)
    }
}

impl<T: ?Sized> PartialEq for *const T {
    #[inline(always)]
    fn eq(&self, other: &*const T) -> bool {
        *self == *other
    }
}

impl<T: ?Sized> PartialEq for *mut T {
    #[inline(always)]
    fn eq(&self, other: &*mut T) -> bool {
        *self == *other
    }
}
