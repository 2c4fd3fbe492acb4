// Threads skip parts of rounds of a divergent loop by `continue` and leave it by `break`, then meet.
// LAUNCH: block=4 n=5 out=i32[4]
// EXPECT: out = 8 4 2 9
// LAUNCH: block=2 n=0 out=i32[4]
// EXPECT: out = 0 0 0 0
use cuda_device::{SharedArray, thread};

static mut SEEN: SharedArray<i32, 8> = SharedArray::UNINIT;

#[kernel]
pub fn k(n: i32, out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let count = thread::blockDim_x() as usize;
    let mut sum = 0;
    let mut round = 0;
    loop {
        if round >= n || round > 4 - i as i32 && i > 1 {
            break;
        }
        round += 1;
        if round % 2 == i as i32 % 2 {
            continue;
        }
        sum += round;
        if i == 1 {
            sum += 1;
        }
    }
    unsafe {
        SEEN[i] = sum;
        thread::sync_threads();
        out[i] = SEEN[(i + 1) % count];
    }
}
