//! Explicit copies.

/// Explicit copies.
pub trait Clone: Sized {
    fn clone(&self) -> Self;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64, bool, char)]
impl Clone for N {
    #[inline(always)]
    fn clone(&self) -> N {
        *self
    }
}

impl<T: ?Sized> Clone for &T {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Clone for *const T {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Clone for *mut T {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
