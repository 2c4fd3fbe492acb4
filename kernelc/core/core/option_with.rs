//! The methods of `Option` that take a function.

impl<T> Option<T> {
    /// The value changed by `f`.
    #[inline(always)]
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(value) => Some(f(value)),
            None => None,
        }
    }

    /// The value, seen by `f` first.
    #[inline(always)]
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
        if let Some(value) = &self {
            f(value);
        }
        self
    }

    /// The value changed by `f`, or `default`.
    #[inline(always)]
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(value) => f(value),
            None => default,
        }
    }

    /// The value changed by `f`, or what `default` gives.
    #[inline(always)]
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(value) => f(value),
            None => default(),
        }
    }

    /// What `f` makes of the value.
    #[inline(always)]
    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(value) => f(value),
            None => None,
        }
    }

    /// The value, or what `f` gives instead.
    #[inline(always)]
    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => f(),
        }
    }

    /// The value, or the one that `f` gives.
    #[inline(always)]
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(value) => value,
            None => f(),
        }
    }

    /// The value if `predicate` holds for it.
    #[inline(always)]
    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
        if let Some(value) = self {
            if predicate(&value) {
                return Some(value);
            }
        }
        None
    }

    /// Whether there is a value for which `f` holds.
    #[inline(always)]
    pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Some(value) => f(value),
            None => false,
        }
    }

    /// Whether there is no value, or one for which `f` holds.
    #[inline(always)]
    pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Some(value) => f(value),
            None => true,
        }
    }

    /// The value, or the error that `error` gives.
    #[inline(always)]
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, error: F) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error()),
        }
    }

    /// The value, which `f` gives if there is none.
    #[inline(always)]
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if self.is_none() {
            *self = Some(f());
        }
        match self {
            Some(inside) => inside,
            None => unreachable!(),
        }
    }

    /// Takes the value out if `predicate` holds for it.
    #[inline(always)]
    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let takes = match self {
            Some(value) => predicate(value),
            None => false,
        };
        if takes { self.take() } else { None }
    }
}
