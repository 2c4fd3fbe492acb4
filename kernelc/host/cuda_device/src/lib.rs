//! The GPU library of kernel files with a meaning on the host: names and signatures are those of kernelc's own library, so that
//! `cargo check` and rust-analyzer understand a kernel file, and `runtime::launch` runs a kernel on the CPU, compiled by rustc.
//!
//! Threads of a block are fibers on one thread of the system: barriers, warp operations, shared memory, atomics and panics work; blocks run
//! one after another, so a kernel in which a block waits for a later one does not end.

#![allow(non_snake_case)]
#![cfg_attr(feature = "nightly", feature(f16))]

pub use cuda_macros::{
    cluster_launch, constant, convergent, cooperative_launch, cuda_module, device, kernel, launch_bounds, launch_contract,
};

pub mod atomic;
pub mod bf16;
pub mod bf16x2;
pub mod constant;
pub mod convert;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
mod exact;
pub mod f16;
pub mod f16x2;
pub mod fence;
pub mod float;
pub mod prmt;
pub mod runtime;
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

/// Prints on the host's standard output; gives the number of values. Values are shown as by `{:?}`, whatever stands behind a colon.
#[macro_export]
macro_rules! gpu_printf {
    ($format:literal $(, $value:expr)* $(,)?) => {
        $crate::runtime::print_values($format, &[$(&$value as &dyn ::core::fmt::Debug),*])
    };
}
