use cuda_device::{kernel, thread};

const BLOCK: usize = 256;
const ROWS: usize = 2;
const PART: usize = ROWS * BLOCK;

/// y = a·x + y. Blocks of 256 threads, each for a part of 512 numbers.
#[kernel]
pub fn saxpy_parts(a: f32, x: &[f32], y: &mut [f32]) {
    let t = thread::threadIdx_x() as usize;
    let first = thread::blockIdx_x() as usize * PART;
    if first + PART <= x.len() && first + PART <= y.len() {
        let from = &x[first..first + PART];
        let to = &mut y[first..first + PART];
        for row in 0..ROWS {
            to[row * BLOCK + t] = a * from[row * BLOCK + t] + to[row * BLOCK + t];
        }
    } else {
        for row in 0..ROWS {
            let i = first + row * BLOCK + t;
            if i < x.len() && i < y.len() {
                y[i] = a * x[i] + y[i];
            }
        }
    }
}
