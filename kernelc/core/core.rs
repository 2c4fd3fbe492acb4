//! The core library, as far as kernels need it: markers, operators, conversions, numbers, slices, pointers.
//!
//! `#[for_each(T, …)]` writes an impl once for several built-in types; `#[intrinsic("…")]` names the op that a function stands for.
//! Both are for this library alone.

pub mod prelude {
    pub use crate::clone::Clone;
    pub use crate::cmp::{PartialEq, PartialOrd};
    pub use crate::iter::{IntoIterator, Iterator};
    pub use crate::marker::{Copy, Sized};
    pub use crate::option::Option;
    pub use crate::option::Option::{None, Some};
    pub use crate::result::Result;
    pub use crate::result::Result::{Err, Ok};
}

pub mod marker {
    /// Types with a size known at compile time: all but `[T]` and `str`. Built in.
    pub trait Sized {}

    /// Types whose values are copied, not moved. Built in for scalars, shared references, tuples and arrays; derived for others.
    pub trait Copy: super::clone::Clone {}
}

pub mod clone {
    /// Explicit copies.
    pub trait Clone {
        fn clone(&self) -> Self;
    }

    #[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f16, bf16, f32, f64, bool, char)]
    impl Clone for N {
        #[inline(always)]
        fn clone(&self) -> N {
            *self
        }
    }

    impl<T> Clone for &T {
        #[inline(always)]
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<T> Clone for *const T {
        #[inline(always)]
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<T> Clone for *mut T {
        #[inline(always)]
        fn clone(&self) -> Self {
            *self
        }
    }
}

pub mod cmp {
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
}

pub mod ops {
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
}

pub mod option {
    /// A value or nothing.
    pub enum Option<T> {
        None,
        Some(T),
    }

    impl<T> Option<T> {
        /// Whether there is a value.
        #[inline(always)]
        pub fn is_some(&self) -> bool {
            match self {
                Option::Some(_) => true,
                Option::None => false,
            }
        }

        /// Whether there is no value.
        #[inline(always)]
        pub fn is_none(&self) -> bool {
            !self.is_some()
        }

        /// The value; a panic without one.
        #[inline(always)]
        pub fn unwrap(self) -> T {
            match self {
                Option::Some(value) => value,
                Option::None => panic!("called `Option::unwrap()` on a `None` value"),
            }
        }

        /// The value, or `default` without one.
        #[inline(always)]
        pub fn unwrap_or(self, default: T) -> T {
            match self {
                Option::Some(value) => value,
                Option::None => default,
            }
        }
    }
}

pub mod result {
    /// A result or an error.
    pub enum Result<T, E> {
        Ok(T),
        Err(E),
    }

    impl<T, E> Result<T, E> {
        /// Whether it is a result.
        #[inline(always)]
        pub fn is_ok(&self) -> bool {
            match self {
                Result::Ok(_) => true,
                Result::Err(_) => false,
            }
        }

        /// Whether it is an error.
        #[inline(always)]
        pub fn is_err(&self) -> bool {
            !self.is_ok()
        }

        /// The result, or `default` for an error.
        #[inline(always)]
        pub fn unwrap_or(self, default: T) -> T {
            match self {
                Result::Ok(value) => value,
                Result::Err(_) => default,
            }
        }
    }
}

pub mod iter {
    use super::ops::Range;
    use super::option::Option;
    use super::option::Option::{None, Some};

    /// What gives one value after the other.
    pub trait Iterator {
        type Item;
        fn next(&mut self) -> Option<Self::Item>;
    }

    /// What `for` can run over.
    pub trait IntoIterator {
        type Item;
        type IntoIter: Iterator;
        fn into_iter(self) -> Self::IntoIter;
    }

    impl<I: Iterator> IntoIterator for I {
        type Item = I::Item;
        type IntoIter = I;
        #[inline(always)]
        fn into_iter(self) -> I {
            self
        }
    }

    #[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize)]
    impl Iterator for Range<N> {
        type Item = N;
        #[inline(always)]
        fn next(&mut self) -> Option<N> {
            if self.start < self.end {
                let value = self.start;
                self.start = value + 1;
                Some(value)
            } else {
                None
            }
        }
    }
}

pub mod mem {
    /// The size of a type in bytes.
    #[intrinsic("size_of")]
    pub const fn size_of<T>() -> usize;

