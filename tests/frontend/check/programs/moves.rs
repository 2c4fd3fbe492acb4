// Moves, initialisation, mutability. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ E0382:3 | use after move
struct N(i32); fn eat(n: N) -> i32 { n.0 }
fn g(n: N) -> i32 { eat(n);
 eat(n) }
//@ E0382:3 | move in loop
struct N(i32); fn eat(n: N) -> i32 { n.0 }
fn g(n: N) -> i32 { let mut s = 0; for i in 0..3 {
 s += eat(n); } s }
//@ = 0 1 2 3 7 -5 | move in loop then break
struct N(i32); fn eat(n: N) -> i32 { n.0 }
pub fn f(x: i32) -> i32 { let n = N(x); let mut s = 0; loop { s += eat(n); break; } s }
//@ = 3 4 5 6 10 -2 | move in loop reinit
struct N(i32); fn eat(n: N) -> i32 { n.0 }
pub fn f(x: i32) -> i32 { let mut n = N(x); let mut s = 0; for i in 0..3 { s += eat(n); n = N(i); } s + n.0 }
//@ E0382:3 | partial move then whole
struct P { a: N, b: N } struct N(i32);
fn g(p: P) -> i32 { let a = p.a; let q = &p.b;
 let w = &p; a.0 }
//@ = 52 53 54 55 59 47 | partial move reinit field
struct P { a: N, b: N } struct N(i32);
pub fn f(x: i32) -> i32 { let mut p = P { a: N(x), b: N(2) }; let a = p.a; p.a = N(5); let q = p; a.0 + q.a.0 * 10 + q.b.0 }
//@ = 3 4 5 6 10 -2 | partial move out of tuple in match
struct N(i32);
pub fn f(x: i32) -> i32 { let t = (N(x), N(3)); let s = match t { (a, _) => a.0 }; s + t.1.0 }
//@ E0382:3 | partial move match then use
struct N(i32);
fn g() -> i32 { let t = (N(1), N(3)); let s = match t { (a, _) => a.0 };
 s + t.0.0 }
//@ E0382:3 | conditional move
struct N(i32); fn eat(n: N) -> i32 { n.0 }
fn g(c: bool, n: N) -> i32 { if c { eat(n); }
 n.0 }
//@ = 0 1 2 3 7 -5 | move in one arm with return
struct N(i32); fn eat(n: N) -> i32 { n.0 }
pub fn f(x: i32) -> i32 { let n = N(x); if x > 2 { return eat(n); } n.0 }
//@ E0382:3 | move in condition
struct N(i32); fn eat(n: N) -> bool { n.0 > 0 }
fn g(n: N) -> i32 { if eat(n) { 1 } else {
 n.0 } }
//@ E0382:3 | move in while condition
struct N(i32); fn eat(n: N) -> bool { n.0 > 0 }
fn g(n: N) { while
 eat(n) { } }
//@ E0382:3 | move into struct
struct N(i32); struct W { n: N }
fn g(n: N) -> i32 { let w = W { n };
 n.0 }
//@ E0277:3 | move into array repeat
struct N(i32);
fn g(n: N) { let a =
 [n; 2]; }
//@ = 0 1 2 3 7 -5 | array repeat of one moved value
struct N(i32);
pub fn f(x: i32) -> i32 { let n = N(x); let [m] = [n; 1]; m.0 }
//@ = 0 2 4 6 14 -10 | copy of shared ref
struct N(i32);
pub fn f(x: i32) -> i32 { let n = N(x); let r = &n; let a = r; let b = r; a.0 + b.0 }
//@ E0382:3 | move of mut ref
fn eat(r: &mut i32) { *r += 1; } fn gen_<T>(t: T) {}
fn g() { let mut x = 1; let r = &mut x; gen_(r);
 *r = 2; }
//@ = 4 5 6 7 11 -1 | reborrow implicit
fn eat(r: &mut i32) { *r += 1; }
pub fn f(x: i32) -> i32 { let mut y = x; let r = &mut y; eat(r); eat(r); let q: &mut i32 = r; *q += 1; *r += 1; y }
//@ E0382:2 | let infers move of mut ref
fn g() -> i32 { let mut x = 1; let r = &mut x; let q = r;
 *r = 2; *q }
//@ E0507:3 | move out of ref field
struct N(i32); struct W { n: N }
fn g(w: &W) -> N {
 w.n }
//@ E0507:3 | move out of mut ref
struct N(i32); struct W { n: N }
fn g(w: &mut W) -> N { let a =
 w.n; a }
//@ E0508:3 | move out of index
struct N(i32);
fn g(a: [N; 2]) -> N {
 a[0] }
