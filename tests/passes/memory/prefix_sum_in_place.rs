// Every round loads what the round before stored.
// LAUNCH: block=1 x=i32[5]:1,1,1,1,1 y=@x
// EXPECT: x = 1 2 3 4 5
// LAUNCH: block=1 x=i32[3]:4,-5,6 y=i32[3]:1,2,3
// EXPECT: x = 4 -4 8
#[kernel]
pub fn k(x: &mut [i32], y: &[i32]) {
    let mut i = 1;
    while i < x.len() {
        x[i] += y[i - 1];
        i += 1;
    }
}
