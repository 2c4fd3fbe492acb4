// A counter in a slice of atomics: loads by the thread itself and behind a barrier are four different ones, even when relaxed.
// LAUNCH: block=4 c=u32[1] out=u32[4]
// EXPECT: out = 1401 1401 1401 1401
// LAUNCH: block=3 c=u32[1]:5 out=u32[4]
// EXPECT: out = 1801 1801 1801 0
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_device::thread;

#[kernel]
pub fn k(c: &[AtomicU32], out: &mut [u32]) {
    let i = thread::threadIdx_x() as usize;
    let before = c[0].load(Ordering::Relaxed);
    c[0].fetch_add(1, Ordering::Relaxed);
    let after = c[0].load(Ordering::Relaxed);
    thread::sync_threads();
    let all = c[0].load(Ordering::Relaxed);
    out[i] = 1000 + all * 100 + after - before;
}
