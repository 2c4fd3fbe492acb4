// A static that a helper counts in, between two reads of it.
// LAUNCH: block=1 n=2 out=u32[3]
// EXPECT: out = 7 8 10
// LAUNCH: block=1 n=0 out=u32[3]
// EXPECT: out = 7 8 8
static mut COUNT: u32 = 7;

#[inline(never)]
fn count() {
    unsafe {
        COUNT += 1;
    }
}

#[kernel]
pub fn k(n: u32, out: &mut [u32]) {
    unsafe {
        out[0] = COUNT;
        count();
        out[1] = COUNT;
        for _ in 0..n {
            count();
        }
        out[2] = COUNT;
    }
}
