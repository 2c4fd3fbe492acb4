//! Equality and order of slices.

use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    #[inline(always)]
    fn eq(&self, other: &[U]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        for i in 0..self.len() {
            if self[i] != other[i] {
                return false;
            }
        }
        true
    }
}

impl<T: Eq> Eq for [T] {}

impl<T: PartialOrd> PartialOrd for [T] {
    #[inline(always)]
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        let (own, others) = (self.len(), other.len());
        let common = if own < others { own } else { others };
        for i in 0..common {
            match self[i].partial_cmp(&other[i]) {
                Some(Ordering::Equal) => {}
                found => return found,
            }
        }
        own.partial_cmp(&others)
    }
}

impl<T: Ord> Ord for [T] {
    #[inline(always)]
    fn cmp(&self, other: &[T]) -> Ordering {
        let (own, others) = (self.len(), other.len());
        let common = if own < others { own } else { others };
        for i in 0..common {
            match self[i].cmp(&other[i]) {
                Ordering::Equal => {}
                found => return found,
            }
        }
        own.cmp(&others)
    }
}
