use cuda_device::{kernel, shared, sync_threads, thread};

/// Each row of `y` is the softmax of the same row of `x`: `exp(x - greatest) / sum`. Rows of `width` numbers; a block a row, of 1 to 256 threads, 1-D.
#[kernel]
pub fn softmax(x: &[f32], y: &mut [f32], width: usize) {
    let tile = shared::<[f32; 256]>();
    let t = thread::threadIdx_x() as usize;
    let threads = thread::blockDim_x() as usize;
    let first = thread::blockIdx_x() as usize * width;
    if first < x.len() {
        let row = &x[first..first + width];
        let out = &mut y[first..first + width];

        let mut greatest = f32::NEG_INFINITY;
        for k in (t..width).step_by(threads) {
            greatest = greatest.max(row[k]);
        }
        tile[t] = greatest;
        sync_threads();
        let mut live = threads;
        while live > 1 {
            let half = live.div_ceil(2);
            if t + half < live {
                tile[t] = tile[t].max(tile[t + half]);
            }
            sync_threads();
            live = half;
        }
        let greatest = tile[0];
        sync_threads();

        let mut sum = 0.0;
        for k in (t..width).step_by(threads) {
            let power = (row[k] - greatest).exp();
            out[k] = power;
            sum += power;
        }
        tile[t] = sum;
        sync_threads();
        let mut live = threads;
        while live > 1 {
            let half = live.div_ceil(2);
            if t + half < live {
                tile[t] += tile[t + half];
            }
            sync_threads();
            live = half;
        }

        let scale = 1.0 / tile[0];
        for k in (t..width).step_by(threads) {
            out[k] *= scale;
        }
    }
}
