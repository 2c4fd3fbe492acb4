// The addresses of two variables in an array, and a store through the one that a parameter chooses.
// LAUNCH: block=1 n=0 out=i32[3]
// EXPECT: out = 7 2 9
// LAUNCH: block=1 n=1 out=i32[3]
// EXPECT: out = 1 7 8
#[kernel]
pub fn k(n: u32, out: &mut [i32]) {
    let mut a = 1;
    let mut b = 2;
    let places = [&raw mut a, &raw mut b];
    unsafe {
        *places[n as usize] = 7;
    }
    out[0] = a;
    out[1] = b;
    out[2] = a + b;
}
