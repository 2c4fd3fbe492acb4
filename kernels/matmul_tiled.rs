use cuda_device::{kernel, shared, sync_threads, thread};

const TILE: usize = 16;

/// C = A·B for row-major A (m×k), B (k×n), C (m×n), through tiles in shared memory. Blocks of 16×16 threads.
#[kernel]
pub fn matmul_tiled(m: u32, n: u32, k: u32, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let of_a = shared::<[[f32; TILE]; TILE]>();
    let of_b = shared::<[[f32; TILE]; TILE]>();
    let (x, y) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let (row, col) = (thread::index_2d_row(), thread::index_2d_col());
    let mut sum = 0.0f32;
    let mut start = 0;
    while start < k {
        if row < m && start + x < k {
            of_a[y][x] = a[row * k + start + x];
        }
        if start + y < k && col < n {
            of_b[y][x] = b[(start + y) * n + col];
        }
        sync_threads();
        if row < m && col < n {
            let mut i = 0;
            while i < TILE && start + i < k {
                sum = of_a[y][i] * of_b[i][x] + sum;
                i += 1;
            }
        }
        sync_threads();
        start += TILE;
    }
    if row < m && col < n {
        c[row * n + col] = sum;
    }
}
