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

//@ = 10 13 16 19 31 -5 | bounds of several kinds
fn a<F>(f: F) -> i32 where F: for<'a> Fn(&'a [i32], usize) -> &'a i32 + Send + Sync + Copy { let v = [4, 5]; *f(&v, 1) + *(f)(&v, 0) }
fn b<'a, F: Fn(&'a i32) -> i32 + 'a>(f: F, x: &'a i32) -> i32 { f(x) }
fn c<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C, x: A) -> C { g(f(x)) }
pub fn f(x: i32) -> i32 { a(|v, i| &v[i]) + b(|v| *v + 1, &x) + c(|v: i32| v as i64, |w| (w * 2) as i32, x) }

//@ = 16 24 32 40 72 -24 | default methods of traits
trait T { fn k(&self) -> i32; fn all(&self, n: i32) -> i32 { (0..n).map(|i| self.k() * i).sum() } fn with<F: FnMut(&Self)>(&self, mut f: F) where Self: Sized { f(self); f(self) } }
struct S(i32);
impl T for S { fn k(&self) -> i32 { self.0 } }
impl<A: T, B: T> T for (A, B) { fn k(&self) -> i32 { let g = |p: &Self| p.0.k() + p.1.k(); g(self) } }
pub fn f(x: i32) -> i32 { let mut n = 0; let p = (S(x), S(2)); p.with(|q| n += q.k()); p.all(4) + n }

//@ = 65 5 145 5 5 5 | associated types of what is called
struct M<I, F> { i: I, f: F }
impl<I: Iterator, R, F: FnMut(I::Item) -> R> Iterator for M<I, F> { type Item = R; fn next(&mut self) -> Option<R> { self.i.next().map(&mut self.f) } }
trait Ext: Iterator + Sized { fn m<R, F: FnMut(Self::Item) -> R>(self, f: F) -> M<Self, F> { M { i: self, f } } }
impl<I: Iterator> Ext for I {}
pub fn f(x: i32) -> i32 { let mut c = 0; let s: i32 = (0..5).m(|v| v * x).m(|v| { c += 1; v + c }).filter(|v| v & 1 == 0).sum(); s * 10 + c }

//@ = 28 42 56 70 126 -42 | closures in arrays and tuples
pub fn f(x: i32) -> i32 {
    let g = |v: i32| v + x;
    let gs = [g, g, g];
    let t = (g, |v: i32| v * x, 3);
    let mut s = 0;
    for h in gs { s += h(1); }
    for h in &gs { s += h(2); }
    for h in gs.iter() { s += h(3); }
    s + (t.0)(t.2) + (t.1)(t.2) + gs[x as usize & 1](7)
}

//@ = 149 179 209 239 359 -1 | mutable closures behind references
fn twice(f: &mut impl FnMut() -> i32) -> i32 { f() + f() }
fn thrice<F: FnMut() -> i32>(mut f: F) -> i32 { twice(&mut f) + f() }
struct H<'a, F: FnMut(i32)> { f: &'a mut F }
impl<'a, F: FnMut(i32)> H<'a, F> { fn go(&mut self, x: i32) { (self.f)(x); (*self.f)(x + 1); } }
pub fn f(x: i32) -> i32 {
    let mut n = x;
    let mut g = || { n += 1; n };
    let s = twice(&mut g) + thrice(&mut g) + thrice(&mut g) + g();
    let mut t = 0;
    let mut add = |v| t += v;
    { let mut h = H { f: &mut add }; h.go(x); h.go(1); }
    add(1);
    s * 3 + n + t
}

//@ = 10 10 25 30 50 10 | let else and shadowed captures
pub fn f(x: i32) -> i32 {
    let o = if x > 1 { Some((x, 2)) } else { None };
    let g = |d: i32| { let Some((a, b)) = o else { return d; }; let o = a + b; o * d };
    let o = 5;
    g(o) + o
}

//@ = -822767808 -509357374 -2007665084 -670139706 -676640306 951212214 | u8 arithmetic wraps in closures
pub fn f(x: i32) -> i32 { let k = x as u8; let g = |v: u8| v.wrapping_mul(k).wrapping_sub(7); (0..20u8).map(|v| v * 13).map(g).fold(0u32, |s, v| s * 31 + v as u32) as i32 }

//@ = 1 11 21 31 147 -49 | captured in a match guard
pub fn f(x: i32) -> i32 {
    let lim = 3;
    let over = |v: i32| v > lim;
    let mut seen = 0;
    let mut note = |v| { seen += v; true };
    let r = match Some(x) { Some(v) if over(v) && note(v) => v * 2, Some(v) if note(1) => v, _ => 0 };
    r * 10 + seen
}

//@ = 182 482 485 1082 2282 -1318 | option of a mutable reference
pub fn f(x: i32) -> i32 {
    let mut a = [x, 2];
    let o = a.iter_mut().find(|v| **v == 2).map(|v| { *v += 5; *v });
    let m = a.iter_mut().max_by_key(|v| **v).map(|v| core::mem::replace(v, 1)).unwrap_or_default();
    a.iter_mut().for_each(|v| *v *= 3);
    a.iter_mut().zip([1, 2]).for_each(|(v, w)| *v += w);
    o.unwrap_or(0) + m * 10 + a[0] * 100 + a[1]
}

//@ = 0 45 90 135 315 -225 | two levels of generic closures
fn compose<A, B, C, F: Fn(A) -> B + Copy, G: Fn(B) -> C + Copy>(f: F, g: G, a: A, b: A) -> (C, C) { let h = |v: A| g(f(v)); let k = move |v| g(f(v)); (h(a), k(b)) }
pub fn f(x: i32) -> i32 { let (p, q) = compose(|v: i32| v as i64 + 1, |w: i64| w as i32 * x, 3, 4); p * 10 + q }

