//! What slices can be indexed by: `usize` and its ranges.

use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::{from_raw_parts, from_raw_parts_mut};

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
pub(crate) const fn check(start: usize, end: usize, len: usize) {
    if start > end || end > len {
        fail(start, end, len);
    }
}

/// Panics with Rust's words for a range that does not lie within a slice; `end == len` is an inclusive end.
#[inline(always)]
#[track_caller]
pub(crate) const fn fail(start: usize, end: usize, len: usize) -> ! {
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
