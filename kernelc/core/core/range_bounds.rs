//! What a range is bounded by, whatever kind it is of.

use crate::clone::Clone;
use crate::cmp::PartialOrd;
use crate::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// An end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}

impl<T> Bound<T> {
    /// The bound with a reference to its value.
    #[inline(always)]
    pub fn as_ref(&self) -> Bound<&T> {
        match self {
            Bound::Included(value) => Bound::Included(value),
            Bound::Excluded(value) => Bound::Excluded(value),
            Bound::Unbounded => Bound::Unbounded,
        }
    }
}

impl<T: Clone> Bound<&T> {
    /// The bound with a clone of its value.
    #[inline(always)]
    pub fn cloned(self) -> Bound<T> {
        match self {
            Bound::Included(value) => Bound::Included(value.clone()),
            Bound::Excluded(value) => Bound::Excluded(value.clone()),
            Bound::Unbounded => Bound::Unbounded,
        }
    }
}

/// What ranges have in common.
pub trait RangeBounds<T> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;

    /// Whether the value lies within.
    #[inline(always)]
    fn contains<U: PartialOrd<T>>(&self, value: &U) -> bool
    where
        T: PartialOrd<U>,
    {
        let is_behind_start = match self.start_bound() {
            Bound::Included(start) => *start <= *value,
            Bound::Excluded(start) => *start < *value,
            Bound::Unbounded => true,
        };
        is_behind_start
            && match self.end_bound() {
                Bound::Included(end) => *value <= *end,
                Bound::Excluded(end) => *value < *end,
                Bound::Unbounded => true,
            }
    }
}

impl<T> RangeBounds<T> for Range<T> {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        Bound::Excluded(&self.end)
    }
}

impl<T> RangeBounds<T> for RangeInclusive<T> {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        if self.exhausted { Bound::Excluded(&self.end) } else { Bound::Included(&self.end) }
    }
}

impl<T> RangeBounds<T> for RangeFrom<T> {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
}

impl<T> RangeBounds<T> for RangeTo<T> {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        Bound::Excluded(&self.end)
    }
}

impl<T> RangeBounds<T> for RangeToInclusive<T> {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        Bound::Included(&self.end)
    }
}

impl<T> RangeBounds<T> for RangeFull {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
}

impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    #[inline(always)]
    fn start_bound(&self) -> Bound<&T> {
        self.0.as_ref()
    }

    #[inline(always)]
    fn end_bound(&self) -> Bound<&T> {
        self.1.as_ref()
    }
}
