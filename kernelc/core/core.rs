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

pub mod marker;
pub mod clone;
pub mod cmp;
pub mod ops;
pub mod option;
pub mod result;
pub mod iter;
pub mod mem;
pub mod hint;
pub mod number;
pub mod slice;
pub mod ptr;