//! Synchronisation: what of it has a meaning on a GPU.

pub mod atomic {
    //! Atomic numbers for all threads of the system, the host's among them.

    pub use cuda_device::atomic::AtomicOrdering as Ordering;
    use cuda_device::atomic::ScopedAtomic;
    use cuda_device::fence::{acquire_release_system, compiler_only, threadfence_system};

    pub type AtomicI32 = ScopedAtomic<i32, 2>;
    pub type AtomicU32 = ScopedAtomic<u32, 2>;
    pub type AtomicI64 = ScopedAtomic<i64, 2>;
    pub type AtomicU64 = ScopedAtomic<u64, 2>;
    pub type AtomicIsize = ScopedAtomic<isize, 2>;
    pub type AtomicUsize = ScopedAtomic<usize, 2>;

    /// Orders this thread's memory accesses for the system.
    #[inline(always)]
    pub fn fence(order: Ordering) {
        match order {
            Ordering::Relaxed => panic!("there is no such thing as a relaxed fence"),
            Ordering::SeqCst => threadfence_system(),
            _ => acquire_release_system(),
        }
    }

    /// Keeps the compiler from moving memory accesses across it; nothing at run time.
    #[inline(always)]
    pub fn compiler_fence(order: Ordering) {
        match order {
            Ordering::Relaxed => panic!("there is no such thing as a relaxed compiler fence"),
            _ => compiler_only(),
        }
    }
}
