//! What the methods of `Iterator` give that keep a value or an iterator of their own: `cycle`, `fuse`, `peekable`, `flatten`.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};

/// `cycle()`
#[derive(Clone)]
pub struct Cycle<I> {
    pub(crate) original: I,
    pub(crate) iter: I,
}

impl<I: Iterator + Clone> Iterator for Cycle<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            None => {
                self.iter = self.original.clone();
                self.iter.next()
            }
            found => found,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.original.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}

/// `fuse()`
#[derive(Clone)]
pub struct Fuse<I> {
    pub(crate) iter: I,
    pub(crate) is_over: bool,
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        if self.is_over {
            return None;
        }
        let found = self.iter.next();
        self.is_over = found.is_none();
        found
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.is_over { (0, Some(0)) } else { self.iter.size_hint() }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        if self.is_over {
            return None;
        }
        let found = self.iter.next_back();
        self.is_over = found.is_none();
        found
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}

/// `peekable()`: `peeked` is what has been looked at and not been taken.
pub struct Peekable<I: Iterator> {
    pub(crate) iter: I,
    pub(crate) peeked: Option<Option<I::Item>>,
}

impl<I: Iterator + Clone> Clone for Peekable<I>
where
    I::Item: Clone,
{
    #[inline(always)]
    fn clone(&self) -> Peekable<I> {
        Peekable { iter: self.iter.clone(), peeked: self.peeked.clone() }
    }
}

impl<I: Iterator> Peekable<I> {
    /// The next value, which stays.
    #[inline(always)]
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(value)) => Some(value),
            _ => None,
        }
    }

    /// The next value, which stays, to be changed.
    #[inline(always)]
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(value)) => Some(value),
            _ => None,
        }
    }

    /// The next value if it is equal to `expected`; else it stays.
    #[inline(always)]
    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: PartialEq<T>,
    {
        let is_wanted = match self.peek() {
            Some(value) => *value == *expected,
            None => false,
        };
        if is_wanted { self.next() } else { None }
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(found) => found,
            None => self.iter.next(),
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        match &self.peeked {
            Some(None) => (0, Some(0)),
            None => (least, most),
            Some(Some(_)) => {
                let one_more = match most {
                    Some(count) => count.checked_add(1),
                    None => None,
                };
                (least.saturating_add(1), one_more)
            }
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.peeked {
            None => self.iter.next_back(),
            Some(None) => None,
            Some(inside) => match self.iter.next_back() {
                None => inside.take(),
                found => found,
            },
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}

/// `flatten()`: what is left of the first and of the last inner iterator that has been begun.
pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    pub(crate) iter: Fuse<I>,
    pub(crate) front: Option<<I::Item as IntoIterator>::IntoIter>,
    pub(crate) back: Option<<I::Item as IntoIterator>::IntoIter>,
}

impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                let found = inner.next();
                if found.is_some() {
                    return found;
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => {
                    return match &mut self.back {
                        Some(inner) => inner.next(),
                        None => None,
                    };
                }
            }
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (first, first_most) = hint_of(&self.front);
        let (last, last_most) = hint_of(&self.back);
        let most = match (self.iter.size_hint(), first_most, last_most) {
            ((0, Some(0)), Some(a), Some(b)) => a.checked_add(b),
            _ => None,
        };
        (first.saturating_add(last), most)
    }
}

/// How many values an inner iterator has left, if there is one.
#[inline(always)]
fn hint_of<I: Iterator>(inner: &Option<I>) -> (usize, Option<usize>) {
    match inner {
        Some(iter) => iter.size_hint(),
        None => (0, Some(0)),
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                let found = inner.next_back();
                if found.is_some() {
                    return found;
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => {
                    return match &mut self.front {
                        Some(inner) => inner.next_back(),
                        None => None,
                    };
                }
            }
        }
    }
}
