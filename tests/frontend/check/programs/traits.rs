// Traits, impls, bounds, associated items, operators. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 2 5 8 11 23 243 | several impls generic trait
trait Conv<T> { fn conv(self) -> T; }
impl Conv<i64> for i32 { fn conv(self) -> i64 { self as i64 + 1 } }
impl Conv<u8> for i32 { fn conv(self) -> u8 { self as u8 } }
fn g<T>(x: i32) -> T where i32: Conv<T> { x.conv() }
pub fn f(x: i32) -> i64 { let a: i64 = x.conv(); let b: u8 = x.conv(); a + b as i64 + g::<i64>(x) }
//@ = 10 15 20 25 45 -15 | mul v for f32
#[derive(Clone, Copy)] struct V { x: f32, y: f32 }
impl core::ops::Mul<V> for f32 { type Output = V; fn mul(self, v: V) -> V { V { x: self * v.x, y: self * v.y } } }
impl core::ops::Mul<f32> for V { type Output = V; fn mul(self, k: f32) -> V { V { x: self.x * k, y: self.y * k } } }
impl core::ops::Add for V { type Output = V; fn add(self, o: V) -> V { V { x: self.x + o.x, y: self.y + o.y } } }
pub fn f(x: i32) -> i32 { let v = V { x: x as f32, y: 2.0 }; let w = 3.0 * v + v * 2.0; (w.x + w.y) as i32 }
//@ = 0 5 10 15 35 -25 | mul literal with suffix-less float, two impls
#[derive(Clone, Copy)] struct V(f32);
#[derive(Clone, Copy)] struct W(f64);
impl core::ops::Mul<V> for f32 { type Output = V; fn mul(self, v: V) -> V { V(self * v.0) } }
impl core::ops::Mul<W> for f64 { type Output = W; fn mul(self, v: W) -> W { W(self * v.0) } }
pub fn f(x: i32) -> i32 { let v = 3.0 * V(x as f32); let w = 2.0 * W(x as f64); v.0 as i32 + w.0 as i32 }
//@ = 2 4 6 8 16 -8 | assoc type chain
trait A { type B: Bt; fn b(&self) -> Self::B; }
trait Bt { type C: Ct; fn c(&self) -> Self::C; }
trait Ct { fn val(&self) -> i32; }
struct X(i32); struct Y(i32); struct Z(i32);
impl A for X { type B = Y; fn b(&self) -> Y { Y(self.0 + 1) } }
impl Bt for Y { type C = Z; fn c(&self) -> Z { Z(self.0 * 2) } }
impl Ct for Z { fn val(&self) -> i32 { self.0 } }
fn go<T: A>(t: T) -> i32 { let c: <T::B as Bt>::C = t.b().c(); c.val() }
pub fn f(x: i32) -> i32 { go(X(x)) }
//@ = 1 3 5 7 15 503 | assoc type chain eq bound
trait A { type B; fn b(&self) -> Self::B; }
struct X(i32);
impl A for X { type B = u8; fn b(&self) -> u8 { self.0 as u8 } }
fn go<T: A<B = u8>>(t: &T) -> u8 { t.b() + 1 }
fn wh<T>(t: &T) -> u8 where T: A, T::B: Into<u8> { t.b().into() }
pub fn f(x: i32) -> i32 { go(&X(x)) as i32 + wh(&X(x)) as i32 }
//@ = 3 4 5 6 10 -2 | where on impl
trait Size { fn size(&self) -> i32; }
struct W<T>(T);
impl<T> Size for W<T> where T: Size { fn size(&self) -> i32 { self.0.size() + 1 } }
impl Size for i32 { fn size(&self) -> i32 { *self } }
pub fn f(x: i32) -> i32 { W(W(W(x))).size() }
//@ = 0 3 6 9 21 -15 | where on method
struct P<T> { a: T }
impl<T> P<T> { fn dbl(&self) -> T where T: Copy + core::ops::Add<Output = T> { self.a + self.a } fn get(self) -> T { self.a } }
struct NoCopy(i32);
pub fn f(x: i32) -> i32 { P { a: x }.dbl() + P { a: NoCopy(x) }.get().0 }
//@ E0277:5 | where on method fails
struct P<T> { a: T }
impl<T> P<T> { fn dbl(&self) -> T where T: Copy + core::ops::Add<Output = T> { self.a + self.a } }
struct NoCopy(i32);
fn g() { let p = P { a: NoCopy(1) };
  p.dbl();
}
//@ = 0 22 88 198 1078 550 | supertraits
trait Shape { fn area(&self) -> i32; }
trait Named: Shape { fn id(&self) -> i32 { self.area() * 10 } }
trait Both: Named + Clone { fn both(&self) -> i32 { self.clone().id() + self.area() } }
#[derive(Clone)] struct Sq(i32);
impl Shape for Sq { fn area(&self) -> i32 { self.0 * self.0 } }
impl Named for Sq {}
impl Both for Sq {}
fn h<T: Both>(t: &T) -> i32 { t.area() + t.id() + t.both() }
pub fn f(x: i32) -> i32 { h(&Sq(x)) }
//@ = 7 8 9 10 14 2 | supertrait generic
trait Base<T> { fn base(&self) -> T; }
trait Derived: Base<i32> + Base<u8> { fn sum(&self) -> i32 { let a: i32 = self.base(); let b: u8 = self.base(); a + b as i32 } }
struct S(i32);
impl Base<i32> for S { fn base(&self) -> i32 { self.0 } }
impl Base<u8> for S { fn base(&self) -> u8 { 7 } }
impl Derived for S {}
pub fn f(x: i32) -> i32 { S(x).sum() }
//@ = 200 206 212 218 242 170 | default method overridden
trait T { const K: i32; fn req(&self) -> i32; fn def(&self) -> i32 { self.req() * Self::K } fn twice(&self) -> i32 { self.def() + self.def() } }
struct A(i32); struct B(i32);
impl T for A { const K: i32 = 3; fn req(&self) -> i32 { self.0 } }
impl T for B { const K: i32 = 5; fn req(&self) -> i32 { self.0 } fn def(&self) -> i32 { 100 } }
pub fn f(x: i32) -> i32 { A(x).twice() + B(x).twice() }
//@ = 32 33 34 35 39 27 | default const
trait T { const N: usize = 4; const M: usize = Self::N * 2; }
struct A; struct B;
impl T for A {}
impl T for B { const N: usize = 10; }
pub fn f(x: i32) -> usize { A::M + B::M + <A as T>::N + x as usize }
//@ = 7 8 9 10 14 2 | assoc const in array length
struct Buf; impl Buf { const N: usize = 6; fn make() -> [i32; Self::N] { [1; Self::N] } }
pub fn f(x: i32) -> i32 { let a = Buf::make(); let b = [x; Buf::N]; a.len() as i32 + b[5] + a[2] }
//@ = 4 13 22 31 67 -41 | const generic len
fn sum<const N: usize>(a: [i32; N]) -> i32 { let mut s = 0; let mut i = 0; while i < N { s += a[i]; i += 1; } s }
pub fn f(x: i32) -> i32 { sum([x, 1, 2]) + sum([x; 7]) + sum::<2>([1, x]) }
//@ = 61 71 85 103 215 71 | const generic struct with assoc const
struct M<const R: usize, const C: usize> { d: [[i32; C]; R] }
impl<const R: usize, const C: usize> M<R, C> { const CELLS: usize = R * C;
 fn t(&self) -> M<C, R> { let mut d = [[0; R]; C]; for i in 0..R { for j in 0..C { d[j][i] = self.d[i][j]; } } M { d } }
 fn mul<const K: usize>(&self, o: &M<C, K>) -> M<R, K> { let mut d = [[0; K]; R]; for i in 0..R { for j in 0..K { for k in 0..C { d[i][j] += self.d[i][k] * o.d[k][j]; } } } M { d } } }
