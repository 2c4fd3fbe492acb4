// A reference in a struct that a function fills: stores through it are seen through the variable, in every round of a loop.
// LAUNCH: block=1 n=3 out=i32[2]
// EXPECT: out = 6 15
// LAUNCH: block=1 n=0 out=i32[2]
// EXPECT: out = 0 0
struct Sum<'a> {
    total: &'a mut i32,
    steps: i32,
}

impl<'a> Sum<'a> {
    #[inline(never)]
    fn add(&mut self, x: i32) {
        *self.total += x;
        self.steps += *self.total;
    }
}

#[kernel]
pub fn k(n: i32, out: &mut [i32]) {
    let mut total = 0;
    let mut seen = 0;
    let mut i = 0;
    while i < n {
        i += 1;
        let mut sum = Sum { total: &mut total, steps: seen };
        sum.add(i);
        sum.add(0);
        let steps = sum.steps - seen;
        seen += steps / 2;
        seen += total * 0 + (i == 3) as i32 * 5;
    }
    out[0] = total;
    out[1] = seen;
}
