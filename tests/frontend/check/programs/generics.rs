// Generic functions and types, method lookup, copies. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 2 4 6 8 16 -8 | bound on projection of projection
trait A { type B; fn b(self) -> Self::B; } trait C { type D; fn d(self) -> Self::D; }
struct X(i32); struct Y(i32); impl A for X { type B = Y; fn b(self) -> Y { Y(self.0 + 1) } } impl C for Y { type D = i32; fn d(self) -> i32 { self.0 * 2 } }
fn go<T>(t: T) -> <T::B as C>::D where T: A, T::B: C, <T::B as C>::D: Copy { let v = t.b().d(); v }
pub fn f(x: i32) -> i32 { go(X(x)) }
//@ = 0 0 1 3 21 0 | iterator over generic item sum
trait Src { type It: Iterator<Item = Self::V>; type V: Copy + core::ops::Add<Output = Self::V> + Default; fn it(&self) -> Self::It; fn total(&self) -> Self::V { let mut s = Self::V::default(); for v in self.it() { s = s + v; } s } }
struct R(i32); impl Src for R { type It = core::ops::Range<i32>; type V = i32; fn it(&self) -> Self::It { 0..self.0 } }
pub fn f(x: i32) -> i32 { R(x).total() }
//@ = 4 5 7 8 12 255 | generic trait with assoc and impl for multiple
trait Conv<T> { type Out; fn conv(&self, t: T) -> Self::Out; }
struct S; impl Conv<u8> for S { type Out = i32; fn conv(&self, t: u8) -> i32 { t as i32 } } impl Conv<bool> for S { type Out = u8; fn conv(&self, t: bool) -> u8 { t as u8 } }
fn ap<C, T>(c: &C, t: T) -> C::Out where C: Conv<T> { c.conv(t) }
pub fn f(x: i32) -> i32 { ap(&S, x as u8) + ap(&S, x > 1) as i32 + S.conv(3u8) + S.conv(true) as i32 }
//@ = 2007 2007 100007 1007 5100 2007 | associated const in generic match guard
trait K { const N: i32; } struct A; struct B; impl K for A { const N: i32 = 2; } impl K for B { const N: i32 = 7; }
fn m<T: K>(x: i32) -> i32 { match x { n if n == T::N => 100, n if n > T::N => n - T::N, _ => T::N } }
pub fn f(x: i32) -> i32 { m::<A>(x) * 1000 + m::<B>(x) }
//@ = 3004 3005 3006 3007 3011 2999 | recursion generic list
struct Nil; struct Cons<H, T>(H, T);
trait Sum { fn sum(&self) -> i32; const LEN: usize; } impl Sum for Nil { fn sum(&self) -> i32 { 0 } const LEN: usize = 0; } impl<H: Into<i32> + Copy, T: Sum> Sum for Cons<H, T> { fn sum(&self) -> i32 { self.0.into() + self.1.sum() } const LEN: usize = 1 + T::LEN; }
fn len<T: Sum>(_: &T) -> usize { T::LEN }
pub fn f(x: i32) -> i32 { let l = Cons(x, Cons(3u8, Cons(true, Nil))); l.sum() + len(&l) as i32 * 1000 }
//@ = 5 6 7 8 12 0 | peano types
use core::marker::PhantomData; struct Z; struct S<N>(PhantomData<N>); trait Nat { const V: u32; } impl Nat for Z { const V: u32 = 0; } impl<N: Nat> Nat for S<N> { const V: u32 = N::V + 1; }
trait Add<M> { type Sum: Nat; } impl<M: Nat> Add<M> for Z { type Sum = M; } impl<N: Add<M>, M: Nat> Add<M> for S<N> { type Sum = S<N::Sum>; }
type Two = S<S<Z>>; type Three = S<Two>;
pub fn f(x: i32) -> u32 { <<Two as Add<Three>>::Sum as Nat>::V + x as u32 }
//@ = 1001 1505 2009 2513 4529 -1519 | matrix generic ops
use core::ops::{Add, Mul, Index, IndexMut, AddAssign}; #[derive(Clone, Copy)] struct M<T, const R: usize, const C: usize>([[T; C]; R]);
impl<T, const R: usize, const C: usize> Index<(usize, usize)> for M<T, R, C> { type Output = T; fn index(&self, i: (usize, usize)) -> &T { &self.0[i.0][i.1] } } impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for M<T, R, C> { fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T { &mut self.0[r][c] } }
impl<T: Copy + Default + AddAssign + Mul<Output = T>, const R: usize, const K: usize, const C: usize> Mul<M<T, K, C>> for M<T, R, K> { type Output = M<T, R, C>; fn mul(self, o: M<T, K, C>) -> M<T, R, C> { let mut m = M([[T::default(); C]; R]); for r in 0..R { for c in 0..C { for k in 0..K { m[(r, c)] += self[(r, k)] * o[(k, c)]; } } } m } }
pub fn f(x: i32) -> i32 { let a = M([[1, 2, x], [x, 4, 5]]); let b = M([[1], [x], [2]]); let c = a * b; c[(0, 0)] + c[(1, 0)] * 100 }
//@ = 1008 1016 1024 1032 1064 968 | default impl chain calls through refs
trait A { fn v(&self) -> i32; fn w(&self) -> i32 { self.v() + 1 } fn z(&mut self) -> i32 { self.w() * 2 } } impl A for i32 { fn v(&self) -> i32 { *self } } impl<T: A + ?Sized> A for &mut T { fn v(&self) -> i32 { (**self).v() + 100 } }
fn q<T: A>(mut t: T) -> i32 { t.z() }
pub fn f(x: i32) -> i32 { let mut y = x; q(&mut y) + q(y) + y.z() + (&mut y).z() }
//@ = 41234 41234 41234 41234 41234 41234 | auto ref priority by value over autoref
trait T { fn m(self) -> i32; } impl T for i32 { fn m(self) -> i32 { 1 } } impl T for &i32 { fn m(self) -> i32 { 2 } } impl T for &mut i32 { fn m(self) -> i32 { 3 } } impl T for &&i32 { fn m(self) -> i32 { 4 } }
pub fn f(x: i32) -> i32 { let mut y = x; y.m() * 1000 + (&y).m() * 100 + (&mut y).m() * 10 + (&&y).m() + (&&&y).m() * 10000 }
//@ = 16 16 16 16 16 16 | array method autoref unsize
trait L { fn l(&self) -> usize; } impl L for [i32] { fn l(&self) -> usize { self.len() * 2 } }
pub fn f(x: i32) -> usize { let a = [x, 2, 3]; a.l() + (&a).l() + a[1..].l() }
//@ = 10 21 32 43 87 -45 | field and method same name
struct S { v: i32 } impl S { fn v(&self) -> i32 { self.v + 1 } }
pub fn f(x: i32) -> i32 { let s = S { v: x }; s.v() * 10 + s.v }
//@ = 8 9 10 11 15 3 | shadowed generic method param
struct S<T>(T); impl<T: Copy> S<T> { fn with<U>(&self, u: U) -> (T, U) { (self.0, u) } }
pub fn f(x: i32) -> i32 { let (a, b) = S(x).with(2u8); let (c, d) = S(1i64).with::<i32>(5); a + b as i32 + c as i32 + d }
//@ = 9 10 11 12 16 4 | method turbofish const
struct S; impl S { fn arr<const N: usize>(&self, v: i32) -> [i32; N] { [v; N] } fn two<T: Default, const N: usize>(&self) -> ([T; 2], usize) { ([T::default(), T::default()], N) } }
pub fn f(x: i32) -> i32 { S.arr::<3>(x)[2] + S.two::<u8, 9>().1 as i32 }
//@ = 1008 1025 1032 1032 1036 1031 | nested closures of enums and generics
#[derive(Clone, Copy, PartialEq)] enum Tree { Leaf(i32), Pair { l: i32, r: i32 }, Empty }
fn depth<const D: usize>(t: [Tree; D]) -> i32 { let mut s = 0; for (i, t) in t.iter().enumerate() { s += match (*t, i) { (Tree::Leaf(v), 0) => v, (Tree::Leaf(v), _) if v > 2 => v * 2, (Tree::Leaf(_), _) => -1, (Tree::Pair { l, r: 0 }, _) => l, (Tree::Pair { l, r }, k) => (l - r) * k as i32, (Tree::Empty, _) => 1000 }; } s }
pub fn f(x: i32) -> i32 { depth([Tree::Leaf(x), Tree::Leaf(x + 1), Tree::Pair { l: x, r: 0 }, Tree::Pair { l: 9, r: x }, Tree::Empty]) + (Tree::Leaf(x) == Tree::Leaf(2)) as i32 }
//@ = 27 27 6 9 21 27 | Option combinators generic
fn first<T: Copy, U>(o: Option<T>, d: T, g: Option<U>) -> (T, bool) { (o.unwrap_or(d), g.is_some()) }
pub fn f(x: i32) -> i32 { let (a, b) = first(if x > 1 { Some(x) } else { None }, 9, None::<u8>); let c: Option<&i32> = Some(&a); a + b as i32 + *c.unwrap() + c.copied().unwrap_or_default() }
//@ = 20 21 22 23 27 15 | struct with reference generic
struct View<'a, T> { d: &'a [T], off: usize } impl<'a, T: Copy> View<'a, T> { fn at(&self, i: usize) -> T { self.d[self.off + i] } fn sub(&self, o: usize) -> View<'a, T> { View { off: self.off + o, ..*self } } }
pub fn f(x: i32) -> i32 { let a = [x, 1, 2, 3]; let v = View { d: &a, off: 0 }; v.sub(1).sub(1).at(0) * 10 + v.at(0) }
//@ = 150 251 352 453 857 -355 | mutable view
struct V<'a> { d: &'a mut [i32] } impl<'a> V<'a> { fn set(&mut self, i: usize, v: i32) -> &mut Self { self.d[i] = v; self } fn get(&mut self, i: usize) -> &mut i32 { &mut self.d[i] } }
pub fn f(x: i32) -> i32 { let mut a = [0; 4]; let mut v = V { d: &mut a }; v.set(0, x).set(1, 5); *v.get(2) += x + 1; a[0] + a[1] * 10 + a[2] * 100 }
//@ = 7 8 9 10 14 2 | return position tuple inference
fn mk<A, B>(a: A, b: B) -> (A, B) { (a, b) }
pub fn f(x: i32) -> i64 { let (a, b): (i64, u8) = mk(3, 4); let c; (c, _) = mk(x, 1.5f32); a + b as i64 + c as i64 }
//@ = 200 300 400 500 900 -300 | integer var used as index and value
pub fn f(x: i32) -> i32 { let a = [10, 20, 30, 40]; let mut i = 0; let mut s = 0; while i < 4 { s += a[i] * (i as i32 + x); i += 1; } s }
//@ = 3 5 7 9 17 -7 | float literal through generic add
use core::ops::Add; fn add<T: Add<Output = T>>(a: T, b: T) -> T { a + b }
pub fn f(x: i32) -> i32 { (add(x as f32, 1.5) + add(0.25, 0.25)) as i32 + add(1, x) }
//@ = 1 11 4 6 panic 5 | never coercion in match and closures
fn fail(x: i32) -> ! { panic!("{}", x) }
pub fn f(x: i32) -> i32 { let y: u8 = match x { 0 => 1, 1 => return 11, 2 => { loop { break 4 } } 7 => fail(x), _ => 'a: { if x < 0 { break 'a 5; } 6 } }; y as i32 }
//@ = 33 66 99 132 264 -132 | copy semantic of struct in loops
#[derive(Clone, Copy, Debug, Default)] struct P { a: i32, b: [i32; 2] }
pub fn f(x: i32) -> i32 { let mut p = P::default(); let q = p; for i in 0..3 { let mut r = p; r.a += i + x; r.b[1] = r.a; p = r; } p.a + p.b[1] * 10 + q.a }
//@ = -2 3 7 11 27 -12 | impl trait for reference generic bound
trait Get { fn get(&self) -> i32; } impl Get for i32 { fn get(&self) -> i32 { *self } } impl<'a, T: Get> Get for &'a T { fn get(&self) -> i32 { T::get(*self) * 2 } } impl<T: Get> Get for Option<T> { fn get(&self) -> i32 { match self { Some(t) => t.get(), None => -1 } } } impl<T: Get, E> Get for Result<T, E> { fn get(&self) -> i32 { self.as_ref().ok().get() } }
pub fn f(x: i32) -> i32 { let r: Result<i32, bool> = if x > 0 { Ok(x) } else { Err(true) }; r.get() + Some(&x).get() + None::<i32>.get() }
//@ = 101 101 1111 1111 1111 101 | PartialOrd derive on generic enum
#[derive(PartialEq, PartialOrd, Clone, Copy)] enum E<T> { A, B(T), C { x: T, y: u8 } }
pub fn f(x: i32) -> i32 { let a = E::B(x); let b = E::C { x, y: 1 }; (a < b) as i32 + (E::B(2) <= a) as i32 * 10 + (E::A::<i32> < a) as i32 * 100 + (b >= E::C { x: 1, y: 2 }) as i32 * 1000 }
//@ = 8 8 12 12 12 8 | trait const array len static dispatch
trait Shape { const N: usize; fn sides() -> [i32; 4]; fn per() -> i32 { let s = Self::sides(); let mut t = 0; let mut i = 0; while i < Self::N { t += s[i]; i += 1; } t } } struct Tri; struct Sq; impl Shape for Tri { const N: usize = 3; fn sides() -> [i32; 4] { [3, 4, 5, 100] } } impl Shape for Sq { const N: usize = 4; fn sides() -> [i32; 4] { [2; 4] } }
pub fn f(x: i32) -> i32 { if x > 1 { Tri::per() } else { Sq::per() } }
//@ = 1 4 7 10 22 754 | supertrait assoc type via Self
trait Base { type T; fn t(&self) -> Self::T; } trait Ext: Base<T = i32> { fn e(&self) -> i32 { self.t() + 1 } } trait Ext2: Ext where Self::T: Copy { fn e2(&self) -> i32 { self.e() + self.t() } } impl Base for u8 { type T = i32; fn t(&self) -> i32 { *self as i32 } } impl Ext for u8 {} impl Ext2 for u8 {}
fn g<X: Ext2>(x: X) -> i32 { let v: i32 = x.t(); v + x.e2() }
pub fn f(x: i32) -> i32 { g(x as u8) }
//@ = 3 3 3 3 3 3 | ambiguous assoc in supertraits resolved by UFCS
trait A { type T; fn a(&self) -> Self::T; } trait B { type T; fn b(&self) -> Self::T; } impl A for i32 { type T = i32; fn a(&self) -> i32 { 1 } } impl B for i32 { type T = u8; fn b(&self) -> u8 { 2 } }
fn g<X: A + B>(x: X) -> (<X as A>::T, <X as B>::T) { (x.a(), x.b()) }
pub fn f(x: i32) -> i32 { let (a, b) = g(x); a + b as i32 }
//@ = 9 11 17 35 2195 35 | generic fn recursion same instance
fn pw<T: Copy + core::ops::Mul<Output = T>>(b: T, n: u32, one: T) -> T { if n == 0 { one } else if n % 2 == 0 { let h = pw(b, n / 2, one); h * h } else { b * pw(b, n - 1, one) } }
pub fn f(x: i32) -> i64 { pw(3i64, (x & 7) as u32, 1) + pw(2u8, 3, 1) as i64 }
//@ = 1 10 21 30 70 -49 | mutual recursion generic
fn ev<T: Copy>(t: T, n: i32) -> (T, bool) { if n <= 0 { (t, true) } else { od(t, n - 1) } } fn od<T: Copy>(t: T, n: i32) -> (T, bool) { if n <= 0 { (t, false) } else { ev(t, n - 1) } }
pub fn f(x: i32) -> i32 { let (a, b) = ev(x, x); a * 10 + b as i32 }
//@ = -1 0 1 2 6 -1 | use generic before type known via later method
pub fn f(x: i32) -> i32 { let mut best = None; for i in 0..x { match best { None => best = Some(i), Some(b) if i > b => best = Some(i), _ => {} } } best.unwrap_or(-1) }
//@ = 21 22 23 24 28 16 | method call on type parameter with inherent named same on concrete
struct S; impl S { fn name(&self) -> i32 { 1 } } trait Named { fn name(&self) -> i32; } impl Named for S { fn name(&self) -> i32 { 2 } } fn g<T: Named>(t: &T) -> i32 { t.name() } fn h(t: &impl_s) -> i32 { t.name() } type impl_s = S;
pub fn f(x: i32) -> i32 { g(&S) * 10 + h(&S) + x }
//@ = 10 11 12 13 17 5 | moved value in closure-free struct pattern with box-free ref
struct N(i32); struct P { a: N, b: N, c: i32 }
pub fn f(x: i32) -> i32 { let p = P { a: N(x), b: N(2), c: 3 }; let P { a, ref b, c } = p; a.0 + b.0 + c + p.b.0 + p.c }
//@ E0382:3 | use of partially moved
struct N(i32); struct P { a: N, b: N }
fn g(p: P) -> i32 { let P { a, .. } = p;
 let q = p; 0 }
