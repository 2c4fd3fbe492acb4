use cuda_device::{kernel, thread};

/// How often z ← z² + c can be done before |z| > 2, at most `limit` times; z starts at 0.
fn escape_time(c_re: f32, c_im: f32, limit: u32) -> u32 {
    let mut re = 0.0f32;
    let mut im = 0.0f32;
    let mut count = 0;
    while count < limit && re * re + im * im <= 4.0 {
        let next = re * re - im * im + c_re;
        im = 2.0 * re * im + c_im;
        re = next;
        count += 1;
    }
    count
}

/// One thread a pixel of a width × height picture of [left, left + width·step) × [top, top + height·step), row by row.
#[kernel]
pub fn mandelbrot(width: u32, height: u32, left: f32, top: f32, step: f32, limit: u32, out: &mut [u32]) {
    let x = thread::blockIdx_x() * thread::blockDim_x() + thread::threadIdx_x();
    let y = thread::blockIdx_y() * thread::blockDim_y() + thread::threadIdx_y();
    if x < width && y < height {
        let c_re = left + x as f32 * step;
        let c_im = top + y as f32 * step;
        out[y as usize * width as usize + x as usize] = escape_time(c_re, c_im, limit);
    }
}