//@ E0508:3 | move out of slice index
struct N(i32);
fn g(a: &[N]) -> i32 { let n =
 a[0]; n.0 }
//@ E0507:3 | move out of static
struct N(i32); static S: N = N(1);
fn g() -> N {
 S }
//@ = 0 2 4 6 14 -10 | default binding avoids move
struct N(i32);
pub fn f(x: i32) -> i32 { let o = Some(N(x)); let r = &o; let a = match r { Some(n) => n.0, None => 0 }; a + match o { Some(n) => n.0, None => 0 } }
//@ = 0 16 16 12 14 -5 | option take pattern
struct N(i32);
pub fn f(x: i32) -> i32 { let mut o = Some(N(x)); let mut s = 0; while let Some(n) = o.take() { s += n.0; if s < 10 && s > 0 { o = Some(N(s)); } } s }
//@ E0381:2 | uninit
fn g() -> i32 { let y: i32;
 y }
//@ = 2 2 3 4 8 -3 | init in both branches
pub fn f(x: i32) -> i32 { let y; if x > 0 { y = 1 } else { y = 2 } y + x }
//@ = 5 6 -1 -1 -1 -1 | init in match
pub fn f(x: i32) -> i32 { let y: i32; match x { 0 => y = 5, 1 => { y = 6; } _ => return -1 } y }
//@ E0381:2 | uninit in one arm
fn g(x: i32) -> i32 { let y: i32; match x { 0 => y = 5, _ => {} }
 y }
//@ = 0 1 2 3 7 -5 | init in loop break
pub fn f(x: i32) -> i32 { let y; loop { if x > 100 { continue; } y = x; break; } y }
//@ E0384:2 | init twice immutable
fn g(c: bool) -> i32 { let y; y = 1;
 y = 2; y }
//@ E0384:2 | init twice conditional
fn g(c: bool) -> i32 { let y; if c { y = 1; }
 y = 2; y }
//@ E0384:2 | init in loop immutable
fn g() { let y; loop {
 y = 1; } }
//@ = 2 4 6 8 16 -8 | mut declared later
pub fn f(x: i32) -> i32 { let mut y; y = x; y += 1; y = y * 2; y }
//@ E0381:2 | assign to uninit mut compound
fn g() { let mut y: i32;
 y += 1; }
//@ E0381:3 | uninit field assign
struct P { a: i32 }
fn g() { let mut p: P;
 p.a = 1; }
//@ E0381:2 | borrow uninit
fn g() { let y: i32; let r =
 &y; }
//@ E0381:2 | while loop doesn't init
fn g(c: bool) -> i32 { let y; while c { y = 1; break; }
 y }
//@ E0381:2 | loop true inits
fn g() -> i32 { let y; while true { y = 1; break; }
 y }
//@ E0384:2 | assign param
fn g(x: i32) {
 x = 2; }
//@ = 4 5 6 7 11 -1 | mut param
pub fn f(x: i32) -> i32 { fn h(mut a: i32, (mut b, c): (i32, i32)) -> i32 { a += 1; b += a; b + c } h(x, (1, 2)) }
//@ E0384:2 | assign pattern var
fn g(o: Option<i32>) { if let Some(v) = o {
 v = 3; } }
//@ E0384:2 | assign for var
fn g() { for i in 0..3 {
 i = 2; } }
//@ E0594:3 | assign immutable field
struct P { a: i32 }
fn g() { let p = P { a: 1 };
 p.a = 2; }
//@ E0594:2 | assign through shared
fn g(p: &(i32, i32)) {
 p.0 = 1; }
//@ E0594:2 | assign through index of shared
fn g(p: &[i32]) {
 p[0] = 1; }
//@ E0596:2 | borrow mut of immutable
fn g() { let p = 1; let r =
 &mut p; }
//@ E0596:3 | borrow mut via method
struct C(i32); impl C { fn inc(&mut self) { self.0 += 1; } }
fn g() { let c = C(1);
 c.inc(); }
//@ E0596:2 | borrow mut via self ref
struct C(i32); impl C { fn inc(&mut self) { self.0 += 1; } fn two(&self) {
 self.inc(); } }
//@ = 3 4 5 6 10 -2 | mut self param by value
struct C(i32); impl C { fn b(mut self, n: i32) -> Self { self.0 += n; self } }
pub fn f(x: i32) -> i32 { C(x).b(1).b(2).0 }
//@ E0594:2 | self immut assign
struct C(i32); impl C { fn b(self) {
 self.0 = 1; } }
