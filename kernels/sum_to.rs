use cuda_device::{kernel, thread};

/// 1 + 2 + … + n, by a loop; 0 if n < 1.
pub fn sum_to(n: i64) -> i64 {
    let mut sum: i64 = 0;
    let mut i: i64 = 1;
    while i <= n {
        sum = sum + i;
        i = i + 1;
    }
    return sum;
}

/// out[k] = sum_to(limits[k])
#[kernel]
pub fn sum_to_each(limits: &[i64], out: &mut [i64]) {
    let k = thread::index_1d().get();
    if k < out.len() {
        out[k] = sum_to(limits[k]);
    }
}
