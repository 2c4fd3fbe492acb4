// A sum by halves: a divergent `if` and a barrier in a uniform loop.
// LAUNCH: block=4 x=i32[4]:1,2,3,4 out=i32[1]
// EXPECT: out = 10
// LAUNCH: block=8 x=i32[8]:1,1,1,1,1,1,1,9 out=i32[1]
// EXPECT: out = 16
use cuda_device::{SharedArray, thread};

static mut SUM: SharedArray<i32, 8> = SharedArray::UNINIT;

#[kernel]
pub fn k(x: &[i32], out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let mut half = thread::blockDim_x() as usize / 2;
    unsafe {
        SUM[i] = x[i];
        thread::sync_threads();
        while half > 0 {
            if i < half {
                SUM[i] += SUM[i + half];
            }
            thread::sync_threads();
            half /= 2;
        }
        if i == 0 {
            out[0] = SUM[0];
        }
    }
}