//@ = 7 7 7 7 7 7 | assign self through mut ref
#[derive(Clone, Copy)] struct C(i32); impl C { fn reset(&mut self) { *self = C(7); } }
pub fn f(x: i32) -> i32 { let mut c = C(x); c.reset(); c.0 }
//@ E0070:3 | assign to const
const K: i32 = 1;
fn g() {
 K = 2; }
//@ E0594:3 | assign static
static K: i32 = 1;
fn g() {
 K = 2; }
//@ E0133:3 | static mut without unsafe
static mut K: i32 = 1;
fn g() -> i32 {
 K }
//@ ok | match guard assigns
fn g(x: Option<i32>) -> i32 { let mut n = 0; match x { Some(k) if { n += k; n > 1 } => n, _ => n } }
//@ E0507:3 | moved in guard
struct N(i32); fn eat(n: N) -> bool { true }
fn g(x: Option<N>) -> i32 { match x { Some(n) if
 eat(n) => 1, _ => 2 } }
//@ E0382:2 | move both by binding and later
struct N(i32);
fn g(p: (N, N)) -> i32 { let (a, b) = p; let (c, _) =
 p; 0 }
//@ = 0 1 2 3 7 -5 | wildcard does not move
struct N(i32);
pub fn f(x: i32) -> i32 { let n = N(x); let _ = n; n.0 }
//@ E0382:3 | underscore name moves
struct N(i32);
fn g(n: N) -> i32 { let _m = n;
 n.0 }
//@ = 1 2 3 4 8 -4 | move then shadow
struct N(i32);
pub fn f(x: i32) -> i32 { let n = N(x); let m = n; let n = N(m.0 + 1); n.0 }
//@ E0382:3 | move in block value
struct N(i32);
fn g(n: N) -> i32 { let m = { n };
 n.0 }
//@ E0382:4 | expression statement moves
struct N(i32);
fn g(n: N) -> i32 {
 n;
 n.0 }
//@ = 2 3 4 5 9 -3 | struct update partial
struct P { a: N, b: i32 } struct N(i32);
pub fn f(x: i32) -> i32 { let p = P { a: N(x), b: 2 }; let q = P { a: N(4), ..p }; p.a.0 + q.b }
//@ E0382:3 | struct update moved
struct P { a: N, b: i32 } struct N(i32);
fn g() -> i32 { let p = P { a: N(1), b: 2 }; let q = P { b: 4, ..p };
 p.a.0 }
//@ E0382:3 | method self consumed
struct N(i32); impl N { fn done(self) -> i32 { self.0 } }
fn g(n: N) -> i32 { n.done();
 n.done() }
//@ E0507:3 | method self consumed through ref
struct N(i32); impl N { fn done(self) -> i32 { self.0 } }
fn g(n: &N) -> i32 {
 n.done() }
//@ E0382:3 | operator moves
struct N(i32); impl core::ops::Add for N { type Output = N; fn add(self, o: N) -> N { N(self.0 + o.0) } }
fn g(a: N, b: N) -> i32 { let c = a + b;
 a.0 }
//@ = 1 3 3 4 8 -4 | comparison does not move
#[derive(PartialEq)] struct N(i32);
pub fn f(x: i32) -> i32 { let a = N(x); let b = N(1); let c = a == b; (c as i32) + a.0 + b.0 }
//@ E0382:3 | for moves the iterable
struct N(i32);
fn g(a: [N; 2]) -> i32 { for n in a { }
 a[0].0 }
//@ E0382:2 | generic move
fn twice<T>(t: T) -> (T, T) { (t,
 t) }
//@ = 0 2 4 6 14 -10 | generic move uninstantiated clone
fn twice<T: Clone>(t: T) -> (T, T) { (t.clone(), t) }
pub fn f(x: i32) -> i32 { let (a, b) = twice(x); a + b }
//@ E0381:2 | generic uninit
fn g<T>(t: T, c: bool) -> T { let x; if c { x = t; }
 x }
//@ E0507:2 | generic deref move
fn g<T>(t: &T) -> T {
 *t }
//@ E0508:2 | generic index move
fn g<T>(t: &[T]) -> T {
 t[0] }
//@ = 0 1 2 3 7 -5 | generic copy
fn g<T: Copy>(t: &[T]) -> T { t[0] }
pub fn f(x: i32) -> i32 { g(&[x, 2]) }
//@ E0382:3 | uninstantiated method moves
struct W<T>(T);
impl<T> W<T> { fn two(self) -> (T, T) { (self.0,
 self.0) } }
//@ E0382:2 | trait default method moves
trait T: Sized { fn eat(self); fn two(self) { self.eat();
 self.eat() } }
