//! Operations of the compiler itself that programs may name.

/// `a / b`, which has no remainder.
#[intrinsic("mir.div")]
pub const unsafe fn exact_div<T: Copy>(a: T, b: T) -> T;
