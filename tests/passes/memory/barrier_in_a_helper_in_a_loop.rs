// A helper with a barrier, called twice in every round of a loop that all threads take.
// LAUNCH: block=3 n=2 out=i32[3]
// EXPECT: out = 21 22 20
// LAUNCH: block=2 n=0 out=i32[3]
// EXPECT: out = 0 0 0
use cuda_device::{SharedArray, thread};

static mut RING: SharedArray<i32, 8> = SharedArray::UNINIT;

fn publish(i: usize, value: i32) {
    unsafe {
        RING[i] = value;
    }
    thread::sync_threads();
}

#[kernel]
pub fn k(n: i32, out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let count = thread::blockDim_x() as usize;
    let mut round = 0;
    while round < n {
        round += 1;
        publish(i, i as i32);
        let next = unsafe { RING[(i + 1) % count] };
        thread::sync_threads();
        publish(i, next + 10 * round);
        out[i] = unsafe { RING[i] };
        thread::sync_threads();
    }
}