//@ = 760 771 782 793 837 705 | fields by value and by reference at once
struct S { a: i32, b: [i32; 2], c: (i32, i32) }
pub fn f(x: i32) -> i32 {
    let mut s = S { a: x, b: [1, 2], c: (3, 4) };
    let mut g = |v: i32| { s.b[0] += v; s.c.1 += s.a; };
    g(1);
    g(2);
    let c0 = &mut s.c.0;
    let mut h = || { *c0 += s.b[1]; s.c.1 * 2 };
    let t = h() + h();
    t + s.a + s.b[0] * 10 + s.c.0 * 100 + s.c.1
}

//@ = 185 185 185 185 185 185 | self captured by a mutable reference
struct Acc { n: i32, log: [i32; 4], at: usize }
impl Acc {
    fn push(&mut self, v: i32) { self.log[self.at & 3] = v; self.at += 1; }
    fn run(&mut self, xs: &[i32]) -> i32 { xs.iter().for_each(|v| self.push(*v + self.n)); let mut g = |v| { self.n += v; self.push(v) }; g(2); g(3); self.log.iter().sum::<i32>() + self.n }
}
pub fn f(x: i32) -> i32 { let mut a = Acc { n: 1, log: [0; 4], at: 0 }; a.run(&[x, 2, 3]) * 10 + a.at as i32 }

//@ = -100 1 2 300 700 -100 | try blocks by closures
pub fn f(x: i32) -> i32 {
    let r = (|| -> Result<i32, i32> { let a = if x > 2 { Err(x)? } else { x }; let b: Option<i32> = (|| { let v = Some(a)?; (v > 0).then_some(v) })(); b.ok_or(-1) })();
    match r { Ok(v) => v, Err(e) => e * 100 }
}

//@ = 38 43 55 76 119 38 | static and constant uses inside
const K: [i32; 3] = [1, 2, 3];
static T: [i32; 4] = [5, 6, 7, 8];
pub fn f(x: i32) -> i32 { let g = |i: usize| K[i % 3] * T[i & 3]; (0..x).map(|i| g(i as usize)).sum::<i32>() + K.iter().zip(&T).map(|(a, b)| a * b).sum::<i32>() }

//@ = 0 0 0 4 8 0 | different closures in branches
pub fn f(x: i32) -> i32 { let g; if x > 2 { g = Some(|v: i32| v + 1); } else { g = None; } g.map_or(0, |h| h(x)) }

//@ ok | fn items in both branches
fn a(x: i32) -> i32 { x }
pub fn g(c: bool) -> i32 { let f = if c { a } else { a }; f(1) }

//@ = 3 7 11 15 31 -17 | closure called in its own argument
pub fn f(x: i32) -> i32 { let g = |v: i32| v + x; let mut n = 0; let mut h = |v: i32| { n += v; n }; let a = h(1); g(g(g(1))) + h(a) + (|| (|| (|| x)())())() }

//@ = 100002 100002 100002 100066 100066 100002 | sum of floats in order
pub fn f(x: i32) -> i32 { let a = [1.5f32, x as f32, 1e8, -1e8, 0.25]; (a.iter().map(|v| v * 2.0).sum::<f32>() * 4.0) as i32 + a.iter().copied().fold(f32::MIN, f32::max) as i32 / 1000 }

//@ = 21 23 25 27 35 11 | assignment of a captured closure
pub fn f(x: i32) -> i32 { let mk = |k: i32| move |v: i32| v * k + x; let mut g = mk(2); let a = g(3); g = mk(5); a + g(3) }

//@ = 122 1122 2122 3122 7122 -4878 | chars and strings of bytes
pub fn f(x: i32) -> i32 { let t = b"a1b22"; t.iter().filter(|c| c.is_ascii_digit()).map(|c| (c - b'0') as i32).fold(x, |s, d| s * 10 + d) }

//@ ok | a moved closure is gone
struct N(i32);
fn take<T>(t: T) {}
fn g() {
    let n = N(1);
    let c = move || n.0;
    let d = c;
    take(c);
}

//@ = 830 836 842 848 872 800 | clones of what a closure holds
#[derive(Debug)]
struct N(i32);
impl Clone for N { fn clone(&self) -> N { N(self.0 + 100) } }
fn use_up<F: FnOnce() -> i32 + Clone>(f: F) -> i32 { let g = f.clone(); let h = g.clone(); f() + g() * 2 + h() * 3 }
pub fn f(x: i32) -> i32 { let n = N(x); let k = 5; use_up(move || { let m = n; m.0 + k }) }

//@ = -2147426031 -1074732781 -1074298445 -1073965166 -1073345633 -1073560446 | library functions as values
pub fn f(x: i32) -> i32 {
    let a = [x, -3, 7];
    let s = a.iter().copied().map(i32::abs).map(i64::from).map(|v| v as f64).map(f64::sqrt).map(f64::to_bits).fold(0u64, u64::wrapping_add);
    let m = a.iter().copied().reduce(core::cmp::max).unwrap_or(0) + a.iter().copied().fold(i32::MAX, i32::min) + a.iter().copied().reduce(Ord::max).unwrap_or_default();
    let n = Some(x).map(Into::<i64>::into).map(|v| v as i32).map_or_else(Default::default, core::convert::identity);
    let l = [&a[..1], &a[..]].iter().map(|s| s.len()).sum::<usize>() as i32;
    let w = a.iter().map(Clone::clone).map(u8::try_from).filter_map(Result::ok).map(u32::from).sum::<u32>() as i32;
    (s >> 32) as i32 + m + n + l + w + [Some(1), None].iter().flatten().copied().map(i32::count_ones).sum::<u32>() as i32
}
