//! Iteration: the traits. What `Iterator`'s methods give is in `adapters` and `adapters_kept`, ranges as iterators in `iter_range`.

use crate::attempt::{FromResidual, Try};
use crate::clone::Clone;
use crate::cmp::{Ord, Ordering, PartialEq, PartialOrd};

pub use crate::adapters::{Chain, Cloned, Copied, Enumerate, Rev, Skip, StepBy, Take, Zip, chain, zip};
pub use crate::adapters_kept::{Cycle, Flatten, Fuse, Peekable};
pub use crate::adapters_with::{Filter, FilterMap, FlatMap, Inspect, Map, MapWhile, Scan, SkipWhile, TakeWhile};
pub use crate::iter_range::Step;
pub use crate::iter_sum::{Product, Sum};
pub use crate::sources_with::{FromFn, OnceWith, RepeatWith, Successors, from_fn, once_with, repeat_with, successors};
pub use crate::sources::{Empty, Once, Repeat, RepeatN, empty, once, repeat, repeat_n};

/// What gives one value after the other.
pub trait Iterator {
    type Item;

    /// The next value; `None` at the end.
    fn next(&mut self) -> Option<Self::Item>;

    /// How many values are left at least, and at most where that is known.
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }

    /// The value `count` places further; the ones before it are consumed.
    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<Self::Item> {
        let mut left = count;
        while left > 0 {
            if self.next().is_none() {
                return None;
            }
            left -= 1;
        }
        self.next()
    }

    /// The next value of `step_by`: `first` tells that none has been taken yet, `skipped` how many lie between two.
    #[inline(always)]
    fn __next_step(&mut self, first: &mut bool, skipped: usize) -> Option<Self::Item> {
        if *first {
            *first = false;
            self.next()
        } else {
            self.nth(skipped)
        }
    }

    /// How many values are left; consumes them.
    #[inline(always)]
    fn count(self) -> usize
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut count = 0;
        while rest.next().is_some() {
            count += 1;
        }
        count
    }

    /// The last value.
    #[inline(always)]
    fn last(self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut found = None;
        while let Some(value) = rest.next() {
            found = Some(value);
        }
        found
    }

    /// The sum, from left to right; zero of nothing.
    #[inline(always)]
    fn sum<S: Sum<Self::Item>>(self) -> S
    where
        Self: Sized,
    {
        S::sum(self)
    }

    /// The product, from left to right; one of nothing.
    #[inline(always)]
    fn product<P: Product<Self::Item>>(self) -> P
    where
        Self: Sized,
    {
        P::product(self)
    }

    /// The least value, of equal ones the first.
    #[inline(always)]
    fn min(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut rest = self;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        while let Some(value) = rest.next() {
            if value < found {
                found = value;
            }
        }
        Some(found)
    }

    /// The greatest value, of equal ones the last.
    #[inline(always)]
    fn max(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut rest = self;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        while let Some(value) = rest.next() {
            if value >= found {
                found = value;
            }
        }
        Some(found)
    }

    /// Whether both give equal values, and equally many.
    #[inline(always)]
    fn eq<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialEq<I::Item>,
    {
        let mut rest = self;
        let mut others = other.into_iter();
        loop {
            match (rest.next(), others.next()) {
                (Some(a), Some(b)) => {
                    if a != b {
                        return false;
                    }
                }
                (None, None) => return true,
                _ => return false,
            }
        }
    }

    /// Whether a value differs, or their number.
    #[inline(always)]
    fn ne<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialEq<I::Item>,
    {
        !self.eq(other)
    }

    /// The order of the first values that differ; where one ends before, it is less.
    #[inline(always)]
    fn cmp<I: IntoIterator<Item = Self::Item>>(self, other: I) -> Ordering
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut rest = self;
        let mut others = other.into_iter();
        loop {
            match (rest.next(), others.next()) {
                (Some(a), Some(b)) => match a.cmp(&b) {
                    Ordering::Equal => {}
                    found => return found,
                },
                (None, None) => return Ordering::Equal,
                (None, _) => return Ordering::Less,
                _ => return Ordering::Greater,
            }
        }
    }

    /// The order of the first values that differ, where they have one; where one ends before, it is less.
    #[inline(always)]
    fn partial_cmp<I: IntoIterator>(self, other: I) -> Option<Ordering>
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        let mut rest = self;
        let mut others = other.into_iter();
        loop {
            match (rest.next(), others.next()) {
                (Some(a), Some(b)) => match a.partial_cmp(&b) {
                    Some(Ordering::Equal) => {}
                    found => return found,
                },
                (None, None) => return Some(Ordering::Equal),
                (None, _) => return Some(Ordering::Less),
                _ => return Some(Ordering::Greater),
            }
        }
    }

    /// Whether the values are less than the other's, in the order of `partial_cmp`.
    #[inline(always)]
    fn lt<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Less)
    }

    /// Whether the values are greater than the other's, in the order of `partial_cmp`.
    #[inline(always)]
    fn gt<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Greater)
    }

    /// Whether the values are at most the other's, in the order of `partial_cmp`.
    #[inline(always)]
    fn le<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        match self.partial_cmp(other) {
            Some(found) => found.is_le(),
            None => false,
        }
    }

    /// Whether the values are at least the other's, in the order of `partial_cmp`.
    #[inline(always)]
    fn ge<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        match self.partial_cmp(other) {
            Some(found) => found.is_ge(),
            None => false,
        }
    }

    /// Whether each value is at most the next one.
    #[inline(always)]
    fn is_sorted(self) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd,
    {
        let mut rest = self;
        let mut before = match rest.next() {
            Some(value) => value,
            None => return true,
        };
        while let Some(value) = rest.next() {
            if !(before <= value) {
                return false;
            }
            before = value;
        }
        true
    }

    /// The values again and again, from the beginning.
    #[inline(always)]
    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle { original: self.clone(), iter: self }
    }

    /// These values, and nothing after the first `None`.
    #[inline(always)]
    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse { iter: self, is_over: false }
    }

    /// These values, the next of which can be looked at.
    #[inline(always)]
    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable { iter: self, peeked: None }
    }

    /// The values of each value.
    #[inline(always)]
    fn flatten(self) -> Flatten<Self>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten { iter: self.fuse(), front: None, back: None }
    }

    /// The values changed by `f`.
    #[inline(always)]
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { iter: self, f }
    }

    /// The values for which `predicate` holds.
    #[inline(always)]
    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
    {
        Filter { iter: self, predicate }
    }

    /// What `f` makes of the values, without `None`.
    #[inline(always)]
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap { iter: self, f }
    }

    /// The values, each seen by `f` first.
    #[inline(always)]
    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
    {
        Inspect { iter: self, f }
    }

    /// The values before the first for which `predicate` does not hold.
    #[inline(always)]
    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
    {
        TakeWhile { iter: self, is_over: false, predicate }
    }

    /// The values from the first for which `predicate` does not hold.
    #[inline(always)]
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
    {
        SkipWhile { iter: self, is_over: false, predicate }
    }

    /// What `f` makes of the values, up to the first `None`.
    #[inline(always)]
    fn map_while<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> MapWhile<Self, F>
    where
        Self: Sized,
    {
        MapWhile { iter: self, f }
    }

    /// What `f` makes of the values and of a state that it may change, up to the first `None`.
    #[inline(always)]
    fn scan<S, B, F: FnMut(&mut S, Self::Item) -> Option<B>>(self, state: S, f: F) -> Scan<Self, S, F>
    where
        Self: Sized,
    {
        Scan { iter: self, state, f }
    }

    /// The values of what `f` makes of each value.
    #[inline(always)]
    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
    {
        FlatMap { inner: self.map(f).flatten() }
    }

    /// Calls `f` with each value.
    #[inline(always)]
    fn for_each<F: FnMut(Self::Item)>(self, f: F)
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut calls = f;
        while let Some(value) = rest.next() {
            calls(value);
        }
    }

    /// What `f` makes of `first` and each value in turn.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, first: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut combine = f;
        let mut found = first;
        while let Some(value) = rest.next() {
            found = combine(found, value);
        }
        found
    }

    /// What `f` makes of the first value and each later one in turn.
    #[inline(always)]
    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        match rest.next() {
            Some(first) => Some(rest.fold(first, f)),
            None => None,
        }
    }

    /// What `f` makes of `first` and each value in turn, as long as it goes on.
    #[inline(always)]
    fn try_fold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B> + FromResidual<<R as Try>::Residual>>(&mut self, first: B, f: F) -> R
    where
        Self: Sized,
    {
        let mut combine = f;
        let mut found = first;
        while let Some(value) = self.next() {
            found = combine(found, value)?;
        }
        R::from_output(found)
    }

    /// Calls `f` with each value, as long as it goes on.
    #[inline(always)]
    fn try_for_each<F: FnMut(Self::Item) -> R, R: Try<Output = ()> + FromResidual<<R as Try>::Residual>>(&mut self, f: F) -> R
    where
        Self: Sized,
    {
        let mut calls = f;
        while let Some(value) = self.next() {
            calls(value)?;
        }
        R::from_output(())
    }

    /// Whether `predicate` holds for all values.
    #[inline(always)]
    fn all<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> bool
    where
        Self: Sized,
    {
        let mut holds = predicate;
        while let Some(value) = self.next() {
            if !holds(value) {
                return false;
            }
        }
        true
    }

    /// Whether `predicate` holds for a value.
    #[inline(always)]
    fn any<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> bool
    where
        Self: Sized,
    {
        let mut holds = predicate;
        while let Some(value) = self.next() {
            if holds(value) {
                return true;
            }
        }
        false
    }

    /// The first value for which `predicate` holds.
    #[inline(always)]
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut holds = predicate;
        while let Some(value) = self.next() {
            if holds(&value) {
                return Some(value);
            }
        }
        None
    }

    /// The first that `f` makes of a value, other than `None`.
    #[inline(always)]
    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>
    where
        Self: Sized,
    {
        let mut calls = f;
        while let Some(value) = self.next() {
            let found = calls(value);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The number of the first value for which `predicate` holds.
    #[inline(always)]
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized,
    {
        let mut holds = predicate;
        let mut number = 0;
        while let Some(value) = self.next() {
            if holds(value) {
                return Some(number);
            }
            number += 1;
        }
        None
    }

    /// The number of the last value for which `predicate` holds.
    #[inline(always)]
    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut holds = predicate;
        let mut number = self.len();
        while let Some(value) = self.next_back() {
            number -= 1;
            if holds(value) {
                return Some(number);
            }
        }
        None
    }

    /// The least value in the order of `f`, of equal ones the first.
    #[inline(always)]
    fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut compare = f;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        while let Some(value) = rest.next() {
            if compare(&found, &value) == Ordering::Greater {
                found = value;
            }
        }
        Some(found)
    }

    /// The greatest value in the order of `f`, of equal ones the last.
    #[inline(always)]
    fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut compare = f;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        while let Some(value) = rest.next() {
            if compare(&found, &value) != Ordering::Greater {
                found = value;
            }
        }
        Some(found)
    }

    /// The value with the least key, of equal ones the first.
    #[inline(always)]
    fn min_by_key<K: Ord, F: FnMut(&Self::Item) -> K>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut key_of = f;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        let mut key = key_of(&found);
        while let Some(value) = rest.next() {
            let other = key_of(&value);
            if key.cmp(&other) == Ordering::Greater {
                found = value;
                key = other;
            }
        }
        Some(found)
    }

    /// The value with the greatest key, of equal ones the last.
    #[inline(always)]
    fn max_by_key<K: Ord, F: FnMut(&Self::Item) -> K>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut key_of = f;
        let mut found = match rest.next() {
            Some(value) => value,
            None => return None,
        };
        let mut key = key_of(&found);
        while let Some(value) = rest.next() {
            let other = key_of(&value);
            if key.cmp(&other) != Ordering::Greater {
                found = value;
                key = other;
            }
        }
        Some(found)
    }

    /// Whether `f` holds for each value and the next one.
    #[inline(always)]
    fn is_sorted_by<F: FnMut(&Self::Item, &Self::Item) -> bool>(self, f: F) -> bool
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut holds = f;
        let mut before = match rest.next() {
            Some(value) => value,
            None => return true,
        };
        while let Some(value) = rest.next() {
            if !holds(&before, &value) {
                return false;
            }
            before = value;
        }
        true
    }

    /// Whether the key of each value is at most that of the next one.
    #[inline(always)]
    fn is_sorted_by_key<K: PartialOrd, F: FnMut(Self::Item) -> K>(self, f: F) -> bool
    where
        Self: Sized,
    {
        self.map(f).is_sorted()
    }

    /// This iterator, borrowed: what is left of it can still be used.
    #[inline(always)]
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }

    /// Each value with its number, from 0.
    #[inline(always)]
    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate { iter: self, count: 0 }
    }

    /// Pairs of the values of both, until either ends.
    #[inline(always)]
    fn zip<U: IntoIterator>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Zip { a: self, b: other.into_iter() }
    }

    /// The values of this, then those of the other.
    #[inline(always)]
    fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Chain { a: self, b: other.into_iter(), in_a: true, in_b: true }
    }

    /// The first `count` values.
    #[inline(always)]
    fn take(self, count: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take { iter: self, left: count }
    }

    /// All but the first `count` values.
    #[inline(always)]
    fn skip(self, count: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip { iter: self, left: count }
    }

    /// Every `step`th value, from the first; a panic for zero.
    #[inline(always)]
    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        assert!(step != 0);
        StepBy { iter: self, skipped: step - 1, first: true }
    }

    /// The values from the end.
    #[inline(always)]
    fn rev(self) -> Rev<Self>
    where
        Self: Sized + DoubleEndedIterator,
    {
        Rev { iter: self }
    }

    /// The values behind the references.
    #[inline(always)]
    fn copied<'a, T: 'a + Copy>(self) -> Copied<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied { iter: self }
    }

    /// Clones of the values behind the references.
    #[inline(always)]
    fn cloned<'a, T: 'a + Clone>(self) -> Cloned<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned { iter: self }
    }
}

