//! Shared memory: what the threads of a block have in common.

use core::ops::{Index, IndexMut};

/// An object of type `T` in shared memory: one per place in the source and instance of the function, as `__shared__` in CUDA C++. Its
/// content is not defined until it is written.
#[intrinsic("shared")]
pub fn shared<T>() -> &'static mut T;

/// The type of a static that lies in shared memory: `static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;`. Its content is not
/// defined until it is written. `ALIGN` is the least alignment in bytes, 0 for that of `T`.
#[space("shared", ALIGN)]
pub struct SharedArray<T, const N: usize, const ALIGN: usize = 0> {
    elements: [T; N],
}

impl<T, const N: usize, const ALIGN: usize> SharedArray<T, N, ALIGN> {
    /// What a static of this type is initialised with.
    pub const UNINIT: SharedArray<T, N, ALIGN> = uninit();

    /// The number of elements.
    #[inline(always)]
    pub const fn len() -> usize {
        N
    }

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty() -> bool {
        N == 0
    }

    /// A pointer to the first element.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const T {
        &raw const self.elements as *const T
    }

    /// A pointer to the first element.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        &raw mut self.elements as *mut T
    }

    /// A pointer to the first element, without a reference to the array.
    #[inline(always)]
    pub unsafe fn as_raw_mut_ptr(this: *mut SharedArray<T, N, ALIGN>) -> *mut T {
        this as *mut T
    }
}

impl<T, const N: usize, const ALIGN: usize> Index<usize> for SharedArray<T, N, ALIGN> {
    type Output = T;
    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.elements[index]
    }
}

impl<T, const N: usize, const ALIGN: usize> IndexMut<usize> for SharedArray<T, N, ALIGN> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.elements[index]
    }
}

#[intrinsic("uninit")]
const fn uninit<T>() -> T;

/// Shared memory whose size the launch gives, seen as an array of `T`. All arrays of this kind begin at the same place.
pub struct DynamicSharedArray<T, const ALIGN: usize = 16> {
    nothing: [T; 0],
}

impl<T, const ALIGN: usize> DynamicSharedArray<T, ALIGN> {
    /// The least alignment in bytes.
    pub const fn alignment() -> usize {
        let own = core::mem::align_of::<T>();
        if ALIGN > own { ALIGN } else { own }
    }

    /// A pointer to the beginning.
    #[inline(always)]
    pub fn get() -> *mut T {
        dynamic::<T, ALIGN>()
    }

    /// A pointer to the first byte.
    #[inline(always)]
    pub fn get_raw() -> *mut u8 {
        dynamic::<T, ALIGN>() as *mut u8
    }

    /// A pointer to what lies `bytes` behind the beginning.
    #[inline(always)]
    pub fn offset(bytes: usize) -> *mut T {
        unsafe { DynamicSharedArray::<T, ALIGN>::get_raw().add(bytes) as *mut T }
    }
}

#[intrinsic("dynamic_shared")]
fn dynamic<T, const ALIGN: usize>() -> *mut T;

/// The bytes of dynamic shared memory that the launch gives.
#[intrinsic("gpu.launch_fact dynamic_smem_size")]
pub fn dynamic_smem_size() -> u32;

/// The bytes of shared memory that a block has, as they were allotted.
#[intrinsic("gpu.launch_fact total_smem_size")]
pub fn total_smem_size() -> u32;
