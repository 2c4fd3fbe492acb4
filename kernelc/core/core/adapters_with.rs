//! What the methods of `Iterator` give that keep a function.

use crate::adapters_kept::Flatten;
use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};

/// `map(f)`
#[derive(Clone)]
pub struct Map<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<I: Iterator, B, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(value) => Some((self.f)(value)),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: DoubleEndedIterator, B, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(value) => Some((self.f)(value)),
            None => None,
        }
    }
}

impl<I: ExactSizeIterator, B, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

/// `filter(predicate)`
#[derive(Clone)]
pub struct Filter<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        while let Some(value) = self.iter.next() {
            if (self.predicate)(&value) {
                return Some(value);
            }
        }
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(value) = self.iter.next_back() {
            if (self.predicate)(&value) {
                return Some(value);
            }
        }
        None
    }
}

/// `filter_map(f)`
#[derive(Clone)]
pub struct FilterMap<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<I: Iterator, B, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        while let Some(value) = self.iter.next() {
            let found = (self.f)(value);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

impl<I: DoubleEndedIterator, B, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<B> {
        while let Some(value) = self.iter.next_back() {
            let found = (self.f)(value);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// `inspect(f)`
#[derive(Clone)]
pub struct Inspect<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let next = self.iter.next();
        if let Some(value) = &next {
            (self.f)(value);
        }
        next
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        let next = self.iter.next_back();
        if let Some(value) = &next {
            (self.f)(value);
        }
        next
    }
}

impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

/// `take_while(predicate)`
#[derive(Clone)]
pub struct TakeWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) is_over: bool,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        if self.is_over {
            return None;
        }
        let value = match self.iter.next() {
            Some(value) => value,
            None => return None,
        };
        if (self.predicate)(&value) {
            return Some(value);
        }
        self.is_over = true;
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.is_over { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}

/// `skip_while(predicate)`
#[derive(Clone)]
pub struct SkipWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) is_over: bool,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        while let Some(value) = self.iter.next() {
            if self.is_over || !(self.predicate)(&value) {
                self.is_over = true;
                return Some(value);
            }
        }
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

/// `map_while(f)`
#[derive(Clone)]
pub struct MapWhile<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<I: Iterator, B, F: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, F> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(value) => (self.f)(value),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

/// `scan(state, f)`
#[derive(Clone)]
pub struct Scan<I, S, F> {
    pub(crate) iter: I,
    pub(crate) state: S,
    pub(crate) f: F,
}

impl<I: Iterator, S, B, F: FnMut(&mut S, I::Item) -> Option<B>> Iterator for Scan<I, S, F> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(value) => (self.f)(&mut self.state, value),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

/// `flat_map(f)`
pub struct FlatMap<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> {
    pub(crate) inner: Flatten<Map<I, F>>,
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<U::Item> {
        self.inner.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }
}
