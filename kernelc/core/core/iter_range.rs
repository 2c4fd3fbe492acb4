//! Ranges as iterators.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::ops::{Range, RangeFrom, RangeInclusive};

/// What ranges can run over: the steps of each kind of range, on the built-in types.
pub trait Step: Sized {
    fn next(range: &mut Range<Self>) -> Option<Self>;
    fn nth(range: &mut Range<Self>, count: usize) -> Option<Self>;
    fn next_step(range: &mut Range<Self>, skipped: usize) -> Option<Self>;
    fn next_back(range: &mut Range<Self>) -> Option<Self>;
    fn nth_back(range: &mut Range<Self>, count: usize) -> Option<Self>;
    fn size_hint(range: &Range<Self>) -> (usize, Option<usize>);
    fn inclusive_next(range: &mut RangeInclusive<Self>) -> Option<Self>;
    fn inclusive_nth(range: &mut RangeInclusive<Self>, count: usize) -> Option<Self>;
    fn inclusive_next_back(range: &mut RangeInclusive<Self>) -> Option<Self>;
    fn inclusive_nth_back(range: &mut RangeInclusive<Self>, count: usize) -> Option<Self>;
    fn inclusive_size_hint(range: &RangeInclusive<Self>) -> (usize, Option<usize>);
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
            if (value.abs_diff(range.end) - 1).is_at_most(skipped) {
                range.end = N::MIN; // nothing is below it: the start may go past the end, and threads' starts stay in a row
            }
            range.start = value + (skipped as N + 1);
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
    fn size_hint(range: &Range<N>) -> (usize, Option<usize>) {
        if range.start < range.end { range.start.abs_diff(range.end).as_hint(0) } else { (0, Some(0)) }
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
    fn inclusive_size_hint(range: &RangeInclusive<N>) -> (usize, Option<usize>) {
        if range.exhausted || range.start > range.end { (0, Some(0)) } else { range.start.abs_diff(range.end).as_hint(1) }
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

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        A::size_hint(self)
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

#[for_each(N, i8, i16, i32, isize, u8, u16, u32, usize)]
impl ExactSizeIterator for Range<N> {}

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

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        A::inclusive_size_hint(self)
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

#[for_each(N, i8, i16, u8, u16)]
impl ExactSizeIterator for RangeInclusive<N> {}

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

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
