//! What only a GPU has. Each module lies in a file of its own below `cuda_device/`, read only when something in it is sought.

pub mod atomic;
pub mod bf16;
pub mod bf16x2;
pub mod constant;
pub mod convert;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
pub mod f16;
pub mod f16x2;
pub mod fence;
pub mod float;
pub mod prmt;
pub mod shared;
pub mod tcgen05;
pub mod thread;
pub mod warp;

pub use constant::ConstantMemory;
pub use disjoint::{DisjointSlice, SpaceLayout};
pub use shared::{DynamicSharedArray, SharedArray, shared};
pub use thread::{FlatIndexSpace, Index1D, Index2D, IndexFormula, LaunchContext, Runtime2DIndex, ThreadCoord2D32, ThreadIndex, ThreadIndex32, WarpIndex};
pub use thread::{blockDim_x, blockDim_y, blockDim_z, blockIdx_x, blockIdx_y, blockIdx_z, gridDim_x, gridDim_y, gridDim_z};
pub use thread::{coord_2d_u32, index_1d, index_1d_u32, index_2d, index_2d_col, index_2d_row, index_2d_runtime, warp_index};
pub use thread::{sync_threads, threadIdx_x, threadIdx_y, threadIdx_z};
