use cuda_device::{atomic, kernel, shared, sync_threads, thread};

/// Adds to `counts[v]` how often `v` stands in `data`: each block counts in shared memory, then adds its counts. Any 1-D launch will do.
#[kernel]
pub fn histogram(data: &[u8], counts: &mut [u32]) {
    let own = shared::<[u32; 256]>();
    let size = thread::blockDim_x() as usize;
    let t = thread::threadIdx_x() as usize;
    let mut bin = t;
    while bin < 256 {
        own[bin] = 0;
        bin += size;
    }
    sync_threads();
    let stride = thread::gridDim_x() as usize * size;
    let mut i = thread::index_1d().get();
    while i < data.len() {
        atomic::add(&mut own[data[i] as usize], 1);
        i += stride;
    }
    sync_threads();
    let mut bin = t;
    while bin < 256 {
        atomic::add(&mut counts[bin], own[bin]);
        bin += size;
    }
}
