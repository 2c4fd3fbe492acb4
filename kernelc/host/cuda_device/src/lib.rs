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
pub mod debug;
pub mod disjoint;
pub mod fence;
pub mod runtime;
pub mod shared;
pub mod thread;
pub mod warp;

pub use disjoint::DisjointSlice;
pub use shared::{DynamicSharedArray, SharedArray, shared};
pub use thread::sync_threads;
