//! The methods of `bool`.

impl bool {
    /// The value if this is true, else nothing.
    #[inline(always)]
    pub fn then_some<T>(self, value: T) -> Option<T> {
        if self { Some(value) } else { None }
    }

    /// What `f` gives if this is true, else nothing.
    #[inline(always)]
    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }
}
