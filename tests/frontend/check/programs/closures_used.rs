// Closures in use: in loops and methods, with iterators, options and generic functions.

//@ = 18 22 26 30 46 -2 | capture by copy inside loops
pub fn f(x: i32) -> i32 {
    let mut s = 0;
    for i in 0..4 {
        let add = |k: i32| k + i;
        let mul = move |k: i32| k * i;
        s += add(x) + mul(2);
    }
    s
}

//@ = 1068 1068 1068 1068 1068 1068 | captured array element by index
pub fn f(x: i32) -> i32 {
    let mut a = [[x, 1], [2, 3]];
    let k = 1;
    let mut g = |i: usize| { a[i][k] += 5; a[k][i] };
    let s = g(0) + g(1);
    s * 100 + a[0][1] * 10 + a[1][1]
}

//@ = 52 55 58 61 73 37 | references in arrays
pub fn f(x: i32) -> i32 {
    let (mut p, mut q) = (x, 2);
    {
        let r = [&mut p, &mut q];
        let mut g = |i: usize, v: i32| *r[i] += v;
        g(0, 10);
        g(1, 20);
    }
    let t = (&p, &q);
    let h = || *t.0 * 3 + *t.1;
    h()
}

//@ = 696 696 696 696 696 696 | reborrowed mutable slices
fn fill(a: &mut [i32], v: i32) { for e in a.iter_mut() { *e += v; } }
pub fn f(x: i32) -> i32 {
    let mut a = [x, 2, 3];
    let s = &mut a[..];
    let mut g = |v| { fill(s, v); s.len() as i32 };
    let n = g(1) + g(2);
    s[0] = 9;
    n * 100 + a[0] * 10 + a[2]
}

//@ = 6 12 20 30 90 6 | a mutable reference moved in
pub fn f(x: i32) -> i32 {
    let mut n = x;
    let r = &mut n;
    let mut g = move |k: i32| { *r += k; *r };
    let s = g(1) * g(2);
    s + n
}

//@ = 10 18 21 24 36 0 | options of closures and arrays of function items
fn run<F: Fn(i32) -> i32>(f: Option<F>, x: i32) -> i32 { match f { Some(g) => g(x), None => -1 } }
fn up(x: i32) -> i32 { x + 1 }
pub fn f(x: i32) -> i32 {
    let k = 4;
    let g = |v| v + k;
    let fs = [up, up];
    let o = if x > 0 { Some(g) } else { None };
    run(o, x) + run(Some(g), 1) + fs.iter().map(|f| f(x)).sum::<i32>() + fs[1](3)
}

//@ = 100 100 102 110 742 110 | while let and if let with closures
pub fn f(x: i32) -> i32 {
    let mut n = x & 7;
    let mut next = || if n > 0 { n -= 1; Some(n) } else { None };
    let mut s = 0;
    while let Some(v) = next() { s = s * 2 + v; }
    if let None = next() { s += 100; }
    s
}

//@ = 31612 483 163 10625 31696 31552 | iterator chains
pub fn f(x: i32) -> i32 {
    let a = [3, 1, 4, 1, 5, 9, 2, 6];
    let m = a.iter().map(|v| v * x).filter(|v| v % 2 == 0).sum::<i32>();
    let p = a.iter().position(|&v| v == x).map_or(-1, |i| i as i32);
    let z = a.iter().zip(a.iter().skip(1)).filter(|(p, q)| p < q).count() as i32;
    let w = a.iter().rev().skip_while(|v| **v > 2).take_while(|v| **v != x).fold(1, |s, v| s * 3 + v);
    let e = a.iter().enumerate().max_by_key(|&(i, v)| (v * 7 + i as i32) % 11).map(|(i, _)| i as i32).unwrap_or(99);
    let g = (0..3).flat_map(|i| (0..i).map(move |j| i * 10 + j)).scan(0, |s, v| { *s += v; Some(*s) }).last().unwrap_or(0);
    m + p * 2 + z * 3 + w * 5 + e * 7 + g
}

//@ = 15 11 7 45 907 3 | loops over adapters with closures
pub fn f(x: i32) -> i32 {
    let mut s = 0;
    for (i, v) in (0..x).map(|k| k * k).enumerate().filter(|&(i, _)| i != 1) { s += v * 10 + i as i32; }
    let mut it = (0..10).filter_map(|k| if k % 3 == 0 { Some(k + x) } else { None });
    while let Some(v) = it.next() { s ^= v; }
    for k in it.by_ref().chain([1, 2].into_iter().inspect(|_| ())) { s += k; }
    s
}

//@ = 75 124 173 222 418 -170 | a closure in a method with self
struct S { k: i32, n: i32, v: [i32; 3] }
impl S {
    fn sum(&self, x: i32) -> i32 { self.v.iter().map(|v| v * self.k + x).sum() }
    fn bump(&mut self, x: i32) -> i32 { let mut g = |d: i32| { self.n += d; self.n * self.k }; g(x) + g(1) }
    fn take(self) -> i32 { let g = move || self.v[0] + self.n; g() }
}
pub fn f(x: i32) -> i32 { let mut s = S { k: 3, n: 1, v: [1, x, 2] }; s.sum(x) + s.bump(x) * 7 + s.take() }

