// A helper that returns early in a uniform case, with a barrier behind, called in both cases.
// LAUNCH: block=2 n=1 out=i32[4]
// EXPECT: out = 1 0 5 6
// LAUNCH: block=2 n=0 out=i32[4]
// EXPECT: out = -1 -1 5 6
use cuda_device::{SharedArray, thread};

static mut S: SharedArray<i32, 8> = SharedArray::UNINIT;

fn exchange(n: u32, i: usize, value: i32) -> i32 {
    if n == 0 {
        return -1;
    }
    unsafe {
        S[i] = value;
        thread::sync_threads();
        S[1 - i]
    }
}

#[kernel]
pub fn k(n: u32, out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    out[i] = exchange(n, i, i as i32);
    thread::sync_threads();
    out[i + 2] = exchange(1, i, 6 - i as i32);
}
