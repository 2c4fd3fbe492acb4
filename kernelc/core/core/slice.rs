//! Slices.

use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::marker::PhantomData;
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::ptr;

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

    /// The first element and the rest.
    #[inline(always)]
    pub fn split_first(&self) -> Option<(&T, &[T])> {
        if self.is_empty() { None } else { Some((&self[0], &self[1..])) }
    }

    /// The last element and the rest.
    #[inline(always)]
    pub fn split_last(&self) -> Option<(&T, &[T])> {
        let len = self.len();
        if len == 0 { None } else { Some((&self[len - 1], &self[..len - 1])) }
    }

    /// The first `middle` elements, and the rest; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub const fn split_at(&self, middle: usize) -> (&[T], &[T]) {
        let len = self.len();
        if middle > len {
            panic!("mid > len");
        }
        unsafe { (from_raw_parts(self.as_ptr(), middle), from_raw_parts(self.as_ptr().add(middle), len - middle)) }
    }

    /// The first `middle` elements, and the rest; a panic where there are fewer.
    #[inline(always)]
    #[track_caller]
    pub const fn split_at_mut(&mut self, middle: usize) -> (&mut [T], &mut [T]) {
        let len = self.len();
        if middle > len {
            panic!("mid > len");
        }
        let first = self.as_mut_ptr();
        unsafe { (from_raw_parts_mut(first, middle), from_raw_parts_mut(first.add(middle), len - middle)) }
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

    /// Parts of `size` elements; the last one may be shorter. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks(&self, size: usize) -> Chunks<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        Chunks { rest: self, size }
    }

    /// Parts of exactly `size` elements; what is left over is left out. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn chunks_exact(&self, size: usize) -> ChunksExact<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        ChunksExact { rest: self, size }
    }

    /// Every `size` neighbouring elements, overlapping. A panic for zero.
    #[inline(always)]
    #[track_caller]
    pub const fn windows(&self, size: usize) -> Windows<'_, T> {
        assert!(size != 0, "window size must be non-zero");
        Windows { rest: self, size }
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

// -------------------------------------------------------------------------------------------------------------------- indexing

/// What a slice can be indexed by: `usize` and its ranges.
pub trait SliceIndex<T: ?Sized>: Sized {
    type Output: ?Sized;
    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    unsafe fn get_unchecked(self, slice: &T) -> &Self::Output;
    unsafe fn get_unchecked_mut(self, slice: &mut T) -> &mut Self::Output;
    fn index(self, slice: &T) -> &Self::Output;
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}

impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

