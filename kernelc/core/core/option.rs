//! A value or nothing.

use crate::default::Default;
use crate::mem;
use crate::ops::{Deref, DerefMut};
use crate::slice;

pub use crate::option_iter::IntoIter;

/// A value or nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Option<T> {
    None,
    Some(T),
}

impl<T> Option<T> {
    /// Whether there is a value.
    #[inline(always)]
    pub const fn is_some(&self) -> bool {
        match self {
            Some(_) => true,
            None => false,
        }
    }

    /// Whether there is no value.
    #[inline(always)]
    pub const fn is_none(&self) -> bool {
        !self.is_some()
    }

    /// The value; a panic without one.
    #[inline(always)]
    #[track_caller]
    pub const fn unwrap(self) -> T {
        match self {
            Some(value) => value,
            None => panic!("called `Option::unwrap()` on a `None` value"),
        }
    }

    /// The value; a panic with this message without one.
    #[inline(always)]
    #[track_caller]
    #[shows_text]
    pub const fn expect(self, message: &str) -> T {
        match self {
            Some(value) => value,
            None => panic!("{}", message),
        }
    }

    /// The value, or `default` without one.
    #[inline(always)]
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(value) => value,
            None => default,
        }
    }

    /// The value, or that of `Default`.
    #[inline(always)]
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(value) => value,
            None => T::default(),
        }
    }

    /// The value, which there is: anything may happen without one.
    #[inline(always)]
    pub const unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(value) => value,
            None => unsafe { crate::hint::unreachable_unchecked() },
        }
    }

    /// A reference to the value.
    #[inline(always)]
    pub const fn as_ref(&self) -> Option<&T> {
        match self {
            Some(value) => Some(value),
            None => None,
        }
    }

    /// A mutable reference to the value.
    #[inline(always)]
    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match self {
            Some(value) => Some(value),
            None => None,
        }
    }

    /// The value as a result, or `error` without one.
    #[inline(always)]
    pub fn ok_or<E>(self, error: E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error),
        }
    }

    /// `other` if there is a value.
    #[inline(always)]
    pub fn and<U>(self, other: Option<U>) -> Option<U> {
        match self {
            Some(_) => other,
            None => None,
        }
    }

    /// This if there is a value, else `other`.
    #[inline(always)]
    pub fn or(self, other: Option<T>) -> Option<T> {
        match self {
            Some(_) => self,
            None => other,
        }
    }

    /// The one that has a value, if only one has.
    #[inline(always)]
    pub fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(value), None) => Some(value),
            (None, Some(value)) => Some(value),
            _ => None,
        }
    }

    /// Both values, if there are both.
    #[inline(always)]
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }

    /// Puts `value` in, and gives a reference to it.
    #[inline(always)]
    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(inside) => inside,
            None => unreachable!(),
        }
    }

    /// Puts `value` in where there is none, and gives a reference to what is there.
    #[inline(always)]
    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        if self.is_none() {
            *self = Some(value);
        }
        match self {
            Some(inside) => inside,
            None => unreachable!(),
        }
    }

    /// Takes the value out.
    #[inline(always)]
    pub fn take(&mut self) -> Option<T> {
        mem::replace(self, None)
    }

    /// Puts `value` in, and gives what was there.
    #[inline(always)]
    pub fn replace(&mut self, value: T) -> Option<T> {
        mem::replace(self, Some(value))
    }
}

impl<T> Option<T> {
    /// Puts the value of `Default` in where there is none, and gives a reference to what is there.
    #[inline(always)]
    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        if self.is_none() {
            *self = Some(T::default());
        }
        match self {
            Some(inside) => inside,
            None => unreachable!(),
        }
    }

    /// The value as a slice of one element, or an empty one.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[T] {
        match self {
            Some(value) => slice::from_ref(value),
            None => &[],
        }
    }

    /// The value as a mutable slice of one element, or an empty one.
    #[inline(always)]
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Some(value) => slice::from_mut(value),
            None => &mut [],
        }
    }

    /// A reference to what the value stands for.
    #[inline(always)]
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        match self {
            Some(value) => Some(value.deref()),
            None => None,
        }
    }

    /// A mutable reference to what the value stands for.
    #[inline(always)]
    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match self {
            Some(value) => Some(value.deref_mut()),
            None => None,
        }
    }
}

impl<T, E> Option<Result<T, E>> {
    /// A result of an option.
    #[inline(always)]
    pub fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}

impl<T, U> Option<(T, U)> {
    /// Both values, each by itself.
    #[inline(always)]
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

impl<T> Option<&T> {
    /// The value behind the reference.
    #[inline(always)]
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(value) => Some(*value),
            None => None,
        }
    }

    /// A clone of the value behind the reference.
    #[inline(always)]
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(value) => Some(value.clone()),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    /// The value behind the reference.
    #[inline(always)]
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(value) => Some(*value),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    /// A clone of the value behind the reference.
    #[inline(always)]
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(value) => Some(value.clone()),
            None => None,
        }
    }
}

impl<T> Option<Option<T>> {
    /// The inner one.
    #[inline(always)]
    pub fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T> crate::convert::From<T> for Option<T> {
    #[inline(always)]
    fn from(value: T) -> Option<T> {
        Some(value)
    }
}

impl<'a, T> crate::convert::From<&'a Option<T>> for Option<&'a T> {
    #[inline(always)]
    fn from(value: &'a Option<T>) -> Option<&'a T> {
        value.as_ref()
    }
}

impl<'a, T> crate::convert::From<&'a mut Option<T>> for Option<&'a mut T> {
    #[inline(always)]
    fn from(value: &'a mut Option<T>) -> Option<&'a mut T> {
        value.as_mut()
    }
}
