/// The size of a type in bytes.
#[intrinsic("size_of")]
pub const fn size_of<T>() -> usize;

/// The alignment of a type in bytes.
#[intrinsic("align_of")]
pub const fn align_of<T>() -> usize;

/// Exchanges two values.
#[inline(always)]
pub fn swap<T: Copy>(a: &mut T, b: &mut T) {
    let kept = *a;
    *a = *b;
    *b = kept;
}

/// Writes a value and gives the one that was there.
#[inline(always)]
pub fn replace<T: Copy>(place: &mut T, value: T) -> T {
    let kept = *place;
    *place = value;
    kept
}
