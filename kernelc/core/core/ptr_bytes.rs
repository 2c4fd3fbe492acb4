//! The methods of raw pointers that count bytes, mind alignment or copy several values.

use crate::mem::{align_of, size_of};
use crate::ptr;

impl<T> *const T {
    /// The pointer `count` elements before, wherever that is.
    #[inline(always)]
    pub const fn wrapping_sub(self, count: usize) -> *const T {
        self.wrapping_offset((0 as isize).wrapping_sub(count as isize))
    }

    /// How many elements lie between `origin`, which is not behind, and this pointer.
    #[inline(always)]
    pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize {
        unsafe { self.offset_from(origin) as usize }
    }

    /// The pointer `count` bytes further.
    #[inline(always)]
    pub const unsafe fn byte_add(self, count: usize) -> *const T {
        unsafe { (self as *const u8).add(count) as *const T }
    }

    /// The pointer `count` bytes before.
    #[inline(always)]
    pub const unsafe fn byte_sub(self, count: usize) -> *const T {
        unsafe { (self as *const u8).sub(count) as *const T }
    }

    /// The pointer `count` bytes further; negative counts go back.
    #[inline(always)]
    pub const unsafe fn byte_offset(self, count: isize) -> *const T {
        unsafe { (self as *const u8).offset(count) as *const T }
    }

    /// The pointer `count` bytes further, wherever that is.
    #[inline(always)]
    pub const fn wrapping_byte_add(self, count: usize) -> *const T {
        (self as *const u8).wrapping_add(count) as *const T
    }

    /// The pointer `count` bytes before, wherever that is.
    #[inline(always)]
    pub const fn wrapping_byte_sub(self, count: usize) -> *const T {
        (self as *const u8).wrapping_sub(count) as *const T
    }

    /// The pointer `count` bytes further, wherever that is; negative counts go back.
    #[inline(always)]
    pub const fn wrapping_byte_offset(self, count: isize) -> *const T {
        (self as *const u8).wrapping_offset(count) as *const T
    }

    /// How many bytes lie between `origin` and this pointer.
    #[inline(always)]
    pub const unsafe fn byte_offset_from<U>(self, origin: *const U) -> isize {
        unsafe { (self as *const u8).offset_from(origin as *const u8) }
    }

    /// How many bytes lie between `origin`, which is not behind, and this pointer.
    #[inline(always)]
    pub const unsafe fn byte_offset_from_unsigned<U>(self, origin: *const U) -> usize {
        unsafe { self.byte_offset_from(origin) as usize }
    }

    /// A pointer like this one to another address.
    #[inline(always)]
    pub fn with_addr(self, address: usize) -> *const T {
        self.wrapping_byte_offset(address.wrapping_sub(self.addr()) as isize)
    }

    /// The address.
    #[inline(always)]
    pub fn expose_provenance(self) -> usize {
        self as usize
    }

    /// Whether the address is aligned for the type.
    #[inline(always)]
    pub fn is_aligned(self) -> bool {
        self as usize % align_of::<T>() == 0
    }

    /// By how many elements to move the pointer to align it to `align`; `usize::MAX` where none does. A panic unless `align` is a power of two.
    #[inline(always)]
    #[track_caller]
    pub fn align_offset(self, align: usize) -> usize {
        align_offset(self as usize, size_of::<T>(), align)
    }

    /// The value that it points to, bit by bit, however it is aligned.
    #[inline(always)]
    pub const unsafe fn read_unaligned(self) -> T {
        unsafe { ptr::read_unaligned(self) }
    }

    /// Copies `count` values to `target`; both may overlap.
    #[inline(always)]
    pub unsafe fn copy_to(self, target: *mut T, count: usize) {
        unsafe { ptr::copy(self, target, count) }
    }

    /// Copies `count` values to `target`; they do not overlap.
    #[inline(always)]
    pub unsafe fn copy_to_nonoverlapping(self, target: *mut T, count: usize) {
        unsafe { ptr::copy_nonoverlapping(self, target, count) }
    }

    /// A reference to the value.
    #[inline(always)]
    pub const unsafe fn as_ref_unchecked<'a>(self) -> &'a T {
        unsafe { &*self }
    }
}

impl<T> *mut T {
    /// The pointer `count` elements before, wherever that is.
    #[inline(always)]
    pub const fn wrapping_sub(self, count: usize) -> *mut T {
        self.wrapping_offset((0 as isize).wrapping_sub(count as isize))
    }

    /// How many elements lie between `origin`, which is not behind, and this pointer.
    #[inline(always)]
    pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize {
        unsafe { self.offset_from(origin) as usize }
    }

    /// The pointer `count` bytes further.
    #[inline(always)]
    pub const unsafe fn byte_add(self, count: usize) -> *mut T {
        unsafe { (self as *mut u8).add(count) as *mut T }
    }

    /// The pointer `count` bytes before.
    #[inline(always)]
    pub const unsafe fn byte_sub(self, count: usize) -> *mut T {
        unsafe { (self as *mut u8).sub(count) as *mut T }
    }

