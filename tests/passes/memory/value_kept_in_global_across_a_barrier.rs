// What a thread loaded before the barrier is old; what it loads behind is its neighbour's.
// LAUNCH: block=2 x=i32[2]:5,6 out=i32[4]
// EXPECT: out = 5 6 60 50
// LAUNCH: block=2 x=i32[2]:0,-1 out=i32[4]
// EXPECT: out = 0 -1 -10 0
use cuda_device::thread;

#[kernel]
pub fn k(x: &mut [i32], out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let mine = x[i];
    out[i] = mine;
    thread::sync_threads();
    x[1 - i] = mine * 10;
    thread::sync_threads();
    out[i + 2] = x[i];
}
