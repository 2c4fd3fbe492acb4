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
    pub use crate::mem::{align_of, drop, size_of};
    pub use crate::ops::Drop;
    pub use crate::option::Option;
    pub use crate::option::Option::{None, Some};
    pub use crate::result::Result;
    pub use crate::result::Result::{Err, Ok};
}

// what types and values are
pub mod clone;
pub mod cmp;
pub mod convert;
pub mod default;
pub mod marker;
pub mod ops;

// numbers
pub mod arith;
pub mod char;
pub mod f32;
pub mod f64;
pub mod float;
pub mod float_math;
pub mod float_math64;
pub mod int;
pub mod num;

// choices
pub mod attempt;
pub mod option;
pub mod result;

// sequences
pub mod adapters;
pub mod array;
pub mod iter;
pub mod slice;

// memory
pub mod hint;
pub mod mem;
pub mod ptr;
pub mod sync;
