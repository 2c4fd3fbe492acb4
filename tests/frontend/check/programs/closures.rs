// Closures and function items as values: what they capture, and how they are called.

//@ = 2 10 18 26 58 -38 | captures by reference and by mutable reference
pub fn f(x: i32) -> i32 {
    let mut total = 1;
    let k = x;
    let mut add = |n: i32| total += n * k;
    add(1);
    add(2);
    let show = || total + k;
    show() + show()
}

//@ = 200 301 402 503 907 -305 | move copies what is Copy
pub fn f(x: i32) -> i32 {
    let mut n = x;
    let mut next = move || { n += 1; n };
    next();
    next() * 100 + n
}

//@ = 3032 4043 5054 6065 10109 -2023 | a FnMut closure that is copied has its own state
fn twice<F: FnMut() -> i32>(mut f: F) -> i32 { f(); f() }
pub fn f(x: i32) -> i32 {
    let mut n = x;
    let mut next = move || { n += 1; n };
    next();
    let mut other = next;
    other();
    twice(next) * 1000 + other() * 10 + next()
}

//@ = 15 16 17 18 22 10 | moved into a FnOnce closure
struct Big { v: [i32; 3], tag: i32 }
fn once<R, F: FnOnce() -> R>(f: F) -> R { f() }
pub fn f(x: i32) -> i32 {
    let b = Big { v: [x, 2, 3], tag: 5 };
    let take = || { let Big { v, tag } = b; v[0] + v[2] * tag };
    once(take)
}

//@ = 7 17 27 37 77 -43 | disjoint fields
struct S { a: N, b: N }
struct N(i32);
fn eat(n: N) -> i32 { n.0 }
pub fn f(x: i32) -> i32 {
    let s = S { a: N(x), b: N(7) };
    let g = move || eat(s.a);
    let left = eat(s.b);
    g() * 10 + left
}

//@ = 49 60 71 82 126 -6 | what lies behind a shared reference is captured by itself
pub fn f(x: i32) -> i32 {
    let values = [x, 2, 3, 4];
    let mut kept = [None; 4];
    let mut i = 0;
    while i < 4 {
        let r = &values[i];
        kept[i] = Some(r);
        i += 1;
    }
    let pair = {
        let r = &values[3];
        let s = (&values[0], r);
        let h = (|| *s.0 + *r, 1);
        h
    };
    (pair.0)() * 10 + kept.iter().flatten().map(|r| **r).sum::<i32>()
}

//@ = 1 102 203 304 708 -504 | closures from a loop
fn later<F: Fn() -> i32 + Copy>(f: F, g: F) -> i32 { f() * 100 + g() }
fn make<'a>(p: &'a (i32, i32)) -> i32 {
    let mut fs = [None, None];
    for i in 0..2 {
        let q = (p, i);
        let r = &q.0.0;
        let c = move || *r + i;
        fs[i as usize] = Some(c);
    }
    later(fs[0].unwrap(), fs[1].unwrap())
}
pub fn f(x: i32) -> i32 { make(&(x, 2)) }

//@ = 105 115 125 135 175 55 | mutation through a captured reference
fn run<F: FnMut(i32)>(mut f: F) { f(1); f(2); }
pub fn f(x: i32) -> i32 {
    let mut a = [x; 3];
    let r = &mut a;
    run(|k| r[k as usize] += 10);
    r[0] = 5;
    a[0] + a[1] * 3 + a[2] * 7
}

//@ = 383 494 605 716 720 708 | nested closures
pub fn f(x: i32) -> i32 {
    let mut n = 1;
    let base = [x, 10];
    let mut outer = |a: i32| {
        let mut inner = |b: i32| { n += b * base[1]; n };
        inner(a) + inner(a + 1)
    };
    let s = outer(1) + outer(x & 3);
    s * 3 + n + base[0]
}

//@ = 18 176 334 492 1124 -772 | passed on by reference
fn call<F: Fn(i32) -> i32>(f: F, x: i32) -> i32 { f(x) }
fn call_mut<F: FnMut(i32) -> i32>(mut f: F, x: i32) -> i32 { f(x) + f(x) }
fn by_ref<F: FnMut(i32) -> i32>(f: &mut F, x: i32) -> i32 { f(x) + call_mut(&mut *f, x) + call_mut(f, x) }
fn shared<F: Fn(i32) -> i32>(f: &F, x: i32) -> i32 { f(x) + call(f, x) + call(&f, x) }
pub fn f(x: i32) -> i32 {
    let mut n = 0;
    let a = by_ref(&mut |k| { n += k; n }, x);
    let b = shared(&|k| k * 3 + x, 2);
    a * 10 + b + n
}

