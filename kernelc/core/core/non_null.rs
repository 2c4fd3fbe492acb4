//! Pointers that are not null.

use crate::clone::Clone;
use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};
use crate::convert::From;
use crate::ptr;

/// A pointer that is not null: `Option<NonNull<T>>` is as large as a pointer.
#[nonzero]
#[repr(transparent)]
pub struct NonNull<T: ?Sized> {
    pointer: *const T,
}

impl<T: ?Sized> NonNull<T> {
    /// The pointer, which is not null.
    #[inline(always)]
    pub const unsafe fn new_unchecked(pointer: *mut T) -> NonNull<T> {
        NonNull { pointer }
    }

    /// The pointer that a reference is.
    #[inline(always)]
    pub const fn from_ref(value: &T) -> NonNull<T> {
        NonNull { pointer: value }
    }

    /// The pointer that a mutable reference is.
    #[inline(always)]
    pub const fn from_mut(value: &mut T) -> NonNull<T> {
        NonNull { pointer: value }
    }

    /// The pointer.
    #[inline(always)]
    pub const fn as_ptr(self) -> *mut T {
        self.pointer as *mut T
    }

    /// The same address as a pointer to another type.
    #[inline(always)]
    pub const fn cast<U>(self) -> NonNull<U> {
        NonNull { pointer: self.pointer as *const U }
    }

    /// A reference to the value.
    #[inline(always)]
    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { &*self.pointer }
    }

    /// A mutable reference to the value.
    #[inline(always)]
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        unsafe { &mut *(self.pointer as *mut T) }
    }
}

impl<T> NonNull<T> {
    /// The pointer; `None` for null.
    #[inline(always)]
    pub const fn new(pointer: *mut T) -> Option<NonNull<T>> {
        unsafe { crate::mem::transmute(pointer) }
    }

    /// A pointer that is aligned, to nothing.
    #[inline(always)]
    pub const fn dangling() -> NonNull<T> {
        NonNull { pointer: ptr::dangling::<T>() }
    }

    /// The address, which is not zero.
    #[inline(always)]
    pub fn addr(self) -> crate::num::NonZero<usize> {
        unsafe { crate::num::NonZero::new_unchecked(self.pointer as usize) }
    }

