use cuda_device::{kernel, shared, sync_threads, thread};

const TILE: usize = 32;
const ROWS: usize = 8;

/// `out` (cols×rows) = the transpose of `x` (rows×cols), both row-major. Blocks of 32×8 threads, each for a tile of 32×32; a tile's rows are one
/// element longer than that, so that a column lies in different banks.
#[kernel]
pub fn transpose(rows: u32, cols: u32, x: &[f32], out: &mut [f32]) {
    let (rows, cols) = (rows as usize, cols as usize);
    let tile = shared::<[[f32; TILE + 1]; TILE]>();
    let (tx, ty) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let (left, top) = (thread::blockIdx_x() as usize * TILE, thread::blockIdx_y() as usize * TILE);
    let mut i = ty;
    while i < TILE {
        if top + i < rows && left + tx < cols {
            tile[i][tx] = x[(top + i) * cols + left + tx];
        }
        i += ROWS;
    }
    sync_threads();
    let mut i = ty;
    while i < TILE {
        if left + i < cols && top + tx < rows {
            out[(left + i) * rows + top + tx] = tile[tx][i];
        }
        i += ROWS;
    }
}