    /// The alignment of a type in bytes.
    #[intrinsic("align_of")]
    pub const fn align_of<T>() -> usize;

    /// Exchanges two values.
    #[inline(always)]
    pub fn swap<T: Copy>(a: &mut T, b: &mut T) {
        let kept = *a;
        *a = *b;
        *b = kept;
    }

    /// Writes a value and gives the one that was there.
    #[inline(always)]
    pub fn replace<T: Copy>(place: &mut T, value: T) -> T {
        let kept = *place;
        *place = value;
        kept
    }
}

pub mod hint {
    /// Tells that a loop waits for another thread.
    #[inline(always)]
    pub fn spin_loop() {}
}

pub mod number {
    //! The methods of integers and floats.

    #[for_each(N, i8, i16, i32, i64, i128, isize)]
    impl N {
        /// `self + other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_add(self, other: N) -> N {
            self + other
        }

        /// `self - other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_sub(self, other: N) -> N {
            self - other
        }

        /// `self * other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_mul(self, other: N) -> N {
            self * other
        }

        /// The smaller value.
        #[intrinsic("mir.min")]
        pub const fn min(self, other: N) -> N;

        /// The greater value.
        #[intrinsic("mir.max")]
        pub const fn max(self, other: N) -> N;

        /// The magnitude; `MIN` stays `MIN`.
        #[intrinsic("mir.abs")]
        pub const fn abs(self) -> N;

        /// Zero bits above the highest one.
        #[intrinsic("mir.leading_zeros")]
        pub const fn leading_zeros(self) -> u32;

        /// How many bits are one.
        #[intrinsic("mir.pop_count")]
        pub const fn count_ones(self) -> u32;

        /// The bits in reverse order.
        #[intrinsic("mir.reverse_bits")]
        pub const fn reverse_bits(self) -> N;

        /// -1, 0 or 1.
        #[inline(always)]
        pub const fn signum(self) -> N {
            (self > 0) as N - (self < 0) as N
        }

        /// The value kept within `low..=high`.
        #[inline(always)]
        pub const fn clamp(self, low: N, high: N) -> N {
            assert!(low <= high);
            self.max(low).min(high)
        }

