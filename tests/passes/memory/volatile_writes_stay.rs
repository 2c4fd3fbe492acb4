// Two volatile writes of one value, and a plain store between that is overwritten: every one is done, in order.
// LAUNCH: block=1 x=i32[1]:7 y=@x out=i32[3]
// EXPECT: out = 1 2 1
// EXPECT: x = 1
// LAUNCH: block=1 x=i32[1] y=i32[1]:8 out=i32[3]
// EXPECT: out = 8 8 8
#[kernel]
pub fn k(x: &mut [i32], y: &mut [i32], out: &mut [i32]) {
    unsafe {
        (&raw mut x[0]).write_volatile(1);
        out[0] = y[0];
        x[0] = 2;
        out[1] = y[0];
        (&raw mut x[0]).write_volatile(1);
        out[2] = y[0];
    }
}
