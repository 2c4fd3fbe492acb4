//! Where a thread is in its block and grid, and the barrier of its block.

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