        /// The remainder that is never negative; a panic for zero.
        #[inline(always)]
        pub const fn rem_euclid(self, other: N) -> N {
            let r = self % other;
            if r < 0 { r.wrapping_add(other.abs()) } else { r }
        }
    }

    #[for_each(N, u8, u16, u32, u64, u128, usize)]
    impl N {
        /// `self + other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_add(self, other: N) -> N {
            self + other
        }

        /// `self - other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_sub(self, other: N) -> N {
            self - other
        }

        /// `self * other`, wrapping around at the ends of the type.
        #[inline(always)]
        pub const fn wrapping_mul(self, other: N) -> N {
            self * other
        }

        /// `self - other`, or zero where that would be negative.
        #[inline(always)]
        pub const fn saturating_sub(self, other: N) -> N {
            if self > other { self - other } else { 0 }
        }

        /// The smaller value.
        #[intrinsic("mir.min")]
        pub const fn min(self, other: N) -> N;

        /// The greater value.
        #[intrinsic("mir.max")]
        pub const fn max(self, other: N) -> N;

        /// The difference without sign.
        #[inline(always)]
        pub const fn abs_diff(self, other: N) -> N {
            if self > other { self - other } else { other - self }
        }

        /// Zero bits above the highest one.
        #[intrinsic("mir.leading_zeros")]
        pub const fn leading_zeros(self) -> u32;

        /// How many bits are one.
        #[intrinsic("mir.pop_count")]
        pub const fn count_ones(self) -> u32;

        /// The bits in reverse order.
        #[intrinsic("mir.reverse_bits")]
        pub const fn reverse_bits(self) -> N;

        /// Whether exactly one bit is one.
        #[inline(always)]
        pub const fn is_power_of_two(self) -> bool {
            self.count_ones() == 1
        }

        /// The quotient rounded up; a panic for zero.
        #[inline(always)]
        pub const fn div_ceil(self, other: N) -> N {
            let quotient = self / other;
            if self % other > 0 { quotient + 1 } else { quotient }
        }

        /// The value kept within `low..=high`.
        #[inline(always)]
        pub const fn clamp(self, low: N, high: N) -> N {
            assert!(low <= high);
            self.max(low).min(high)
        }
    }

    #[for_each(N, f32, f64)]
    impl N {
        /// The square root, rounded to nearest.
        #[intrinsic("mir.sqrt")]
        pub const fn sqrt(self) -> N;

        /// `self * a + b`, rounded once.
        #[intrinsic("mir.fma")]
        pub const fn mul_add(self, a: N, b: N) -> N;

        /// The magnitude.
        #[intrinsic("mir.abs")]
        pub const fn abs(self) -> N;

        /// The magnitude of `self` with the sign of `sign`.
        #[intrinsic("mir.copysign")]
        pub const fn copysign(self, sign: N) -> N;

        /// The greatest integral value not above `self`.
        #[intrinsic("mir.round floor")]
        pub const fn floor(self) -> N;

        /// The least integral value not below `self`.
        #[intrinsic("mir.round ceil")]
        pub const fn ceil(self) -> N;

        /// The integral part.
        #[intrinsic("mir.round trunc")]
        pub const fn trunc(self) -> N;

        /// The nearest integral value, halves to even.
        #[intrinsic("mir.round even")]
        pub const fn round_ties_even(self) -> N;

        /// The smaller value; NaN only if both are.
        #[intrinsic("mir.min")]
        pub const fn min(self, other: N) -> N;

        /// The greater value; NaN only if both are.
        #[intrinsic("mir.max")]
        pub const fn max(self, other: N) -> N;

        /// Whether it is not a number.
        #[inline(always)]
        pub const fn is_nan(self) -> bool {
            self != self
        }

        /// `1 / self`.
        #[inline(always)]
        pub const fn recip(self) -> N {
            1.0 / self
        }
    }

    impl i8 {
        pub const MIN: i8 = -128;
        pub const MAX: i8 = 127;
        pub const BITS: u32 = 8;
    }

    impl i16 {
        pub const MIN: i16 = -32768;
        pub const MAX: i16 = 32767;
        pub const BITS: u32 = 16;
    }

    impl i32 {
        pub const MIN: i32 = -2147483648;
        pub const MAX: i32 = 2147483647;
        pub const BITS: u32 = 32;
    }

    impl i64 {
        pub const MIN: i64 = -9223372036854775808;
        pub const MAX: i64 = 9223372036854775807;
        pub const BITS: u32 = 64;
    }

    impl isize {
        pub const MIN: isize = -9223372036854775808;
        pub const MAX: isize = 9223372036854775807;
        pub const BITS: u32 = 64;
    }

    impl u8 {
        pub const MIN: u8 = 0;
        pub const MAX: u8 = 255;
        pub const BITS: u32 = 8;
    }

    impl u16 {
        pub const MIN: u16 = 0;
        pub const MAX: u16 = 65535;
        pub const BITS: u32 = 16;
    }

    impl u32 {
        pub const MIN: u32 = 0;
        pub const MAX: u32 = 4294967295;
        pub const BITS: u32 = 32;
    }

    impl u64 {
        pub const MIN: u64 = 0;
        pub const MAX: u64 = 18446744073709551615;
        pub const BITS: u32 = 64;
    }

    impl usize {
        pub const MIN: usize = 0;
        pub const MAX: usize = 18446744073709551615;
        pub const BITS: u32 = 64;
    }

    impl f32 {
        pub const MIN: f32 = -3.40282347e+38;
        pub const MAX: f32 = 3.40282347e+38;
        pub const MIN_POSITIVE: f32 = 1.17549435e-38;
        pub const EPSILON: f32 = 1.19209290e-07;
        pub const INFINITY: f32 = 1.0 / 0.0;
        pub const NEG_INFINITY: f32 = -1.0 / 0.0;
        pub const NAN: f32 = 0.0 / 0.0;

        /// The bits of the number.
        #[intrinsic("mir.bitcast")]
        pub const fn to_bits(self) -> u32;

        /// The number with these bits.
        #[intrinsic("mir.bitcast")]
        pub const fn from_bits(bits: u32) -> f32;
    }

    impl f64 {
        pub const MIN: f64 = -1.7976931348623157e+308;
        pub const MAX: f64 = 1.7976931348623157e+308;
        pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
        pub const EPSILON: f64 = 2.2204460492503131e-16;
        pub const INFINITY: f64 = 1.0 / 0.0;
        pub const NEG_INFINITY: f64 = -1.0 / 0.0;
        pub const NAN: f64 = 0.0 / 0.0;

        /// The bits of the number.
        #[intrinsic("mir.bitcast")]
        pub const fn to_bits(self) -> u64;

        /// The number with these bits.
        #[intrinsic("mir.bitcast")]
        pub const fn from_bits(bits: u64) -> f64;
    }
}

