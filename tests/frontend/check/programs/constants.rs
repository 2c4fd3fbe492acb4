// Constants, statics, array lengths, unsafe. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 2 6 24 120 120 120 | const loops
const fn fact(n: u64) -> u64 { let mut r = 1; let mut i = 1; while i <= n { r *= i; i += 1; } r }
const T: [u64; 6] = { let mut t = [0; 6]; let mut i = 0; while i < 6 { t[i] = fact(i as u64); i += 1; } t };
pub fn f(x: i32) -> u64 { T[(x & 3) as usize + 2] }
//@ = 4 8 4 8 8 8 | const struct enum
#[derive(Clone, Copy)] enum E { A(i32), B { k: u8 } } struct S { e: [E; 2], n: Option<i32> }
const S0: S = S { e: [E::A(4), E::B { k: 9 }], n: Some(-1) };
pub fn f(x: i32) -> i32 { match S0.e[(x & 1) as usize] { E::A(n) => n, E::B { k } => k as i32 + S0.n.unwrap() } }
//@ E0080:2 | const overflow
const A: u8 = 255; const B: u8 =
 A + 1; fn g() -> u8 { B }
//@ E0080:2 | const div zero
const B: i32 =
 1 / 0; fn g() -> i32 { B }
//@ E0080:2 | const index
const B: i32 =
 [1, 2][2]; fn g() -> i32 { B }
//@ E0080:3 | const panic
const fn p(x: i32) -> i32 { if x > 2 { panic!("no") } x }
const B: i32 =
 p(3); fn g() -> i32 { B }
//@ E0015:2 | const fn calls non const
fn h() -> i32 { 1 } const fn k() -> i32 {
 h() }
//@ E0015:3 | const non const trait call
trait T { fn t(&self) -> i32; } impl T for i32 { fn t(&self) -> i32 { 1 } }
const A: i32 =
 3.t();
//@ E0015:2 | const for loop
const fn k() -> i32 { let mut s = 0;
 for i in 0..3 { s += i; } s }
//@ E0308:2 | const type mismatch
const A: u8 =
 1i32;
//@ error:1 | const missing type
const A = 1;
//@ ok | const uses static
static S: i32 = 1; const A: i32 =
 S;
//@ = 15 15 15 15 15 15 | const generic fn default
const fn mx(a: usize, b: usize) -> usize { if a > b { a } else { b } }
fn h<const A: usize, const B: usize>() -> usize { mx(A, B) + A }
pub fn f(x: i32) -> usize { h::<3, { mx(4, 5) }>() + [0u8; mx(2, 7)].len() }
//@ = 12 13 14 15 19 7 | inline const
pub fn f(x: i32) -> i32 { let a = const { 3 * 4 }; a + x }
//@ = 11 11 11 11 11 11 | const in trait with const fn
struct V; impl V { const fn sq(n: usize) -> usize { n * n } const N: usize = Self::sq(3); const ARR: [u8; Self::N] = [2; Self::N]; }
pub fn f(x: i32) -> usize { V::ARR.len() + V::ARR[8] as usize }
//@ error:2 | const shadowing inner
const A: i32 = 1;
pub fn f(x: i32) -> i32 { const A: i32 = 5; { const A: i32 = 7; A + x } + A }
//@ E0435:2 | const not captured
fn g(x: i32) { const A: i32 =
 x; }
//@ = 1 2 3 4 8 -4 | static mut
static mut C: i32 = 4;
pub fn f(x: i32) -> i32 { unsafe { C = x; C += 1; C } }
//@ = 1 1 1 1 1 1 | const ptr ok
const P: *const i32 = core::ptr::null();
pub fn f(x: i32) -> i32 { P.is_null() as i32 }
//@ E0600:2 | array length negative
fn g() { let a = [0;
 -1]; }
//@ = 144 144 144 144 144 144 | const recursion
const fn fib(n: u32) -> u32 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } } const F: u32 = fib(12);
pub fn f(x: i32) -> u32 { F }
//@ = 5 5 5 5 5 5 | const mut ref
const fn inc(x: &mut i32) { *x += 1; } const F: i32 = { let mut a = 3; inc(&mut a); inc(&mut a); a };
pub fn f(x: i32) -> i32 { F }
//@ = 8 4 5 6 10 10 | const match pattern let else
const fn k(o: Option<i32>) -> i32 { let Some(v) = o else { return -1 }; match v { 0 => 5, 1..=9 => v, _ => 7 } } const A: i32 = k(Some(4)) + k(None);
pub fn f(x: i32) -> i32 { A + k(Some(x)) }
//@ = 122 122 122 122 122 122 | enum discriminant consts
const B: isize = 7; enum E { A = B, C = B * 2 + 1, D = if B > 3 { 100 } else { 2 } }
pub fn f(x: i32) -> i32 { E::A as i32 + E::C as i32 + E::D as i32 }
//@ = 44 44 44 44 44 44 | const used as fn arg generic via block
struct A<const N: usize>; impl A<{ 2 + 2 }> { fn v(&self) -> i32 { 44 } }
pub fn f(x: i32) -> i32 { A::<4>.v() }
//@ = 13 13 13 13 13 13 | const fn generic
const fn sz<T>() -> usize { core::mem::size_of::<T>() } const A: usize = sz::<[u32; 3]>();
pub fn f(x: i32) -> usize { A + sz::<u8>() }
//@ E0133:2 | unsafe raw deref
fn g(p: *const i32) -> i32 {
 *p }
//@ E0133:3 | unsafe fn call
unsafe fn u() -> i32 { 1 }
fn g() -> i32 {
 u() }
//@ E0133:2 | unsafe method call
struct S; impl S { unsafe fn u(&self) -> i32 { 1 } }
fn g() -> i32 { S
 .u() }
//@ E0133:3 | unsafe trait method call
trait T { unsafe fn u(&self) -> i32; } impl T for i32 { unsafe fn u(&self) -> i32 { *self } }
fn g() -> i32 {
 T::u(&1) }
//@ E0200:2 | unsafe trait impl missing
unsafe trait T {} struct S;
impl T for S {}
//@ E0199:2 | unsafe impl of safe
trait T {} struct S;
unsafe impl T for S {}
//@ = 0 2 4 6 14 -10 | unsafe ok
unsafe fn u(p: *const i32) -> i32 { unsafe { *p } } trait T { unsafe fn t(self) -> i32; } impl T for i32 { unsafe fn t(self) -> i32 { self } }
pub fn f(x: i32) -> i32 { unsafe { u(&x) + x.t() } }
//@ = 0 1 2 3 7 -5 | unsafe op in unsafe fn ok (warning)
unsafe fn u(p: *const i32) -> i32 { *p }
pub fn f(x: i32) -> i32 { unsafe { u(&raw const x) } }
//@ E0599:3 | raw deref method auto
struct S(i32); impl S { fn m(&self) -> i32 { self.0 } }
fn g(p: *const S) -> i32 { p
 .m() }
//@ E0609:3 | raw pointer field
struct S(i32);
fn g(p: *const S) -> i32 { unsafe {
 p.0 } }
//@ E0594:2 | raw pointer write through const
fn g(p: *const i32) { unsafe {
 *p = 1; } }
//@ = 9 11 13 15 23 -1 | raw mut
pub fn f(x: i32) -> i32 { let mut a = [x, 2]; let p = a.as_mut_ptr(); unsafe { *p.add(1) += 5; (*p) += 1; } let q = &raw mut a[0]; unsafe { *q *= 2; } a[0] + a[1] }