    /// The pointer `count` elements further.
    #[inline(always)]
    pub const unsafe fn add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.add(count) } }
    }

    /// The pointer `count` elements before.
    #[inline(always)]
    pub const unsafe fn sub(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.sub(count) } }
    }

    /// The pointer `count` elements further; negative counts go back.
    #[inline(always)]
    pub const unsafe fn offset(self, count: isize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.offset(count) } }
    }

    /// The pointer `count` bytes further.
    #[inline(always)]
    pub const unsafe fn byte_add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_add(count) } }
    }

    /// The pointer `count` bytes before.
    #[inline(always)]
    pub const unsafe fn byte_sub(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_sub(count) } }
    }

    /// The pointer `count` bytes further; negative counts go back.
    #[inline(always)]
    pub const unsafe fn byte_offset(self, count: isize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_offset(count) } }
    }

    /// How many elements lie between `origin` and this pointer.
    #[inline(always)]
    pub const unsafe fn offset_from(self, origin: NonNull<T>) -> isize {
        unsafe { self.pointer.offset_from(origin.pointer) }
    }

    /// How many elements lie between `origin`, which is not behind, and this pointer.
    #[inline(always)]
    pub const unsafe fn offset_from_unsigned(self, origin: NonNull<T>) -> usize {
        unsafe { self.pointer.offset_from_unsigned(origin.pointer) }
    }

    /// The value that it points to, bit by bit.
    #[inline(always)]
    pub const unsafe fn read(self) -> T {
        unsafe { ptr::read(self.pointer) }
    }

    /// The value that it points to, bit by bit, however it is aligned.
    #[inline(always)]
    pub const unsafe fn read_unaligned(self) -> T {
        unsafe { ptr::read_unaligned(self.pointer) }
    }

    /// Writes the value; what was there is forgotten.
    #[inline(always)]
    pub const unsafe fn write(self, value: T) {
        unsafe { ptr::write(self.as_ptr(), value) }
    }

    /// Writes the value, however the address is aligned.
    #[inline(always)]
    pub const unsafe fn write_unaligned(self, value: T) {
        unsafe { ptr::write_unaligned(self.as_ptr(), value) }
    }

    /// Makes every byte of `count` values `byte`.
    #[inline(always)]
    pub unsafe fn write_bytes(self, byte: u8, count: usize) {
        unsafe { ptr::write_bytes(self.as_ptr(), byte, count) }
    }

    /// Writes the value and gives the one that was there.
    #[inline(always)]
    pub const unsafe fn replace(self, value: T) -> T {
        unsafe { ptr::replace(self.as_ptr(), value) }
    }

    /// Exchanges the values of both pointers.
    #[inline(always)]
    pub const unsafe fn swap(self, other: NonNull<T>) {
        unsafe { ptr::swap(self.as_ptr(), other.as_ptr()) }
    }

    /// Copies `count` values to `target`; both may overlap.
    #[inline(always)]
    pub unsafe fn copy_to(self, target: NonNull<T>, count: usize) {
        unsafe { self.pointer.copy_to(target.as_ptr(), count) }
    }

    /// Copies `count` values to `target`; they do not overlap.
    #[inline(always)]
    pub unsafe fn copy_to_nonoverlapping(self, target: NonNull<T>, count: usize) {
        unsafe { self.pointer.copy_to_nonoverlapping(target.as_ptr(), count) }
    }

    /// Copies `count` values from `source`; both may overlap.
    #[inline(always)]
    pub unsafe fn copy_from(self, source: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_from(source.pointer, count) }
    }

    /// Copies `count` values from `source`; they do not overlap.
    #[inline(always)]
    pub unsafe fn copy_from_nonoverlapping(self, source: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_from_nonoverlapping(source.pointer, count) }
    }

    /// Whether the address is aligned for the type.
    #[inline(always)]
    pub fn is_aligned(self) -> bool {
        self.pointer.is_aligned()
    }

    /// By how many elements to move the pointer to align it to `align`.
    #[inline(always)]
    pub fn align_offset(self, align: usize) -> usize {
        self.pointer.align_offset(align)
    }
}

impl<T> NonNull<[T]> {
    /// A pointer to a slice from one to its first element and its length.
    #[inline(always)]
    pub const fn slice_from_raw_parts(data: NonNull<T>, len: usize) -> NonNull<[T]> {
        NonNull { pointer: ptr::slice_from_raw_parts(data.pointer, len) }
    }

    /// The number of elements.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.pointer.len()
    }

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.pointer.len() == 0
    }
}

impl<T: ?Sized> Clone for NonNull<T> {
    #[inline(always)]
    fn clone(&self) -> NonNull<T> {
        *self
    }
}

impl<T: ?Sized> Copy for NonNull<T> {}

impl<T: ?Sized> PartialEq for NonNull<T> {
    #[inline(always)]
    fn eq(&self, other: &NonNull<T>) -> bool {
        self.pointer == other.pointer
    }
}

impl<T: ?Sized> Eq for NonNull<T> {}

impl<T> PartialOrd for NonNull<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &NonNull<T>) -> Option<Ordering> {
        self.pointer.partial_cmp(&other.pointer)
    }
}

impl<T> Ord for NonNull<T> {
    #[inline(always)]
    fn cmp(&self, other: &NonNull<T>) -> Ordering {
        self.pointer.cmp(&other.pointer)
    }
}

impl<T: ?Sized> From<&T> for NonNull<T> {
    #[inline(always)]
    fn from(value: &T) -> NonNull<T> {
        NonNull { pointer: value }
    }
}

impl<T: ?Sized> From<&mut T> for NonNull<T> {
    #[inline(always)]
    fn from(value: &mut T) -> NonNull<T> {
        NonNull { pointer: value }
    }
}
