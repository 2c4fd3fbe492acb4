//! The methods of `Result` that take a function.

impl<T, E> Result<T, E> {
    /// The value changed by `f`.
    #[inline(always)]
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E> {
        match self {
            Ok(value) => Ok(f(value)),
            Err(error) => Err(error),
        }
    }

    /// The error changed by `f`.
    #[inline(always)]
    pub fn map_err<F, O: FnOnce(E) -> F>(self, f: O) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(f(error)),
        }
    }

    /// The value changed by `f`, or `default`.
    #[inline(always)]
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Ok(value) => f(value),
            Err(_) => default,
        }
    }

    /// The value changed by `f`, or what `default` makes of the error.
    #[inline(always)]
    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Ok(value) => f(value),
            Err(error) => default(error),
        }
    }

    /// What `f` makes of the value.
    #[inline(always)]
    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E> {
        match self {
            Ok(value) => f(value),
            Err(error) => Err(error),
        }
    }

    /// What `f` makes of the error.
    #[inline(always)]
    pub fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, f: O) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => f(error),
        }
    }

    /// The value, or what `f` makes of the error.
    #[inline(always)]
    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T {
        match self {
            Ok(value) => value,
            Err(error) => f(error),
        }
    }

    /// Whether there is a value for which `f` holds.
    #[inline(always)]
    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Ok(value) => f(value),
            Err(_) => false,
        }
    }

    /// Whether there is an error for which `f` holds.
    #[inline(always)]
    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
        match self {
            Ok(_) => false,
            Err(error) => f(error),
        }
    }

    /// The result, whose value is seen by `f` first.
    #[inline(always)]
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Result<T, E> {
        if let Ok(value) = &self {
            f(value);
        }
        self
    }

    /// The result, whose error is seen by `f` first.
    #[inline(always)]
    pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Result<T, E> {
        if let Err(error) = &self {
            f(error);
        }
        self
    }
}
