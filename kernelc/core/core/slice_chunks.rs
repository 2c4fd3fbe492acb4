//! What `chunks` and its kin give: parts of a slice.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::marker::PhantomData;
use crate::slice::from_raw_parts;

/// `chunks(size)`
#[derive(Clone)]
pub struct Chunks<'a, T> {
    pub(crate) data: *const T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) marker: PhantomData<&'a T>,
}

impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        if self.len == 0 {
            return None;
        }
        let count = if self.size < self.len { self.size } else { self.len };
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts(first, count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T]> {
        let (skipped, overflows) = count.overflowing_mul(self.size);
        if overflows || skipped >= self.len {
            self.len = 0;
            return None;
        }
        self.data = unsafe { self.data.add(skipped) };
        self.len -= skipped;
        self.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<'a, T> DoubleEndedIterator for Chunks<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.len == 0 {
            return None;
        }
        let rest = self.len % self.size;
        let count = if rest == 0 { self.size } else { rest };
        self.len -= count;
        Some(unsafe { from_raw_parts(self.data.add(self.len), count) })
    }
}

impl<'a, T> ExactSizeIterator for Chunks<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len.div_ceil(self.size)
    }
}

/// `chunks_exact(size)`
#[derive(Clone)]
pub struct ChunksExact<'a, T> {
    pub(crate) data: *const T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) left_over: *const T,
    pub(crate) left: usize,
    pub(crate) marker: PhantomData<&'a T>,
}

impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts(first, count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T]> {
        let (skipped, overflows) = count.overflowing_mul(self.size);
        if overflows || skipped >= self.len {
            self.len = 0;
            return None;
        }
        self.data = unsafe { self.data.add(skipped) };
        self.len -= skipped;
        self.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<'a, T> DoubleEndedIterator for ChunksExact<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        self.len -= count;
        Some(unsafe { from_raw_parts(self.data.add(self.len), count) })
    }
}

impl<'a, T> ExactSizeIterator for ChunksExact<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len / self.size
    }
}

impl<'a, T> ChunksExact<'a, T> {
    /// What is left over.
    #[inline(always)]
    pub fn remainder(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.left_over, self.left) }
    }
}

/// `rchunks(size)`
#[derive(Clone)]
pub struct RChunks<'a, T> {
    pub(crate) data: *const T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) marker: PhantomData<&'a T>,
}

impl<'a, T> Iterator for RChunks<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        if self.len == 0 {
            return None;
        }
        let count = if self.size < self.len { self.size } else { self.len };
        self.len -= count;
        Some(unsafe { from_raw_parts(self.data.add(self.len), count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T]> {
        let (skipped, overflows) = count.overflowing_mul(self.size);
        if overflows || skipped >= self.len {
            self.len = 0;
            return None;
        }
        self.len -= skipped;
        self.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<'a, T> DoubleEndedIterator for RChunks<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.len == 0 {
            return None;
        }
        let rest = self.len % self.size;
        let count = if rest == 0 { self.size } else { rest };
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts(first, count) })
    }
}

impl<'a, T> ExactSizeIterator for RChunks<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len.div_ceil(self.size)
    }
}

/// `rchunks_exact(size)`
#[derive(Clone)]
pub struct RChunksExact<'a, T> {
    pub(crate) data: *const T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) left_over: *const T,
    pub(crate) left: usize,
    pub(crate) marker: PhantomData<&'a T>,
}

impl<'a, T> Iterator for RChunksExact<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        self.len -= count;
        Some(unsafe { from_raw_parts(self.data.add(self.len), count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a [T]> {
        let (skipped, overflows) = count.overflowing_mul(self.size);
        if overflows || skipped >= self.len {
            self.len = 0;
            return None;
        }
        self.len -= skipped;
        self.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<'a, T> DoubleEndedIterator for RChunksExact<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts(first, count) })
    }
}

impl<'a, T> ExactSizeIterator for RChunksExact<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len / self.size
    }
}

impl<'a, T> RChunksExact<'a, T> {
    /// What is left over.
    #[inline(always)]
    pub fn remainder(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.left_over, self.left) }
    }
}
