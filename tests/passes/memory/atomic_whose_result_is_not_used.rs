// What an atomic returns may be dropped; the atomic may not.
// LAUNCH: block=4 c=u32[2]:0,9 out=u32[1]
// EXPECT: c = 4 13
// LAUNCH: block=2 c=u32[2] out=u32[1]
// EXPECT: c = 2 2
use core::sync::atomic::{AtomicU32, Ordering};

#[kernel]
pub fn k(c: &[AtomicU32], out: &mut [u32]) {
    let mut i = 0;
    while i < 2 {
        let unused = c[i].fetch_add(1, Ordering::Relaxed);
        let other = unused * 2;
        i += 1;
    }
    out[0] = 1;
}
