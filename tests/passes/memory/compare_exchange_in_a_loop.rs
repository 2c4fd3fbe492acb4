// A loop that reads, computes and tries again: the first try fails, because another name has changed the place.
// LAUNCH: block=1 x=u32[1]:3 y=@x out=u32[2]
// EXPECT: out = 2 8
// LAUNCH: block=1 x=u32[1]:3 y=u32[1] out=u32[2]
// EXPECT: out = 1 6
use core::sync::atomic::{AtomicU32, Ordering};

#[kernel]
pub fn k(x: &[AtomicU32], y: &mut [u32], out: &mut [u32]) {
    let mut tries = 0;
    loop {
        let old = x[0].load(Ordering::Relaxed);
        tries += 1;
        if tries == 1 {
            y[0] += 1;
        }
        if x[0].compare_exchange(old, old * 2, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            break;
        }
    }
    out[0] = tries;
    out[1] = x[0].load(Ordering::Relaxed);
}
