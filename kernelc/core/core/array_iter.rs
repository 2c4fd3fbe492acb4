//! Arrays as what `for` can run over.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::mem::MaybeUninit;
use crate::slice::{Iter, IterMut, from_raw_parts, from_raw_parts_mut};

/// The elements of an array, by value.
pub struct IntoIter<T, const N: usize> {
    data: MaybeUninit<[T; N]>,
    start: usize,
    end: usize,
}

/// The address of an element. The index is not checked: it must be one of the array.
#[intrinsic("mir.element")]
const unsafe fn element<T, const N: usize>(array: *const [T; N], index: usize) -> *const T;

/// The address of an element. The index is not checked: it must be one of the array.
#[intrinsic("mir.element")]
const unsafe fn element_mut<T, const N: usize>(array: *mut [T; N], index: usize) -> *mut T;

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    #[inline(always)]
    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: MaybeUninit::new(self), start: 0, end: N }
    }
}

impl<T, const N: usize> IntoIter<T, N> {
    /// The elements that are left.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        unsafe { from_raw_parts((self.data.as_ptr() as *const T).add(self.start), self.end - self.start) }
    }

    /// The elements that are left, to be changed.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        unsafe { from_raw_parts_mut((self.data.as_mut_ptr() as *mut T).add(self.start), self.end - self.start) }
    }
}

impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    #[inline(always)]
    fn clone(&self) -> IntoIter<T, N> {
        let mut made = IntoIter { data: MaybeUninit::uninit(), start: self.start, end: self.end };
        for i in self.start..self.end {
            unsafe { element_mut(made.data.as_mut_ptr(), i).write((*element(self.data.as_ptr(), i)).clone()) }
        }
        made
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.start < self.end {
            let at = self.start;
            self.start = at + 1;
            Some(unsafe { element(self.data.as_ptr(), at).read() })
        } else {
            None
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.start, Some(self.end - self.start))
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        if self.start < self.end {
            self.end -= 1;
            Some(unsafe { element(self.data.as_ptr(), self.end).read() })
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