pub fn f(x: i32) -> i32 { let m = M { d: [[1, x, 3], [4, 5, x]] }; let p = m.mul(&m.t()); p.d[0][0] + p.d[1][1] + p.d[0][1] + M::<2, 3>::CELLS as i32 }
//@ = 6 8 10 12 20 -4 | trait methods through refs
trait Inc { fn inc(&mut self); fn get(&self) -> i32; }
impl Inc for i32 { fn inc(&mut self) { *self += 1; } fn get(&self) -> i32 { *self } }
fn g<T: Inc>(t: &mut T) -> i32 { t.inc(); let r = &*t; r.get() }
fn h(t: &mut i32) { t.inc(); t.inc(); }
pub fn f(x: i32) -> i32 { let mut y = x; h(&mut y); g(&mut y) + y.get() }
//@ = 300 304 308 312 328 280 | impl for reference
trait Nm { fn n(&self) -> i32; }
impl Nm for i32 { fn n(&self) -> i32 { *self } }
impl<T: Nm> Nm for &T { fn n(&self) -> i32 { (**self).n() + 100 } }
fn call<T: Nm>(t: T) -> i32 { t.n() }
pub fn f(x: i32) -> i32 { call(x) + call(&x) + call(&&x) + (&x).n() }
//@ = 104 107 110 113 125 89 | impl for mut reference
trait Nm { fn n(&mut self) -> i32; }
impl Nm for i32 { fn n(&mut self) -> i32 { *self += 1; *self } }
impl<T: Nm> Nm for &mut T { fn n(&mut self) -> i32 { (**self).n() + 100 } }
fn call<T: Nm>(mut t: T) -> i32 { t.n() }
pub fn f(x: i32) -> i32 { let mut y = x; call(&mut y) + call(y) + y }
//@ = 125 126 127 128 132 120 | inherent vs trait
struct S; impl S { fn m(&self) -> i32 { 1 } }
trait T { fn m(&self) -> i32; } impl T for S { fn m(&self) -> i32 { 2 } }
fn g<X: T>(x: X) -> i32 { x.m() }
pub fn f(x: i32) -> i32 { S.m() * 100 + g(S) * 10 + T::m(&S) + <S as T>::m(&S) + S::m(&S) + x }
//@ = 2 3 4 5 9 -3 | inherent mut loses to trait by value
struct S; impl S { fn m(&mut self) -> i32 { 1 } }
trait T { fn m(&self) -> i32; } impl T for S { fn m(&self) -> i32 { 2 } }
pub fn f(x: i32) -> i32 { let s = S; s.m() + x }
//@ = 19 22 25 28 40 4 | ufcs
trait T { fn a(x: i32) -> i32; fn b(&self) -> i32; const C: i32; type O; }
impl T for u8 { fn a(x: i32) -> i32 { x + 1 } fn b(&self) -> i32 { *self as i32 } const C: i32 = 9; type O = i32; }
pub fn f(x: i32) -> i32 { let o: <u8 as T>::O = <u8 as T>::a(x); o + <u8>::a(x) + u8::a(x) + <u8 as T>::C + T::b(&3u8) + <u8 as T>::b(&4) }
//@ = 1019 1022 1025 1028 1040 1004 | impl for arrays tuples
trait Sum { fn sum(&self) -> i32; }
impl Sum for i32 { fn sum(&self) -> i32 { *self } }
impl<T: Sum, const N: usize> Sum for [T; N] { fn sum(&self) -> i32 { let mut s = 0; for i in 0..N { s += self[i].sum(); } s } }
impl<T: Sum> Sum for [T] { fn sum(&self) -> i32 { let mut s = 1000; for e in self { s += e.sum(); } s } }
impl<A: Sum, B: Sum> Sum for (A, B) { fn sum(&self) -> i32 { self.0.sum() + self.1.sum() } }
pub fn f(x: i32) -> i32 { ([1, x, 3], ([[x, 2], [3, 4]], 5)).sum() + [x, 1][..].sum() }
//@ = 4 5 6 7 11 -1 | phantom
use core::marker::PhantomData;
struct Meters; struct Feet;
struct Len<U> { v: i32, u: PhantomData<U> }
impl<U> Len<U> { fn new(v: i32) -> Self { Len { v, u: PhantomData } } }
impl<U> core::ops::Add for Len<U> { type Output = Len<U>; fn add(self, o: Self) -> Self { Len::new(self.v + o.v) } }
impl Len<Feet> { fn m(self) -> Len<Meters> { Len::new(self.v / 3) } }
pub fn f(x: i32) -> i32 { (Len::<Feet>::new(x * 3).m() + Len::new(4)).v }
//@ E0308:4 | phantom mismatch
use core::marker::PhantomData;
struct A; struct B; struct L<U>(i32, PhantomData<U>);
fn g(a: L<A>) {} fn h(b: L<B>) {
  g(b)
}
//@ error:3 | recursion generics limit
struct W<T>(T);
trait D { fn d(&self, n: i32) -> i32; }
fn rec<T>(t: T, n: i32) -> i32 { if n == 0 { 0 } else { rec(W(t), n - 1) } }
pub fn f(x: i32) -> i32 { rec(1, x) }
//@ = 4321 5432 6543 7654 12098 -1234 | operator on refs
#[derive(Clone, Copy)] struct V(i32);
impl core::ops::Add for V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0) } }
impl<'a> core::ops::Add<&'a V> for V { type Output = V; fn add(self, o: &V) -> V { V(self.0 + o.0 * 2) } }
impl core::ops::Add<V> for &V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0 * 3) } }
impl core::ops::Add<&V> for &V { type Output = V; fn add(self, o: &V) -> V { V(self.0 + o.0 * 4) } }
pub fn f(x: i32) -> i32 { let a = V(x); let b = V(1); (a + b).0 + (a + &b).0 * 10 + (&a + b).0 * 100 + (&a + &b).0 * 1000 }
//@ = 25 29 33 37 53 5 | op generic bound output
use core::ops::{Add, Mul};
fn dot<T: Copy + Add<Output = T> + Mul<Output = T>>(a: [T; 2], b: [T; 2]) -> T { a[0] * b[0] + a[1] * b[1] }
fn lerp<T>(a: T, b: T, t: T) -> T where T: Copy + Add<Output = T> + Mul<Output = T> { a + b * t }
pub fn f(x: i32) -> i32 { dot([x, 2], [3, 4]) + dot([1.5f32, 2.0], [2.0, 4.0]) as i32 + lerp(x as u8, 2, 3) as i32 }
//@ = 3 4 5 6 10 -2 | op bound on reference hrtb
use core::ops::Add;
fn s<T>(a: &T, b: &T) -> T where for<'a> &'a T: Add<&'a T, Output = T> { a + b }
pub fn f(x: i32) -> i32 { s(&x, &3) }
//@ = 41202 41201 41201 41199 41195 41207 | neg not index ops
struct V([i32; 3]);
impl core::ops::Neg for V { type Output = V; fn neg(self) -> V { V([-self.0[0], -self.0[1], -self.0[2]]) } }
impl core::ops::Not for V { type Output = bool; fn not(self) -> bool { self.0[0] == 0 } }
impl core::ops::Index<usize> for V { type Output = i32; fn index(&self, i: usize) -> &i32 { &self.0[i] } }
impl core::ops::IndexMut<usize> for V { fn index_mut(&mut self, i: usize) -> &mut i32 { &mut self.0[i] } }
impl core::ops::AddAssign<i32> for V { fn add_assign(&mut self, k: i32) { for i in 0..3 { self[i] += k; } } }
pub fn f(x: i32) -> i32 { let mut v = -V([x, 2, 3]); v[1] = 10; v[2] += 5; v += 2; let r = &v[0]; *r + v[1] * 100 + v[2] * 10000 + !v as i32 }
//@ = 2 3 0 2 2 2 | partialeq different types
struct A(i32); struct B(i32);
impl PartialEq<B> for A { fn eq(&self, o: &B) -> bool { self.0 == o.0 } }
pub fn f(x: i32) -> i32 { (A(x) == B(1)) as i32 + (A(x) != B(2)) as i32 * 2 }
//@ = 2 2 3 1 1 2 | partialord
use core::cmp::Ordering;
#[derive(PartialEq)] struct A(i32);
impl PartialOrd for A { fn partial_cmp(&self, o: &A) -> Option<Ordering> { o.0.partial_cmp(&self.0) } }
pub fn f(x: i32) -> i32 { (A(x) < A(1)) as i32 + (A(x) >= A(2)) as i32 * 2 }
//@ = 100 100 101 103 121 100 | user iterator
struct C { n: i32 }
impl Iterator for C { type Item = i32; fn next(&mut self) -> Option<i32> { if self.n > 0 { self.n -= 1; Some(self.n) } else { None } } }
pub fn f(x: i32) -> i32 { let mut s = 0; for i in (C { n: x }) { s += i; } let mut c = C { n: 3 }; for i in &mut c { if i == 1 { break; } } s + c.n * 100 }
//@ = 55 65 75 85 125 5 | user intoiterator
struct Bag([i32; 3]);
struct It { b: [i32; 3], i: usize }
impl IntoIterator for Bag { type Item = i32; type IntoIter = It; fn into_iter(self) -> It { It { b: self.0, i: 0 } } }
impl<'a> IntoIterator for &'a Bag { type Item = i32; type IntoIter = It; fn into_iter(self) -> It { It { b: self.0, i: 1 } } }
impl Iterator for It { type Item = i32; fn next(&mut self) -> Option<Self::Item> { let r = self.b.get(self.i).copied(); self.i += 1; r } }
pub fn f(x: i32) -> i32 { let b = Bag([x, 2, 3]); let mut s = 0; for i in &b { s += i; } for i in b { s += i * 10; } s }
//@ = 9627 9627 9630 9632 9642 9642 | range rev step
pub fn f(x: i32) -> i32 { let mut s = 0; for i in (0..10).rev().step_by(3) { s = s * 10 + i; } for i in (0..=x).step_by(2) { s += i; } for i in (x..3).rev() { s -= i; } s }
//@ = 3 4 7 12 52 -2 | generic iterator param
fn total<I: Iterator<Item = i32>>(it: I) -> i32 { let mut s = 0; for i in it { s += i; } s }
fn total2<I>(it: I) -> i32 where I: IntoIterator, I::Item: Into<i32> { let mut s = 0; for i in it { s += i.into(); } s }
pub fn f(x: i32) -> i32 { total(0..x) + total((0..x).rev()) + total2([1u8, 2]) + total2([x]) }
//@ E0599:2 | missing bound method
fn g<T>(t: T) -> T { t
 .clone() }