//@ = 58 62 68 76 128 68 | items as values
fn double(x: i32) -> i32 { x.wrapping_mul(2) }
fn generic<T: Copy>(x: T) -> (T, T) { (x, x) }
#[derive(Clone, Copy)]
struct W(i32);
enum E { A(i32, i32), B }
fn apply<A, R, F: Fn(A) -> R>(f: F, a: A) -> R { f(a) }
fn apply2<F>(f: F) -> i32 where F: FnOnce(i32, i32) -> E { match f(3, 4) { E::A(a, b) => a * 10 + b, E::B => 0 } }
trait Shape { fn area(&self) -> i32; fn named() -> i32 { 4 } }
impl Shape for W { fn area(&self) -> i32 { self.0 * self.0 } }
fn area_of<S: Shape>(s: &S) -> i32 { apply(S::area, s) + (S::named)() }
pub fn f(x: i32) -> i32 {
    let d = double;
    let g = generic::<i32>;
    let w = W;
    let _ = E::B;
    d(x) + apply(d, 5) + g(x).1 + apply(g, 2).0 + apply(generic, 1).1 + w(3).0 + apply(W, x).0 + apply2(E::A) + area_of(&W(x))
        + apply(i32::wrapping_neg, x) + apply(W::named_of, 3)
}
impl W { fn named_of(x: i32) -> i32 { x + 1 } }

//@ = 12 13 14 15 19 7 | held in structs and called through fields
struct Stage<F> { f: F, scale: i32 }
impl<F: Fn(i32) -> i32> Stage<F> {
    fn new(f: F, scale: i32) -> Self { Stage { f, scale } }
    fn run(&self, x: i32) -> i32 { (self.f)(x) * self.scale }
    fn then<G: Fn(i32) -> i32>(self, g: G) -> Pipe<F, G> { Pipe { first: self, g } }
}
struct Pipe<F, G> { first: Stage<F>, g: G }
impl<F: Fn(i32) -> i32, G: Fn(i32) -> i32> Pipe<F, G> { fn run(&self, x: i32) -> i32 { (self.g)(self.first.run(x)) } }
pub fn f(x: i32) -> i32 {
    let k = 3;
    let p = Stage::new(|v| v + k, 2).then(|v| v - x);
    let t = (|a: i32| a + 1, 5);
    p.run(x) + (t.0)(t.1)
}

//@ = 25 27 29 18 26 22 | patterns as parameters, results and early returns
pub fn f(x: i32) -> i32 {
    let g = |(a, b): (i32, i32), &[c, d]: &[i32; 2], W { v, .. }: W| -> i32 {
        if a > 2 { return c; }
        for i in 0..10 { if i == b { return d + i; } }
        v
    };
    struct W { v: i32, _w: u8 }
    g((x, 3), &[10, 20], W { v: 9, _w: 1 }) + g((0, x), &[1, 2], W { v: 4, _w: 1 }) + g((0, 77), &[x, 2], W { v: x, _w: 0 })
}

//@ = 7 294 295 296 300 -10 | question mark inside a closure
pub fn f(x: i32) -> i32 {
    let half = |n: i32| if n % 2 == 0 { Some(n / 2) } else { None };
    let twice = |n: i32| { let h = half(n)?; half(h) };
    let checked = |n: i32| -> Result<i32, u8> { let a = n.checked_add(i32::MAX).ok_or(3u8)?; Ok(a) };
    twice(x * 4).unwrap_or(-1) + twice(x).unwrap_or(-7) + match checked(x) { Ok(v) => v & 7, Err(e) => e as i32 * 100 }
}

//@ = 5 7 9 11 19 -5 | inferred from later use
pub fn f(x: i32) -> i32 {
    let add = |a, b| a + b;
    let first = |p: &(i32, u8)| p.0;
    let make = || Default::default();
    let z: i64 = make();
    let unused = |a: u8| a;
    (add(x, 3i32) + first(&(x, 1))) + z as i32 + unused(2) as i32
}

