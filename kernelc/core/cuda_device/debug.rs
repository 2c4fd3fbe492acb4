//! Clocks, marks for debuggers and profilers, and how to stop.

/// The lower half of the multiprocessor's count of cycles.
#[intrinsic("gpu.clock clock")]
pub fn clock() -> u32;

/// The multiprocessor's count of cycles.
#[intrinsic("gpu.clock clock64")]
pub fn clock64() -> u64;

/// Nanoseconds of a clock that all multiprocessors share.
#[intrinsic("gpu.clock globaltimer")]
pub fn globaltimer() -> u64;

/// Stops for a debugger; without one the thread goes on.
#[intrinsic("gpu.breakpoint")]
pub fn breakpoint();

/// Counts event `N`, 0 to 15, for a profiler.
#[intrinsic("profiler_event")]
pub fn prof_trigger<const N: u32>();

/// Stops the kernel.
pub fn trap() -> ! {
    panic!("trap")
}
