//! The methods of slices that give parts of them to be changed: at an index, of a fixed length, of a length each.

use crate::marker::PhantomData;
use crate::slice::{ChunksExactMut, ChunksMut, RChunksExactMut, RChunksMut, from_raw_parts_mut};

impl<T> [T] {
    /// The first element and the rest.
    #[inline(always)]
    pub const fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = self.len();
        let first = self.as_mut_ptr();
        if len == 0 { None } else { Some(unsafe { (&mut *first, from_raw_parts_mut(first.add(1), len - 1)) }) }
    }

    /// The last element and the rest.
    #[inline(always)]
    pub const fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = self.len();
        let first = self.as_mut_ptr();
        if len == 0 { None } else { Some(unsafe { (&mut *first.add(len - 1), from_raw_parts_mut(first, len - 1)) }) }
    }

    /// The first `middle` elements, and the rest; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub const fn split_at_mut(&mut self, middle: usize) -> (&mut [T], &mut [T]) {
        if middle > self.len() {
            panic!("mid > len");
        }
        unsafe { self.split_at_mut_unchecked(middle) }
    }

    /// The first `middle` elements, and the rest; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_at_mut_checked(&mut self, middle: usize) -> Option<(&mut [T], &mut [T])> {
        if middle <= self.len() { Some(unsafe { self.split_at_mut_unchecked(middle) }) } else { None }
    }

    /// The first `middle` elements, and the rest, without a check.
    #[inline(always)]
    pub const unsafe fn split_at_mut_unchecked(&mut self, middle: usize) -> (&mut [T], &mut [T]) {
        let len = self.len();
        let first = self.as_mut_ptr();
        unsafe { (from_raw_parts_mut(first, middle), from_raw_parts_mut(first.add(middle), len.wrapping_sub(middle))) }
    }

    /// The first `N` elements; `None` where there are fewer.
    #[inline(always)]
    pub const fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() < N { None } else { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) }
    }

    /// The last `N` elements; `None` where there are fewer.
    #[inline(always)]
    pub const fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        let len = self.len();
        if len < N { None } else { Some(unsafe { &mut *(self.as_mut_ptr().add(len - N) as *mut [T; N]) }) }
    }

    /// The first `N` elements and the rest; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])> {
        let len = self.len();
        let first = self.as_mut_ptr();
        if len < N { None } else { Some(unsafe { (&mut *(first as *mut [T; N]), from_raw_parts_mut(first.add(N), len - N)) }) }
    }

    /// What precedes the last `N` elements, and those; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])> {
        let len = self.len();
        let first = self.as_mut_ptr();
        if len < N { None } else { Some(unsafe { (from_raw_parts_mut(first, len - N), &mut *(first.add(len - N) as *mut [T; N])) }) }
    }

    /// The slice as an array; `None` where it has another length.
    #[inline(always)]
    pub const fn as_mut_array<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() == N { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) } else { None }
    }

    /// Arrays of `N` elements, and what is left over behind them. `N` is not zero.
    #[inline(always)]
    #[track_caller]
    pub const fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]) {
        let len = self.len();
        let first = self.as_mut_ptr();
        let count = len / N;
        unsafe { (from_raw_parts_mut(first as *mut [T; N], count), from_raw_parts_mut(first.add(count * N), len - count * N)) }
    }

    /// What is left over before arrays of `N` elements, and those. `N` is not zero.
    #[inline(always)]
    #[track_caller]
    pub const fn as_rchunks_mut<const N: usize>(&mut self) -> (&mut [T], &mut [[T; N]]) {
        let len = self.len();
        let first = self.as_mut_ptr();
        let count = len / N;
        let left = len - count * N;
        unsafe { (from_raw_parts_mut(first, left), from_raw_parts_mut(first.add(left) as *mut [T; N], count)) }
    }

    /// Arrays of `N` elements, of a slice that has a multiple of `N`. `N` is not zero.
    #[inline(always)]
    pub const unsafe fn as_chunks_unchecked_mut<const N: usize>(&mut self) -> &mut [[T; N]] {
        let count = self.len() / N;
        unsafe { from_raw_parts_mut(self.as_mut_ptr() as *mut [T; N], count) }
    }

    /// Parts of `size` elements; the last one may be shorter. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        ChunksMut { data: self.as_mut_ptr(), len: self.len(), size, marker: PhantomData }
    }

    /// Parts of exactly `size` elements; what is left over is left out. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks_exact_mut(&mut self, size: usize) -> ChunksExactMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let left = self.len() % size;
        let len = self.len() - left;
        let data = self.as_mut_ptr();
        ChunksExactMut { data, len, size, left_over: unsafe { data.add(len) }, left, marker: PhantomData }
    }

    /// Parts of `size` elements from the end; the last one may be shorter. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn rchunks_mut(&mut self, size: usize) -> RChunksMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        RChunksMut { data: self.as_mut_ptr(), len: self.len(), size, marker: PhantomData }
    }

    /// Parts of exactly `size` elements from the end; what is left over is left out. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn rchunks_exact_mut(&mut self, size: usize) -> RChunksExactMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let left = self.len() % size;
        let left_over = self.as_mut_ptr();
        RChunksExactMut { data: unsafe { left_over.add(left) }, len: self.len() - left, size, left_over, left, marker: PhantomData }
    }

    /// Pointers to the first element and behind the last.
    #[inline(always)]
    pub const fn as_mut_ptr_range(&mut self) -> crate::ops::Range<*mut T> {
        let start = self.as_mut_ptr();
        crate::ops::Range { start, end: unsafe { start.add(self.len()) } }
    }
}

impl<T, const N: usize> [[T; N]] {
    /// The elements of all arrays, to be changed.
    #[inline(always)]
    pub const fn as_flattened_mut(&mut self) -> &mut [T] {
        let count = self.len() * N;
        unsafe { from_raw_parts_mut(self.as_mut_ptr() as *mut T, count) }
    }
}