//@ E0277:3 | unsatisfied bound call
trait T { fn m(&self); } fn h<X: T>(x: X) {}
fn g() {
 h(3i32); }
//@ E0277:3 | unsatisfied impl assoc type bound
trait T { type A: Copy; } struct N; struct S;
impl T for S { type A =
 N; }
//@ E0046:2 | missing assoc type
trait T { type A; fn m(); } struct S;
impl T for S { fn m() {} }
//@ E0437:3 | extra assoc type
trait T {} struct S;
impl T for S {
 type A = i32; }
//@ E0053:3 | wrong method signature return
trait T { fn m(&self) -> i32; } struct S;
impl T for S { fn m(&self) ->
 u8 { 1 } }
//@ E0053:3 | wrong self kind
trait T { fn m(&self); } struct S;
impl T for S { fn m(
 &mut self) {} }
//@ E0185:3 | self vs no self
trait T { fn m(); } struct S;
impl T for S {
 fn m(&self) {} }
//@ E0049:2 | generics count mismatch
trait T { fn m<A>(a: A); } struct S;
impl T for S { fn m
 (a: i32) {} }
//@ E0276:3 | stricter bounds in impl
trait T { fn m<A>(a: A); } struct S;
impl T for S { fn m<A:
 Copy>(a: A) {} }