impl<T> SliceIndex<[T]> for usize {
    type Output = T;

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&T> {
        if self < slice.len() { Some(unsafe { &*slice.as_ptr().add(self) }) } else { None }
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < slice.len() { Some(unsafe { &mut *slice.as_mut_ptr().add(self) }) } else { None }
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &T {
        unsafe { &*slice.as_ptr().add(self) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut T {
        unsafe { &mut *slice.as_mut_ptr().add(self) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &T {
        &slice[self]
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut T {
        &mut slice[self]
    }
}

/// Panics unless `start <= end <= len`.
#[inline(always)]
#[track_caller]
const fn check(start: usize, end: usize, len: usize) {
    if start > end || end > len {
        fail(start, end, len);
    }
}

/// Panics with Rust's words for a range that does not lie within a slice; `end == len` is an inclusive end.
#[inline(always)]
#[track_caller]
const fn fail(start: usize, end: usize, len: usize) -> ! {
    if start > len {
        panic!("range start index {} out of range for slice of length {}", start, len);
    }
    if start > end && end <= len {
        panic!("slice index starts at {} but ends at {}", start, end);
    }
    panic!("range end index {} out of range for slice of length {}", end, len);
}

impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= self.end && self.end <= slice.len() { Some(unsafe { self.get_unchecked(slice) }) } else { None }
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= self.end && self.end <= slice.len() { Some(unsafe { self.get_unchecked_mut(slice) }) } else { None }
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { from_raw_parts(slice.as_ptr().add(self.start), self.end - self.start) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { from_raw_parts_mut(slice.as_mut_ptr().add(self.start), self.end - self.start) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        check(self.start, self.end, slice.len());
        unsafe { self.get_unchecked(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        check(self.start, self.end, slice.len());
        unsafe { self.get_unchecked_mut(slice) }
    }
}

impl<T> SliceIndex<[T]> for RangeFrom<usize> {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        Range { start: self.start, end: slice.len() }.get(slice)
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        Range { start: self.start, end: slice.len() }.get_mut(slice)
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { Range { start: self.start, end: slice.len() }.get_unchecked(slice) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { Range { start: self.start, end: slice.len() }.get_unchecked_mut(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        Range { start: self.start, end: slice.len() }.index(slice)
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        Range { start: self.start, end: slice.len() }.index_mut(slice)
    }
}

impl<T> SliceIndex<[T]> for RangeTo<usize> {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        Range { start: 0, end: self.end }.get(slice)
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        Range { start: 0, end: self.end }.get_mut(slice)
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { Range { start: 0, end: self.end }.get_unchecked(slice) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { Range { start: 0, end: self.end }.get_unchecked_mut(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        Range { start: 0, end: self.end }.index(slice)
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        Range { start: 0, end: self.end }.index_mut(slice)
    }
}

impl<T> SliceIndex<[T]> for RangeFull {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        Range { start: 0, end: slice.len() }.get(slice)
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        Range { start: 0, end: slice.len() }.get_mut(slice)
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { Range { start: 0, end: slice.len() }.get_unchecked(slice) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { Range { start: 0, end: slice.len() }.get_unchecked_mut(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        Range { start: 0, end: slice.len() }.index(slice)
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        Range { start: 0, end: slice.len() }.index_mut(slice)
    }
}

impl<T> SliceIndex<[T]> for RangeInclusive<usize> {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end == usize::MAX {
            return None;
        }
        Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.get(slice)
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end == usize::MAX {
            return None;
        }
        Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.get_mut(slice)
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.get_unchecked(slice) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.get_unchecked_mut(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        if self.end >= slice.len() {
            fail(self.start, self.end, slice.len());
        }
        Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.index(slice)
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        if self.end >= slice.len() {
            fail(self.start, self.end, slice.len());
        }
        Range { start: if self.exhausted { self.end + 1 } else { self.start }, end: self.end + 1 }.index_mut(slice)
    }
}

impl<T> SliceIndex<[T]> for RangeToInclusive<usize> {
    type Output = [T];

    #[inline(always)]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end == usize::MAX {
            return None;
        }
        Range { start: 0, end: self.end + 1 }.get(slice)
    }

    #[inline(always)]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end == usize::MAX {
            return None;
        }
        Range { start: 0, end: self.end + 1 }.get_mut(slice)
    }

    #[inline(always)]
    unsafe fn get_unchecked(self, slice: &[T]) -> &[T] {
        unsafe { Range { start: 0, end: self.end + 1 }.get_unchecked(slice) }
    }

    #[inline(always)]
    unsafe fn get_unchecked_mut(self, slice: &mut [T]) -> &mut [T] {
        unsafe { Range { start: 0, end: self.end + 1 }.get_unchecked_mut(slice) }
    }

    #[inline(always)]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        if self.end >= slice.len() {
            fail(0, self.end, slice.len());
        }
        Range { start: 0, end: self.end + 1 }.index(slice)
    }

    #[inline(always)]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        if self.end >= slice.len() {
            fail(0, self.end, slice.len());
        }
        Range { start: 0, end: self.end + 1 }.index_mut(slice)
    }
}

// ------------------------------------------------------------------------------------------------------------------- iteration

/// `iter()`: the elements from `start` to `end`.
pub struct Iter<'a, T> {
    data: *const T,
    start: usize,
    end: usize,
    marker: PhantomData<&'a T>,
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

/// `iter_mut()`: the elements from `start` to `end`, to be changed.
pub struct IterMut<'a, T> {
    data: *mut T,
    start: usize,
    end: usize,
    marker: PhantomData<&'a mut T>,
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

/// `chunks(size)`
#[derive(Clone)]
pub struct Chunks<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if len == 0 {
            return None;
        }
        let size = if self.size < len { self.size } else { len };
        let data = self.rest.as_ptr();
        unsafe {
            self.rest = from_raw_parts(data.add(size), len - size);
            Some(from_raw_parts(data, size))
        }
    }
}

impl<'a, T> ExactSizeIterator for Chunks<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.rest.len().div_ceil(self.size)
    }
}

/// `chunks_exact(size)`
#[derive(Clone)]
pub struct ChunksExact<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if len < self.size {
            return None;
        }
        let size = self.size;
        let data = self.rest.as_ptr();
        unsafe {
            self.rest = from_raw_parts(data.add(size), len - size);
            Some(from_raw_parts(data, size))
        }
    }
}

impl<'a, T> ExactSizeIterator for ChunksExact<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.rest.len() / self.size
    }
}

/// `windows(size)`
#[derive(Clone)]
pub struct Windows<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        let len = self.rest.len();
        if len < self.size {
            return None;
        }
        let size = self.size;
        let data = self.rest.as_ptr();
        unsafe {
            self.rest = from_raw_parts(data.add(1), len - 1);
            Some(from_raw_parts(data, size))
        }
    }
}

impl<'a, T> ExactSizeIterator for Windows<'a, T> {
    #[inline(always)]
    fn len(&self) -> usize {
        if self.rest.len() < self.size { 0 } else { self.rest.len() - self.size + 1 }
    }
}

// ------------------------------------------------------------------------------------------------------------------- comparison

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
