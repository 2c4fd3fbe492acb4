// Thread 0 writes data and releases the flag; the others spin on it with acquiring loads and read the data.
// LAUNCH: block=4 data=i32[2]:1,2 flag=u32[1] out=i32[4]
// EXPECT: out = 0 42 42 42
// LAUNCH: block=2 data=i32[2]:1,2 flag=u32[1] out=i32[4]
// EXPECT: out = 0 42 0 0
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_device::thread;

#[kernel]
pub fn k(data: &mut [i32], flag: &[AtomicU32], out: &mut [i32]) {
    let i = thread::threadIdx_x() as usize;
    let early = data[0] * 0;
    if i == 0 {
        data[0] = 40;
        data[1] = 2;
        flag[0].store(1, Ordering::Release);
    } else {
        while flag[0].load(Ordering::Acquire) == 0 {}
        out[i] = data[0] + data[1] + early;
    }
}
