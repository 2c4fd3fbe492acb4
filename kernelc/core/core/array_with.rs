//! What makes arrays and slices from functions, and searches in them.

use crate::cmp::{Ord, Ordering};
use crate::mem::MaybeUninit;
use crate::ops::{FnMut, FnOnce};

/// The array of what `f` makes of each index.
#[inline(always)]
pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    let mut element_of = f;
    let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
    let to = made.as_mut_ptr() as *mut T;
    let mut at = 0;
    while at < N {
        unsafe { to.add(at).write(element_of(at)) }
        at += 1;
    }
    unsafe { made.assume_init() }
}

impl<T, const N: usize> [T; N] {
    /// The array of what `f` makes of each element.
    #[inline(always)]
    pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U; N] {
        let mut change = f;
        let from = MaybeUninit::new(self);
        let first = from.as_ptr() as *const T;
        from_fn(|at| change(unsafe { first.add(at).read() }))
    }
}

impl<T> [T] {
    /// Makes each element what `f` gives.
    #[inline(always)]
    pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
        let mut element = f;
        let mut at = 0;
        while at < self.len() {
            self[at] = element();
            at += 1;
        }
    }

    /// Where an element is that `f` finds equal in a sorted slice, or where it would have to be.
    #[inline(always)]
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize> {
        let mut compare = f;
        let mut size = self.len();
        if size == 0 {
            return Err(0);
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let middle = base + half;
            if compare(&self[middle]) != Ordering::Greater {
                base = middle;
            }
            size -= half;
        }
        match compare(&self[base]) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }

    /// Where an element with that key is in a slice sorted by keys, or where it would have to be.
    #[inline(always)]
    pub fn binary_search_by_key<K: Ord, F: FnMut(&T) -> K>(&self, wanted: &K, f: F) -> Result<usize, usize> {
        let mut key_of = f;
        self.binary_search_by(|element| key_of(element).cmp(wanted))
    }

    /// The number of elements at the start for which `predicate` holds, if it holds for none after them.
    #[inline(always)]
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, predicate: P) -> usize {
        let mut holds = predicate;
        match self.binary_search_by(|element| if holds(element) { Ordering::Less } else { Ordering::Greater }) {
            Ok(at) => at,
            Err(at) => at,
        }
    }

    /// Whether `f` holds for each element and the next one.
    #[inline(always)]
    pub fn is_sorted_by<F: FnMut(&T, &T) -> bool>(&self, f: F) -> bool {
        let mut holds = f;
        let mut at = 1;
        while at < self.len() {
            if !holds(&self[at - 1], &self[at]) {
                return false;
            }
            at += 1;
        }
        true
    }
}
