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

/// Keeps the compiler from moving memory accesses across it; nothing at run time.
#[intrinsic("gpu.compiler_fence")]
pub fn compiler_only();

/// Orders this thread's memory accesses for the block, as acquiring and releasing do.
#[intrinsic("gpu.fence_acq_rel block")]
pub fn acquire_release_block();

/// Orders this thread's memory accesses for the device, as acquiring and releasing do.
#[intrinsic("gpu.fence_acq_rel device")]
pub fn acquire_release_device();

/// Orders this thread's memory accesses for the system, as acquiring and releasing do.
#[intrinsic("gpu.fence_acq_rel system")]
pub fn acquire_release_system();
