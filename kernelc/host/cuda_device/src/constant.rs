//! Constant memory: values that the host sets between launches, and kernels only read.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// The type of a static in constant memory: `#[constant] static SCALE: ConstantMemory<f32> = ConstantMemory::UNINIT;`. All its bytes are 0 until the
/// host sets it.
#[repr(transparent)]
pub struct ConstantMemory<T: Copy> {
    value: UnsafeCell<MaybeUninit<T>>,
}

unsafe impl<T: Copy + Send> Sync for ConstantMemory<T> {}

impl<T: Copy> ConstantMemory<T> {
    /// What a static of this type is initialised with.
    pub const UNINIT: ConstantMemory<T> = ConstantMemory { value: UnsafeCell::new(MaybeUninit::zeroed()) };

    /// The value that the host has set.
    #[inline]
    pub fn get(&self) -> T {
        *self.get_ref()
    }

    /// The value that the host has set, in place.
    #[inline]
    pub fn get_ref(&self) -> &T {
        unsafe { (*self.value.get()).assume_init_ref() }
    }

    /// Sets the value, on the host and while no kernel runs.
    pub unsafe fn set(&self, value: T) {
        unsafe { self.value.get().write(MaybeUninit::new(value)) };
    }
}
