//! Slices.

use crate::cmp::{Ord, Ordering, PartialEq, PartialOrd};
use crate::marker::PhantomData;
use crate::ops::{Bound, Range, RangeBounds, RangeTo};
use crate::ptr;
use crate::slice_index::{check, fail};

pub use crate::slice_chunks::{Chunks, ChunksExact, RChunks, RChunksExact};
pub use crate::slice_chunks_mut::{ChunksExactMut, ChunksMut, RChunksExactMut, RChunksMut};
pub use crate::slice_index::SliceIndex;
pub use crate::slice_iter::{ArrayWindows, Iter, IterMut, Windows};

/// A slice from a pointer to its first element and its length.
#[intrinsic("slice_from_raw_parts")]
pub const unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T];

/// A mutable slice from a pointer to its first element and its length.
#[intrinsic("slice_from_raw_parts")]
pub const unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T];

/// A slice of one element.
#[inline(always)]
pub const fn from_ref<T>(value: &T) -> &[T] {
    unsafe { from_raw_parts(value, 1) }
}

/// A mutable slice of one element.
#[inline(always)]
pub const fn from_mut<T>(value: &mut T) -> &mut [T] {
    unsafe { from_raw_parts_mut(value, 1) }
}

/// The range that `bounds` mean of a slice that ends at `len.end`; a panic where it does not lie within.
#[inline(always)]
#[track_caller]
fn range<R: RangeBounds<usize>>(bounds: R, len: RangeTo<usize>) -> Range<usize> {
    let start = match bounds.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => *start + 1,
        Bound::Unbounded => 0,
    };
    let end = match bounds.end_bound() {
        Bound::Included(end) => {
            if *end >= len.end {
                fail(start, *end, len.end);
            }
            *end + 1
        }
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len.end,
    };
    check(start, end, len.end);
    Range { start, end }
}

impl<T> [T] {
    /// The number of elements.
    #[intrinsic("slice_len")]
    pub const fn len(&self) -> usize;

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A pointer to the first element.
    #[intrinsic("slice_as_ptr")]
    pub const fn as_ptr(&self) -> *const T;

    /// A pointer to the first element.
    #[intrinsic("slice_as_ptr")]
    pub const fn as_mut_ptr(&mut self) -> *mut T;