//@ = 19013 19213 19413 19613 20413 18013 | generic functions around
trait Num: Copy { fn plus(self, o: Self) -> Self; fn to(self) -> i32; }
impl Num for i32 { fn plus(self, o: i32) -> i32 { self.wrapping_add(o) } fn to(self) -> i32 { self } }
impl Num for u8 { fn plus(self, o: u8) -> u8 { self.wrapping_add(o) } fn to(self) -> i32 { self as i32 } }
fn each<T: Num, const N: usize>(a: [T; N], seed: T) -> i32 {
    let mut s = seed;
    let mut add = |v: T| { s = s.plus(v).plus(seed); N as i32 };
    let mut n = 0;
    for v in a { n += add(v); }
    s.to() * 100 + n
}
pub fn f(x: i32) -> i32 { each([x, 2], 1) + each([200u8, x as u8, 9], 250) }

//@ = 0 3 11 26 196 -5 | recursion through a generic function
fn go<F: Fn(i32) -> i32>(n: i32, f: &F) -> i32 { if n <= 0 { f(0) } else { f(n) + go(n - 1, f) } }
pub fn f(x: i32) -> i32 { go(x, &|v| v * v + x) }

//@ = -9 panic 13 panic panic panic | panics inside
pub fn f(x: i32) -> i32 {
    let a = [1, 2, 3];
    let at = |i: i32| a[i as usize];
    let div = |n: i32| 10 / n;
    at(x) + div(x - 1)
}

//@ = 5 202 229 238 522 40 | matched in place
enum E { A(i32), B { v: i32, w: i32 }, C }
pub fn f(x: i32) -> i32 {
    let mut e = if x == 0 { E::C } else if x < 3 { E::A(x) } else { E::B { v: x, w: 2 } };
    let mut bump = || match &mut e { E::A(n) => { *n += 5; *n } E::B { v, w } => { *v *= *w; *v } E::C => -1 };
    let s = bump() + bump();
    let look = || if let E::B { v, .. } = e { v } else { 0 };
    let (mut p, q) = ((x, 1), (3, 4));
    let mut swap = || { let (a, b) = p; p = (b + q.0, a); };
    swap();
    swap();
    s * 10 + look() + p.0 * 7 + p.1
}

//@ = 40 41 22 33 77 35 | moved out of an option
struct N(i32);
pub fn f(x: i32) -> i32 {
    let o = if x > 1 { Some(N(x)) } else { None };
    let g = || match o { Some(n) => n.0, None => 4 };
    let t = (N(x), N(2));
    let h = move || { let (a, _) = t; a.0 };
    g() * 10 + h()
}

//@ = 132 142 152 162 202 82 | a closure that captures a closure
pub fn f(x: i32) -> i32 {
    let k = 3;
    let a = |v: i32| v + k;
    let b = |v: i32| a(v) * 2;
    let c = move |v: i32| b(v) + a(v) + x;
    let mut n = 0;
    let mut d = |v: i32| { n += c(v); n };
    let mut e = || d(1) + d(2);
    e() + e()
}

//@ = 27 26 27 16 116 26 | in conditions and arguments
fn pick<F: Fn(i32) -> bool>(x: i32, f: F) -> i32 { if f(x) { 1 } else { 2 } }
pub fn f(x: i32) -> i32 {
    let big = |v| v > 2;
    let r = pick(x, big) * 10 + pick(x, |v| v & 1 == 1) + if big(x) && !(|a: i32| a == 3)(x) { 100 } else { 0 };
    let unit = (|| {})();
    let () = unit;
    r + (|| 5)()
}

//@ = 82 83 84 85 89 77 | raw pointers and statics
static LIMIT: i32 = 40;
pub fn f(x: i32) -> i32 {
    let mut a = [x, 1];
    let p = a.as_mut_ptr();
    let set = |i: usize, v: i32| unsafe { *p.add(i) = v + LIMIT };
    set(0, 2);
    set(1, x);
    unsafe { let get = || *p + *p.add(1); get() }
}

