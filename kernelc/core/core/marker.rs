/// Types with a size known at compile time: all but `[T]` and `str`. Built in.
pub trait Sized {}

/// Types whose values are copied, not moved. Built in for scalars, shared references, tuples and arrays; derived for others.
pub trait Copy: super::clone::Clone {}