//@ E0326:3 | const type mismatch again
trait T { const C: i32; } struct S;
impl T for S { const C:
 u8 = 1; }
//@ E0053:3 | unsafe fn in impl of safe
trait T { fn m(); } struct S;
impl T for S {
 unsafe fn m() {} }
//@ E0119:2 | overlapping blanket
trait T {} impl<X> T for X {}
impl T for i32 {}
//@ E0119:2 | overlapping generic
trait T<A> {} impl<A> T<A> for i32 {}
impl T<u8> for i32 {}
//@ = 21 21 21 21 21 21 | not overlapping by arg
trait T<A> { fn v(&self) -> i32; } impl T<u16> for i32 { fn v(&self) -> i32 { 1 } } impl T<u8> for i32 { fn v(&self) -> i32 { 2 } }
pub fn f(x: i32) -> i32 { <i32 as T<u8>>::v(&x) * 10 + T::<u16>::v(&x) }
//@ E0283:3 | ambiguous generic trait method
trait T<A> { fn v(&self) -> i32; } impl T<u16> for i32 { fn v(&self) -> i32 { 1 } } impl T<u8> for i32 { fn v(&self) -> i32 { 2 } }
fn g(x: i32) -> i32 { x
 .v() }
//@ E0223:3 | assoc type ambiguous without trait
trait T { type A; } impl T for i32 { type A = u8; }
fn g(a:
 i32::A) {}
