use cuda_device::{atomic, kernel, thread, warp};

const WARP: usize = 32;
const BLOCK: usize = 256;
const ROWS: usize = 8;
const PART_OF_WARP: usize = 8192;
const PART_OF_BLOCK: usize = 16384;

/// Eight sums of a thread become one of the warp, which is added to the total.
fn add_to(total: &mut f32, sums: [f32; ROWS]) {
    let of_thread = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    let of_warp = warp::reduce_sum_f32(of_thread);
    if warp::lane_id() == 0 {
        atomic::add(total, of_warp);
    }
}

/// Adds all of `x` to `total[0]`. Blocks of one warp, each for 8192 numbers.
#[kernel]
pub fn sum_warps(x: &[f32], total: &mut [f32]) {
    let lane = thread::threadIdx_x() as usize;
    let first = (thread::blockIdx_x() as usize * PART_OF_WARP).min(x.len());
    let part = &x[first..(first + PART_OF_WARP).min(x.len())];
    let mut sums = [0.0f32; ROWS];
    let mut i = 0;
    while i + ROWS * WARP <= part.len() {
        let rows = &part[i..i + ROWS * WARP];
        for row in 0..ROWS {
            sums[row] += rows[row * WARP + lane];
        }
        i += ROWS * WARP;
    }
    i += lane;
    while i < part.len() {
        sums[0] += part[i];
        i += WARP;
    }
    add_to(&mut total[0], sums);
}

/// Adds all of `x` to `total[0]`. Blocks of 256 threads, each for 16384 numbers.
#[kernel]
pub fn sum_blocks(x: &[f32], total: &mut [f32]) {
    let t = thread::threadIdx_x() as usize;
    let first = (thread::blockIdx_x() as usize * PART_OF_BLOCK).min(x.len());
    let part = &x[first..(first + PART_OF_BLOCK).min(x.len())];
    let mut sums = [0.0f32; ROWS];
    let mut i = 0;
    while i + ROWS * BLOCK <= part.len() {
        let rows = &part[i..i + ROWS * BLOCK];
        for row in 0..ROWS {
            sums[row] += rows[row * BLOCK + t];
        }
        i += ROWS * BLOCK;
    }
    i += t;
    while i < part.len() {
        sums[0] += part[i];
        i += BLOCK;
    }
    add_to(&mut total[0], sums);
}