    /// The element at an index, or the part of a range; `None` where it does not lie within.
    #[inline(always)]
    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }

    /// The element at an index, or the part of a range; `None` where it does not lie within.
    #[inline(always)]
    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }

    /// The element at an index, or the part of a range, without a check.
    #[inline(always)]
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output {
        unsafe { index.get_unchecked(self) }
    }

    /// The element at an index, or the part of a range, without a check.
    #[inline(always)]
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output {
        unsafe { index.get_unchecked_mut(self) }
    }

    /// The first element.
    #[inline(always)]
    pub const fn first(&self) -> Option<&T> {
        if self.is_empty() { None } else { Some(unsafe { &*self.as_ptr() }) }
    }

    /// The first element.
    #[inline(always)]
    pub const fn first_mut(&mut self) -> Option<&mut T> {
        if self.is_empty() { None } else { Some(unsafe { &mut *self.as_mut_ptr() }) }
    }

    /// The last element.
    #[inline(always)]
    pub const fn last(&self) -> Option<&T> {
        let len = self.len();
        if len == 0 { None } else { Some(unsafe { &*self.as_ptr().add(len - 1) }) }
    }

    /// The last element.
    #[inline(always)]
    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let len = self.len();
        if len == 0 { None } else { Some(unsafe { &mut *self.as_mut_ptr().add(len - 1) }) }
    }

    /// The elements, one after the other.
    #[inline(always)]
    pub const fn iter(&self) -> Iter<'_, T> {
        Iter { data: self.as_ptr(), start: 0, end: self.len(), marker: PhantomData }
    }

    /// The elements, one after the other, to be changed.
    #[inline(always)]
    pub const fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { data: self.as_mut_ptr(), start: 0, end: self.len(), marker: PhantomData }
    }

    /// Every `size` neighbouring elements, overlapping. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn windows(&self, size: usize) -> Windows<'_, T> {
        assert!(size != 0, "window size must be non-zero");
        Windows { rest: self, size }
    }

    /// Every `N` neighbouring elements, overlapping. `N` is not zero.
    #[inline(always)]
    #[track_caller]
    pub const fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        ArrayWindows { windows: self.windows(N) }
    }

    /// Whether an element is equal to `wanted`.
    #[inline(always)]
    pub fn contains(&self, wanted: &T) -> bool
    where
        T: PartialEq,
    {
        for value in self {
            if *value == *wanted {
                return true;
            }
        }
        false
    }

    /// Whether it begins with `prefix`.
    #[inline(always)]
    pub fn starts_with(&self, prefix: &[T]) -> bool
    where
        T: PartialEq,
    {
        let len = prefix.len();
        self.len() >= len && self[..len] == *prefix
    }

    /// Whether it ends with `suffix`.
    #[inline(always)]
    pub fn ends_with(&self, suffix: &[T]) -> bool
    where
        T: PartialEq,
    {
        let (own, len) = (self.len(), suffix.len());
        own >= len && self[own - len..] == *suffix
    }

    /// Exchanges two elements.
    #[inline(always)]
    #[track_caller]
    pub const fn swap(&mut self, a: usize, b: usize) {
        let first = &raw mut self[a];
        let second = &raw mut self[b];
        unsafe {
            let kept = ptr::read(first);
            ptr::write(first, ptr::read(second));
            ptr::write(second, kept);
        }
    }

    /// Turns the order of the elements round.
    #[inline(always)]
    pub fn reverse(&mut self) {
        let len = self.len();
        let first = self.as_mut_ptr();
        for i in 0..len / 2 {
            unsafe { ptr::swap(first.add(i), first.add(len - 1 - i)) }
        }
    }

    /// Makes every element `value`.
    #[inline(always)]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        for place in self.iter_mut() {
            *place = value.clone();
        }
    }

    /// Copies all elements of a slice of the same length.
    #[inline(always)]
    #[track_caller]
    pub fn copy_from_slice(&mut self, source: &[T])
    where
        T: Copy,
    {
        if self.len() != source.len() {
            panic!("copy_from_slice: source slice length ({}) does not match destination slice length ({})", source.len(), self.len());
        }
        let (from, to) = (source.as_ptr(), self.as_mut_ptr());
        for i in 0..self.len() {
            unsafe { *to.add(i) = *from.add(i) }
        }
    }

    /// Clones all elements of a slice of the same length.
    #[inline(always)]
    #[track_caller]
    pub fn clone_from_slice(&mut self, source: &[T])
    where
        T: Clone,
    {
        if self.len() != source.len() {
            panic!("destination and source slices have different lengths");
        }
        for i in 0..self.len() {
            self[i] = source[i].clone();
        }
    }

    /// Moves the first `middle` elements to the end; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub fn rotate_left(&mut self, middle: usize) {
        assert!(middle <= self.len());
        let (first, second) = self.split_at_mut(middle);
        first.reverse();
        second.reverse();
        self.reverse();
    }

    /// Moves the last `count` elements to the beginning; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub fn rotate_right(&mut self, count: usize) {
        assert!(count <= self.len());
        self.rotate_left(self.len() - count);
    }

    /// Where `wanted` is in a sorted slice, or where it would have to be.
    #[inline(always)]
    pub fn binary_search(&self, wanted: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        let mut size = self.len();
        if size == 0 {
            return Err(0);
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let middle = base + half;
            if self[middle].cmp(wanted) != Ordering::Greater {
                base = middle;
            }
            size -= half;
        }
        match self[base].cmp(wanted) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }

    /// Exchanges all elements with those of a slice of the same length.
    #[inline(always)]
    #[track_caller]
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(self.len() == other.len(), "destination and source slices have different lengths");
        unsafe { ptr::swap_nonoverlapping(self.as_mut_ptr(), other.as_mut_ptr(), self.len()) }
    }

    /// Copies the part `source` to where `target` is the first index; both may overlap.
    #[inline(always)]
    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, source: R, target: usize)
    where
        T: Copy,
    {
        let Range { start, end } = range(source, ..self.len());
        let count = end - start;
        assert!(target <= self.len() - count, "dest is out of bounds");
        unsafe { ptr::copy(self.as_ptr().add(start), self.as_mut_ptr().add(target), count) }
    }

    /// What follows `prefix`; `None` where it does not begin with it.
    #[inline(always)]
    pub fn strip_prefix(&self, prefix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.starts_with(prefix) { Some(&self[prefix.len()..]) } else { None }
    }

    /// What precedes `suffix`; `None` where it does not end with it.
    #[inline(always)]
    pub fn strip_suffix(&self, suffix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.ends_with(suffix) { Some(&self[..self.len() - suffix.len()]) } else { None }
    }

    /// Whether each element is at most the next one.
    #[inline(always)]
    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        for i in 1..self.len() {
            if !(self[i - 1] <= self[i]) {
                return false;
            }
        }
        true
    }
}
