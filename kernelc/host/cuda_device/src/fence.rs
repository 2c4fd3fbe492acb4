//! Fences: they order the memory accesses of a thread for others. These three are sequentially consistent.

/// Threads run one at a time here: only the compiler could reorder.
fn order() {
    core::sync::atomic::fence(core::sync::atomic::Ordering::SeqCst);
}

/// Orders this thread's memory accesses for the block.
pub fn threadfence_block() {
    order();
}

/// Orders this thread's memory accesses for the device.
pub fn threadfence() {
    order();
}

/// Orders this thread's memory accesses for the system.
pub fn threadfence_system() {
    order();
}

/// Orders this thread's memory accesses for the block, as acquiring and releasing do.
pub fn acquire_release_block() {
    order();
}

/// Orders this thread's memory accesses for the device, as acquiring and releasing do.
pub fn acquire_release_device() {
    order();
}

/// Orders this thread's memory accesses for the system, as acquiring and releasing do.
pub fn acquire_release_system() {
    order();
}

/// Keeps the compiler from moving memory accesses across it; nothing at run time.
pub fn compiler_only() {
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}
