//! Values as memory.

use crate::default::Default;
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
#[inline(always)]
pub const fn size_of_val<T>(value: &T) -> usize {
    size_of::<T>()
}

#[intrinsic("uninit")]
const fn uninit<T>() -> T;

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
    pub const unsafe fn assume_init(self) -> T {
        self.value
    }

    /// A copy of the bits of the value, which there is.
    #[inline(always)]
    pub const unsafe fn assume_init_read(&self) -> T {
        unsafe { ptr::read(self.as_ptr()) }
    }

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
