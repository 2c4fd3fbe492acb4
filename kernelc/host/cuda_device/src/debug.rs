//! Clocks, and how to stop. The clocks of the host count nanoseconds.

use std::sync::OnceLock;
use std::time::Instant;

fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// The lower half of the multiprocessor's count of cycles.
pub fn clock() -> u32 {
    nanoseconds() as u32
}

/// The multiprocessor's count of cycles.
pub fn clock64() -> u64 {
    nanoseconds()
}

/// Nanoseconds of a clock that all multiprocessors share.
pub fn globaltimer() -> u64 {
    nanoseconds()
}

/// Stops the kernel.
#[track_caller]
pub fn trap() -> ! {
    panic!("trap")
}
