// A pointer to `x` is kept in memory that another function reads.
#[inline(never)]
fn through(pp: *mut *mut i32) {
    unsafe { **pp = 2; }
}

#[kernel]
pub fn moved(out: *mut i32) {
    let mut x: i32 = 1;
    let mut p = &mut x as *mut i32;
    through(&mut p);
    unsafe { *out = x; }
}
