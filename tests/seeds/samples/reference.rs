#[kernel]
pub fn reference(out: *mut i32) {
    let mut x: i32 = 1;
    let r = &mut x;
    *r = 2;
    unsafe { *out = x; }
}
