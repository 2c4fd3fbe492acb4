//! Where a thread is in its block and grid, and the barrier of its block.

use crate::disjoint::DisjointSlice;
use crate::runtime::{barrier, here};
use core::marker::PhantomData;

/// Indices along x, in launches whose grid and block have one dimension.
pub enum Index1D {}

/// Indices `row * STRIDE + column`, in launches whose grid and block have two dimensions.
pub enum Index2D<const STRIDE: usize> {}

/// One index for each warp, in launches whose grid and block have one dimension.
pub enum WarpIndex {}

/// Rows and columns of a slice that knows how wide its rows are, in launches whose grid and block have two dimensions.
pub enum Runtime2DIndex {}

/// The spaces in which an index is a number.
pub trait FlatIndexSpace {}

impl FlatIndexSpace for Index1D {}
impl<const STRIDE: usize> FlatIndexSpace for Index2D<STRIDE> {}
impl FlatIndexSpace for WarpIndex {}

/// The spaces in which each thread has an index of its own.
pub trait IndexFormula: Sized {
    /// The index of this thread; nothing where it has none.
    fn index<'kernel>() -> Option<ThreadIndex<'kernel, Self>>;
}

impl IndexFormula for Index1D {
    #[inline]
    fn index<'kernel>() -> Option<ThreadIndex<'kernel, Index1D>> {
        Some(index_1d())
    }
}

impl<const STRIDE: usize> IndexFormula for Index2D<STRIDE> {
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
    /// Whether no other thread has it: the launcher refuses launches in which one would.
    #[inline]
    pub fn is_valid(&self) -> bool {
        true
    }

    /// The number behind it.
    #[inline]
    pub(crate) fn number(&self) -> usize {
        self.index
    }

    /// The same index.
    #[inline]
    pub(crate) fn again(&self) -> ThreadIndex<'kernel, S> {
        ThreadIndex { index: self.index, space: PhantomData }
    }
}

impl<'kernel, S: FlatIndexSpace> ThreadIndex<'kernel, S> {
    /// The index as a number.
    #[inline]
    pub fn get(&self) -> usize {
        self.index
    }

    /// Whether it is below `len`.
    #[inline]
    pub fn in_bounds(&self, len: usize) -> bool {
        self.index < len
    }
}

impl<'kernel> ThreadIndex<'kernel, Runtime2DIndex> {
    /// The row: the thread's index along y.
    #[inline]
    pub fn row(&self) -> usize {
        self.index >> 32
    }

    /// The column: the thread's index along x, below the width for which the index was made.
    #[inline]
    pub fn col(&self) -> usize {
        self.index & 0xffff_ffff
    }
}

/// `blockIdx.x * blockDim.x + threadIdx.x`, in 64 bits. For launches whose other dimensions are 1.
#[inline]
pub fn index_1d<'kernel>() -> ThreadIndex<'kernel> {
    ThreadIndex { index: index_2d_col(), space: PhantomData }
}

/// `row * STRIDE + column`, in 64 bits; nothing for threads whose column is not below `STRIDE`.
#[inline]
pub fn index_2d<'kernel, const STRIDE: usize>() -> Option<ThreadIndex<'kernel, Index2D<STRIDE>>> {
    let column = index_2d_col();
    if column < STRIDE { Some(ThreadIndex { index: index_2d_row() * STRIDE + column, space: PhantomData }) } else { None }
}

/// Row and column of this thread; nothing for threads whose column is not below the row width of `slice`.
#[inline]
pub fn index_2d_runtime<'kernel, T>(slice: &DisjointSlice<'_, T, Runtime2DIndex>) -> Option<ThreadIndex<'kernel, Runtime2DIndex>> {
    let column = index_2d_col();
    if column < slice.row_width() as usize { Some(ThreadIndex { index: index_2d_row() << 32 | column, space: PhantomData }) } else { None }
}

/// The number of this thread's warp in the grid, for lane 0 of each warp; nothing for the other lanes.
#[inline]
pub fn warp_index<'kernel>() -> Option<ThreadIndex<'kernel, WarpIndex>> {
    let thread = threadIdx_x();
    if thread % 32 != 0 {
        return None;
    }
    let warps = (blockDim_x() + 31) / 32;
    Some(ThreadIndex { index: blockIdx_x() as usize * warps as usize + (thread / 32) as usize, space: PhantomData })
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

/// What a kernel with `#[kernel(launch_context = NAME)]` knows of its launch by its contract: that coordinates fit 32 bits.
#[derive(Clone, Copy)]
pub struct LaunchContext(());

impl LaunchContext {
    /// What `#[kernel(launch_context = NAME)]` gives the name.
    #[doc(hidden)]
    pub fn of_this_launch() -> LaunchContext {
        LaunchContext(())
    }
}

/// An index along x in 32 bits, which no other thread of a launch in one dimension has.
pub struct ThreadIndex32<'kernel> {
    index: u32,
    scope: PhantomData<&'kernel ()>,
}

impl<'kernel> ThreadIndex32<'kernel> {
    /// The index as a number.
    #[inline]
    pub fn get(&self) -> u32 {
        self.index
    }
}

/// Row and column in 32 bits, which no other thread of a launch in two dimensions has.
pub struct ThreadCoord2D32<'kernel> {
    row: u32,
    column: u32,
    scope: PhantomData<&'kernel ()>,
}

impl<'kernel> ThreadCoord2D32<'kernel> {
    /// The index along y.
    #[inline]
    pub fn row(&self) -> u32 {
        self.row
    }

    /// The index along x.
    #[inline]
    pub fn col(&self) -> u32 {
        self.column
    }
}

/// `blockIdx.x * blockDim.x + threadIdx.x` in 32 bits, which the contract of the launch makes exact.
#[inline]
pub fn index_1d_u32<'kernel>(_context: LaunchContext) -> ThreadIndex32<'kernel> {
    ThreadIndex32 { index: blockIdx_x() * blockDim_x() + threadIdx_x(), scope: PhantomData }
}

/// Row and column of this thread in 32 bits, which the contract of the launch makes exact.
#[inline]
pub fn coord_2d_u32<'kernel>(_context: LaunchContext) -> ThreadCoord2D32<'kernel> {
    let row = blockIdx_y() * blockDim_y() + threadIdx_y();
    ThreadCoord2D32 { row, column: blockIdx_x() * blockDim_x() + threadIdx_x(), scope: PhantomData }
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

/// The number of the multiprocessor that the thread runs on at this moment.
pub fn smid() -> u32 {
    here().block_index[0] % nsmid()
}

/// How many multiprocessors there are at most.
pub fn nsmid() -> u32 {
    4
}

/// The number of the launch in its context.
pub fn gridid() -> u64 {
    1
}

/// Waits for every thread of the block.
pub fn sync_threads() {
    barrier();
}
