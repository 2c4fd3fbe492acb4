//! Slices of which each thread may write its own element.

use crate::thread::{Index1D, IndexSpace, ThreadIndex};
use core::marker::PhantomData;

/// A slice that is written at the index of the thread, in the index space `S`. As a kernel parameter it is a pointer and a length.
pub struct DisjointSlice<'a, T, S = Index1D> {
    pointer: *mut T,
    length: usize,
    space: PhantomData<(&'a T, S)>,
}

impl<'a, T, S> DisjointSlice<'a, T, S> {
    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// A pointer to the first element.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }

    /// The element at `index`, without a check that it is this thread's own, or there.
    #[inline]
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *self.pointer.add(index) }
    }

    /// A slice of the elements from `pointer` on.
    #[inline]
    pub unsafe fn from_raw_parts(pointer: *mut T, length: usize) -> DisjointSlice<'a, T, S> {
        DisjointSlice { pointer, length, space: PhantomData }
    }

    /// This thread's own element; nothing for an index beyond the end.
    #[inline]
    pub fn get_mut(&mut self, index: ThreadIndex<'_, S>) -> Option<&mut T> {
        if index.get() < self.length { Some(unsafe { &mut *self.pointer.add(index.get()) }) } else { None }
    }
}

impl<'a, T, S: IndexSpace> DisjointSlice<'a, T, S> {
    /// This thread's own element and its index; nothing for a thread that has none.
    #[inline]
    pub fn get_mut_indexed<'kernel>(&mut self) -> Option<(&mut T, ThreadIndex<'kernel, S>)> {
        match S::index() {
            Some(index) => match self.get_mut(index.again()) {
                Some(element) => Some((element, index)),
                None => None,
            },
            None => None,
        }
    }
}