//@ = 5222 5223 5224 5225 5229 5217 | assoc const through generic
trait T { const N: i32; const M: i32 = Self::N + 1; } impl T for u8 { const N: i32 = 4; } impl T for i32 { const N: i32 = 5; const M: i32 = 0; }
fn s<X: T>() -> i32 { X::N * 10 + X::M }
struct W<X>(X); impl<X: T> T for W<X> { const N: i32 = X::N * 2; }
pub fn f(x: i32) -> i32 { s::<u8>() + s::<i32>() * 100 + s::<W<W<u8>>>() + x }
//@ = 7 7 7 7 7 7 | assoc const generic array length through impl
trait T { const N: usize; } struct A; impl T for A { const N: usize = 3; }
pub fn f(x: i32) -> i32 { let a = [x; A::N]; let b = [1; <A as T>::N + 1]; (a.len() + b.len()) as i32 }
//@ error:3 | assoc const in generic array length refused
trait T { const N: usize; }
fn g<X: T>() { let a = [0;
 X::N]; }
//@ = 103 107 111 115 131 83 | blanket
trait A { fn a(&self) -> i32; } trait B { fn b(&self) -> i32; }
impl<T: A> B for T { fn b(&self) -> i32 { self.a() + 1 } }
impl A for i32 { fn a(&self) -> i32 { *self * 2 } } impl A for u8 { fn a(&self) -> i32 { 100 } }
fn h<T: A>(t: T) -> i32 { t.b() }
pub fn f(x: i32) -> i32 { x.b() + h(3u8) + h(x) }
//@ E0599:4 | blanket not met
trait A { fn a(&self) -> i32; } trait B { fn b(&self) -> i32; }
impl<T: A> B for T { fn b(&self) -> i32 { self.a() + 1 } }
fn g() -> i32 { true
 .b() }
//@ = 10 10 10 10 10 10 | chain of blanket
trait A {} trait B {} trait C { fn c(&self) -> i32 { 5 } }
impl<T: A> B for T {} impl<T: B> C for T {} impl A for i32 {}
impl<T: A> A for [T; 2] {} impl<T: A, U: A> A for (T, U) {}
pub fn f(x: i32) -> i32 { x.c() + ([x, x], (x, [x, 2])).c() }
//@ E0599:4 | coinductive cycle mutual
trait A { fn a(&self) -> i32 { 1 } } trait B {}
impl<T: B> A for T {} impl<T: A> B for T {}
fn g() -> i32 { 3i32
 .a() }
