//! What the methods of `Iterator` give that keep nothing but the iterators behind them and a count.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};

/// The smaller of two numbers, one of which may not be known.
#[inline(always)]
fn least_known(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(count), Some(other)) => Some(count.min(other)),
        (None, _) => b,
        _ => a,
    }
}

/// `enumerate()`
#[derive(Clone)]
pub struct Enumerate<I> {
    pub(crate) iter: I,
    pub(crate) count: usize,
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(value) => {
                let number = self.count;
                self.count = number + 1;
                Some((number, value))
            }
            None => None,
        }
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth(count) {
            Some(value) => {
                let number = self.count + count;
                self.count = number + 1;
                Some((number, value))
            }
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Enumerate<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(value) => Some((self.count + self.iter.len(), value)),
            None => None,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

/// `zip(other)`
#[derive(Clone)]
pub struct Zip<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        let first = match self.a.next() {
            Some(value) => value,
            None => return None,
        };
        match self.b.next() {
            Some(second) => Some((first, second)),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.a.size_hint();
        let (other_least, other_most) = self.b.size_hint();
        (least.min(other_least), least_known(most, other_most))
    }
}

impl<A: DoubleEndedIterator + ExactSizeIterator, B: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Zip<A, B> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        while self.a.len() > self.b.len() {
            self.a.next_back();
        }
        while self.b.len() > self.a.len() {
            self.b.next_back();
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(first), Some(second)) => Some((first, second)),
            _ => None,
        }
    }
}

impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.a.len().min(self.b.len())
    }
}

/// Pairs of the values of both, until either ends.
#[inline(always)]
pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip { a: a.into_iter(), b: b.into_iter() }
}

/// The values of the first, then those of the second.
#[inline(always)]
pub fn chain<A: IntoIterator, B: IntoIterator<Item = A::Item>>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter> {
    Chain { a: a.into_iter(), b: b.into_iter(), in_a: true, in_b: true }
}

/// `chain(other)`
#[derive(Clone)]
pub struct Chain<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) in_a: bool,
    pub(crate) in_b: bool,
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<A::Item> {
        if self.in_a {
            let found = self.a.next();
            if found.is_some() {
                return found;
            }
            self.in_a = false;
        }
        if self.in_b { self.b.next() } else { None }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = if self.in_a { self.a.size_hint() } else { (0, Some(0)) };
        let (other_least, other_most) = if self.in_b { self.b.size_hint() } else { (0, Some(0)) };
        let most = match (most, other_most) {
            (Some(count), Some(other)) => count.checked_add(other),
            _ => None,
        };
        (least.saturating_add(other_least), most)
    }
}

impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<A::Item> {
        if self.in_b {
            let found = self.b.next_back();
            if found.is_some() {
                return found;
            }
            self.in_b = false;
        }
        if self.in_a { self.a.next_back() } else { None }
    }
}

/// `take(count)`
#[derive(Clone)]
pub struct Take<I> {
    pub(crate) iter: I,
    pub(crate) left: usize,
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.iter.next()
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<I::Item> {
        if self.left > count {
            self.left -= count + 1;
            return self.iter.nth(count);
        }
        if self.left > 0 {
            self.iter.nth(self.left - 1);
            self.left = 0;
        }
        None
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        if self.left == 0 {
            (0, Some(0))
        } else {
            (least.min(self.left), least_known(most, Some(self.left)))
        }
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            return None;
        }
        let kept = self.left;
        self.left -= 1;
        let len = self.iter.len();
        self.iter.nth_back(len.saturating_sub(kept))
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len().min(self.left)
    }
}

/// `skip(count)`
#[derive(Clone)]
pub struct Skip<I> {
    pub(crate) iter: I,
    pub(crate) left: usize,
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let left = self.left;
        self.left = 0;
        self.iter.nth(left)
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<I::Item> {
        if self.left > 0 {
            let left = self.left;
            self.left = 0;
            if self.iter.nth(left - 1).is_none() {
                return None;
            }
        }
        self.iter.nth(count)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(count) => Some(count.saturating_sub(self.left)),
            None => None,
        };
        (least.saturating_sub(self.left), most)
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        if self.iter.len() > self.left { self.iter.next_back() } else { None }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len().saturating_sub(self.left)
    }
}

/// `step_by(step)`
#[derive(Clone)]
pub struct StepBy<I> {
    pub(crate) iter: I,
    pub(crate) skipped: usize,
    pub(crate) first: bool,
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        self.iter.__next_step(&mut self.first, self.skipped)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(count) => Some(self.steps(count)),
            None => None,
        };
        (self.steps(least), most)
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        let rest = self.iter.len() % (self.skipped + 1);
        let behind = if !self.first {
            rest
        } else if rest == 0 {
            self.skipped
        } else {
            rest - 1
        };
        self.iter.nth_back(behind)
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.steps(self.iter.len())
    }
}

impl<I> StepBy<I> {
    /// How many values it gives where `len` are left behind it.
    #[inline(always)]
    fn steps(&self, len: usize) -> usize {
        if !self.first {
            len / (self.skipped + 1)
        } else if len == 0 {
            0
        } else {
            (len - 1) / (self.skipped + 1) + 1
        }
    }
}

/// `rev()`
#[derive(Clone)]
pub struct Rev<I> {
    pub(crate) iter: I,
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<I::Item> {
        self.iter.nth_back(count)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<I::Item> {
        self.iter.nth(count)
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

/// `copied()`
#[derive(Clone)]
pub struct Copied<I> {
    pub(crate) iter: I,
}

impl<'a, T: 'a + Copy, I: Iterator<Item = &'a T>> Iterator for Copied<I> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(value) => Some(*value),
            None => None,
        }
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<T> {
        match self.iter.nth(count) {
            Some(value) => Some(*value),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<'a, T: 'a + Copy, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Copied<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(value) => Some(*value),
            None => None,
        }
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<T> {
        match self.iter.nth_back(count) {
            Some(value) => Some(*value),
            None => None,
        }
    }
}

impl<'a, T: 'a + Copy, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Copied<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

/// `cloned()`
#[derive(Clone)]
pub struct Cloned<I> {
    pub(crate) iter: I,
}

impl<'a, T: 'a + Clone, I: Iterator<Item = &'a T>> Iterator for Cloned<I> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(value) => Some(value.clone()),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<'a, T: 'a + Clone, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Cloned<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(value) => Some(value.clone()),
            None => None,
        }
    }
}

impl<'a, T: 'a + Clone, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Cloned<I> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.iter.len()
    }
}
