impl<T> *const T {
    /// The pointer `count` elements further.
    #[intrinsic("mir.offset")]
    pub const unsafe fn add(self, count: usize) -> *const T;

    /// The pointer `count` elements further; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const unsafe fn offset(self, count: isize) -> *const T;

    /// Whether the address is zero.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self as usize == 0
    }

    /// The value that it points to.
    #[inline(always)]
    pub unsafe fn read(self) -> T
    where
        T: Copy,
    {
        unsafe { *self }
    }

    /// The same address as a pointer to another type.
    #[inline(always)]
    pub const fn cast<U>(self) -> *const U {
        self as *const U
    }
}

impl<T> *mut T {
    /// The pointer `count` elements further.
    #[intrinsic("mir.offset")]
    pub const unsafe fn add(self, count: usize) -> *mut T;

    /// The pointer `count` elements further; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const unsafe fn offset(self, count: isize) -> *mut T;

    /// Whether the address is zero.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self as usize == 0
    }

    /// The value that it points to.
    #[inline(always)]
    pub unsafe fn read(self) -> T
    where
        T: Copy,
    {
        unsafe { *self }
    }

    /// Writes the value that it points to.
    #[inline(always)]
    pub unsafe fn write(self, value: T) {
        unsafe { *self = value }
    }

    /// The same address as a pointer to another type.
    #[inline(always)]
    pub const fn cast<U>(self) -> *mut U {
        self as *mut U
    }
}

#[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64)]
impl *const N {
    /// Reads the value exactly once.
    #[intrinsic("mir.load_volatile")]
    pub unsafe fn read_volatile(self) -> N;
}

#[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64)]
impl *mut N {
    /// Reads the value exactly once.
    #[intrinsic("mir.load_volatile")]
    pub unsafe fn read_volatile(self) -> N;

    /// Writes the value exactly once.
    #[inline(always)]
    pub unsafe fn write_volatile(self, value: N) {
        unsafe { store_volatile(value, self) }
    }
}

#[intrinsic("mir.store_volatile")]
unsafe fn store_volatile<T>(value: T, pointer: *mut T);