pub mod slice {
    impl<T> [T] {
        /// The number of elements.
        #[intrinsic("slice_len")]
        pub const fn len(&self) -> usize;

        /// Whether there are no elements.
        #[inline(always)]
        pub const fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// A pointer to the first element.
        #[intrinsic("slice_as_ptr")]
        pub const fn as_ptr(&self) -> *const T;

        /// A pointer to the first element.
        #[intrinsic("slice_as_ptr")]
        pub const fn as_mut_ptr(&mut self) -> *mut T;

        /// The element at `index`, without a check.
        #[inline(always)]
        pub unsafe fn get_unchecked(&self, index: usize) -> &T {
            unsafe { &*self.as_ptr().add(index) }
        }

        /// The element at `index`, without a check.
        #[inline(always)]
        pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
            unsafe { &mut *self.as_mut_ptr().add(index) }
        }

        /// Exchanges two elements.
        #[inline(always)]
        pub fn swap(&mut self, a: usize, b: usize)
        where
            T: Copy,
        {
            let kept = self[a];
            self[a] = self[b];
            self[b] = kept;
        }
    }
}

pub mod ptr {
    impl<T> *const T {
        /// The pointer `count` elements further.
        #[intrinsic("mir.offset")]
        pub const unsafe fn add(self, count: usize) -> *const T;

        /// The pointer `count` elements further; negative counts go back.
        #[intrinsic("mir.offset")]
        pub const unsafe fn offset(self, count: isize) -> *const T;

        /// Whether the address is zero.
        #[inline(always)]
        pub fn is_null(self) -> bool {
            self as usize == 0
        }

        /// The value that it points to.
        #[inline(always)]
        pub unsafe fn read(self) -> T
        where
            T: Copy,
        {
            unsafe { *self }
        }

        /// The same address as a pointer to another type.
        #[inline(always)]
        pub const fn cast<U>(self) -> *const U {
            self as *const U
        }
    }

    impl<T> *mut T {
        /// The pointer `count` elements further.
        #[intrinsic("mir.offset")]
        pub const unsafe fn add(self, count: usize) -> *mut T;

        /// The pointer `count` elements further; negative counts go back.
        #[intrinsic("mir.offset")]
        pub const unsafe fn offset(self, count: isize) -> *mut T;

        /// Whether the address is zero.
        #[inline(always)]
        pub fn is_null(self) -> bool {
            self as usize == 0
        }

        /// The value that it points to.
        #[inline(always)]
        pub unsafe fn read(self) -> T
        where
            T: Copy,
        {
            unsafe { *self }
        }

        /// Writes the value that it points to.
        #[inline(always)]
        pub unsafe fn write(self, value: T) {
            unsafe { *self = value }
        }

        /// The same address as a pointer to another type.
        #[inline(always)]
        pub const fn cast<U>(self) -> *mut U {
            self as *mut U
        }
    }

    #[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64)]
    impl *const N {
        /// Reads the value exactly once.
        #[intrinsic("mir.load_volatile")]
        pub unsafe fn read_volatile(self) -> N;
    }

    #[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64)]
    impl *mut N {
        /// Reads the value exactly once.
        #[intrinsic("mir.load_volatile")]
        pub unsafe fn read_volatile(self) -> N;

        /// Writes the value exactly once.
        #[inline(always)]
        pub unsafe fn write_volatile(self, value: N) {
            unsafe { store_volatile(value, self) }
        }
    }

    #[intrinsic("mir.store_volatile")]
    unsafe fn store_volatile<T>(value: T, pointer: *mut T);
}
