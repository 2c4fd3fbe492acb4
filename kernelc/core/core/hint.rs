//! Hints to the compiler.

/// Tells that a loop waits for another thread.
#[inline(always)]
pub fn spin_loop() {}

/// The value. What is known of it is not used against a program that only measures.
#[inline(always)]
pub fn black_box<T>(value: T) -> T {
    value
}

/// `when_true` or `when_false`, without a branch.
#[inline(always)]
pub fn select_unpredictable<T>(condition: bool, when_true: T, when_false: T) -> T {
    if condition { when_true } else { when_false }
}

/// Never reached: the program says so. Reaching it is a panic here.
#[inline(always)]
pub const unsafe fn unreachable_unchecked() -> ! {
    unreachable!()
}

/// `condition` holds: the program says so.
#[inline(always)]
pub const unsafe fn assert_unchecked(condition: bool) {}

/// Tells that the path to here is rarely taken.
#[inline(always)]
pub const fn cold_path() {}