//@ = 3 7 11 15 31 495 | trait static generic dispatch
trait Make { fn make(x: i32) -> Self; } impl Make for i32 { fn make(x: i32) -> i32 { x } } impl Make for u8 { fn make(x: i32) -> u8 { x as u8 } } impl<A: Make, B: Make> Make for (A, B) { fn make(x: i32) -> Self { (A::make(x), B::make(x + 1)) } } impl<A: Make + Copy, const N: usize> Make for [A; N] { fn make(x: i32) -> Self { [Make::make(x); N] } }
pub fn f(x: i32) -> i32 { let (a, (b, c)): (i32, (u8, [i32; 3])) = Make::make(x); a + b as i32 + c[2] + <[u8; 2]>::make(x)[1] as i32 }
//@ = 5 7 9 11 19 -5 | Self types
struct P { x: i32 } impl P { const O: Self = Self { x: 1 }; fn n(x: i32) -> Self { Self { x } } fn m(self, o: Self) -> Self { Self { x: self.x + o.x, ..o } } }
struct Q(i32); impl Q { fn n(x: i32) -> Self { Self(x) } } enum E { A(i32), B } impl E { fn v(&self) -> i32 { match self { Self::A(n) => *n, Self::B => 0 } } fn b() -> Self { Self::B } }
pub fn f(x: i32) -> i32 { P::n(x).m(P::O).x + Q::n(4).0 + E::A(x).v() + E::b().v() }
//@ = 5 7 9 11 19 251 | trait generic method with own params
trait Map { fn map2<B, F: Conv<B>>(&self, c: F) -> B; } trait Conv<B> { fn conv(&self, x: i32) -> B; }
struct ToU8; impl Conv<u8> for ToU8 { fn conv(&self, x: i32) -> u8 { x as u8 } } struct Tup(i32); impl Conv<(i32, i32)> for Tup { fn conv(&self, x: i32) -> (i32, i32) { (x, self.0) } }
impl Map for i32 { fn map2<B, F: Conv<B>>(&self, c: F) -> B { c.conv(*self) } }
pub fn f(x: i32) -> i32 { let a = x.map2(ToU8); let (b, c) = x.map2(Tup(5)); a as i32 + b + c }
//@ = 7 10 13 16 28 760 | associated type default bound projection in signature
trait Container { type Item; fn get(&self, i: usize) -> Option<Self::Item>; fn first(&self) -> Option<Self::Item> { self.get(0) } fn sum(&self) -> i32 where Self::Item: Into<i32> { let mut s = 0; let mut i = 0; while let Some(v) = self.get(i) { s += v.into(); i += 1; } s } }
struct A([u8; 3]); impl Container for A { type Item = u8; fn get(&self, i: usize) -> Option<u8> { if i < 3 { Some(self.0[i]) } else { None } } }
fn two<C: Container>(c: &C) -> Option<(C::Item, C::Item)> { Some((c.get(0)?, c.get(1)?)) }
pub fn f(x: i32) -> i32 { let a = A([x as u8, 2, 3]); let (p, q) = two(&a).unwrap(); a.sum() + p as i32 + q as i32 + a.first().unwrap() as i32 }
//@ = 58 58 58 58 84 58 | iterator of generic assoc
struct Pairs<I: Iterator>(I);
impl<I: Iterator> Iterator for Pairs<I> { type Item = (I::Item, I::Item); fn next(&mut self) -> Option<Self::Item> { let a = self.0.next()?; let b = self.0.next()?; Some((a, b)) } }
pub fn f(x: i32) -> i32 { let mut s = 0; for (a, b) in Pairs(0..x) { s += a * b; } for ((a, b), (c, d)) in Pairs(Pairs(0..8u8)) { s += (a + b + c * d) as i32; } s }
//@ = 25 26 31 32 36 20 | trait with generic and assoc in bound
trait Tr<T> { type Out; fn go(&self, t: T) -> Self::Out; }
impl Tr<i32> for u8 { type Out = i64; fn go(&self, t: i32) -> i64 { t as i64 + *self as i64 } } impl Tr<bool> for u8 { type Out = u8; fn go(&self, t: bool) -> u8 { if t { *self } else { 0 } } }
fn ap<A, T>(a: A, t: T) -> A::Out where A: Tr<T> { a.go(t) }
fn ap2<A: Tr<i32, Out = i64> + Tr<bool>>(a: A) -> i64 where <A as Tr<bool>>::Out: Into<i64> { a.go(3) + a.go(true).into() }
pub fn f(x: i32) -> i64 { ap(4u8, x) + ap(4u8, x > 1) as i64 + ap2(9u8) }
//@ = 3 4 5 6 10 -2 | equality of assoc types
trait T { type A; fn a(&self) -> Self::A; } impl T for i32 { type A = i32; fn a(&self) -> i32 { *self } } impl T for u8 { type A = i32; fn a(&self) -> i32 { 3 } }
fn same<X: T, Y: T<A = X::A>>(x: X, y: Y) -> [X::A; 2] { [x.a(), y.a()] }
pub fn f(x: i32) -> i32 { let r = same(x, 4u8); r[0] + r[1] }
//@ E0271:4 | equality of assoc types fails
trait T { type A; fn a(&self) -> Self::A; } impl T for i32 { type A = i32; fn a(&self) -> i32 { *self } } impl T for u8 { type A = u8; fn a(&self) -> u8 { 3 } }
fn same<X: T, Y: T<A = X::A>>(x: X, y: Y) -> [X::A; 2] { [x.a(), y.a()] }
fn g() {
 same(1i32, 4u8); }
//@ E0308:3 | different projections are different
trait T { type A; fn a(&self) -> Self::A; }
fn same<X: T, Y: T>(x: X, y: Y) -> [X::A; 2] { [x.a(),
 y.a()] }
