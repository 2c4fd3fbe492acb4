//! Kinds of numbers: what conversions give when they fail, wrappers of integers, classes of floats.

pub use crate::nonzero::*;
pub use crate::saturating::Saturating;
pub use crate::wrapping::Wrapping;

/// The number does not fit into the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TryFromIntError(pub(crate) ());

/// What kind of number a float is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}
