//! Arrays.

use crate::clone::Clone;
use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};
use crate::default::Default;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::mem::MaybeUninit;
use crate::ops::{Index, IndexMut};
use crate::ptr;
use crate::slice::{Iter, IterMut, SliceIndex};

impl<T, const N: usize> [T; N] {
    /// The array as a slice.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[T] {
        self
    }

    /// The array as a mutable slice.
    #[inline(always)]
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

impl<T, I: SliceIndex<[T]>, const N: usize> Index<I> for [T; N] {
    type Output = I::Output;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self as &[T])
    }
}

impl<T, I: SliceIndex<[T]>, const N: usize> IndexMut<I> for [T; N] {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self as &mut [T])
    }
}

impl<T: Clone, const N: usize> Clone for [T; N] {
    #[inline(always)]
    fn clone(&self) -> [T; N] {
        let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let first = made.as_mut_ptr() as *mut T;
        for i in 0..N {
            unsafe { first.add(i).write(self[i].clone()) }
        }
        unsafe { made.assume_init() }
    }
}

impl<T: Default, const N: usize> Default for [T; N] {
    #[inline(always)]
    fn default() -> [T; N] {
        let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let first = made.as_mut_ptr() as *mut T;
        for i in 0..N {
            unsafe { first.add(i).write(T::default()) }
        }
        unsafe { made.assume_init() }
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &[U]) -> bool {
        *self.as_slice() == *other
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        *self == *other.as_slice()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<&[U]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &&[U]) -> bool {
        *self.as_slice() == **other
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for &[T] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        **self == *other.as_slice()
    }
}

impl<T: Eq, const N: usize> Eq for [T; N] {}

impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    #[inline(always)]
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}

impl<T: Ord, const N: usize> Ord for [T; N] {
    #[inline(always)]
    fn cmp(&self, other: &[T; N]) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

/// The elements of an array, by value.
pub struct IntoIter<T, const N: usize> {
    data: MaybeUninit<[T; N]>,
    start: usize,
    end: usize,
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: MaybeUninit::new(self), start: 0, end: N }
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.start < self.end {
            let at = self.start;
            self.start = at + 1;
            Some(unsafe { (self.data.as_ptr() as *const T).add(at).read() })
        } else {
            None
        }
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        if self.start < self.end {
            self.end -= 1;
            Some(unsafe { (self.data.as_ptr() as *const T).add(self.end).read() })
        } else {
            None
        }
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
