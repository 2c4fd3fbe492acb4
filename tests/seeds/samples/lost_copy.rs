// The value of the turn before the last is used after the loop.
#[kernel]
pub fn lost_copy(out: *mut i64, n: i64) {
    let mut x: i64 = 1;
    let mut y: i64 = 0;
    while x < n {
        y = x;
        x = x + 1;
    }
    unsafe {
        *out = y;
        *out.add(1) = x;
    }
}
