//! The core library, as far as kernels need it: markers, operators, conversions, numbers, iteration, slices, pointers.
//!
//! Each module lies in a file of its own below `core/`, read only when something in it is sought. `#[for_each(T, …)]` writes an impl once for several
//! built-in types; `#[intrinsic("…")]` names the op that a function stands for; code here may move values out of raw pointers. These are for this library alone.

pub mod prelude {
    pub use crate::clone::Clone;
    pub use crate::cmp::{Eq, Ord, PartialEq, PartialOrd};
    pub use crate::convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
    pub use crate::default::Default;
    pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
    pub use crate::marker::{Copy, Send, Sized, Sync};
    pub use crate::mem::{align_of, align_of_val, drop, size_of, size_of_val};
    pub use crate::ops::{Drop, Fn, FnMut, FnOnce};
    pub use crate::option::Option;
    pub use crate::option::Option::{None, Some};
    pub use crate::result::Result;
    pub use crate::result::Result::{Err, Ok};
}

// what types and values are
pub mod clone;
pub mod cmp;
pub mod convert;
pub mod convert_num;
pub mod default;
pub mod marker;
pub mod ops;
pub mod range_bounds;
pub mod tuple_array;

// numbers
pub mod arith;
pub mod ascii;
pub mod boolean;
pub mod char;
pub mod f32;
pub mod f64;
pub mod float;
pub mod float_cast;
pub mod float_math;
pub mod float_math64;
pub mod float_shared;
pub mod half;
pub mod int;
pub mod int_limits;
pub mod int_roots;
pub mod int_signed;
pub mod int_strict;
pub mod int_unsigned;
pub mod int_wide;
pub mod nonzero;
pub mod num;
pub mod saturating;
pub mod wrapping;

// choices
pub mod attempt;
pub mod option;
pub mod option_iter;
pub mod option_with;
pub mod result;
pub mod result_with;

// sequences
pub mod adapters;
pub mod adapters_kept;
pub mod adapters_with;
pub mod array;
pub mod array_iter;
pub mod array_with;
pub mod iter;
pub mod iter_range;
pub mod iter_range_char;
pub mod iter_sum;
pub mod slice;
pub mod slice_chunks;
pub mod slice_chunks_mut;
pub mod slice_compare;
pub mod slice_index;
pub mod slice_iter;
pub mod slice_parts;
pub mod slice_parts_mut;
pub mod sources;
pub mod sources_with;

// memory
pub mod cell;
pub mod ffi;
pub mod hint;
pub mod intrinsics;
pub mod mem;
pub mod non_null;
pub mod ptr;
pub mod ptr_bytes;
pub mod ptr_compare;
pub mod ptr_slice;
pub mod sync;

// the ends of the integers by their old names

pub mod i8 {
    pub const MIN: i8 = i8::MIN;
    pub const MAX: i8 = i8::MAX;
}

pub mod i16 {
    pub const MIN: i16 = i16::MIN;
    pub const MAX: i16 = i16::MAX;
}

pub mod i32 {
    pub const MIN: i32 = i32::MIN;
    pub const MAX: i32 = i32::MAX;
}

pub mod i64 {
    pub const MIN: i64 = i64::MIN;
    pub const MAX: i64 = i64::MAX;
}

pub mod i128 {
    pub const MIN: i128 = i128::MIN;
    pub const MAX: i128 = i128::MAX;
}

pub mod isize {
    pub const MIN: isize = isize::MIN;
    pub const MAX: isize = isize::MAX;
}

pub mod u8 {
    pub const MIN: u8 = u8::MIN;
    pub const MAX: u8 = u8::MAX;
}

pub mod u16 {
    pub const MIN: u16 = u16::MIN;
    pub const MAX: u16 = u16::MAX;
}

pub mod u32 {
    pub const MIN: u32 = u32::MIN;
    pub const MAX: u32 = u32::MAX;
}

pub mod u64 {
    pub const MIN: u64 = u64::MIN;
    pub const MAX: u64 = u64::MAX;
}

pub mod u128 {
    pub const MIN: u128 = u128::MIN;
    pub const MAX: u128 = u128::MAX;
}

pub mod usize {
    pub const MIN: usize = usize::MIN;
    pub const MAX: usize = usize::MAX;
}
