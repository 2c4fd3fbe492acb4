//! Values that can be changed through shared references.

use crate::clone::Clone;
use crate::cmp::{Eq, PartialEq};
use crate::default::Default;
use crate::mem;
use crate::ptr;

/// A value that can be changed through a shared reference, by raw pointers.
#[interior]
#[repr(transparent)]
pub struct UnsafeCell<T> {
    value: T,
}

impl<T> UnsafeCell<T> {
    /// A cell with this value.
    #[inline(always)]
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }

    /// The value.
    #[inline(always)]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// A pointer to the value.
    #[inline(always)]
    pub const fn get(&self) -> *mut T {
        self as *const UnsafeCell<T> as *const T as *mut T
    }

    /// A mutable reference to the value.
    #[inline(always)]
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// A value that can be read and replaced through a shared reference.
#[repr(transparent)]
pub struct Cell<T> {
    value: UnsafeCell<T>,
}

impl<T> Cell<T> {
    /// A cell with this value.
    #[inline(always)]
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }

    /// A copy of the value.
    #[inline(always)]
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        unsafe { *self.value.get() }
    }

    /// Makes it what `f` makes of it.
    #[inline(always)]
    pub fn update<F: FnOnce(T) -> T>(&self, f: F)
    where
        T: Copy,
    {
        self.set(f(self.get()));
    }

    /// Makes it this value.
    #[inline(always)]
    pub fn set(&self, value: T) {
        unsafe { *self.value.get() = value }
    }

    /// Makes it this value and gives the one before.
    #[inline(always)]
    pub const fn replace(&self, value: T) -> T {
        mem::replace(unsafe { &mut *self.value.get() }, value)
    }

    /// Takes the value and leaves that of `Default`.
    #[inline(always)]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }

    /// Exchanges the values of both.
    #[inline(always)]
    pub fn swap(&self, other: &Cell<T>) {
        unsafe { ptr::swap(self.value.get(), other.value.get()) }
    }

    /// The value.
    #[inline(always)]
    pub fn into_inner(self) -> T {
        self.value.value
    }

    /// A pointer to the value.
    #[inline(always)]
    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    /// A mutable reference to the value.
    #[inline(always)]
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value.value
    }
}

impl<T: Copy> Clone for Cell<T> {
    #[inline(always)]
    fn clone(&self) -> Cell<T> {
        Cell::new(self.get())
    }
}

impl<T: Copy + PartialEq> PartialEq for Cell<T> {
    #[inline(always)]
    fn eq(&self, other: &Cell<T>) -> bool {
        self.get() == other.get()
    }
}

impl<T: Copy + Eq> Eq for Cell<T> {}

impl<T: Default> Default for Cell<T> {
    #[inline(always)]
    fn default() -> Cell<T> {
        Cell::new(T::default())
    }
}
