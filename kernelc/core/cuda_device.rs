//! What only a GPU has.

pub mod thread {
    /// The index of a thread among all threads of the grid, along the first dimension.
    #[derive(Clone, Copy)]
    pub struct ThreadIndex {
        index: usize,
    }

    impl ThreadIndex {
        /// The index as a number.
        #[inline(always)]
        pub fn get(self) -> usize {
            self.index
        }
    }

    /// `blockIdx.x * blockDim.x + threadIdx.x`, in 64 bits. For launches whose other dimensions are 1.
    #[inline(always)]
    pub fn index_1d() -> ThreadIndex {
        ThreadIndex { index: blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize }
    }

    /// The column of this thread in a 2-D grid: the index along x, in 64 bits.
    #[inline(always)]
    pub fn index_2d_col() -> usize {
        blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize
    }

    /// The row of this thread in a 2-D grid: the index along y, in 64 bits.
    #[inline(always)]
    pub fn index_2d_row() -> usize {
        blockIdx_y() as usize * blockDim_y() as usize + threadIdx_y() as usize
    }

    #[intrinsic("gpu.thread_index x")]
    pub fn threadIdx_x() -> u32;

    #[intrinsic("gpu.thread_index y")]
    pub fn threadIdx_y() -> u32;

    #[intrinsic("gpu.thread_index z")]
    pub fn threadIdx_z() -> u32;

    #[intrinsic("gpu.block_index x")]
    pub fn blockIdx_x() -> u32;

    #[intrinsic("gpu.block_index y")]
    pub fn blockIdx_y() -> u32;

    #[intrinsic("gpu.block_index z")]
    pub fn blockIdx_z() -> u32;

    #[intrinsic("gpu.block_size x")]
    pub fn blockDim_x() -> u32;

    #[intrinsic("gpu.block_size y")]
    pub fn blockDim_y() -> u32;

    #[intrinsic("gpu.block_size z")]
    pub fn blockDim_z() -> u32;

    #[intrinsic("gpu.grid_size x")]
    pub fn gridDim_x() -> u32;

    #[intrinsic("gpu.grid_size y")]
    pub fn gridDim_y() -> u32;

    #[intrinsic("gpu.grid_size z")]
    pub fn gridDim_z() -> u32;

    /// Waits for every thread of the block.
    #[intrinsic("gpu.barrier")]
    pub fn sync_threads();
}

pub mod warp {
    /// The thread's number in its warp, 0 to 31.
    #[intrinsic("gpu.lane_id")]
    pub fn lane_id() -> u32;
}

pub mod fence {
    /// Orders this thread's memory accesses for the block.
    #[intrinsic("gpu.fence block")]
    pub fn threadfence_block();

    /// Orders this thread's memory accesses for the device.
    #[intrinsic("gpu.fence device")]
    pub fn threadfence();

    /// Orders this thread's memory accesses for the system.
    #[intrinsic("gpu.fence system")]
    pub fn threadfence_system();
}

pub mod shared {
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
}

pub use shared::{SharedArray, shared};
pub use thread::sync_threads;
