// What was stored before a panic is in memory, and nothing that comes behind.
// LAUNCH: block=1 x=i32[4] n=2
// EXPECT: panics
// EXPECT: x = 1 2 0 0
// LAUNCH: block=1 x=i32[4] n=9
// EXPECT: x = 1 2 3 4
#[kernel]
pub fn k(x: &mut [i32], n: i32) {
    let mut i = 0;
    while i < 4 {
        if i == n {
            panic!("enough");
        }
        x[i as usize] = i + 1;
        i += 1;
    }
}
