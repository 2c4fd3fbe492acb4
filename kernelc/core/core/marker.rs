//! Properties of types.

/// Types with a size known at compile time: all but `[T]` and `str`. Built in.
pub trait Sized {}

/// Types whose values are copied, not moved. Built in for scalars, shared references, tuples and arrays; derived for others.
pub trait Copy: super::clone::Clone {}

/// Types that may go to another thread. No type says otherwise.
pub trait Send {}

/// Types that several threads may refer to. No type says otherwise.
pub trait Sync {}

impl<T: ?Sized> Send for T {}

impl<T: ?Sized> Sync for T {}

/// Stands for a `T` that is not there: so that a type can have a parameter that no field uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PhantomData<T>;
