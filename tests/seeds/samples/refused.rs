#[inline(never)]
fn g(p: *mut i32) {
    unsafe { *p = 1; }
}

#[kernel]
pub fn refused(out: *mut i32, n: u64) {
    let mut passed: i32 = 1;
    let mut counted: i32 = 2;
    let mut watched: i32 = 3;
    let mut seen: i32 = 4;
    g(&mut passed);
    let p = &mut counted as *mut i32;
    let q = &mut watched as *mut i32;
    unsafe {
        q.write_volatile(7);
        let s = &mut seen as *mut i32;
        *out = passed + *p.add(n as usize) + watched + (s as u64 == n) as i32;
    }
}
