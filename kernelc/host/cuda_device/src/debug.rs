//! Clocks, marks for debuggers and profilers, and how to stop. The clocks of the host count nanoseconds.

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

/// Stops for a debugger; without one the thread goes on.
pub fn breakpoint() {}

/// Counts event `N`, 0 to 15, for a profiler.
pub fn prof_trigger<const N: u32>() {}

/// Stops the kernel.
#[track_caller]
pub fn trap() -> ! {
    panic!("trap")
}
