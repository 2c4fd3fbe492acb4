// Each thread reads its partner's element behind one barrier and writes its own behind another.
// LAUNCH: block=4 x=i32[4]:1,2,3,4 out=i32[4]
// EXPECT: out = 4 3 2 1
// LAUNCH: block=2 x=i32[4]:9,8,7,6 out=i32[4]
// EXPECT: out = 8 9 0 0
use cuda_device::{SharedArray, thread};

static mut TILE: SharedArray<i32, 8> = SharedArray::UNINIT;

#[kernel]
pub fn k(x: &[i32], out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let last = thread::blockDim_x() as usize - 1;
    unsafe {
        TILE[i] = x[i];
        thread::sync_threads();
        let theirs = TILE[last - i];
        thread::sync_threads();
        TILE[i] = theirs;
        out[i] = TILE[i];
    }
}
