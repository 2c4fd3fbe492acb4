use cuda_device::{kernel, thread};

/// c = a·b for row-major matrices: a is m × k, b is k × n, c is m × n. One thread an element: x runs over columns, y over rows.
#[kernel]
pub fn matmul_naive(m: u32, n: u32, k: u32, a: &[f32], b: &[f32], c: &mut [f32]) {
    let row = (thread::blockIdx_y() * thread::blockDim_y() + thread::threadIdx_y()) as usize;
    let column = (thread::blockIdx_x() * thread::blockDim_x() + thread::threadIdx_x()) as usize;
    let columns = n as usize;
    let depth = k as usize;
    if row < m as usize && column < columns {
        let mut sum = 0.0;
        let mut i = 0;
        while i < depth {
            sum = sum + a[row * depth + i] * b[i * columns + column];
            i += 1;
        }
        c[row * columns + column] = sum;
    }
}