//@ E0508:2 | unused mut generic constraint missing copy
fn g<T>(a: [T; 2]) -> T {
 a[0] }
//@ E0277:2 | trait bound missing in nested call
fn need<T: Copy>(t: T) -> T { t } fn g<T>(t: T) -> T {
 need(t) }
//@ = 1 2 3 4 8 -4 | where clause on unrelated type
struct W<T>(T); fn g<T>(t: T) -> W<T> where W<T>: Clone { W(t).clone() } impl Clone for W<i32> { fn clone(&self) -> Self { W(self.0 + 1) } }
pub fn f(x: i32) -> i32 { g(x).0 }
//@ E0308:3 | where clause on unrelated type fails
struct W<T>(T); fn g<T>(t: T) -> W<T> where W<T>: Clone { W(t).clone() } impl Clone for W<i32> { fn clone(&self) -> Self { W(self.0 + 1) } }
fn h() {
 g(1u8); }
//@ E0277:3 | tuple of non copy is not copy
struct N(i32); fn need<T: Copy>(t: T) {}
fn g(n: N) {
 need((n, 1)); }
//@ E0277:3 | array of non copy is not copy
struct N(i32); fn need<T: Copy>(t: T) {}
fn g(n: N) {
 need([n]); }
//@ E0277:3 | copy of generic struct
#[derive(Clone, Copy)] struct W<T>(T); struct N; fn need<T: Copy>(t: T) {}
fn g(n: N) { need(W(1));
 need(W(n)); }
//@ E0204:2 | mut ref not copy in struct
#[derive(Clone, Copy)]
struct W<'a>(
 &'a mut i32);
