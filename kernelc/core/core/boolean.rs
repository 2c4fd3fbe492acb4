//! The methods of `bool`.

impl bool {
    /// The value if this is true, else nothing.
    #[inline(always)]
    pub fn then_some<T>(self, value: T) -> Option<T> {
        if self { Some(value) } else { None }
    }
}
