#[inline(never)]
fn helper(r: &mut i32) {
    *r = *r + 5;
}

#[kernel]
pub fn escaping(out: *mut i32) {
    let mut x: i32 = 0;
    let r = &mut x;
    helper(r);
    unsafe { *out = x; }
}