//@ = 8 12 18 26 78 18 | operator in generic with assoc output
use core::ops::*;
fn h<A: Add<B>, B>(a: A, b: B) -> A::Output { a + b }
fn sq<T>(t: T) -> <T as Mul>::Output where T: Mul + Copy { t * t }
fn acc<T: AddAssign + Copy>(mut a: T, b: T) -> T { a += b; a += b; a }
pub fn f(x: i32) -> i32 { h(x, 3) + sq(x) + acc(x, 2) + h(&x, 1) }
//@ E0308:3 | operator without bound output
use core::ops::*;
fn h<T: Add>(a: T, b: T) -> T {
 a + b }
//@ = 5 5 5 7 10 5 | comparison generic
fn mx<T: PartialOrd>(a: T, b: T) -> T { if a > b { a } else { b } }
fn eqs<T: PartialEq<U>, U>(a: T, b: U) -> bool { a == b }
pub fn f(x: i32) -> i32 { mx(x, 2) + mx(1.5f32, 2.5) as i32 + eqs(x, 3) as i32 + eqs(&x, &x) as i32 }
//@ = 4 4 4 6 14 4 | comparison of refs in generic
fn mx<'a, T: PartialOrd>(a: &'a T, b: &'a T) -> &'a T { if a > b { a } else { b } }
pub fn f(x: i32) -> i32 { *mx(&x, &2) + mx(&[x, 1], &[2, 0])[0] }
//@ E0369:2 | eq without bound
fn e<T>(a: T, b: T) -> bool { a
 == b }
//@ = 5 7 9 11 19 -5 | deref generic
use core::ops::Deref;
fn d<P: Deref<Target = i32>>(p: P) -> i32 { *p + 1 }
fn d2<P: Deref>(p: P) -> P::Target where P::Target: Copy { *p }
struct W(i32); impl Deref for W { type Target = i32; fn deref(&self) -> &i32 { &self.0 } }
pub fn f(x: i32) -> i32 { d(&x) + d(W(x)) + d2(&3) }
//@ = 11 11 11 11 11 11 | impl trait for fn-less unit struct with const generics default
struct R<const N: usize = 4>; impl<const N: usize> R<N> { fn n(&self) -> usize { N } }
pub fn f(x: i32) -> usize { let r: R = R; r.n() + R::<7>.n() }
//@ = 5 8 11 14 26 -10 | default type parameter
struct S<T = i32> { t: T } trait Op<R = Self> { fn op(&self, r: R) -> i32; }
impl Op for i32 { fn op(&self, r: i32) -> i32 { self + r } } impl Op<bool> for i32 { fn op(&self, r: bool) -> i32 { if r { *self } else { 0 } } }
fn h<X: Op>(a: X, b: X) -> i32 { a.op(b) }
pub fn f(x: i32) -> i32 { let s: S = S { t: x }; s.t.op(3) + x.op(true) + h(x, 2) }
//@ E0207:3 | unconstrained param
struct S; trait T {}
impl<
 X> T for S {}
//@ ok | unconstrained but constrained by assoc
trait T { type A; } struct S<X>(X); trait G {}
impl<X, Y> G for S<X> where X: T<A = Y> {}
//@ = 5 5 5 5 5 5 | use of assoc type param constraint in impl
trait T { type A; fn a(&self) -> Self::A; } impl T for i32 { type A = u8; fn a(&self) -> u8 { 5 } } struct S<X>(X); trait G { fn g(&self) -> i32; }
impl<X, Y> G for S<X> where X: T<A = Y>, Y: Into<i32> { fn g(&self) -> i32 { self.0.a().into() } }
pub fn f(x: i32) -> i32 { S(x).g() }
//@ = 0 1 2 3 7 -5 | method from supertrait of bound in where
trait A { fn a(&self) -> i32; } trait B: A {} impl A for i32 { fn a(&self) -> i32 { *self } } impl B for i32 {}
struct W<T>(T); impl<T> W<T> where T: B { fn w(&self) -> i32 { self.0.a() } fn s() -> i32 where T: Default { T::default().a() + <T as A>::a(&T::default()) } }
pub fn f(x: i32) -> i32 { W(x).w() + W::<i32>::s() }
//@ = 1 2 3 4 8 -4 | Self: Sized where
trait V { fn v(&self) -> i32; fn c(self) -> i32 where Self: Sized { self.v() + 1 } } impl V for i32 { fn v(&self) -> i32 { *self } }
pub fn f(x: i32) -> i32 { x.c() }
//@ = 35 35 35 35 35 35 | trait generic const
trait K<const N: usize> { fn k(&self) -> usize { N } } struct S; impl K<3> for S {} impl K<5> for S {}
pub fn f(x: i32) -> usize { <S as K<3>>::k(&S) * 10 + K::<5>::k(&S) }
//@ = 6 6 5 3 0 -9 | impl block with concrete self and Self assoc type
struct It(i32); impl Iterator for It { type Item = i32; fn next(&mut self) -> Option<Self::Item> { let v: Self::Item = self.0; if v > 3 { None } else { self.0 += 1; Some(v) } } }
pub fn f(x: i32) -> i32 { let it = It(x); let mut s = 0; let mut it2 = it; while let Some(v) = it2.next() { s += v; } s }
//@ = -199 -398 -597 -796 -1592 796 | phantom generic state machine
use core::marker::PhantomData; struct On; struct Off; trait St { const B: bool; } impl St for On { const B: bool = true; } impl St for Off { const B: bool = false; }
struct L<S: St> { n: i32, p: PhantomData<S> } impl L<Off> { fn on(self) -> L<On> { L { n: self.n + 1, p: PhantomData } } } impl L<On> { fn off(self) -> L<Off> { L { n: self.n * 2, p: PhantomData } } } impl<S: St> L<S> { fn v(&self) -> i32 { if S::B { self.n } else { -self.n } } }
pub fn f(x: i32) -> i32 { let l = L::<Off> { n: x, p: PhantomData }; let l = l.on(); let a = l.v(); a + l.off().v() * 100 }
//@ error:5 | infinite instantiation
trait T { fn t(&self, n: i32) -> i32; }
struct W<X>(X);
impl<X: T + Copy> T for W<X> where X: Copy { fn t(&self, n: i32) -> i32 { n } }
impl T for i32 { fn t(&self, n: i32) -> i32 { n } }
fn deep<X: T + Copy>(x: X, n: i32) -> i32 { if n == 0 { x.t(1) } else { deep(W2(x), n - 1) } }
#[derive(Clone, Copy)] struct W2<X>(X); impl<X: T + Copy> T for W2<X> { fn t(&self, n: i32) -> i32 { self.0.t(n) } }
pub fn f(x: i32) -> i32 { deep(1, x) }
//@ E0034:3 | two traits same method generic bounds ambiguous
trait A { fn m(&self) -> i32; } trait B { fn m(&self) -> i32; }
fn g<T: A + B>(t: T) -> i32 { t
 .m() }
