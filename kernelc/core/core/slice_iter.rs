//! What the methods of slices give that run over them.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::marker::PhantomData;
use crate::slice::{from_raw_parts, from_raw_parts_mut};

/// `iter()`: the elements from `start` to `end`.
pub struct Iter<'a, T> {
    pub(crate) data: *const T,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) marker: PhantomData<&'a T>,
}

impl<'a, T> Clone for Iter<'a, T> {
    #[inline(always)]
    fn clone(&self) -> Iter<'a, T> {
        Iter { data: self.data, start: self.start, end: self.end, marker: PhantomData }
    }
}

impl<'a, T> Iter<'a, T> {
    /// The elements that are left.
    #[inline(always)]
    pub fn as_slice(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.data.add(self.start), self.end - self.start) }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    #[inline(always)]
    fn next(&mut self) -> Option<&'a T> {
        if self.start < self.end {
            let at = self.start;
            self.start = at + 1;
            Some(unsafe { &*self.data.add(at) })
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a T> {
        if count < self.end - self.start {
            let at = self.start + count;
            self.start = at + 1;
            Some(unsafe { &*self.data.add(at) })
        } else {
            self.start = self.end;
            None
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.start, Some(self.end - self.start))
    }
}

impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a T> {
        if self.start < self.end {
            self.end -= 1;
            Some(unsafe { &*self.data.add(self.end) })
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<&'a T> {
        if count < self.end - self.start {
            self.end -= count + 1;
            Some(unsafe { &*self.data.add(self.end) })
        } else {
            self.end = self.start;
            None
        }
    }
}

impl<'a, T> ExactSizeIterator for Iter<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }
}

impl<'a, T> AsRef<[T]> for Iter<'a, T> {
    #[inline(always)]
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

/// `iter_mut()`: the elements from `start` to `end`, to be changed.
pub struct IterMut<'a, T> {
    pub(crate) data: *mut T,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) marker: PhantomData<&'a mut T>,
}

impl<'a, T> IterMut<'a, T> {
    /// The elements that are left.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        unsafe { from_raw_parts(self.data.add(self.start), self.end - self.start) }
    }

    /// The elements that are left, to be changed.
    #[inline(always)]
    pub fn into_slice(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.data.add(self.start), self.end - self.start) }
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut T> {
        if self.start < self.end {
            let at = self.start;
            self.start = at + 1;
            Some(unsafe { &mut *self.data.add(at) })
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a mut T> {
        if count < self.end - self.start {
            let at = self.start + count;
            self.start = at + 1;
            Some(unsafe { &mut *self.data.add(at) })
        } else {
            self.start = self.end;
            None
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.start, Some(self.end - self.start))
    }
}

impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.start < self.end {
            self.end -= 1;
            Some(unsafe { &mut *self.data.add(self.end) })
        } else {
            None
        }
    }

    #[inline(always)]
    fn nth_back(&mut self, count: usize) -> Option<&'a mut T> {
        if count < self.end - self.start {
            self.end -= count + 1;
            Some(unsafe { &mut *self.data.add(self.end) })
        } else {
            self.end = self.start;
            None
        }
    }
}

impl<'a, T> ExactSizeIterator for IterMut<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }
}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

/// `windows(size)`
#[derive(Clone)]
pub struct Windows<'a, T> {
    pub(crate) rest: &'a [T],
    pub(crate) size: usize,
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        self.nth(0)
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T]> {
        let len = self.rest.len();
        let data = self.rest.as_ptr();
        if count >= self.len() {
            self.rest = unsafe { from_raw_parts(data, 0) };
            return None;
        }
        unsafe {
            self.rest = from_raw_parts(data.add(count + 1), len - count - 1);
            Some(from_raw_parts(data.add(count), self.size))
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if len < self.size {
            return None;
        }
        let data = self.rest.as_ptr();
        unsafe {
            self.rest = from_raw_parts(data, len - 1);
            Some(from_raw_parts(data.add(len - self.size), self.size))
        }
    }
}

impl<'a, T> ExactSizeIterator for Windows<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        if self.rest.len() < self.size { 0 } else { self.rest.len() - self.size + 1 }
    }
}

/// `array_windows()`
#[derive(Clone)]
pub struct ArrayWindows<'a, T, const N: usize> {
    pub(crate) windows: Windows<'a, T>,
}

impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T; N]> {
        match self.windows.next() {
            Some(found) => Some(unsafe { &*(found.as_ptr() as *const [T; N]) }),
            None => None,
        }
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T; N]> {
        match self.windows.nth(count) {
            Some(found) => Some(unsafe { &*(found.as_ptr() as *const [T; N]) }),
            None => None,
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.windows.size_hint()
    }
}

impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        match self.windows.next_back() {
            Some(found) => Some(unsafe { &*(found.as_ptr() as *const [T; N]) }),
            None => None,
        }
    }
}

impl<'a, T, const N: usize> ExactSizeIterator for ArrayWindows<'a, T, N> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.windows.len()
    }
}
