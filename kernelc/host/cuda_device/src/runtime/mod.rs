//! Launches of kernels on the host.
//!
//! ```ignore
//! runtime::launch([grid, 1, 1], [block, 1, 1], dynamic_shared_bytes, || saxpy(a, &x, unsafe { whole(y, n) }))?;
//! ```
//!
//! What the threads of a kernel share as `&mut` is undefined in Rust; rustc does what is meant at opt-level 0 only.

mod fiber;
mod scheduler;
mod shared_memory;

pub use scheduler::{Trap, launch};
pub(crate) use scheduler::{active_mask, barrier, exchange, here, tick};
pub(crate) use shared_memory::{dynamic, object};
