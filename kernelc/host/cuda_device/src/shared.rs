//! Shared memory: what the threads of a block have in common.

use crate::runtime;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Index, IndexMut};
use core::panic::Location;

/// An object of type `T` in shared memory: one per place in the source and instance of the function, as `__shared__` in CUDA C++. Its
/// content is not defined until it is written.
///
/// Here there is one per place in the source and type: instances of a generic function with the same type have one in common.
#[track_caller]
pub fn shared<T>() -> &'static mut T {
    unsafe { &mut *runtime::object::<T>(Location::caller()) }
}

/// The type of a static that lies in shared memory: `static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;`. Its content is not
/// defined until it is written. `ALIGN` is the least alignment in bytes, 0 for that of `T`.
#[repr(C, align(1024))]
pub struct SharedArray<T, const N: usize, const ALIGN: usize = 0> {
    elements: [MaybeUninit<T>; N],
}

impl<T, const N: usize, const ALIGN: usize> SharedArray<T, N, ALIGN> {
    /// What a static of this type is initialised with.
    pub const UNINIT: SharedArray<T, N, ALIGN> = SharedArray { elements: [const { MaybeUninit::uninit() }; N] };

    /// The number of elements.
    #[inline]
    pub const fn len() -> usize {
        N
    }

    /// Whether there are no elements.
    #[inline]
    pub const fn is_empty() -> bool {
        N == 0
    }

    /// A pointer to the first element.
    #[inline]
    pub fn as_ptr(&self) -> *const T {
        &raw const self.elements as *const T
    }

    /// A pointer to the first element.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        &raw mut self.elements as *mut T
    }

    /// A pointer to the first element, without a reference to the array.
    #[inline]
    pub unsafe fn as_raw_mut_ptr(this: *mut SharedArray<T, N, ALIGN>) -> *mut T {
        this as *mut T
    }
}

impl<T, const N: usize, const ALIGN: usize> Index<usize> for SharedArray<T, N, ALIGN> {
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &T {
        unsafe { self.elements[index].assume_init_ref() }
    }
}

impl<T, const N: usize, const ALIGN: usize> IndexMut<usize> for SharedArray<T, N, ALIGN> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: usize) -> &mut T {
        unsafe { self.elements[index].assume_init_mut() }
    }
}

/// Shared memory whose size the launch gives, seen as an array of `T`. All arrays of this kind begin at the same place.
pub struct DynamicSharedArray<T, const ALIGN: usize = 16> {
    nothing: PhantomData<T>,
}

impl<T, const ALIGN: usize> DynamicSharedArray<T, ALIGN> {
    /// The least alignment in bytes.
    pub const fn alignment() -> usize {
        let own = core::mem::align_of::<T>();
        if ALIGN > own { ALIGN } else { own }
    }

    /// A pointer to the beginning.
    #[inline]
    pub fn get() -> *mut T {
        runtime::dynamic() as *mut T
    }

    /// A pointer to the first byte.
    #[inline]
    pub fn get_raw() -> *mut u8 {
        runtime::dynamic()
    }

    /// A pointer to what lies `bytes` behind the beginning.
    #[inline]
    pub fn offset(bytes: usize) -> *mut T {
        unsafe { DynamicSharedArray::<T, ALIGN>::get_raw().add(bytes) as *mut T }
    }
}

/// The bytes of dynamic shared memory that the launch gives.
pub fn dynamic_smem_size() -> u32 {
    runtime::dynamic_bytes() as u32
}

/// The bytes of shared memory that a block has, as they were allotted. Here they are those of the launch alone.
pub fn total_smem_size() -> u32 {
    dynamic_smem_size()
}
