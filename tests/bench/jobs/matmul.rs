use cuda_device::{kernel, shared, sync_threads, thread};

const DEPTH: usize = 32;
const WIDTH: usize = 32;
const HEIGHT: usize = 64;
const ROWS: usize = 8;

/// C = A·B for row-major A (m×k), B (k×n), C (m×n): tiles of both in shared memory, eight sums a thread. Blocks of 32×8 threads, each for 64×32 of C.
#[kernel]
pub fn matmul_registers(m: u32, n: u32, k: u32, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let of_a = shared::<[[f32; DEPTH]; HEIGHT]>();
    let of_b = shared::<[[f32; WIDTH]; DEPTH]>();
    let (x, y) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let first = thread::blockIdx_y() as usize * HEIGHT;
    let col = thread::blockIdx_x() as usize * WIDTH + x;
    let mut sums = [0.0f32; ROWS];
    let mut start = 0;
    while start < k {
        #[unroll(1)]
        for r in 0..ROWS {
            let row = y * ROWS + r;
            of_a[row][x] = if first + row < m && start + x < k { a[(first + row) * k + start + x] } else { 0.0 };
        }
        #[unroll(1)]
        for r in 0..DEPTH / 8 {
            let row = y * (DEPTH / 8) + r;
            of_b[row][x] = if start + row < k && col < n { b[(start + row) * n + col] } else { 0.0 };
        }
        sync_threads();
        for i in 0..DEPTH {
            let right = of_b[i][x];
            for r in 0..ROWS {
                sums[r] = of_a[y * ROWS + r][i] * right + sums[r];
            }
        }
        sync_threads();
        start += DEPTH;
    }
    for r in 0..ROWS {
        let row = first + y * ROWS + r;
        if row < m && col < n {
            c[row * n + col] = sums[r];
        }
    }
}
