//! Iterators that get their values from a function.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};

/// `from_fn(f)`
#[derive(Clone)]
pub struct FromFn<F> {
    f: F,
}

/// What `f` gives, up to the first `None` and after it.
#[inline(always)]
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn { f }
}

impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        (self.f)()
    }
}

/// `successors(first, f)`
#[derive(Clone)]
pub struct Successors<T, F> {
    next: Option<T>,
    f: F,
}

/// The first value, then what `f` makes of each one before.
#[inline(always)]
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, f: F) -> Successors<T, F> {
    Successors { next: first, f }
}

impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        let value = match self.next.take() {
            Some(value) => value,
            None => return None,
        };
        self.next = (self.f)(&value);
        Some(value)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.next.is_some() { (1, None) } else { (0, Some(0)) }
    }
}

/// `repeat_with(f)`
#[derive(Clone)]
pub struct RepeatWith<F> {
    f: F,
}

/// What `f` gives, without end.
#[inline(always)]
pub fn repeat_with<T, F: FnMut() -> T>(f: F) -> RepeatWith<F> {
    RepeatWith { f }
}

impl<T, F: FnMut() -> T> Iterator for RepeatWith<F> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        Some((self.f)())
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

/// `once_with(f)`
#[derive(Clone)]
pub struct OnceWith<F> {
    f: Option<F>,
}

/// What `f` gives, once.
#[inline(always)]
pub fn once_with<T, F: FnOnce() -> T>(f: F) -> OnceWith<F> {
    OnceWith { f: Some(f) }
}

impl<T, F: FnOnce() -> T> Iterator for OnceWith<F> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self.f.take() {
            Some(f) => Some(f()),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.f.is_some() as usize, Some(self.f.is_some() as usize))
    }
}

impl<T, F: FnOnce() -> T> DoubleEndedIterator for OnceWith<F> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}

impl<T, F: FnOnce() -> T> ExactSizeIterator for OnceWith<F> {}
