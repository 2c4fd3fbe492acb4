//! Constant memory: values that the host sets between launches, and kernels only read.

/// The type of a static in constant memory: `#[constant] static SCALE: ConstantMemory<f32> = ConstantMemory::UNINIT;`. All its bytes are 0 until the
/// host sets it.
#[space("const")]
#[repr(transparent)]
pub struct ConstantMemory<T: Copy> {
    value: T,
}

impl<T: Copy> ConstantMemory<T> {
    /// What a static of this type is initialised with.
    pub const UNINIT: ConstantMemory<T> = uninit();

    /// The value that the host has set.
    #[inline(always)]
    pub fn get(&self) -> T {
        self.value
    }

    /// The value that the host has set, in place.
    #[inline(always)]
    pub fn get_ref(&self) -> &T {
        &self.value
    }
}

#[intrinsic("uninit")]
const fn uninit<T>() -> T;
