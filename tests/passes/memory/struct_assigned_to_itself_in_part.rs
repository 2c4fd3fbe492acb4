// A struct is built from its own fields in another order: all are read before one is written.
// LAUNCH: block=1 n=2 out=i32[3]
// EXPECT: out = 3 1 2
// LAUNCH: block=1 n=3 out=i32[3]
// EXPECT: out = 1 2 3
#[derive(Clone, Copy)]
struct P {
    x: i32,
    y: i32,
    z: i32,
}

fn turn(p: &mut P) {
    *p = P { x: p.y, y: p.z, z: p.x };
}

#[kernel]
pub fn k(n: u32, out: &mut [i32]) {
    let mut p = P { x: 1, y: 2, z: 3 };
    for _ in 0..n {
        turn(&mut p);
    }
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
}
