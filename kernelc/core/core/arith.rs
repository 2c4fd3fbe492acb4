//! The operators of the built-in numbers as traits, also on references to them.

use crate::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr,
    ShrAssign, Sub, SubAssign,
};

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Add for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn add(self, rhs: N) -> N {
        self + rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Add<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn add(self, rhs: N) -> N {
        *self + rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Add<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn add(self, rhs: &'a N) -> N {
        self + *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a, 'b> Add<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn add(self, rhs: &'b N) -> N {
        *self + *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Sub for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn sub(self, rhs: N) -> N {
        self - rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Sub<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn sub(self, rhs: N) -> N {
        *self - rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Sub<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn sub(self, rhs: &'a N) -> N {
        self - *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a, 'b> Sub<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn sub(self, rhs: &'b N) -> N {
        *self - *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Mul for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn mul(self, rhs: N) -> N {
        self * rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Mul<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn mul(self, rhs: N) -> N {
        *self * rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Mul<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn mul(self, rhs: &'a N) -> N {
        self * *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a, 'b> Mul<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn mul(self, rhs: &'b N) -> N {
        *self * *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Div for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn div(self, rhs: N) -> N {
        self / rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Div<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn div(self, rhs: N) -> N {
        *self / rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> Div<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn div(self, rhs: &'a N) -> N {
        self / *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a, 'b> Div<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn div(self, rhs: &'b N) -> N {
        *self / *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl Rem for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn rem(self, rhs: N) -> N {
        self % rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl<'a> Rem<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn rem(self, rhs: N) -> N {
        *self % rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl<'a> Rem<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn rem(self, rhs: &'a N) -> N {
        self % *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl<'a, 'b> Rem<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn rem(self, rhs: &'b N) -> N {
        *self % *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitAnd for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitand(self, rhs: N) -> N {
        self & rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitAnd<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitand(self, rhs: N) -> N {
        *self & rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitAnd<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitand(self, rhs: &'a N) -> N {
        self & *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a, 'b> BitAnd<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitand(self, rhs: &'b N) -> N {
        *self & *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitOr for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitor(self, rhs: N) -> N {
        self | rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitOr<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitor(self, rhs: N) -> N {
        *self | rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitOr<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitor(self, rhs: &'a N) -> N {
        self | *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a, 'b> BitOr<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitor(self, rhs: &'b N) -> N {
        *self | *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitXor for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitxor(self, rhs: N) -> N {
        self ^ rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitXor<N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitxor(self, rhs: N) -> N {
        *self ^ rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitXor<&'a N> for N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitxor(self, rhs: &'a N) -> N {
        self ^ *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a, 'b> BitXor<&'b N> for &'a N {
    type Output = N;
    #[inline(always)]
    #[track_caller]
    fn bitxor(self, rhs: &'b N) -> N {
        *self ^ *rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, f16, bf16, f32, f64)]
impl Neg for N {
    type Output = N;
    #[inline(always)]
    fn neg(self) -> N {
        -self
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, f16, bf16, f32, f64)]
impl<'a> Neg for &'a N {
    type Output = N;
    #[inline(always)]
    fn neg(self) -> N {
        -*self
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl Not for N {
    type Output = N;
    #[inline(always)]
    fn not(self) -> N {
        !self
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> Not for &'a N {
    type Output = N;
    #[inline(always)]
    fn not(self) -> N {
        !*self
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<i8> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: i8) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<i16> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: i16) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<i32> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: i32) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<i64> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: i64) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<i128> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: i128) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<isize> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: isize) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<u8> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: u8) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<u16> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: u16) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<u32> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: u32) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<u64> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: u64) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<u128> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: u128) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl<usize> for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: usize) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<i8> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: i8) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<i16> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: i16) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<i32> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: i32) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<i64> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: i64) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<i128> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: i128) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<isize> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: isize) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<u8> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: u8) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<u16> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: u16) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<u32> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: u32) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<u64> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: u64) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<u128> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: u128) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr<usize> for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: usize) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl AddAssign for N {
    #[inline(always)]
    #[track_caller]
    fn add_assign(&mut self, rhs: N) {
        *self += rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> AddAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn add_assign(&mut self, rhs: &'a N) {
        *self += *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl SubAssign for N {
    #[inline(always)]
    #[track_caller]
    fn sub_assign(&mut self, rhs: N) {
        *self -= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> SubAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn sub_assign(&mut self, rhs: &'a N) {
        *self -= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl MulAssign for N {
    #[inline(always)]
    #[track_caller]
    fn mul_assign(&mut self, rhs: N) {
        *self *= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> MulAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn mul_assign(&mut self, rhs: &'a N) {
        *self *= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl DivAssign for N {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, rhs: N) {
        *self /= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl<'a> DivAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn div_assign(&mut self, rhs: &'a N) {
        *self /= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl RemAssign for N {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, rhs: N) {
        *self %= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64)]
impl<'a> RemAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn rem_assign(&mut self, rhs: &'a N) {
        *self %= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitAndAssign for N {
    #[inline(always)]
    #[track_caller]
    fn bitand_assign(&mut self, rhs: N) {
        *self &= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitAndAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn bitand_assign(&mut self, rhs: &'a N) {
        *self &= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitOrAssign for N {
    #[inline(always)]
    #[track_caller]
    fn bitor_assign(&mut self, rhs: N) {
        *self |= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitOrAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn bitor_assign(&mut self, rhs: &'a N) {
        *self |= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitXorAssign for N {
    #[inline(always)]
    #[track_caller]
    fn bitxor_assign(&mut self, rhs: N) {
        *self ^= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl<'a> BitXorAssign<&'a N> for N {
    #[inline(always)]
    #[track_caller]
    fn bitxor_assign(&mut self, rhs: &'a N) {
        *self ^= *rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<i8> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: i8) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<i16> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: i16) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<i32> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: i32) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<i64> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: i64) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<i128> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: i128) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<isize> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: isize) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<u8> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: u8) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<u16> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: u16) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<u32> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: u32) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<u64> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: u64) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<u128> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: u128) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShlAssign<usize> for N {
    #[inline(always)]
    fn shl_assign(&mut self, rhs: usize) {
        *self <<= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<i8> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: i8) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<i16> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: i16) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<i32> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: i32) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<i64> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: i64) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<i128> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: i128) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<isize> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: isize) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<u8> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: u8) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<u16> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: u16) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<u32> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: u32) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<u64> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: u64) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<u128> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: u128) {
        *self >>= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl ShrAssign<usize> for N {
    #[inline(always)]
    fn shr_assign(&mut self, rhs: usize) {
        *self >>= rhs;
    }
}
