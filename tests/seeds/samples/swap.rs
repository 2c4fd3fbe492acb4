// Two variables change places on every turn.
#[kernel]
pub fn swap(out: *mut i64, n: i64) {
    let mut a: i64 = 1;
    let mut b: i64 = 2;
    let mut k: i64 = 0;
    while k < n {
        let t = a;
        a = b;
        b = t;
        k = k + 1;
    }
    unsafe {
        *out = a;
        *out.add(1) = b;
    }
}