//@ = 1 2 3 4 8 -4 | unsafe around
unsafe fn danger(x: i32) -> i32 { x + 1 }
pub fn f(x: i32) -> i32 { unsafe { let g = || danger(x); g() } }

//@ = 12 23 34 45 89 -43 | explicit Output
fn call<F>(f: F) -> F::Output where F: FnOnce(i32) { f(1) }
fn both<R, F: FnOnce(i32, i32) -> R>(f: F) -> (R, i32) { (f(1, 2), 3) }
pub fn f(x: i32) -> i32 { let mut n = x; call(|v| n += v); let b = both(|a, b| a - b + x); n * 10 + b.0 + b.1 }

//@ = 20 23 26 29 41 5 | trait with a blanket impl for functions
trait Step { fn step(&mut self, x: i32) -> i32; }
impl<F: FnMut(i32) -> i32> Step for F { fn step(&mut self, x: i32) -> i32 { self(x) + 1 } }
fn inc(x: i32) -> i32 { x + 10 }
pub fn f(x: i32) -> i32 {
    let mut n = 0;
    let mut g = |v: i32| { n += v; n };
    let s = g.step(x) + g.step(2);
    let mut i = inc;
    s + i.step(3) + n
}

//@ = 300 400 500 600 1000 -200 | shadowing and same names
pub fn f(x: i32) -> i32 {
    let y = x + 1;
    let g = |x: i32| { let y = x * y; let h = |y: i32| x + y; h(y) };
    let y = 100;
    g(y) + y
}

//@ = 4 4 3 0 8 0 | labelled blocks and loops inside
pub fn f(x: i32) -> i32 {
    let mut n = 0;
    let mut g = |k: i32| {
        let r = 'a: { if k == 3 { break 'a 50; } loop { n += 1; if n > k { break; } } n };
        r + 1
    };
    loop { if g(x & 7) > 3 { break; } g(2); }
    n
}

//@ = -692 -452 -212 28 988 -1892 | compound assignment to a captured field
struct S { a: (i32, i32), b: [i32; 2] }
pub fn f(x: i32) -> i32 {
    let mut s = S { a: (1, 2), b: [3, 4] };
    let mut g = |i: usize| { s.a.1 += x; s.b[i] *= 2; };
    g(0);
    g(1);
    let t = &mut s;
    let mut h = || { t.a.0 -= 1; t.b[0] += t.a.1; };
    h();
    h();
    s.a.0 * 1000 + s.a.1 * 100 + s.b[0] * 10 + s.b[1]
}

//@ = 329 330 331 332 336 324 | struct update from a captured value
#[derive(Clone, Copy)]
struct S { a: i32, b: i32, c: i32 }
pub fn f(x: i32) -> i32 { let s = S { a: x, b: 2, c: 3 }; let g = |a| S { a, ..s }; let t = g(9); t.a + t.b * 10 + t.c * 100 + s.a }

//@ = 1681 1684 1687 1690 1702 1922 | sizes are those of what is captured
pub fn f(x: i32) -> i32 {
    let (a, b) = (x as u8, x as u64);
    let g = move || a as u64 + b;
    let h = || x;
    let i = |v: u32| v;
    (size_of_val(&g) * 100 + size_of_val(&h) * 10 + size_of_val(&i)) as i32 + g() as i32 + h() + i(1) as i32
}

//@ = 18 24 30 36 60 -12 | clones of closures
fn two<F: Fn() -> i32 + Clone>(f: F) -> i32 { let g = f.clone(); f() + g() }
pub fn f(x: i32) -> i32 { let k = x; two(|| k + 1) + two(move || k * 2) + two(number) }
fn number() -> i32 { 8 }

//@ = 0 1 2 panic panic -5 | a closure whose body diverges
fn or<F: FnOnce() -> i32>(x: i32, f: F) -> i32 { if x > 2 { f() } else { x } }
pub fn f(x: i32) -> i32 { or(x, || panic!("no")) }

//@ ok | use after move into closure
struct N(i32);
fn g() -> i32 {
    let n = N(1);
    let c = move || n.0;
    n.0 + c()
}

//@ ok | a closure that is moved
struct N(i32);
fn once<F: FnOnce() -> i32>(f: F) -> i32 { f() }
fn g() -> i32 {
    let n = N(1);
    let c = move || n.0;
    once(c) + once(c)
}
