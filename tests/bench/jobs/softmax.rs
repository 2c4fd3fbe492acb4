use cuda_device::{kernel, thread, warp};

const WARP: usize = 32;

/// Each row of `y` is the softmax of the same row of `x`, of `width` numbers. Blocks of 32×n threads, a warp a row.
#[kernel]
pub fn softmax_warps(x: &[f32], y: &mut [f32], width: usize) {
    let lane = thread::threadIdx_x() as usize;
    let first = (thread::blockIdx_x() * thread::blockDim_y() + thread::threadIdx_y()) as usize * width;
    if first < x.len() {
        let row = &x[first..first + width];
        let out = &mut y[first..first + width];

        let mut greatest = f32::NEG_INFINITY;
        let mut k = lane;
        while k < width {
            greatest = greatest.max(row[k]);
            k += WARP;
        }
        let greatest = warp::reduce_max_f32(greatest);

        let mut sum = 0.0;
        let mut k = lane;
        while k < width {
            let power = (row[k] - greatest).exp();
            out[k] = power;
            sum += power;
            k += WARP;
        }

        let scale = 1.0 / warp::reduce_sum_f32(sum);
        let mut k = lane;
        while k < width {
            out[k] *= scale;
            k += WARP;
        }
    }
}

/// The same, 32 numbers of a row at a time as a slice of their own: one check for the whole warp. `width` is a multiple of 32.
#[kernel]
pub fn softmax_rows(x: &[f32], y: &mut [f32], width: usize) {
    let lane = thread::threadIdx_x() as usize;
    let first = (thread::blockIdx_x() * thread::blockDim_y() + thread::threadIdx_y()) as usize * width;
    if first < x.len() {
        let row = &x[first..first + width];
        let out = &mut y[first..first + width];

        let mut greatest = f32::NEG_INFINITY;
        let mut k = 0;
        while k < width {
            greatest = greatest.max(row[k..k + WARP][lane]);
            k += WARP;
        }
        let greatest = warp::reduce_max_f32(greatest);

        let mut sum = 0.0;
        let mut k = 0;
        while k < width {
            let power = (row[k..k + WARP][lane] - greatest).exp();
            out[k..k + WARP][lane] = power;
            sum += power;
            k += WARP;
        }

        let scale = 1.0 / warp::reduce_sum_f32(sum);
        let mut k = 0;
        while k < width {
            out[k..k + WARP][lane] *= scale;
            k += WARP;
        }
    }
}
