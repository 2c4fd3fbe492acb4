//! Iteration: the traits, and ranges as iterators. What `Iterator`'s methods give is in `adapters`.

use crate::adapters::{Chain, Cloned, Copied, Enumerate, Rev, Skip, StepBy, Take, Zip};
use crate::clone::Clone;
use crate::cmp::Ord;
use crate::ops::{Range, RangeFrom, RangeInclusive};

pub use crate::adapters::{Chain, Cloned, Copied, Empty, Enumerate, Once, Repeat, RepeatN, Rev, Skip, StepBy, Take, Zip, empty, once, repeat, repeat_n, zip};

/// What gives one value after the other.
pub trait Iterator {
    type Item;

    /// The next value; `None` at the end.
    fn next(&mut self) -> Option<Self::Item>;

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
    fn len(&self) -> usize;
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
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for &mut I {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
}

/// What can be summed.
pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

/// What can be multiplied.
pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Sum for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 0;
        for value in iter {
            total += value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Sum<&'a N> for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 0;
        for value in iter {
            total += *value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Product for N {
    #[inline(always)]
    fn product<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 1;
        for value in iter {
            total *= value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Product<&'a N> for N {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 1;
        for value in iter {
            total *= *value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl Sum for N {
    /// From -0.0, the neutral element, as in Rust.
    #[inline(always)]
    fn sum<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = -0.0;
        for value in iter {
            total += value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl<'a> Sum<&'a N> for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = -0.0;
        for value in iter {
            total += *value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl Product for N {
    #[inline(always)]
    fn product<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 1.0;
        for value in iter {
            total *= value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl<'a> Product<&'a N> for N {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 1.0;
        for value in iter {
            total *= *value;
        }
        total
    }
}

// ---------------------------------------------------------------------------------------------------------------------- ranges

/// What ranges can run over: the steps of each kind of range, on the built-in types.
pub trait Step: Sized {
    fn next(range: &mut Range<Self>) -> Option<Self>;
    fn nth(range: &mut Range<Self>, count: usize) -> Option<Self>;
    fn next_step(range: &mut Range<Self>, skipped: usize) -> Option<Self>;
    fn next_back(range: &mut Range<Self>) -> Option<Self>;
    fn nth_back(range: &mut Range<Self>, count: usize) -> Option<Self>;
    fn len(range: &Range<Self>) -> usize;
    fn inclusive_next(range: &mut RangeInclusive<Self>) -> Option<Self>;
    fn inclusive_nth(range: &mut RangeInclusive<Self>, count: usize) -> Option<Self>;
    fn inclusive_next_back(range: &mut RangeInclusive<Self>) -> Option<Self>;
    fn inclusive_nth_back(range: &mut RangeInclusive<Self>, count: usize) -> Option<Self>;
    fn inclusive_len(range: &RangeInclusive<Self>) -> usize;
    fn from_next(range: &mut RangeFrom<Self>) -> Option<Self>;
    fn from_nth(range: &mut RangeFrom<Self>, count: usize) -> Option<Self>;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Step for N {
    #[inline(always)]
    fn next(range: &mut Range<N>) -> Option<N> {
        if range.start < range.end {
            let value = range.start;
            range.start = value + 1;
            Some(value)
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth(range: &mut Range<N>, count: usize) -> Option<N> {
        if range.start < range.end && !range.start.abs_diff(range.end).is_at_most(count) {
            let value = range.start + count as N;
            range.start = value + 1;
            Some(value)
        } else {
            range.start = range.end;
            None
        }
    }

    #[inline(always)]
    fn next_step(range: &mut Range<N>, skipped: usize) -> Option<N> {
        if range.start < range.end {
            let value = range.start;
            let is_last = (value.abs_diff(range.end) - 1).is_at_most(skipped);
            range.start = if is_last { range.end } else { value + (skipped as N + 1) };
            Some(value)
        } else {
            None
        }
    }

    #[inline(always)]
    fn next_back(range: &mut Range<N>) -> Option<N> {
        if range.start < range.end {
            range.end -= 1;
            Some(range.end)
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth_back(range: &mut Range<N>, count: usize) -> Option<N> {
        if range.start < range.end && !range.start.abs_diff(range.end).is_at_most(count) {
            range.end = range.end - count as N - 1;
            Some(range.end)
        } else {
            range.end = range.start;
            None
        }
    }

    #[inline(always)]
    fn len(range: &Range<N>) -> usize {
        if range.start < range.end { range.start.abs_diff(range.end) as usize } else { 0 }
    }

    #[inline(always)]
    fn inclusive_next(range: &mut RangeInclusive<N>) -> Option<N> {
        if range.exhausted || range.start > range.end {
            return None;
        }
        let value = range.start;
        if value < range.end {
            range.start = value + 1;
        } else {
            range.exhausted = true;
        }
        Some(value)
    }

    #[inline(always)]
    fn inclusive_nth(range: &mut RangeInclusive<N>, count: usize) -> Option<N> {
        if range.exhausted || range.start > range.end {
            return None;
        }
        if !range.start.abs_diff(range.end).is_below(count) {
            range.start += count as N;
            return Step::inclusive_next(range);
        }
        range.start = range.end;
        range.exhausted = true;
        None
    }

    #[inline(always)]
    fn inclusive_next_back(range: &mut RangeInclusive<N>) -> Option<N> {
        if range.exhausted || range.start > range.end {
            return None;
        }
        let value = range.end;
        if range.start < value {
            range.end = value - 1;
        } else {
            range.exhausted = true;
        }
        Some(value)
    }

    #[inline(always)]
    fn inclusive_nth_back(range: &mut RangeInclusive<N>, count: usize) -> Option<N> {
        if range.exhausted || range.start > range.end {
            return None;
        }
        if !range.start.abs_diff(range.end).is_below(count) {
            range.end -= count as N;
            return Step::inclusive_next_back(range);
        }
        range.end = range.start;
        range.exhausted = true;
        None
    }

    #[inline(always)]
    fn inclusive_len(range: &RangeInclusive<N>) -> usize {
        if range.exhausted || range.start > range.end { 0 } else { range.start.abs_diff(range.end) as usize + 1 }
    }

    #[inline(always)]
    fn from_next(range: &mut RangeFrom<N>) -> Option<N> {
        let value = range.start;
        range.start = value + 1;
        Some(value)
    }

    #[inline(always)]
    fn from_nth(range: &mut RangeFrom<N>, count: usize) -> Option<N> {
        let value = range.start + count as N;
        range.start = value + 1;
        Some(value)
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;

    #[inline(always)]
    fn next(&mut self) -> Option<A> {
        A::next(self)
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<A> {
        A::nth(self, count)
    }

    #[inline(always)]
    fn __next_step(&mut self, first: &mut bool, skipped: usize) -> Option<A> {
        A::next_step(self, skipped)
    }
}

impl<A: Step> DoubleEndedIterator for Range<A> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<A> {
        A::next_back(self)
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<A> {
        A::nth_back(self, count)
    }
}

impl<A: Step> ExactSizeIterator for Range<A> {
    #[inline(always)]
    fn len(&self) -> usize {
        A::len(self)
    }
}

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;

    #[inline(always)]
    fn next(&mut self) -> Option<A> {
        A::inclusive_next(self)
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<A> {
        A::inclusive_nth(self, count)
    }
}

impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<A> {
        A::inclusive_next_back(self)
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<A> {
        A::inclusive_nth_back(self, count)
    }
}

impl<A: Step> ExactSizeIterator for RangeInclusive<A> {
    #[inline(always)]
    fn len(&self) -> usize {
        A::inclusive_len(self)
    }
}

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;

    #[inline(always)]
    fn next(&mut self) -> Option<A> {
        A::from_next(self)
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<A> {
        A::from_nth(self, count)
    }
}
