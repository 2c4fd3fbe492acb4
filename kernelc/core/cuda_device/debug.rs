//! Clocks, and how to stop.

/// The lower half of the multiprocessor's count of cycles.
#[intrinsic("gpu.clock clock")]
pub fn clock() -> u32;

/// The multiprocessor's count of cycles.
#[intrinsic("gpu.clock clock64")]
pub fn clock64() -> u64;

/// Nanoseconds of a clock that all multiprocessors share.
#[intrinsic("gpu.clock globaltimer")]
pub fn globaltimer() -> u64;

/// Stops the kernel.
pub fn trap() -> ! {
    panic!("trap")
}
