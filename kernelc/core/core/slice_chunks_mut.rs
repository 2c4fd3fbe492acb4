//! What `chunks_mut` and its kin give: parts of a slice, to be changed.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::marker::PhantomData;
use crate::slice::from_raw_parts_mut;

/// `chunks_mut(size)`
pub struct ChunksMut<'a, T> {
    pub(crate) data: *mut T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) marker: PhantomData<&'a mut T>,
}

impl<'a, T> Iterator for ChunksMut<'a, T> {
    type Item = &'a mut [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.len == 0 {
            return None;
        }
        let count = if self.size < self.len { self.size } else { self.len };
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts_mut(first, count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a mut [T]> {
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

impl<'a, T> DoubleEndedIterator for ChunksMut<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.len == 0 {
            return None;
        }
        let rest = self.len % self.size;
        let count = if rest == 0 { self.size } else { rest };
        self.len -= count;
        Some(unsafe { from_raw_parts_mut(self.data.add(self.len), count) })
    }
}

impl<'a, T> ExactSizeIterator for ChunksMut<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len.div_ceil(self.size)
    }
}

/// `chunks_exact_mut(size)`
pub struct ChunksExactMut<'a, T> {
    pub(crate) data: *mut T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) left_over: *mut T,
    pub(crate) left: usize,
    pub(crate) marker: PhantomData<&'a mut T>,
}

impl<'a, T> Iterator for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts_mut(first, count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a mut [T]> {
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

impl<'a, T> DoubleEndedIterator for ChunksExactMut<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        self.len -= count;
        Some(unsafe { from_raw_parts_mut(self.data.add(self.len), count) })
    }
}

impl<'a, T> ExactSizeIterator for ChunksExactMut<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len / self.size
    }
}

impl<'a, T> ChunksExactMut<'a, T> {
    /// What is left over.
    #[inline(always)]
    pub fn into_remainder(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.left_over, self.left) }
    }
}

/// `rchunks_mut(size)`
pub struct RChunksMut<'a, T> {
    pub(crate) data: *mut T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) marker: PhantomData<&'a mut T>,
}

impl<'a, T> Iterator for RChunksMut<'a, T> {
    type Item = &'a mut [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.len == 0 {
            return None;
        }
        let count = if self.size < self.len { self.size } else { self.len };
        self.len -= count;
        Some(unsafe { from_raw_parts_mut(self.data.add(self.len), count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a mut [T]> {
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

impl<'a, T> DoubleEndedIterator for RChunksMut<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.len == 0 {
            return None;
        }
        let rest = self.len % self.size;
        let count = if rest == 0 { self.size } else { rest };
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts_mut(first, count) })
    }
}

impl<'a, T> ExactSizeIterator for RChunksMut<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len.div_ceil(self.size)
    }
}

/// `rchunks_exact_mut(size)`
pub struct RChunksExactMut<'a, T> {
    pub(crate) data: *mut T,
    pub(crate) len: usize,
    pub(crate) size: usize,
    pub(crate) left_over: *mut T,
    pub(crate) left: usize,
    pub(crate) marker: PhantomData<&'a mut T>,
}

impl<'a, T> Iterator for RChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        self.len -= count;
        Some(unsafe { from_raw_parts_mut(self.data.add(self.len), count) })
    }

    #[inline(always)]
    fn nth(&mut self, count: usize) -> Option<&'a mut [T]> {
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

impl<'a, T> DoubleEndedIterator for RChunksExactMut<'a, T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.len < self.size {
            return None;
        }
        let count = self.size;
        let first = self.data;
        self.len -= count;
        self.data = unsafe { first.add(count) };
        Some(unsafe { from_raw_parts_mut(first, count) })
    }
}

impl<'a, T> ExactSizeIterator for RChunksExactMut<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len / self.size
    }
}

impl<'a, T> RChunksExactMut<'a, T> {
    /// What is left over.
    #[inline(always)]
    pub fn into_remainder(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.left_over, self.left) }
    }
}
