//! Conversions between types.

/// Made from another type, always.
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

/// Turned into another type, always: what `From` gives, the other way round.
pub trait Into<T>: Sized {
    fn into(self) -> T;
}

impl<T, U: From<T>> Into<U> for T {
    #[inline(always)]
    fn into(self) -> U {
        U::from(self)
    }
}

impl<T> From<T> for T {
    #[inline(always)]
    fn from(value: T) -> T {
        value
    }
}

/// Made from another type, where that is possible.
pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

/// Turned into another type, where that is possible.
pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}

impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;

    #[inline(always)]
    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

/// An error that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Infallible {}

impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;

    #[inline(always)]
    fn try_from(value: U) -> Result<T, Infallible> {
        Ok(value.into())
    }
}

/// The value.
#[inline(always)]
pub const fn identity<T>(value: T) -> T {
    value
}

/// A cheap reference to something inside.
pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}

/// A cheap mutable reference to something inside.
pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

impl<T> AsRef<[T]> for [T] {
    #[inline(always)]
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T> AsMut<[T]> for [T] {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> AsRef<[T]> for [T; N] {
    #[inline(always)]
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> AsMut<[T]> for [T; N] {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T {
    #[inline(always)]
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T {
    #[inline(always)]
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<T: ?Sized + AsMut<U>, U: ?Sized> AsMut<U> for &mut T {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}
