// The same memory by two names: a plain load before and one behind an acquiring load, with a store by the other name in between.
// LAUNCH: block=1 data=i32[1]:3 same=@data flag=u32[1]:1 out=i32[4]
// EXPECT: out = 3 4 5 1
// LAUNCH: block=1 data=i32[1]:-1 same=@data flag=u32[1]:7 out=i32[4]
// EXPECT: out = -1 0 1 7
use core::sync::atomic::{AtomicU32, Ordering};

#[kernel]
pub fn k(data: &mut [i32], same: &mut [i32], flag: &[AtomicU32], out: &mut [i32]) {
    out[0] = data[0];
    same[0] += 1;
    let relaxed = flag[0].load(Ordering::Relaxed);
    out[1] = data[0];
    same[0] += 1;
    let acquired = flag[0].load(Ordering::Acquire);
    out[2] = data[0];
    out[3] = if relaxed == acquired { acquired as i32 } else { -9 };
}
