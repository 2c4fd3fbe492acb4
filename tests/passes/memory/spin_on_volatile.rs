// A loop that reads a volatile place until it changes, through another pointer to the same place: not one read, but one in every round.
// LAUNCH: block=1 x=i32[1] y=@x out=i32[2]
// EXPECT: out = 5 5
// LAUNCH: block=1 x=i32[1]:3 y=@x out=i32[2]
// EXPECT: out = 2 5
#[kernel]
pub fn k(x: &mut [i32], y: &mut [i32], out: &mut [i32]) {
    let p = &raw const x[0];
    let mut rounds = 0;
    unsafe {
        while p.read_volatile() < 5 {
            y[0] += 1;
            rounds += 1;
        }
        out[0] = rounds;
        out[1] = p.read_volatile();
    }
}
