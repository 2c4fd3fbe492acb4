// Four variables go round, and one keeps a copy of the cycle.
#[kernel]
pub fn rotate(out: *mut i64, n: i64) {
    let mut a: i64 = 1;
    let mut b: i64 = 2;
    let mut c: i64 = 3;
    let mut d: i64 = 4;
    let mut last: i64 = 0;
    let mut k: i64 = 0;
    while k < n {
        last = a;
        let t = a;
        a = b;
        b = c;
        c = d;
        d = t;
        k = k + 1;
    }
    unsafe {
        *out = a;
        *out.add(1) = b;
        *out.add(2) = c;
        *out.add(3) = d;
        *out.add(4) = last;
    }
}
