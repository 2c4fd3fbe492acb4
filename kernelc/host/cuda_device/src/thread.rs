//! Where a thread is in its block and grid, and the barrier of its block.

use crate::runtime::{barrier, here};
use core::marker::PhantomData;

/// Indices along x, in launches whose grid and block have one dimension.
pub enum Index1D {}

/// Indices `row * STRIDE + column`, in launches whose grid and block have two dimensions.
pub enum Index2D<const STRIDE: usize> {}

/// The spaces in which each thread has an index of its own.
pub trait IndexSpace: Sized {
    /// The index of this thread; nothing where it has none.
    fn index<'kernel>() -> Option<ThreadIndex<'kernel, Self>>;
}

impl IndexSpace for Index1D {
    #[inline]
    fn index<'kernel>() -> Option<ThreadIndex<'kernel, Index1D>> {
        Some(index_1d())
    }
}

impl<const STRIDE: usize> IndexSpace for Index2D<STRIDE> {
    #[inline]
    fn index<'kernel>() -> Option<ThreadIndex<'kernel, Index2D<STRIDE>>> {
        index_2d::<STRIDE>()
    }
}

/// The index of a thread, which no other thread of a suitable launch has: only the functions here make one.
pub struct ThreadIndex<'kernel, S = Index1D> {
    index: usize,
    space: PhantomData<(&'kernel (), S)>,
}

impl<'kernel, S> ThreadIndex<'kernel, S> {
    /// The index as a number.
    #[inline]
    pub fn get(&self) -> usize {
        self.index
    }

    /// The same index.
    #[inline]
    pub(crate) fn again(&self) -> ThreadIndex<'kernel, S> {
        ThreadIndex { index: self.index, space: PhantomData }
    }

    /// Whether it is below `len`.
    #[inline]
    pub fn in_bounds(&self, len: usize) -> bool {
        self.index < len
    }
}

/// `blockIdx.x * blockDim.x + threadIdx.x`, in 64 bits. For launches whose other dimensions are 1.
#[inline]
pub fn index_1d<'kernel>() -> ThreadIndex<'kernel> {
    ThreadIndex { index: blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize, space: PhantomData }
}

/// `row * STRIDE + column`, in 64 bits; nothing for threads whose column is not below `STRIDE`.
#[inline]
pub fn index_2d<'kernel, const STRIDE: usize>() -> Option<ThreadIndex<'kernel, Index2D<STRIDE>>> {
    let column = index_2d_col();
    if column < STRIDE { Some(ThreadIndex { index: index_2d_row() * STRIDE + column, space: PhantomData }) } else { None }
}

/// The column of this thread in a 2-D grid: the index along x, in 64 bits.
#[inline]
pub fn index_2d_col() -> usize {
    blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize
}

/// The row of this thread in a 2-D grid: the index along y, in 64 bits.
#[inline]
pub fn index_2d_row() -> usize {
    blockIdx_y() as usize * blockDim_y() as usize + threadIdx_y() as usize
}

pub fn threadIdx_x() -> u32 {
    here().thread_index[0]
}

pub fn threadIdx_y() -> u32 {
    here().thread_index[1]
}

pub fn threadIdx_z() -> u32 {
    here().thread_index[2]
}

pub fn blockIdx_x() -> u32 {
    here().block_index[0]
}

pub fn blockIdx_y() -> u32 {
    here().block_index[1]
}

pub fn blockIdx_z() -> u32 {
    here().block_index[2]
}

pub fn blockDim_x() -> u32 {
    here().block[0]
}

pub fn blockDim_y() -> u32 {
    here().block[1]
}

pub fn blockDim_z() -> u32 {
    here().block[2]
}

pub fn gridDim_x() -> u32 {
    here().grid[0]
}

pub fn gridDim_y() -> u32 {
    here().grid[1]
}

pub fn gridDim_z() -> u32 {
    here().grid[2]
}

/// Waits for every thread of the block.
pub fn sync_threads() {
    barrier();
}
