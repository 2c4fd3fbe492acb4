//! The methods of slices that give parts of them: at an index, of a fixed length, of a length each.

use crate::marker::PhantomData;
use crate::slice::{Chunks, ChunksExact, RChunks, RChunksExact, from_raw_parts};

impl<T> [T] {
    /// The first element and the rest.
    #[inline(always)]
    pub const fn split_first(&self) -> Option<(&T, &[T])> {
        let len = self.len();
        let first = self.as_ptr();
        if len == 0 { None } else { Some(unsafe { (&*first, from_raw_parts(first.add(1), len - 1)) }) }
    }

    /// The last element and the rest.
    #[inline(always)]
    pub const fn split_last(&self) -> Option<(&T, &[T])> {
        let len = self.len();
        let first = self.as_ptr();
        if len == 0 { None } else { Some(unsafe { (&*first.add(len - 1), from_raw_parts(first, len - 1)) }) }
    }

    /// The first `middle` elements, and the rest; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub const fn split_at(&self, middle: usize) -> (&[T], &[T]) {
        if middle > self.len() {
            panic!("mid > len");
        }
        unsafe { self.split_at_unchecked(middle) }
    }

    /// The first `middle` elements, and the rest; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_at_checked(&self, middle: usize) -> Option<(&[T], &[T])> {
        if middle <= self.len() { Some(unsafe { self.split_at_unchecked(middle) }) } else { None }
    }

    /// The first `middle` elements, and the rest, without a check.
    #[inline(always)]
    pub const unsafe fn split_at_unchecked(&self, middle: usize) -> (&[T], &[T]) {
        let len = self.len();
        let first = self.as_ptr();
        unsafe { (from_raw_parts(first, middle), from_raw_parts(first.add(middle), len.wrapping_sub(middle))) }
    }

    /// The first `N` elements; `None` where there are fewer.
    #[inline(always)]
    pub const fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() < N { None } else { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) }
    }

    /// The last `N` elements; `None` where there are fewer.
    #[inline(always)]
    pub const fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        let len = self.len();
        if len < N { None } else { Some(unsafe { &*(self.as_ptr().add(len - N) as *const [T; N]) }) }
    }

    /// The first `N` elements and the rest; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        let len = self.len();
        let first = self.as_ptr();
        if len < N { None } else { Some(unsafe { (&*(first as *const [T; N]), from_raw_parts(first.add(N), len - N)) }) }
    }

    /// What precedes the last `N` elements, and those; `None` where there are fewer.
    #[inline(always)]
    pub const fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        let len = self.len();
        let first = self.as_ptr();
        if len < N { None } else { Some(unsafe { (from_raw_parts(first, len - N), &*(first.add(len - N) as *const [T; N])) }) }
    }

    /// The slice as an array; `None` where it has another length.
    #[inline(always)]
    pub const fn as_array<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() == N { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) } else { None }
    }

    /// Arrays of `N` elements, and what is left over behind them. `N` is not zero.
    #[inline(always)]
    #[track_caller]
    pub const fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
        let len = self.len();
        let first = self.as_ptr();
        let count = len / N;
        unsafe { (from_raw_parts(first as *const [T; N], count), from_raw_parts(first.add(count * N), len - count * N)) }
    }

    /// What is left over before arrays of `N` elements, and those. `N` is not zero.
    #[inline(always)]
    #[track_caller]
    pub const fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]) {
        let len = self.len();
        let first = self.as_ptr();
        let count = len / N;
        let left = len - count * N;
        unsafe { (from_raw_parts(first, left), from_raw_parts(first.add(left) as *const [T; N], count)) }
    }

    /// Arrays of `N` elements, of a slice that has a multiple of `N`. `N` is not zero.
    #[inline(always)]
    pub const unsafe fn as_chunks_unchecked<const N: usize>(&self) -> &[[T; N]] {
        let count = self.len() / N;
        unsafe { from_raw_parts(self.as_ptr() as *const [T; N], count) }
    }

    /// Parts of `size` elements; the last one may be shorter. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks(&self, size: usize) -> Chunks<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        Chunks { data: self.as_ptr(), len: self.len(), size, marker: PhantomData }
    }

    /// Parts of exactly `size` elements; what is left over is left out. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks_exact(&self, size: usize) -> ChunksExact<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let left = self.len() % size;
        let len = self.len() - left;
        let data = self.as_ptr();
        ChunksExact { data, len, size, left_over: unsafe { data.add(len) }, left, marker: PhantomData }
    }

    /// Parts of `size` elements from the end; the last one may be shorter. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn rchunks(&self, size: usize) -> RChunks<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        RChunks { data: self.as_ptr(), len: self.len(), size, marker: PhantomData }
    }

    /// Parts of exactly `size` elements from the end; what is left over is left out. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn rchunks_exact(&self, size: usize) -> RChunksExact<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let left = self.len() % size;
        let left_over = self.as_ptr();
        RChunksExact { data: unsafe { left_over.add(left) }, len: self.len() - left, size, left_over, left, marker: PhantomData }
    }

    /// Pointers to the first element and behind the last.
    #[inline(always)]
    pub const fn as_ptr_range(&self) -> crate::ops::Range<*const T> {
        let start = self.as_ptr();
        crate::ops::Range { start, end: unsafe { start.add(self.len()) } }
    }
}

impl<T, const N: usize> [[T; N]] {
    /// The elements of all arrays.
    #[inline(always)]
    pub const fn as_flattened(&self) -> &[T] {
        let count = self.len() * N;
        unsafe { from_raw_parts(self.as_ptr() as *const T, count) }
    }
}