/// An iterator that can also be taken from its end.
pub trait DoubleEndedIterator: Iterator {
    /// The last value that is left.
    fn next_back(&mut self) -> Option<Self::Item>;

    /// The last value for which `predicate` holds.
    #[inline(always)]
    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut holds = predicate;
        while let Some(value) = self.next_back() {
            if holds(&value) {
                return Some(value);
            }
        }
        None
    }

    /// What `f` makes of `first` and each value in turn, from the end.
    #[inline(always)]
    fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, first: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut rest = self;
        let mut combine = f;
        let mut found = first;
        while let Some(value) = rest.next_back() {
            found = combine(found, value);
        }
        found
    }

    /// The value `count` places before the end; the ones behind it are consumed.
    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<Self::Item> {
        let mut left = count;
        while left > 0 {
            if self.next_back().is_none() {
                return None;
            }
            left -= 1;
        }
        self.next_back()
    }
}

/// An iterator that knows how many values are left.
pub trait ExactSizeIterator: Iterator {
    /// How many values are left.
    #[inline(always)]
    #[track_caller]
    fn len(&self) -> usize {
        let (least, most) = self.size_hint();
        assert!(most == Some(least));
        least
    }
}

/// What `for` can run over.
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    #[inline(always)]
    fn into_iter(self) -> I {
        self
    }
}

impl<I: Iterator> Iterator for &mut I {
    type Item = I::Item;
    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<I::Item> {
        (**self).nth(count)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for &mut I {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<I::Item> {
        (**self).nth_back(count)
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for &mut I {
    #[inline(always)]
    fn len(&self) -> usize {
        (**self).len()
    }
}
