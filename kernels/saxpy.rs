use cuda_device::{kernel, thread};

/// y = a·x + y
#[kernel]
pub fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = thread::index_1d().get();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}
