//! What only a GPU has. Each module lies in a file of its own below `cuda_device/`, read only when something in it is sought.

pub mod atomic;
pub mod debug;
pub mod disjoint;
pub mod fence;
pub mod shared;
pub mod thread;
pub mod warp;

pub use disjoint::DisjointSlice;
pub use shared::{DynamicSharedArray, SharedArray, shared};
pub use thread::sync_threads;
