/// A value or nothing.
#[derive(Clone, Copy)]
pub enum Option<T> {
    None,
    Some(T),
}

impl<T> Option<T> {
    /// Whether there is a value.
    #[inline(always)]
    pub fn is_some(&self) -> bool {
        match self {
            Option::Some(_) => true,
            Option::None => false,
        }
    }

    /// Whether there is no value.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        !self.is_some()
    }

    /// The value; a panic without one.
    #[inline(always)]
    pub fn unwrap(self) -> T {
        match self {
            Option::Some(value) => value,
            Option::None => panic!("called `Option::unwrap()` on a `None` value"),
        }
    }

    /// The value, or `default` without one.
    #[inline(always)]
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Option::Some(value) => value,
            Option::None => default,
        }
    }
}