//@ = 221 221 221 221 221 221 | two traits same method disambiguated
trait A { fn m(&self) -> i32; } trait B { fn m(&self) -> i32; } impl A for i32 { fn m(&self) -> i32 { 1 } } impl B for i32 { fn m(&self) -> i32 { 2 } }
fn g<T: A + B>(t: T) -> i32 { A::m(&t) + B::m(&t) * 10 + <T as B>::m(&t) * 100 }
pub fn f(x: i32) -> i32 { g(x) }
//@ = 1 1 1 1 1 1 | bound method before trait in scope
trait A { fn m(&self) -> i32; } trait B { fn m(&self) -> i32; } impl<T> B for T { fn m(&self) -> i32 { 2 } } impl A for i32 { fn m(&self) -> i32 { 1 } }
fn g<T: A>(t: T) -> i32 { t.m() }
pub fn f(x: i32) -> i32 { g(x) }
//@ = 2 6 10 14 30 -18 | trait impl for generic fn pointer type of type alias
type Vec2 = (i32, i32); trait L { fn l(&self) -> i32; } impl L for Vec2 { fn l(&self) -> i32 { self.0 + self.1 } }
type Arr<T, const N: usize> = [T; N]; impl L for Arr<i32, 2> { fn l(&self) -> i32 { self[0] * self[1] } }
pub fn f(x: i32) -> i32 { (x, 2).l() + [x, 3].l() }
//@ = 6 8 10 12 20 -4 | From/Into user
struct C(i32); impl From<i32> for C { fn from(x: i32) -> C { C(x) } } impl From<C> for i32 { fn from(c: C) -> i32 { c.0 * 2 } } impl From<(u8, u8)> for C { fn from(t: (u8, u8)) -> C { C((t.0 + t.1) as i32) } }
pub fn f(x: i32) -> i32 { let c: C = x.into(); let n: i32 = c.into(); let d = C::from((1, 2)); n + i32::from(d) }
//@ = 1 2 3 103 107 -4 | question mark with From
struct E1(i32); struct E2(i32); impl From<E1> for E2 { fn from(e: E1) -> E2 { E2(e.0 + 100) } }
fn a(x: i32) -> Result<i32, E1> { if x > 2 { Err(E1(x)) } else { Ok(x) } } fn b(x: i32) -> Result<i32, E2> { let v = a(x)?; Ok(v + 1) }
pub fn f(x: i32) -> i32 { match b(x) { Ok(v) => v, Err(E2(e)) => e } }
//@ = 3 5 7 9 17 -7 | generic struct bound on impl only for some
struct B<T>(T); impl<T: core::ops::Add<Output = T> + Copy> B<T> { fn d(&self) -> T { self.0 + self.0 } } impl<T: Clone> Clone for B<T> { fn clone(&self) -> Self { B(self.0.clone()) } }
pub fn f(x: i32) -> i32 { let b = B(x); b.clone().d() + B(1.5f32).d() as i32 }
//@ = 0 1 2 3 7 -5 | unused generic with no instance is compiled not at all
fn never_called<T: Copy>(t: T) -> T { t } fn called<T>(t: T) -> T { t }
pub fn f(x: i32) -> i32 { called(x) }
