/// A result or an error.
#[derive(Clone, Copy)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
}

impl<T, E> Result<T, E> {
    /// Whether it is a result.
    #[inline(always)]
    pub fn is_ok(&self) -> bool {
        match self {
            Result::Ok(_) => true,
            Result::Err(_) => false,
        }
    }

    /// Whether it is an error.
    #[inline(always)]
    pub fn is_err(&self) -> bool {
        !self.is_ok()
    }

    /// The result, or `default` for an error.
    #[inline(always)]
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Result::Ok(value) => value,
            Result::Err(_) => default,
        }
    }
}