//@ = 24 49 84 129 409 49 | closures of one generic function for several types
trait Op { const K: i32; fn op(&self, v: i32) -> i32; }
struct A;
struct B(i32);
impl Op for A { const K: i32 = 2; fn op(&self, v: i32) -> i32 { v + 1 } }
impl Op for B { const K: i32 = 5; fn op(&self, v: i32) -> i32 { v * self.0 } }
fn each<O: Op, I: Iterator<Item = i32>>(o: O, i: I) -> i32 { let g = |v| o.op(v) * O::K; i.map(|v| g(v) + g(1)).sum() }
pub fn f(x: i32) -> i32 { each(A, 0..3) + each(B(x), [x, 2].into_iter()) }

//@ = 23 33 43 53 93 -27 | move out of a field in a nested closure
struct N(i32);
fn eat(n: N) -> i32 { n.0 }
fn once<F: FnOnce() -> i32>(f: F) -> i32 { f() }
pub fn f(x: i32) -> i32 {
    let p = (N(x), (N(2), N(3)));
    let g = || once(|| eat((p.1).0)) + eat(p.0);
    let k = eat((p.1).1);
    once(g) * 10 + k
}

//@ = 199 200 201 201 205 194 | numbers from later uses
pub fn f(x: i32) -> i32 {
    let lt = |a, b| a < b;
    let mul = |a, b| (a * b) - a;
    let neg = |a: f32| -a;
    lt(x, 3) as i32 + mul(x, 2) + neg(2.0) as i32 + (|a: u8| a as i32)(200)
}

//@ = 62 64 66 68 76 52 | references returned from closures
pub fn f(x: i32) -> i32 {
    let a = [x, 5, 6];
    let at = |i: usize| &a[i];
    let mut b = [1, 2];
    let first = |s: &mut [i32; 2], v: i32| -> i32 { s[0] = v; s[1] };
    let s = first(&mut b, x);
    *at(0) + at(2) * 10 + s + b[0]
}

//@ = 33 156 285 420 1020 -492 | const generics and arrays by map
fn scaled<const N: usize>(a: [i32; N], k: i32) -> [i32; N] { a.map(|v| v * k + N as i32) }
pub fn f(x: i32) -> i32 {
    let [a, b, c] = scaled([1, x, 3], x);
    let g: [i32; 5] = core::array::from_fn(|i| i as i32 * x);
    a + b * 3 + c * 7 + g.iter().rev().fold(0, |s, v| s * 2 + v)
}

//@ = 3 4 5 6 10 -2 | a wildcard in a closure uses nothing it does not bind
pub fn f(x: i32) -> i32 {
    let t = (x, 2, 3);
    let g = || { let (a, ..) = t; let _ = t; let (_, ref b, _) = t; a + *b };
    g() + match (|| t.1)() { 2 => 1, _ => 0 }
}

//@ = 8 9 panic 11 panic 3 | closure with a never result
pub fn f(x: i32) -> i32 {
    let fail = || -> i32 { if x == 2 { panic!("two") } x };
    let over = |v: Option<i32>| v.unwrap_or_else(|| if x > 5 { panic!() } else { 7 });
    fail() + over(None) + over(Some(1))
}

//@ = 101 201 402 706 2906 706 | borrow ending in a match arm
#[derive(Clone, Copy, PartialEq)]
enum M { Add, Mul }
fn fold<F>(m: M, n: i32, f: F) -> i32 where F: Fn(M, i32, i32) -> i32 { let mut s = 1; for i in 1..=n { s = f(m, s, i); } s }
pub fn f(x: i32) -> i32 {
    let step = |m, s: i32, i| match m { M::Add => s + i, M::Mul if i > 3 => s, M::Mul => s * i };
    fold(M::Add, x & 7, step) * 100 + fold(M::Mul, x & 7, &step)
}

//@ = 0 5 10 15 35 -25 | FnOnce by generic wrapper
struct Lazy<F> { f: Option<F>, v: Option<i32> }
impl<F: FnOnce() -> i32> Lazy<F> {
    fn get(&mut self) -> i32 { if let Some(f) = self.f.take() { self.v = Some(f()); } self.v.unwrap() }
}
pub fn f(x: i32) -> i32 { let mut n = 0; let mut l = Lazy { f: Some(|| { n += x; n * 2 }), v: None }; l.get() + l.get() + n }

//@ = 122 133 144 155 199 67 | a large capture by value
#[derive(Clone, Copy)]
struct Big { a: [i32; 20], k: i64 }
pub fn f(x: i32) -> i32 {
    let mut b = Big { a: [x; 20], k: 2 };
    let g = move |i: usize| b.a[i] + b.k as i32;
    let mut h = move |i: usize| { b.a[i] += 1; b.a[i] };
    b.a[3] = 100;
    h(3);
    g(3) + h(3) * 10 + b.a[3]
}

//@ = 5 12 19 26 54 -30 | impl Fn arguments
fn call(f: impl Fn(i32) -> i32, g: &mut impl FnMut(i32), x: i32) -> i32 { g(x); f(x) }
struct S(i32);
impl S { fn go<T: Into<i64>>(&self, t: T, f: impl FnOnce(i32, i64) -> i32) -> i32 { f(self.0, t.into()) } }
fn each(it: impl Iterator<Item = i32>) -> i32 { it.sum() }
pub fn f(x: i32) -> i32 {
    let mut n = 0;
    let s = call(|v| v * 2, &mut |v| n += v, x) + S(x).go(3i32, |a, b| a + b as i32) + S(1).go::<u8>(2, |a, b| a * b as i32);
    s + n + each((0..3).map(|k| k * x))
}

//@ = 2 3 4 5 9 -3 | change through an immutable variable that is a mutable reference
pub fn f(x: i32) -> i32 { let mut n = x; let r = &mut n; let mut c = || *r += 1; c(); c(); n }
