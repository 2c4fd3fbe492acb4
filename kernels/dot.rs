use cuda_device::{atomic, kernel, thread, warp};

/// Adds the dot product of `x` and `y` to `out[0]`, in an order that is not fixed. Any 1-D launch will do.
#[kernel]
pub fn dot(x: &[f32], y: &[f32], out: &mut [f32]) {
    let stride = thread::gridDim_x() as usize * thread::blockDim_x() as usize;
    let mut i = thread::index_1d().get();
    let mut sum = 0.0f32;
    while i < x.len() {
        sum = x[i] * y[i] + sum;
        i += stride;
    }
    sum = warp::reduce_sum_f32_partial(sum, warp::live_lanes_1d());
    if warp::lane_id() == 0 {
        atomic::add(&mut out[0], sum);
    }
}