    /// The pointer `count` bytes further; negative counts go back.
    #[inline(always)]
    pub const unsafe fn byte_offset(self, count: isize) -> *mut T {
        unsafe { (self as *mut u8).offset(count) as *mut T }
    }

    /// The pointer `count` bytes further, wherever that is.
    #[inline(always)]
    pub const fn wrapping_byte_add(self, count: usize) -> *mut T {
        (self as *mut u8).wrapping_add(count) as *mut T
    }

    /// The pointer `count` bytes before, wherever that is.
    #[inline(always)]
    pub const fn wrapping_byte_sub(self, count: usize) -> *mut T {
        (self as *mut u8).wrapping_sub(count) as *mut T
    }

    /// The pointer `count` bytes further, wherever that is; negative counts go back.
    #[inline(always)]
    pub const fn wrapping_byte_offset(self, count: isize) -> *mut T {
        (self as *mut u8).wrapping_offset(count) as *mut T
    }

    /// How many bytes lie between `origin` and this pointer.
    #[inline(always)]
    pub const unsafe fn byte_offset_from<U>(self, origin: *const U) -> isize {
        unsafe { (self as *const u8).offset_from(origin as *const u8) }
    }

    /// How many bytes lie between `origin`, which is not behind, and this pointer.
    #[inline(always)]
    pub const unsafe fn byte_offset_from_unsigned<U>(self, origin: *const U) -> usize {
        unsafe { self.byte_offset_from(origin) as usize }
    }

    /// A pointer like this one to another address.
    #[inline(always)]
    pub fn with_addr(self, address: usize) -> *mut T {
        self.wrapping_byte_offset(address.wrapping_sub(self.addr()) as isize)
    }

    /// The address.
    #[inline(always)]
    pub fn expose_provenance(self) -> usize {
        self as usize
    }

    /// Whether the address is aligned for the type.
    #[inline(always)]
    pub fn is_aligned(self) -> bool {
        self as usize % align_of::<T>() == 0
    }

    /// By how many elements to move the pointer to align it to `align`; `usize::MAX` where none does. A panic unless `align` is a power of two.
    #[inline(always)]
    #[track_caller]
    pub fn align_offset(self, align: usize) -> usize {
        align_offset(self as usize, size_of::<T>(), align)
    }

    /// The value that it points to, bit by bit, however it is aligned.
    #[inline(always)]
    pub const unsafe fn read_unaligned(self) -> T {
        unsafe { ptr::read_unaligned(self) }
    }

    /// Copies `count` values to `target`; both may overlap.
    #[inline(always)]
    pub unsafe fn copy_to(self, target: *mut T, count: usize) {
        unsafe { ptr::copy(self, target, count) }
    }

    /// Copies `count` values to `target`; they do not overlap.
    #[inline(always)]
    pub unsafe fn copy_to_nonoverlapping(self, target: *mut T, count: usize) {
        unsafe { ptr::copy_nonoverlapping(self, target, count) }
    }

    /// Writes the value, however the address is aligned.
    #[inline(always)]
    pub const unsafe fn write_unaligned(self, value: T) {
        unsafe { ptr::write_unaligned(self, value) }
    }

    /// Makes every byte of `count` values `byte`.
    #[inline(always)]
    pub unsafe fn write_bytes(self, byte: u8, count: usize) {
        unsafe { ptr::write_bytes(self, byte, count) }
    }

    /// Copies `count` values from `source`; both may overlap.
    #[inline(always)]
    pub unsafe fn copy_from(self, source: *const T, count: usize) {
        unsafe { ptr::copy(source, self, count) }
    }

    /// Copies `count` values from `source`; they do not overlap.
    #[inline(always)]
    pub unsafe fn copy_from_nonoverlapping(self, source: *const T, count: usize) {
        unsafe { ptr::copy_nonoverlapping(source, self, count) }
    }

    /// Ends the value. No type of a kernel does anything at its end.
    #[inline(always)]
    pub unsafe fn drop_in_place(self) {
    }

    /// A mutable reference to the value.
    #[inline(always)]
    pub const unsafe fn as_mut_unchecked<'a>(self) -> &'a mut T {
        unsafe { &mut *self }
    }

    /// A reference to the value.
    #[inline(always)]
    pub const unsafe fn as_ref_unchecked<'a>(self) -> &'a T {
        unsafe { &*self }
    }
}

/// By how many elements of `size` bytes to move an address to align it to `align`; `usize::MAX` where none does.
#[inline(always)]
#[track_caller]
fn align_offset(address: usize, size: usize, align: usize) -> usize {
    if !align.is_power_of_two() {
        panic!("align_offset: align is not a power-of-two");
    }
    let missing = (0usize).wrapping_sub(address) & (align - 1);
    if missing == 0 {
        return 0;
    }
    let zeros = if size.trailing_zeros() < align.trailing_zeros() { size.trailing_zeros() } else { align.trailing_zeros() };
    if size == 0 || missing & ((1usize << zeros) - 1) != 0 {
        return usize::MAX;
    }
    let odd = size >> zeros;
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul((2usize).wrapping_sub(odd.wrapping_mul(inverse)));
    }
    (missing >> zeros).wrapping_mul(inverse) & ((align >> zeros) - 1)
}
