//! Floats as integers that they fit.

/// Floats whose integral part can be had as an integer.
pub trait FloatToInt<I> {
    fn to_int(self) -> I;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl FloatToInt<N> for f32 {
    #[inline(always)]
    fn to_int(self) -> N {
        self as N
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl FloatToInt<N> for f64 {
    #[inline(always)]
    fn to_int(self) -> N {
        self as N
    }
}
