//! Fences: they order the memory accesses of a thread for others. These three are sequentially consistent.

/// Orders this thread's memory accesses for the block.
#[intrinsic("gpu.fence block")]
pub fn threadfence_block();

/// Orders this thread's memory accesses for the device.
#[intrinsic("gpu.fence device")]
pub fn threadfence();

/// Orders this thread's memory accesses for the system.
#[intrinsic("gpu.fence system")]
pub fn threadfence_system();
