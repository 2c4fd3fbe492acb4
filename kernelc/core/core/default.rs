//! The value of a type that is taken where none is given.

/// A value that is taken where none is given.
pub trait Default: Sized {
    fn default() -> Self;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Default for N {
    #[inline(always)]
    fn default() -> N {
        0
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl Default for N {
    #[inline(always)]
    fn default() -> N {
        0.0
    }
}

impl Default for bool {
    #[inline(always)]
    fn default() -> bool {
        false
    }
}

impl Default for char {
    #[inline(always)]
    fn default() -> char {
        '\0'
    }
}

impl<T> Default for Option<T> {
    #[inline(always)]
    fn default() -> Option<T> {
        None
    }
}

impl<T> Default for &[T] {
    #[inline(always)]
    fn default() -> Self {
        &[]
    }
}

impl<T> Default for &mut [T] {
    #[inline(always)]
    fn default() -> Self {
        &mut []
    }
}
