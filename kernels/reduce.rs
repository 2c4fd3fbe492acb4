use cuda_device::{kernel, shared, sync_threads, thread, warp};

/// `sums[b]` = the sum of what block `b` reads of `x`, by a tree in shared memory. Blocks of up to 256 threads, 1-D.
#[kernel]
pub fn sum_tree(x: &[f32], sums: &mut [f32]) {
    let tile = shared::<[f32; 256]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    tile[t] = if i < x.len() { x[i] } else { 0.0 };
    sync_threads();
    let mut live = thread::blockDim_x() as usize;
    while live > 1 {
        let half = (live + 1) / 2;
        if t + half < live {
            tile[t] += tile[t + half];
        }
        sync_threads();
        live = half;
    }
    if t == 0 {
        sums[thread::blockIdx_x() as usize] = tile[0];
    }
}

/// The same by shuffles: each warp sums its values, then the first warp sums those. Blocks of up to 1024 threads, 1-D.
#[kernel]
pub fn sum_shuffle(x: &[f32], sums: &mut [f32]) {
    let of_warps = shared::<[f32; 32]>();
    let lane = warp::lane_id();
    let number = thread::threadIdx_x() / 32;
    let i = thread::index_1d().get();
    let value = if i < x.len() { x[i] } else { 0.0 };
    let sum = warp::reduce_sum_f32_partial(value, warp::live_lanes_1d());
    if lane == 0 {
        of_warps[number as usize] = sum;
    }
    sync_threads();
    if number == 0 {
        let warps = (thread::blockDim_x() + 31) / 32;
        let sum = if lane < warps { of_warps[lane as usize] } else { 0.0 };
        let total = warp::reduce_sum_f32_partial(sum, warp::live_lanes_1d());
        if lane == 0 {
            sums[thread::blockIdx_x() as usize] = total;
        }
    }
}
