//! Pointers to slices.

impl<T> *const [T] {
    /// The number of elements.
    #[intrinsic("slice_len")]
    pub const fn len(self) -> usize;

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<T> *mut [T] {
    /// The number of elements.
    #[intrinsic("slice_len")]
    pub const fn len(self) -> usize;

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}
