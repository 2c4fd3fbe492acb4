use cuda_device::{kernel, thread};

/// Counts down from x: ten for every step above 100, one for every other.
pub fn classify(mut x: i64) -> i64 {
    let mut result: i64 = 0;
    while x > 0 {
        if x > 100 {
            result = result + 10;
        } else {
            result = result + 1;
        }
        x = x - 1;
    }
    return result;
}

/// out[k] = classify(values[k])
#[kernel]
pub fn classify_each(values: &[i64], out: &mut [i64]) {
    let k = thread::index_1d().get();
    if k < out.len() {
        out[k] = classify(values[k]);
    }
}
