//! Iterators of single values: `once`, `repeat`, `repeat_n`, `empty`.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::marker::PhantomData;

/// `repeat(value)`
#[derive(Clone)]
pub struct Repeat<T> {
    value: T,
}

/// The value, again and again.
#[inline(always)]
pub fn repeat<T: Clone>(value: T) -> Repeat<T> {
    Repeat { value }
}

impl<T: Clone> Iterator for Repeat<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        Some(self.value.clone())
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

impl<T: Clone> DoubleEndedIterator for Repeat<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        Some(self.value.clone())
    }
}

/// `repeat_n(value, count)`
#[derive(Clone)]
pub struct RepeatN<T> {
    value: T,
    left: usize,
}

/// The value `count` times.
#[inline(always)]
pub fn repeat_n<T: Clone>(value: T, count: usize) -> RepeatN<T> {
    RepeatN { value, left: count }
}

impl<T: Clone> Iterator for RepeatN<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(self.value.clone())
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Clone> DoubleEndedIterator for RepeatN<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}

impl<T: Clone> ExactSizeIterator for RepeatN<T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.left
    }
}

/// `once(value)`
#[derive(Clone)]
pub struct Once<T> {
    value: Option<T>,
}

/// The value, once.
#[inline(always)]
pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

impl<T> Iterator for Once<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        self.value.take()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.value.is_some() as usize, Some(self.value.is_some() as usize))
    }
}

impl<T> DoubleEndedIterator for Once<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}

impl<T> ExactSizeIterator for Once<T> {}

/// `empty()`
#[derive(Clone)]
pub struct Empty<T> {
    marker: PhantomData<T>,
}

/// No value.
#[inline(always)]
pub fn empty<T>() -> Empty<T> {
    Empty { marker: PhantomData }
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}

impl<T> DoubleEndedIterator for Empty<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        None
    }
}

impl<T> ExactSizeIterator for Empty<T> {}
