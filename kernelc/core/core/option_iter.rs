//! The value of an `Option` or `Result` as an iterator.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};

/// The value of an `Option` as an iterator, or that of a `Result`.
#[derive(Clone)]
pub struct IntoIter<T> {
    inside: Option<T>,
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        self.inside.take()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.inside.is_some() as usize, Some(self.inside.is_some() as usize))
    }
}

impl<T> DoubleEndedIterator for IntoIter<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        self.inside.take()
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {}

impl<T> Option<T> {
    /// A reference to the value as an iterator.
    #[inline(always)]
    pub fn iter(&self) -> IntoIter<&T> {
        IntoIter { inside: self.as_ref() }
    }

    /// A mutable reference to the value as an iterator.
    #[inline(always)]
    pub fn iter_mut(&mut self) -> IntoIter<&mut T> {
        IntoIter { inside: self.as_mut() }
    }
}

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { inside: self }
    }
}

impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = IntoIter<&'a T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<&'a T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IntoIter<&'a mut T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<&'a mut T> {
        self.iter_mut()
    }
}

impl<T, E> Result<T, E> {
    /// A reference to the result as an iterator; nothing for an error.
    #[inline(always)]
    pub fn iter(&self) -> IntoIter<&T> {
        IntoIter { inside: self.as_ref().ok() }
    }

    /// A mutable reference to the result as an iterator; nothing for an error.
    #[inline(always)]
    pub fn iter_mut(&mut self) -> IntoIter<&mut T> {
        IntoIter { inside: self.as_mut().ok() }
    }
}

impl<T, E> IntoIterator for Result<T, E> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { inside: self.ok() }
    }
}

impl<'a, T, E> IntoIterator for &'a Result<T, E> {
    type Item = &'a T;
    type IntoIter = IntoIter<&'a T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<&'a T> {
        self.iter()
    }
}

impl<'a, T, E> IntoIterator for &'a mut Result<T, E> {
    type Item = &'a mut T;
    type IntoIter = IntoIter<&'a mut T>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<&'a mut T> {
        self.iter_mut()
    }
}
