impl<T> [T] {
    /// The number of elements.
    #[intrinsic("slice_len")]
    pub const fn len(&self) -> usize;

    /// Whether there are no elements.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A pointer to the first element.
    #[intrinsic("slice_as_ptr")]
    pub const fn as_ptr(&self) -> *const T;

    /// A pointer to the first element.
    #[intrinsic("slice_as_ptr")]
    pub const fn as_mut_ptr(&mut self) -> *mut T;

    /// The element at `index`, without a check.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, index: usize) -> &T {
        unsafe { &*self.as_ptr().add(index) }
    }

    /// The element at `index`, without a check.
    #[inline(always)]
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *self.as_mut_ptr().add(index) }
    }

    /// Exchanges two elements.
    #[inline(always)]
    pub fn swap(&mut self, a: usize, b: usize)
    where
        T: Copy,
    {
        let kept = self[a];
        self[a] = self[b];
        self[b] = kept;
    }
}
