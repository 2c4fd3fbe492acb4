//! Raw pointers.

/// Reads the value bit by bit, whether or not its type is `Copy`.
#[inline(always)]
pub const unsafe fn read<T>(pointer: *const T) -> T {
    unsafe { *pointer }
}

/// Writes the value; what was there is forgotten.
#[inline(always)]
pub const unsafe fn write<T>(pointer: *mut T, value: T) {
    unsafe { *pointer = value }
}

/// Reads the value exactly once, in the order of the program.
#[intrinsic("volatile_read")]
pub unsafe fn read_volatile<T>(pointer: *const T) -> T;

/// Writes the value exactly once, in the order of the program.
#[intrinsic("volatile_write")]
pub unsafe fn write_volatile<T>(pointer: *mut T, value: T);

/// Exchanges two values.
#[inline(always)]
pub const unsafe fn swap<T>(a: *mut T, b: *mut T) {
    unsafe {
        let kept = read(a);
        write(a, read(b));
        write(b, kept);
    }
}

/// Writes a value and gives the one that was there.
#[inline(always)]
pub const unsafe fn replace<T>(pointer: *mut T, value: T) -> T {
    unsafe {
        let kept = read(pointer);
        write(pointer, value);
        kept
    }
}

/// Copies `count` values that may overlap.
#[inline(always)]
pub unsafe fn copy<T>(source: *const T, target: *mut T, count: usize) {
    unsafe {
        if (source as usize) < target as usize {
            let mut left = count;
            while left > 0 {
                left -= 1;
                write(target.add(left), read(source.add(left)));
            }
        } else {
            copy_nonoverlapping(source, target, count);
        }
    }
}

/// Copies `count` values that do not overlap.
#[inline(always)]
pub unsafe fn copy_nonoverlapping<T>(source: *const T, target: *mut T, count: usize) {
    let mut at = 0;
    while at < count {
        unsafe { write(target.add(at), read(source.add(at))) }
        at += 1;
    }
}

/// The null pointer.
#[inline(always)]
pub const fn null<T>() -> *const T {
    0usize as *const T
}

/// The null pointer.
#[inline(always)]
pub const fn null_mut<T>() -> *mut T {
    0usize as *mut T
}

/// Whether both addresses are equal.
#[inline(always)]
pub fn eq<T>(a: *const T, b: *const T) -> bool {
    a == b
}

impl<T> *const T {
    /// The pointer `count` elements further.
    #[intrinsic("mir.offset")]
    pub const unsafe fn add(self, count: usize) -> *const T;

    /// The pointer `count` elements before.
    #[inline(always)]
    pub const unsafe fn sub(self, count: usize) -> *const T {
        unsafe { self.offset((0 as isize).wrapping_sub(count as isize)) }
    }

    /// The pointer `count` elements further; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const unsafe fn offset(self, count: isize) -> *const T;

    /// The pointer `count` elements further, wherever that is.
    #[intrinsic("mir.offset")]
    pub const fn wrapping_add(self, count: usize) -> *const T;

    /// The pointer `count` elements further, wherever that is; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const fn wrapping_offset(self, count: isize) -> *const T;

    /// How many elements lie between `origin` and this pointer.
    #[intrinsic("offset_from")]
    pub const unsafe fn offset_from(self, origin: *const T) -> isize;

    /// The address.
    #[inline(always)]
    pub fn addr(self) -> usize {
        self as usize
    }

    /// Whether the address is zero.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self as usize == 0
    }

    /// The value that it points to, bit by bit.
    #[inline(always)]
    pub const unsafe fn read(self) -> T {
        unsafe { *self }
    }

    /// Reads the value exactly once, in the order of the program.
    #[inline(always)]
    pub unsafe fn read_volatile(self) -> T {
        unsafe { read_volatile(self) }
    }

    /// A reference to the value; `None` for null.
    #[inline(always)]
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(unsafe { &*self }) }
    }

    /// The same address as a pointer that may write.
    #[inline(always)]
    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
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

    /// The pointer `count` elements before.
    #[inline(always)]
    pub const unsafe fn sub(self, count: usize) -> *mut T {
        unsafe { self.offset((0 as isize).wrapping_sub(count as isize)) }
    }

    /// The pointer `count` elements further; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const unsafe fn offset(self, count: isize) -> *mut T;

    /// The pointer `count` elements further, wherever that is.
    #[intrinsic("mir.offset")]
    pub const fn wrapping_add(self, count: usize) -> *mut T;

    /// The pointer `count` elements further, wherever that is; negative counts go back.
    #[intrinsic("mir.offset")]
    pub const fn wrapping_offset(self, count: isize) -> *mut T;

    /// How many elements lie between `origin` and this pointer.
    #[intrinsic("offset_from")]
    pub const unsafe fn offset_from(self, origin: *const T) -> isize;

    /// The address.
    #[inline(always)]
    pub fn addr(self) -> usize {
        self as usize
    }

    /// Whether the address is zero.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self as usize == 0
    }

    /// The value that it points to, bit by bit.
    #[inline(always)]
    pub const unsafe fn read(self) -> T {
        unsafe { *self }
    }

    /// Reads the value exactly once, in the order of the program.
    #[inline(always)]
    pub unsafe fn read_volatile(self) -> T {
        unsafe { read_volatile(self) }
    }

    /// A reference to the value; `None` for null.
    #[inline(always)]
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(unsafe { &*self }) }
    }

    /// A mutable reference to the value; `None` for null.
    #[inline(always)]
    pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { Some(unsafe { &mut *self }) }
    }

    /// Writes the value; what was there is forgotten.
    #[inline(always)]
    pub const unsafe fn write(self, value: T) {
        unsafe { *self = value }
    }

    /// Writes the value exactly once, in the order of the program.
    #[inline(always)]
    pub unsafe fn write_volatile(self, value: T) {
        unsafe { write_volatile(self, value) }
    }

    /// Writes the value and gives the one that was there.
    #[inline(always)]
    pub const unsafe fn replace(self, value: T) -> T {
        unsafe { replace(self, value) }
    }

    /// Exchanges the values of both pointers.
    #[inline(always)]
    pub const unsafe fn swap(self, other: *mut T) {
        unsafe { swap(self, other) }
    }

    /// The same address as a pointer that only reads.
    #[inline(always)]
    pub const fn cast_const(self) -> *const T {
        self as *const T
    }

    /// The same address as a pointer to another type.
    #[inline(always)]
    pub const fn cast<U>(self) -> *mut U {
        self as *mut U
    }
}
