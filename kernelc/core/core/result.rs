//! A result or an error.

use crate::default::Default;
use crate::ops::{Deref, DerefMut};

pub use crate::option_iter::IntoIter;

/// A result or an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
}

impl<T, E> Result<T, E> {
    /// Whether it is a result.
    #[inline(always)]
    pub const fn is_ok(&self) -> bool {
        match self {
            Ok(_) => true,
            Err(_) => false,
        }
    }

    /// Whether it is an error.
    #[inline(always)]
    pub const fn is_err(&self) -> bool {
        !self.is_ok()
    }

    /// The result, if it is one.
    #[inline(always)]
    pub fn ok(self) -> Option<T> {
        match self {
            Ok(value) => Some(value),
            Err(_) => None,
        }
    }

    /// The error, if it is one.
    #[inline(always)]
    pub fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(error) => Some(error),
        }
    }

    /// The result; a panic for an error (which the message does not show).
    #[inline(always)]
    #[track_caller]
    pub fn unwrap(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => panic!("called `Result::unwrap()` on an `Err` value"),
        }
    }

    /// The result; a panic with this message for an error (which the message does not show).
    #[inline(always)]
    #[track_caller]
    #[shows_text]
    pub fn expect(self, message: &str) -> T {
        match self {
            Ok(value) => value,
            Err(_) => panic!("{}", message),
        }
    }

    /// The error; a panic for a result (which the message does not show).
    #[inline(always)]
    #[track_caller]
    pub fn unwrap_err(self) -> E {
        match self {
            Ok(_) => panic!("called `Result::unwrap_err()` on an `Ok` value"),
            Err(error) => error,
        }
    }

    /// The result, or `default` for an error.
    #[inline(always)]
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Ok(value) => value,
            Err(_) => default,
        }
    }

    /// The result, or that of `Default` for an error.
    #[inline(always)]
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(value) => value,
            Err(_) => T::default(),
        }
    }

    /// References to what is inside.
    #[inline(always)]
    pub const fn as_ref(&self) -> Result<&T, &E> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error),
        }
    }

    /// Mutable references to what is inside.
    #[inline(always)]
    pub const fn as_mut(&mut self) -> Result<&mut T, &mut E> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error),
        }
    }

    /// `other` for a result, else the error.
    #[inline(always)]
    pub fn and<U>(self, other: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => other,
            Err(error) => Err(error),
        }
    }

    /// The result, else `other`.
    #[inline(always)]
    pub fn or<F>(self, other: Result<T, F>) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(_) => other,
        }
    }
    /// The error; a panic with this message for a result (which the message does not show).
    #[inline(always)]
    #[track_caller]
    #[shows_text]
    pub fn expect_err(self, message: &str) -> E {
        match self {
            Ok(_) => panic!("{}", message),
            Err(error) => error,
        }
    }

    /// The result, which it is: anything may happen for an error.
    #[inline(always)]
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => unsafe { crate::hint::unreachable_unchecked() },
        }
    }

    /// The error, which it is: anything may happen for a result.
    #[inline(always)]
    pub unsafe fn unwrap_err_unchecked(self) -> E {
        match self {
            Ok(_) => unsafe { crate::hint::unreachable_unchecked() },
            Err(error) => error,
        }
    }

    /// A reference to what the result stands for.
    #[inline(always)]
    pub fn as_deref(&self) -> Result<&T::Target, &E>
    where
        T: Deref,
    {
        match self {
            Ok(value) => Ok(value.deref()),
            Err(error) => Err(error),
        }
    }

    /// A mutable reference to what the result stands for.
    #[inline(always)]
    pub fn as_deref_mut(&mut self) -> Result<&mut T::Target, &mut E>
    where
        T: DerefMut,
    {
        match self {
            Ok(value) => Ok(value.deref_mut()),
            Err(error) => Err(error),
        }
    }
}

impl<T, E> Result<&T, E> {
    /// The value behind the reference.
    #[inline(always)]
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        match self {
            Ok(value) => Ok(*value),
            Err(error) => Err(error),
        }
    }

    /// A clone of the value behind the reference.
    #[inline(always)]
    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        match self {
            Ok(value) => Ok(value.clone()),
            Err(error) => Err(error),
        }
    }
}

impl<T, E> Result<&mut T, E> {
    /// The value behind the reference.
    #[inline(always)]
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        match self {
            Ok(value) => Ok(*value),
            Err(error) => Err(error),
        }
    }

    /// A clone of the value behind the reference.
    #[inline(always)]
    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        match self {
            Ok(value) => Ok(value.clone()),
            Err(error) => Err(error),
        }
    }
}

impl<T, E> Result<Option<T>, E> {
    /// An option of a result.
    #[inline(always)]
    pub fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(value)) => Some(Ok(value)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl<T, E> Result<Result<T, E>, E> {
    /// The inner one.
    #[inline(always)]
    pub fn flatten(self) -> Result<T, E> {
        match self {
            Ok(inner) => inner,
            Err(error) => Err(error),
        }
    }
}
