//! The order of raw pointers: that of their addresses.

use crate::cmp::{Eq, Ord, Ordering, PartialOrd};

impl<T> Eq for *const T {}

impl<T> PartialOrd for *const T {
    #[inline(always)]
    fn partial_cmp(&self, other: &*const T) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for *const T {
    #[inline(always)]
    fn cmp(&self, other: &*const T) -> Ordering {
        (*self as usize).cmp(&(*other as usize))
    }
}

impl<T> Eq for *mut T {}

impl<T> PartialOrd for *mut T {
    #[inline(always)]
    fn partial_cmp(&self, other: &*mut T) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for *mut T {
    #[inline(always)]
    fn cmp(&self, other: &*mut T) -> Ordering {
        (*self as usize).cmp(&(*other as usize))
    }
}
