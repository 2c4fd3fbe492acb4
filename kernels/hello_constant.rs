use cuda_device::kernel;

/// *out = 42: the smallest kernel that can be seen to have run.
#[kernel]
pub fn hello_constant(out: *mut i32) {
    let answer = 42;
    unsafe {
        *out = answer;
    }
}
