// A uniform `match` with a barrier in two arms and none in the third.
// LAUNCH: block=2 n=0 out=i32[2]
// EXPECT: out = 1 0
// LAUNCH: block=2 n=1 out=i32[2]
// EXPECT: out = 11 10
// LAUNCH: block=2 n=2 out=i32[2]
// EXPECT: out = 0 1
use cuda_device::{SharedArray, thread};

static mut S: SharedArray<i32, 8> = SharedArray::UNINIT;

#[kernel]
pub fn k(n: u32, out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    unsafe {
        S[i] = i as i32;
        out[i] = match n {
            0 => {
                thread::sync_threads();
                S[1 - i]
            }
            1 => {
                thread::sync_threads();
                S[1 - i] + 10
            }
            _ => S[i],
        };
    }
}
