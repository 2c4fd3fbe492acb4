//! What `?` stands for.

use crate::convert::From;

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

impl<B, C> ControlFlow<B, C> {
    /// Whether to stop.
    #[inline(always)]
    pub const fn is_break(&self) -> bool {
        match self {
            ControlFlow::Break(_) => true,
            ControlFlow::Continue(_) => false,
        }
    }

    /// Whether to go on.
    #[inline(always)]
    pub const fn is_continue(&self) -> bool {
        !self.is_break()
    }

    /// What it stopped with.
    #[inline(always)]
    pub fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Break(value) => Some(value),
            ControlFlow::Continue(_) => None,
        }
    }

    /// What to go on with.
    #[inline(always)]
    pub fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Break(_) => None,
            ControlFlow::Continue(value) => Some(value),
        }
    }
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    type Residual = Broken<B>;

    #[inline(always)]
    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }

    #[inline(always)]
    fn branch(self) -> ControlFlow<Broken<B>, C> {
        match self {
            ControlFlow::Continue(value) => ControlFlow::Continue(value),
            ControlFlow::Break(value) => ControlFlow::Break(Broken(value)),
        }
    }
}

impl<B, C> FromResidual<Broken<B>> for ControlFlow<B, C> {
    #[inline(always)]
    fn from_residual(residual: Broken<B>) -> ControlFlow<B, C> {
        ControlFlow::Break(residual.0)
    }
}

/// What is left of a `ControlFlow` that stops.
pub struct Broken<B>(B);

/// What `?` can be applied to: a value to go on with, or a residual to return early with.
pub trait Try: Sized {
    type Output;
    type Residual;
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
    fn from_output(output: Self::Output) -> Self;
}

/// What a function returns that `?` leaves with this residual.
pub trait FromResidual<R> {
    fn from_residual(residual: R) -> Self;
}

/// What is left of an `Option` without a value.
pub struct NoValue;

/// What is left of a `Result` with an error.
pub struct Failure<E>(E);

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = NoValue;

    #[inline(always)]
    fn from_output(output: T) -> Self {
        Some(output)
    }

    #[inline(always)]
    fn branch(self) -> ControlFlow<NoValue, T> {
        match self {
            Some(value) => ControlFlow::Continue(value),
            None => ControlFlow::Break(NoValue),
        }
    }
}

impl<T> FromResidual<NoValue> for Option<T> {
    #[inline(always)]
    fn from_residual(residual: NoValue) -> Option<T> {
        None
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Failure<E>;

    #[inline(always)]
    fn from_output(output: T) -> Self {
        Ok(output)
    }

    #[inline(always)]
    fn branch(self) -> ControlFlow<Failure<E>, T> {
        match self {
            Ok(value) => ControlFlow::Continue(value),
            Err(error) => ControlFlow::Break(Failure(error)),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Failure<E>> for Result<T, F> {
    #[inline(always)]
    fn from_residual(residual: Failure<E>) -> Result<T, F> {
        Err(F::from(residual.0))
    }
}
