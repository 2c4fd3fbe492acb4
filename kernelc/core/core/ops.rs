/// `a + b`
pub trait Add<Rhs = Self> {
    type Output;
    fn add(self, rhs: Rhs) -> Self::Output;
}

/// `a - b`
pub trait Sub<Rhs = Self> {
    type Output;
    fn sub(self, rhs: Rhs) -> Self::Output;
}

/// `a * b`
pub trait Mul<Rhs = Self> {
    type Output;
    fn mul(self, rhs: Rhs) -> Self::Output;
}

/// `a / b`
pub trait Div<Rhs = Self> {
    type Output;
    fn div(self, rhs: Rhs) -> Self::Output;
}

/// `a % b`
pub trait Rem<Rhs = Self> {
    type Output;
    fn rem(self, rhs: Rhs) -> Self::Output;
}

/// `-a`
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}

/// `!a`
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}

/// `a & b`
pub trait BitAnd<Rhs = Self> {
    type Output;
    fn bitand(self, rhs: Rhs) -> Self::Output;
}

/// `a | b`
pub trait BitOr<Rhs = Self> {
    type Output;
    fn bitor(self, rhs: Rhs) -> Self::Output;
}

/// `a ^ b`
pub trait BitXor<Rhs = Self> {
    type Output;
    fn bitxor(self, rhs: Rhs) -> Self::Output;
}

/// `a << b`
pub trait Shl<Rhs = Self> {
    type Output;
    fn shl(self, rhs: Rhs) -> Self::Output;
}

/// `a >> b`
pub trait Shr<Rhs = Self> {
    type Output;
    fn shr(self, rhs: Rhs) -> Self::Output;
}

/// `a += b`
pub trait AddAssign<Rhs = Self> {
    fn add_assign(&mut self, rhs: Rhs);
}

/// `a -= b`
pub trait SubAssign<Rhs = Self> {
    fn sub_assign(&mut self, rhs: Rhs);
}

/// `a *= b`
pub trait MulAssign<Rhs = Self> {
    fn mul_assign(&mut self, rhs: Rhs);
}

/// `a /= b`
pub trait DivAssign<Rhs = Self> {
    fn div_assign(&mut self, rhs: Rhs);
}

/// `a %= b`
pub trait RemAssign<Rhs = Self> {
    fn rem_assign(&mut self, rhs: Rhs);
}

/// `a &= b`
pub trait BitAndAssign<Rhs = Self> {
    fn bitand_assign(&mut self, rhs: Rhs);
}

/// `a |= b`
pub trait BitOrAssign<Rhs = Self> {
    fn bitor_assign(&mut self, rhs: Rhs);
}

/// `a ^= b`
pub trait BitXorAssign<Rhs = Self> {
    fn bitxor_assign(&mut self, rhs: Rhs);
}

/// `a <<= b`
pub trait ShlAssign<Rhs = Self> {
    fn shl_assign(&mut self, rhs: Rhs);
}

/// `a >>= b`
pub trait ShrAssign<Rhs = Self> {
    fn shr_assign(&mut self, rhs: Rhs);
}

/// `*a` of a type that is no pointer
pub trait Deref {
    type Target;
    fn deref(&self) -> &Self::Target;
}

/// `*a = b` of a type that is no pointer
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

/// `a[i]` of a type that is no array or slice
pub trait Index<Idx> {
    type Output;
    fn index(&self, index: Idx) -> &Self::Output;
}

/// `a[i] = b` of a type that is no array or slice
pub trait IndexMut<Idx>: Index<Idx> {
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

/// `start..end`
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

/// `start..=end`
pub struct RangeInclusive<Idx> {
    start: Idx,
    end: Idx,
    exhausted: bool,
}

/// `start..`
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

/// `..end`
pub struct RangeTo<Idx> {
    pub end: Idx,
}

/// `..=end`
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

/// `..`
pub struct RangeFull;

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Add for N {
    type Output = N;
    #[inline(always)]
    fn add(self, rhs: N) -> N {
        self + rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Sub for N {
    type Output = N;
    #[inline(always)]
    fn sub(self, rhs: N) -> N {
        self - rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Mul for N {
    type Output = N;
    #[inline(always)]
    fn mul(self, rhs: N) -> N {
        self * rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl Div for N {
    type Output = N;
    #[inline(always)]
    fn div(self, rhs: N) -> N {
        self / rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Rem for N {
    type Output = N;
    #[inline(always)]
    fn rem(self, rhs: N) -> N {
        self % rhs
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

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl Not for N {
    type Output = N;
    #[inline(always)]
    fn not(self) -> N {
        !self
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitAnd for N {
    type Output = N;
    #[inline(always)]
    fn bitand(self, rhs: N) -> N {
        self & rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitOr for N {
    type Output = N;
    #[inline(always)]
    fn bitor(self, rhs: N) -> N {
        self | rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool)]
impl BitXor for N {
    type Output = N;
    #[inline(always)]
    fn bitxor(self, rhs: N) -> N {
        self ^ rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shl for N {
    type Output = N;
    #[inline(always)]
    fn shl(self, rhs: N) -> N {
        self << rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Shr for N {
    type Output = N;
    #[inline(always)]
    fn shr(self, rhs: N) -> N {
        self >> rhs
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl AddAssign for N {
    #[inline(always)]
    fn add_assign(&mut self, rhs: N) {
        *self += rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl SubAssign for N {
    #[inline(always)]
    fn sub_assign(&mut self, rhs: N) {
        *self -= rhs;
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64)]
impl MulAssign for N {
    #[inline(always)]
    fn mul_assign(&mut self, rhs: N) {
        *self *= rhs;
    }
}
