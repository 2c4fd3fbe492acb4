// A copy within one array, forwards and backwards, through two slices that share elements.
// LAUNCH: block=1 x=i32[5]:1,2,3,4,5 back=0
// EXPECT: x = 1 1 1 1 1
// LAUNCH: block=1 x=i32[5]:1,2,3,4,5 back=1
// EXPECT: x = 1 1 2 3 4
fn copy(to: &mut [i32], from: &[i32], back: bool) {
    let n = to.len();
    for i in 0..n {
        let at = if back { n - 1 - i } else { i };
        to[at] = from[at];
    }
}

#[kernel]
pub fn k(x: &mut [i32], back: u32) {
    let p = x.as_mut_ptr();
    unsafe {
        let from = core::slice::from_raw_parts(p, 4);
        let to = core::slice::from_raw_parts_mut(p.add(1), 4);
        copy(to, from, back == 1);
    }
}
