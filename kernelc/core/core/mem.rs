//! Values as memory.

use crate::clone::Clone;
use crate::cmp::{Eq, PartialEq};
use crate::default::Default;
use crate::marker::PhantomData;
use crate::ptr;

/// The size of a type in bytes.
#[intrinsic("size_of")]
pub const fn size_of<T>() -> usize;

/// The alignment of a type in bytes.
#[intrinsic("align_of")]
pub const fn align_of<T>() -> usize;

/// The bytes of `value` as another type of the same size.
#[intrinsic("transmute")]
pub const unsafe fn transmute<T, U>(value: T) -> U;

/// Exchanges two values.
#[inline(always)]
pub const fn swap<T>(a: &mut T, b: &mut T) {
    unsafe {
        let kept = ptr::read(a);
        ptr::write(a, ptr::read(b));
        ptr::write(b, kept);
    }
}

/// Writes a value and gives the one that was there.
#[inline(always)]
pub const fn replace<T>(place: &mut T, value: T) -> T {
    unsafe {
        let kept = ptr::read(place);
        ptr::write(place, value);
        kept
    }
}

/// Takes the value and leaves that of `Default`.
#[inline(always)]
pub fn take<T: Default>(place: &mut T) -> T {
    replace(place, T::default())
}

/// Uses the value up. No type of a kernel does anything at its end.
#[inline(always)]
pub const fn forget<T>(value: T) {}

/// Uses the value up. No type of a kernel does anything at its end.
#[inline(always)]
pub fn drop<T>(value: T) {}

/// The size of what a reference points to.
#[intrinsic("size_of_val")]
pub const fn size_of_val<T: ?Sized>(value: &T) -> usize;

/// The alignment of what a reference points to.
#[intrinsic("align_of_val")]
pub const fn align_of_val<T: ?Sized>(value: &T) -> usize;

/// Whether anything happens at the end of a value of the type. No type of a kernel has that.
#[inline(always)]
pub const fn needs_drop<T: ?Sized>() -> bool {
    false
}

/// The value all bytes of which are zero; a panic for a type that has none.
#[intrinsic("zeroed")]
#[track_caller]
pub const unsafe fn zeroed<T>() -> T;

/// The bytes of the value behind a reference as another type, which may be smaller.
#[inline(always)]
#[track_caller]
pub const unsafe fn transmute_copy<T, U>(source: &T) -> U {
    assert!(size_of::<T>() >= size_of::<U>(), "cannot transmute_copy if Dst is larger than Src");
    unsafe { ptr::read_unaligned(source as *const T as *const U) }
}

/// Which variant an enum has.
pub struct Discriminant<T> {
    value: i64,
    marker: PhantomData<T>,
}

/// Which variant an enum has.
#[inline(always)]
pub const fn discriminant<T>(value: &T) -> Discriminant<T> {
    Discriminant { value: discriminant_value(value), marker: PhantomData }
}

#[intrinsic("discriminant")]
const fn discriminant_value<T>(value: &T) -> i64;

impl<T> Clone for Discriminant<T> {
    #[inline(always)]
    fn clone(&self) -> Discriminant<T> {
        *self
    }
}

impl<T> Copy for Discriminant<T> {}

impl<T> PartialEq for Discriminant<T> {
    #[inline(always)]
    fn eq(&self, other: &Discriminant<T>) -> bool {
        self.value == other.value
    }
}

impl<T> Eq for Discriminant<T> {}

#[intrinsic("uninit")]
const fn uninit<T>() -> T;

#[intrinsic("zeroed_room")]
const fn zeroed_room<T>() -> MaybeUninit<T>;

#[intrinsic("assert_inhabited")]
#[track_caller]
const fn assert_inhabited<T>();

/// Room for a value that may not be there yet.
#[derive(Copy)]
pub struct MaybeUninit<T> {
    value: T,
}

impl<T: Copy> Clone for MaybeUninit<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> MaybeUninit<T> {
    /// Room with a value.
    #[inline(always)]
    pub const fn new(value: T) -> MaybeUninit<T> {
        MaybeUninit { value }
    }

    /// Room without a value.
    #[inline(always)]
    pub const fn uninit() -> MaybeUninit<T> {
        MaybeUninit { value: uninit() }
    }

    /// Room all bytes of which are zero.
    #[inline(always)]
    pub const fn zeroed() -> MaybeUninit<T> {
        zeroed_room()
    }

    /// Puts a value in.
    #[inline(always)]
    pub const fn write(&mut self, value: T) -> &mut T {
        unsafe {
            ptr::write(self.as_mut_ptr(), value);
            &mut *self.as_mut_ptr()
        }
    }

    /// Where the value is, or will be.
    #[inline(always)]
    pub const fn as_ptr(&self) -> *const T {
        self as *const MaybeUninit<T> as *const T
    }

    /// Where the value is, or will be.
    #[inline(always)]
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut MaybeUninit<T> as *mut T
    }

    /// The value, which there is.
    #[inline(always)]
    #[track_caller]
    pub const unsafe fn assume_init(self) -> T {
        assert_inhabited::<T>();
        self.value
    }

    /// A copy of the bits of the value, which there is.
    #[inline(always)]
    #[track_caller]
    pub const unsafe fn assume_init_read(&self) -> T {
        assert_inhabited::<T>();
        unsafe { ptr::read(self.as_ptr()) }
    }

    /// Ends the value. No type of a kernel does anything at its end.
    #[inline(always)]
    pub unsafe fn assume_init_drop(&mut self) {}

    /// The value, which there is.
    #[inline(always)]
    pub const unsafe fn assume_init_ref(&self) -> &T {
        unsafe { &*self.as_ptr() }
    }

    /// The value, which there is.
    #[inline(always)]
    pub const unsafe fn assume_init_mut(&mut self) -> &mut T {
        unsafe { &mut *self.as_mut_ptr() }
    }
}

/// A value. No type of a kernel does anything at its end, so this changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ManuallyDrop<T> {
    value: T,
}

impl<T> ManuallyDrop<T> {
    /// The value, wrapped.
    #[inline(always)]
    pub const fn new(value: T) -> ManuallyDrop<T> {
        ManuallyDrop { value }
    }

    /// The value, read bit by bit.
    #[inline(always)]
    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        unsafe { ptr::read(&slot.value) }
    }

    /// Ends the value. No type of a kernel does anything at its end.
    #[inline(always)]
    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) {}

    /// The value.
    #[inline(always)]
    pub const fn into_inner(slot: ManuallyDrop<T>) -> T {
        slot.value
    }
}

impl<T> crate::ops::Deref for ManuallyDrop<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> crate::ops::DerefMut for ManuallyDrop<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
