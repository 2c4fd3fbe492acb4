/// Equality.
pub trait PartialEq<Rhs = Self> {
    fn eq(&self, other: &Rhs) -> bool;

    #[inline(always)]
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

/// Order, where there is one.
pub trait PartialOrd<Rhs = Self>: PartialEq<Rhs> {
    fn lt(&self, other: &Rhs) -> bool;
    fn le(&self, other: &Rhs) -> bool;
    fn gt(&self, other: &Rhs) -> bool;
    fn ge(&self, other: &Rhs) -> bool;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64, bool, char)]
impl PartialEq for N {
    #[inline(always)]
    fn eq(&self, other: &N) -> bool {
        *self == *other
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64, bool, char)]
impl PartialOrd for N {
    #[inline(always)]
    fn lt(&self, other: &N) -> bool {
        *self < *other
    }

    #[inline(always)]
    fn le(&self, other: &N) -> bool {
        *self <= *other
    }

    #[inline(always)]
    fn gt(&self, other: &N) -> bool {
        *self > *other
    }

    #[inline(always)]
    fn ge(&self, other: &N) -> bool {
        *self >= *other
    }
}
