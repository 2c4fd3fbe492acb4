// One program after another, each headed by its name and what rustc says of it; borrow conflicts are not among them.
//@ ok shadowing
fn f(x: i32) -> i32 { let x = x as i64; let x = x as u8; x as i32 }
//@ ok integer literal takes the type from a later use
fn f(a: u8) -> u8 { let x = 3; let y = x; y + a }
//@ ok literal default
fn f() -> i32 { let x = 3; let y = x; y }
//@ E0308 literal default is not u64
fn f() -> u64 { let x = 3; let y: i32 = x; x }
//@ E0308 mixed widths
fn f(a: i32, b: i64) -> i64 { a + b }
//@ E0277 float and integer
fn f(a: f32) -> f32 { a + 1 }
//@ ok float literal to f32
fn f(a: f32) -> f32 { let h = 0.5; a * h }
//@ E0308 two float widths
fn f(a: f32, b: f64) -> f64 { let h = 0.5; let c = a * h; b * h }
//@ E0317 if without else
fn f(a: bool) -> i32 { if a { 1 } }
//@ E0308 arms differ
fn f(a: bool) -> i32 { if a { 1 } else { 2u8 } }
//@ ok never in an arm
fn f(a: bool) -> i32 { if a { 1 } else { return 2 } }
//@ ok never as any type
fn f(a: bool) -> u8 { let x: u8 = loop { if a { break 3; } }; x }
//@ ok endless loop has any type
fn f() -> u8 { loop {} }
//@ E0308 while has no value
fn f(a: bool) -> i32 { while a { } }
//@ E0571 break with value in while
fn f(a: bool) { while a { break 3; } }
//@ E0308 break values differ
fn f(a: bool) -> i32 { loop { if a { break 1; } break true; } }
//@ E0268 break outside
fn f() { break; }
//@ E0426 unknown label
fn f() { loop { break 'a; } }
//@ E0695 unlabelled break in a labelled block
fn f() { loop { 'a: { break; } } }
//@ ok labelled block value
fn f(a: bool) -> i32 { 'a: { if a { break 'a 1; } 2 } }
//@ E0267 break inside closure
fn f() { loop { let c = || { break; }; c(); } }
//@ E0384 assign twice
fn f() -> i32 { let x = 1; x = 2; x }
//@ ok deferred initialisation
fn f(a: bool) -> i32 { let x; if a { x = 1; } else { x = 2; } x }
//@ E0381 maybe unset
fn f(a: bool) -> i32 { let x; if a { x = 1; } x }
//@ E0381 unset in a loop
fn f(n: i32) -> i32 { let x: i32; let mut i = 0; while i < n { i += 1; x = i; break; } x }
//@ E0384 assigned in a loop
fn f(n: i32) { let x: i32; let mut i = 0; while i < n { i += 1; x = i; } }
//@ ok assigned in a loop that ends
fn f() -> i32 { let x: i32; loop { x = 1; break; } x }
//@ E0384 parameter assigned
fn f(x: i32) -> i32 { x = 2; x }
//@ E0596 borrow of immutable
fn f() { let x = 1; let r = &mut x; *r = 2; }
//@ E0594 assign through shared reference
fn f(x: &i32) { *x = 2; }
//@ E0594 field of immutable
struct S { a: i32 } fn f(s: S) { s.a = 1; }
//@ ok field of mutable
struct S { a: i32 } fn f(mut s: S) -> i32 { s.a = 1; s.a }
//@ E0382 use after move
struct S { a: i32 } fn g(s: S) {} fn f(s: S) -> i32 { g(s); s.a }
//@ ok move and give back
struct S { a: i32 } fn g(s: S) {} fn f(mut s: S) -> i32 { g(s); s = S { a: 1 }; s.a }
//@ E0382 moved in a loop
struct S { a: i32 } fn g(s: S) {} fn f(s: S, n: i32) { let mut i = 0; while i < n { g(s); i += 1; } }
//@ E0382 partly moved
struct T { x: i32 } struct S { a: T, b: i32 } fn g(t: T) {} fn h(s: S) {} fn f(s: S) { g(s.a); h(s); }
//@ ok other field after a partial move
struct T { x: i32 } struct S { a: T, b: i32 } fn g(t: T) {} fn f(s: S) -> i32 { g(s.a); s.b }
//@ E0507 move out of reference
struct T { x: i32 } fn f(t: &T) -> T { *t }
//@ ok copy out of reference
#[derive(Clone, Copy)] struct T { x: i32 } fn f(t: &T) -> T { *t }
//@ ok tuples of copies are copied
fn f(t: (i32, bool)) -> (i32, bool) { let u = t; let v = t; v }
//@ E0382 mutable references move
fn g(x: &mut i32) {} fn f(x: &mut i32) { let y = x; *y = 1; *x = 2; }
//@ ok mutable references are reborrowed for a parameter
fn g(x: &mut i32) { *x = 1; } fn f(x: &mut i32) { g(x); g(x); *x = 2; }
//@ ok reborrow with a type
fn f(x: &mut i32) { let y: &mut i32 = x; *y = 1; *x = 2; }
//@ E0382 generic parameter moves a mutable reference
fn g<T>(x: T) {} fn f(x: &mut i32) { g(x); *x = 2; }
//@ E0004 missing enum arm
enum E { A, B } fn f(e: E) -> i32 { match e { E::A => 1 } }
//@ E0004 missing integer
fn f(a: u8) -> i32 { match a { 0..=99 => 1, 101..=255 => 2 } }
//@ ok all integers
fn f(a: u8) -> i32 { match a { 0..=99 => 1, 100 => 3, 101.. => 2 } }
//@ ok negative ranges
fn f(a: i8) -> i32 { match a { ..0 => 1, 0 => 3, 1..=i8::MAX => 2 } }
//@ E0004 guard does not count
fn f(a: bool) -> i32 { match a { true => 1, x if !x => 2 } }
//@ ok tuple of bools
fn f(a: bool, b: bool) -> i32 { match (a, b) { (true, _) => 1, (_, true) => 2, (false, false) => 3 } }
//@ E0004 tuple of bools, again
fn f(a: bool, b: bool) -> i32 { match (a, b) { (true, _) => 1, (_, true) => 2 } }
//@ E0005 refutable let
fn f(o: Option<i32>) -> i32 { let Some(x) = o; x }
//@ ok let else
fn f(o: Option<i32>) -> i32 { let Some(x) = o else { return 0 }; x }
//@ E0308 let else that goes on
fn f(o: Option<i32>) -> i32 { let Some(x) = o else { 0 }; x }
//@ E0005 refutable parameter
fn f(1: i32) {}
//@ ok pattern parameter
fn f((a, b): (i32, u8), [c, d]: [i32; 2]) -> i32 { a + b as i32 + c + d }
//@ E0415 parameter twice
fn f(a: i32, a: i32) {}
//@ E0416 bound twice
fn f(t: (i32, i32)) { let (a, a) = t; }
//@ E0408 or-pattern binds differently
fn f(t: Option<i32>) -> i32 { match t { Some(x) | None => 1 } }
//@ ok or-pattern
enum E { A(i32), B(i32), C } fn f(e: E) -> i32 { match e { E::A(x) | E::B(x) => x, E::C => 0 } }
//@ E0308 or-pattern types differ
enum E { A(i32), B(u8), C } fn f(e: E) -> i32 { match e { E::A(x) | E::B(x) => 1, E::C => 0 } }
//@ E0030 empty range
fn f(a: i32) -> i32 { match a { 5..=3 => 1, _ => 2 } }
//@ E0579 empty exclusive range
fn f(a: i32) -> i32 { match a { 5..5 => 1, _ => 2 } }
//@ E0023 wrong count in variant
enum E { A(i32, i32) } fn f(e: E) -> i32 { match e { E::A(x) => x } }
//@ E0026 no such field
struct S { a: i32 } fn f(s: S) -> i32 { let S { b } = s; b }
//@ E0027 field missing in pattern
struct S { a: i32, b: i32 } fn f(s: S) -> i32 { let S { a } = s; a }
//@ E0063 field missing in literal
struct S { a: i32, b: i32 } fn f() -> S { S { a: 1 } }
//@ E0062 field given twice
struct S { a: i32 } fn f() -> S { S { a: 1, a: 2 } }
//@ E0560 unknown field
struct S { a: i32 } fn f() -> S { S { a: 1, c: 2 } }
//@ E0609 no field
struct S { a: i32 } fn f(s: S) -> i32 { s.c }
//@ E0609 no tuple field
fn f(t: (i32, i32)) -> i32 { t.2 }
//@ E0599 no method
fn f(a: i32) -> i32 { a.foo() }
//@ E0599 method on literal
fn f() -> i32 { 2.pow_of(3) }
//@ E0689 method of number on unsuffixed literal
fn f() -> u32 { let x = 3; x.count_ones() }
//@ ok method on suffixed literal
fn f() -> u32 { 3u8.count_ones() }
//@ E0061 too few arguments
fn g(a: i32, b: i32) {} fn f() { g(1); }
//@ E0061 method with too many
struct S; impl S { fn m(&self) {} } fn f(s: S) { s.m(1); }
//@ E0618 call of a number
fn f(a: i32) { a(); }
//@ E0600 not of a float
fn f(a: f32) -> f32 { !a }
//@ E0600 negative unsigned
fn f(a: u32) -> u32 { -a }
//@ E0369 add of bools
fn f(a: bool, b: bool) -> bool { a + b }
//@ E0369 add of structs
struct S; fn f(a: S, b: S) -> S { a + b }
//@ E0308 add of reference to other type
fn f(a: i32, b: &i64) -> i32 { a + b }
//@ ok add of references
fn f(a: &i32, b: &i32) -> i32 { a + b + *a }
//@ E0308 comparison of types
fn f(a: i32, b: u32) -> bool { a == b }
//@ ok comparison of references
fn f(a: &i32, b: &i32) -> bool { a == b && a < b }
//@ E0277 comparison of reference and value
fn f(a: &i32, b: i32) -> bool { a == b }
//@ ok shift by another type
fn f(a: i32, b: u8) -> i32 { a << b >> 3u64 }
//@ E0614 dereference of a number
fn f(a: i32) -> i32 { *a }
//@ E0133 raw dereference
fn f(p: *const i32) -> i32 { *p }
//@ ok raw dereference in unsafe
fn f(p: *const i32) -> i32 { unsafe { *p } }
//@ E0133 unsafe function
unsafe fn g() {} fn f() { g(); }
//@ E0133 static mut
static mut X: i32 = 0; fn f() -> i32 { X }
//@ ok unsafe body is unsafe in a block only
unsafe fn g(p: *const i32) -> i32 { unsafe { *p } }
//@ E0604 cast to char
fn f(a: u32) -> char { a as char }
//@ ok cast u8 to char
fn f(a: u8) -> char { a as char }
//@ E0054 cast to bool
fn f(a: i32) -> bool { a as bool }
//@ E0606 char to float
fn f(a: char) -> f32 { a as f32 }
//@ E0606 bool to float
fn f(a: bool) -> f32 { a as f32 }
//@ E0605 struct cast
struct S; fn f(a: S) -> i32 { a as i32 }
//@ E0606 reference to integer
fn f(a: &i32) -> usize { a as usize }
//@ ok reference to pointer to integer
fn f(a: &i32) -> usize { a as *const i32 as usize }
//@ ok integer to pointer of small type
fn f(a: u32) -> *const i32 { a as *const i32 }
//@ ok enum to integer
enum E { A, B = 5, C } fn f(e: E) -> i32 { e as i32 }
//@ E0605 enum with payload to integer
enum E { A(i32), B } fn f(e: E) -> i32 { e as i32 }
//@ E0606 shared reference to mutable pointer
fn f(a: &i32) -> *mut i32 { a as *mut i32 }
//@ ok array reference to slice
fn g(s: &[i32]) -> usize { s.len() } fn f() -> usize { g(&[1, 2, 3]) }
//@ E0308 array where slice
fn g(s: &[i32]) -> usize { s.len() } fn f() -> usize { g([1, 2, 3]) }
//@ E0308 array length
fn f() -> [i32; 3] { [1, 2] }
//@ E0277 index of other type
fn f(a: [i32; 3], i: i32) -> i32 { a[i] }
//@ ok index literal
fn f(a: [i32; 3]) -> i32 { let i = 1; a[i] }
//@ E0608 index of a number
fn f(a: i32) -> i32 { a[0] }
//@ error constant index out of bounds
fn f(a: [i32; 3]) -> i32 { a[3] }
//@ error constant overflow
fn f() -> u8 { 255u8 + 1 }
//@ error literal out of range
fn f() -> u8 { 256 }
//@ error literal out of range by a minus
fn f() -> i8 { -129 }
//@ ok least literal
fn f() -> i8 { -128 }
//@ error division by constant zero
fn f(a: i32) -> i32 { a / 0 }
//@ error shift too far
fn f(a: i32) -> i32 { a << 32 }
//@ E0080 constant overflow in const
const A: u8 = 255 + 1; fn f() -> u8 { A }
//@ ok constants
const A: usize = 2 * 3; const B: [i32; A] = [1; A]; fn f() -> i32 { B[5] }
//@ ok const fn loops
const fn g(n: u32) -> u32 { let mut i = 0; let mut s = 0; while i < n { s += i; i += 1; } s } const A: u32 = g(10); fn f() -> u32 { A }
//@ E0015 non-const call in const
fn g() -> u32 { 1 } const A: u32 = g(); fn f() -> u32 { A }
//@ E0391 constant of itself
const A: u32 = B; const B: u32 = A; fn f() -> u32 { A }
//@ E0072 infinite type
struct S { s: S } fn f(s: &S) {}
//@ E0428 defined twice
fn g() {} fn g() {} fn f() { g(); }
//@ E0425 unknown name
fn f() -> i32 { y }
//@ E0425 unknown type
fn f(a: Foo) {}
//@ E0425 name out of scope
fn f() -> i32 { { let y = 1; } y }
//@ E0425 loop variable out of scope
fn f() -> i32 { for i in 0..3 { } i }
//@ ok nested function
fn f() -> i32 { fn g(a: i32) -> i32 { a + 1 } g(1) }
//@ E0434 nested function captures
fn f(x: i32) -> i32 { fn g() -> i32 { x } g() }
//@ E0603 private item
mod m { fn g() {} } fn f() { m::g(); }
//@ E0616 private field
mod m { pub struct S { a: i32 } impl S { pub fn new() -> S { S { a: 1 } } } } fn f() -> i32 { m::S::new().a }
//@ E0451 private field in literal
mod m { pub struct S { a: i32 } } fn f() { let s = m::S { a: 1 }; }
//@ E0624 private method
mod m { pub struct S; impl S { fn g(&self) {} } } fn f(s: m::S) { s.g(); }
//@ ok private item from a child
fn g() -> i32 { 1 } mod m { pub fn h() -> i32 { super::g() } } fn f() -> i32 { m::h() }
//@ E0277 bound not satisfied
trait T { fn m(&self) -> i32; } fn g<X: T>(x: X) -> i32 { x.m() } fn f() -> i32 { g(1u8) }
//@ ok bound satisfied
trait T { fn m(&self) -> i32; } impl T for u8 { fn m(&self) -> i32 { *self as i32 } } fn g<X: T>(x: X) -> i32 { x.m() } fn f() -> i32 { g(1) + g(2u8) }
//@ E0599 method without bound
trait T { fn m(&self) -> i32; } impl T for u8 { fn m(&self) -> i32 { 1 } } fn g<X>(x: X) -> i32 { x.m() }
//@ E0369 operator without bound
fn g<X>(x: X, y: X) -> X { x + y }
//@ E0382 generic value is not copied
fn h<X>(x: X) {} fn g<X>(x: X) { h(x); h(x); }
//@ ok generic with Copy
fn h<X>(x: X) {} fn g<X: Copy>(x: X) { h(x); h(x); }
//@ E0282 cannot infer
fn g<X>() {} fn f() { g(); }
//@ E0282 none of unknown type
fn f() { let x = None; }
//@ ok none of known type
fn f() -> Option<u8> { let x = None; x }
//@ ok turbofish
fn g<X>() -> usize { core::mem::size_of::<X>() } fn f() -> usize { g::<u64>() }
//@ E0107 too many arguments to a generic
fn g<X>(x: X) {} fn f() { g::<i32, i32>(1); }
//@ E0107 struct without arguments
struct S<T> { t: T } fn f(s: S) {}
//@ E0046 missing trait item
trait T { fn m(&self); } struct S; impl T for S {}
//@ E0407 item not of the trait
trait T { fn m(&self); } struct S; impl T for S { fn m(&self) {} fn n(&self) {} }
//@ E0053 incompatible method
trait T { fn m(&self, a: i32); } struct S; impl T for S { fn m(&self, a: u32) {} }
//@ E0050 wrong parameter count of a method
trait T { fn m(&self, a: i32); } struct S; impl T for S { fn m(&self) {} }
//@ E0186 receiver missing
trait T { fn m(&self); } struct S; impl T for S { fn m() {} }
//@ E0119 overlapping impls
trait T {} impl T for i32 {} impl<X> T for X {}
//@ E0592 inherent method twice
struct S; impl S { fn a(&self) {} } impl S { fn a(&self) {} }
//@ E0034 two traits with one method
trait A { fn m(&self) {} } trait B { fn m(&self) {} } impl A for i32 {} impl B for i32 {} fn f() { 1i32.m(); }
//@ ok inherent before trait
trait A { fn m(&self) -> u8 { 1 } } struct S; impl A for S {} impl S { fn m(&self) -> i32 { 2 } } fn f(s: S) -> i32 { s.m() }
//@ ok by value before by reference
trait A { fn m(self) -> u8; } struct S; impl A for &S { fn m(self) -> u8 { 1 } } impl S { fn n(&self) -> u8 { self.m() } }
//@ ok associated constants and types
trait A { const K: i32; type O; fn g(&self) -> Self::O; } impl A for u8 { const K: i32 = 3; type O = i64; fn g(&self) -> i64 { Self::K as i64 } } fn f(x: u8) -> i64 { x.g() + <u8 as A>::K as i64 }
//@ E0308 associated type differs
trait A { type O; fn g(&self) -> Self::O; } impl A for u8 { type O = i64; fn g(&self) -> i64 { 1 } } fn f(x: u8) -> i32 { x.g() }
//@ ok operator trait
use core::ops::Add; #[derive(Clone, Copy)] struct V(i32); impl Add for V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0) } } fn f(a: V) -> V { a + a }
//@ E0308 operator trait with another right side
use core::ops::Add; #[derive(Clone, Copy)] struct V(i32); impl Add for V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0) } } fn f(a: V) -> V { a + 1 }
//@ ok method autoref
struct S { a: i32 } impl S { fn inc(&mut self) { self.a += 1; } fn get(&self) -> i32 { self.a } } fn f() -> i32 { let mut s = S { a: 1 }; s.inc(); let r = &mut s; r.inc(); let rr = &r; rr.get() }
//@ E0596 method borrows mutably
struct S { a: i32 } impl S { fn inc(&mut self) { self.a += 1; } } fn f() { let s = S { a: 1 }; s.inc(); }
//@ E0596 method through shared reference
struct S { a: i32 } impl S { fn inc(&mut self) { self.a += 1; } } fn f(s: &S) { s.inc(); }
//@ E0507 method by value through reference
struct S { a: i32 } impl S { fn take(self) -> i32 { self.a } } fn f(s: &S) -> i32 { s.take() }
//@ ok default binding modes
struct S { a: i32, b: (u8, u8) } fn f(s: &S) -> u8 { let S { a, b: (x, y) } = s; *x + *y }
//@ ok ref bindings
fn f(o: Option<i32>) -> i32 { match o { Some(ref x) => *x, None => 0 } }
//@ ok mutable default binding
fn f(o: &mut Option<i32>) { if let Some(x) = o { *x += 1; } }
//@ E0308 default binding needs a dereference
fn f(o: &Option<i32>) -> i32 { match o { Some(x) => x, None => 0 } }
//@ ok reference pattern
fn f(o: &(i32, u8)) -> i32 { let &(a, _) = o; a }
//@ error ref under a default binding mode
fn f(o: &Option<i32>) -> i32 { match o { Some(ref x) => *x, None => 0 } }
//@ ok at binding
fn f(a: i32) -> i32 { match a { x @ (1 | 3..=9) => x, _ => 0 } }
//@ E0382 move by binding twice
struct T { x: i32 } fn f(o: Option<T>) -> i32 { let n = match o { Some(t) => t.x, None => 0 }; match o { Some(t) => t.x, None => n } }
//@ ok move by wildcard does not happen
struct T { x: i32 } fn f(o: Option<T>) -> i32 { let n = match o { Some(_) => 1, None => 0 }; match o { Some(t) => t.x, None => n } }
//@ ok slice patterns
fn f(s: &[i32]) -> i32 { match s { [] => 0, [a] => *a, [a, .., b] => a + b } }
//@ E0004 slice patterns, again
fn f(s: &[i32]) -> i32 { match s { [] => 0, [a, .., b] => a + b } }
//@ E0527 array pattern length
fn f(s: [i32; 3]) -> i32 { let [a, b] = s; a }
//@ E0532 function in a pattern
fn g() {} fn f(a: i32) { match a { g => {} } match a { g() => {} _ => {} } }
//@ ok constant in a pattern
const K: i32 = 3; fn f(a: i32) -> i32 { match a { K => 1, _ => 2 } }
//@ E0308 pattern of another type
fn f(a: u8) -> i32 { match a { true => 1, _ => 2 } }
//@ error let chain needs parentheses
fn f(a: Option<bool>) -> bool { !let Some(x) = a }
//@ ok let chain
fn f(a: Option<i32>, b: i32) -> i32 { if let Some(x) = a && x > b && let Some(y) = a { x + y } else { 0 } }
//@ E0425 let chain binding in else
fn f(a: Option<i32>) -> i32 { if let Some(x) = a { x } else { x } }
//@ ok destructuring assignment (not yet)
fn f(mut a: i32, mut b: i32) -> i32 { (a, b) = (b, a); [a, _] = [a + 1, 2]; (a, ..) = (b, 1, 2); a }
//@ E0070 assignment to a value
fn f() { 1 = 2; }
//@ E0070 assignment to a call
fn g() -> i32 { 1 } fn f() { g() = 2; }
//@ E0067 compound assignment to a value
fn f() { 1 += 2; }
//@ E0308 assignment is unit
fn f(mut a: i32) -> i32 { let b: i32 = (a = 2); b }
//@ E0368 compound assignment of bools
fn f(mut a: bool) { a += true; }
//@ ok statement with block value of unit
fn f(a: i32) { if a > 0 { } match a { _ => {} } }
//@ E0308 statement with block value
fn f(a: i32) { if a > 0 { 1 } else { 2 } let x = 1; }
//@ E0308 semicolon at the end
fn f(a: i32) -> i32 { a + 1; }
//@ ok return of unit
fn f(a: i32) { if a > 0 { return; } return () }
//@ E0069 return without value
fn f(a: i32) -> i32 { return; }
//@ E0308 return of another type
fn f(a: i32) -> i32 { return 1u8; }
//@ ok question mark (not yet)
fn g(a: i32) -> Option<i32> { if a > 0 { Some(a) } else { None } } fn f(a: i32) -> Option<i32> { let x = g(a)?; Some(x + 1) }
//@ E0277 question mark in a plain function
fn g(a: i32) -> Option<i32> { Some(a) } fn f(a: i32) -> i32 { g(a)? }
//@ ok const generics
struct A<const N: usize> { d: [i32; N] } impl<const N: usize> A<N> { fn n(&self) -> usize { N } } fn f(a: A<3>) -> usize { a.n() }
//@ E0308 const generics differ
fn g<const N: usize>(a: [i32; N], b: [i32; N]) {} fn f() { g([1, 2], [1, 2, 3]); }
//@ ok array repeat of copies
fn f(x: (i32, u8)) -> [(i32, u8); 4] { [x; 4] }
//@ E0277 array repeat of a move
struct T; fn f(x: T) -> [T; 4] { [x; 4] }
//@ E0435 array length is no constant
fn f(n: usize) { let a = [0; n]; }
//@ ok unit struct and tuple struct
struct U; struct P(i32, u8); fn f() -> i32 { let _u = U; let p = P(1, 2); let P(a, b) = p; a + b as i32 }
//@ E0423 struct as a value
struct S { a: i32 } fn f() { let s = S; }
//@ E0533 method as a pattern
struct S; impl S { fn a() {} } fn f(x: i32) { match x { S::a => {} _ => {} } }
//@ E0599 variant missing
enum E { A } fn f() -> E { E::B }
//@ ok enum import
enum E { A, B } use E::*; fn f(e: E) -> i32 { match e { A => 1, B => 2 } }
//@ E0432 import missing
use core::nothing::at_all; fn f() {}
//@ E0255 import and item
use core::mem::swap; fn swap() {}
//@ ok const block in array length
fn f() -> [u8; 2 + 3] { [0; { 2 + 3 }] }
//@ ok self type
struct S { a: i32 } impl S { const K: Self = Self { a: 3 }; fn new() -> Self { Self { a: 1 } } } fn f() -> i32 { S::new().a + S::K.a }
//@ ok trait static function
trait Z { fn zero() -> Self; } impl Z for i32 { fn zero() -> i32 { 0 } } impl Z for f32 { fn zero() -> f32 { 0.0 } } fn f() -> i32 { let a: f32 = Z::zero(); i32::zero() + a as i32 }
//@ E0790 trait static function without type
trait Z { fn zero() -> Self; } impl Z for i32 { fn zero() -> i32 { 0 } } impl Z for f32 { fn zero() -> f32 { 0.0 } } fn f() { let a = Z::zero(); }
//@ E0790 trait constant without type
trait Z { const K: i32; } impl Z for i32 { const K: i32 = 1; } fn f() -> i32 { Z::K }
//@ E0308 reference expected
fn g(a: &i32) {} fn f(a: i32) { g(a); }
//@ E0308 mutability of references
fn g(a: &mut i32) {} fn f(a: i32) { let x = a; g(&x); }
//@ ok deref coercion of nested references
fn g(a: &i32) -> i32 { *a } fn f(a: &&&i32) -> i32 { g(a) }
//@ ok mutable to shared
fn g(a: &i32) -> i32 { *a } fn f(a: &mut i32) -> i32 { g(a) }
//@ E0308 tuple arity
fn f() -> (i32, i32) { (1, 2, 3) }
//@ ok comparison of tuples and arrays is not needed
fn f(a: char, b: char) -> bool { a < b || a == 'x' }
//@ error chained comparison
fn f(a: i32) -> bool { 1 < a < 3 }
//@ E0308 condition is no bool
fn f(a: i32) -> i32 { if a { 1 } else { 2 } }
//@ E0308 condition assigned
fn f(mut a: bool) -> i32 { if a = true { 1 } else { 2 } }
//@ ok precedence of casts and shifts
fn f(a: u8) -> u32 { (a as u32) << 2 | 1 }
//@ E0600 negation of a string
fn f() { let a = -"x"; }
//@ E0379 const fn in a trait
trait T { const fn m(); }
//@ E0449 visibility in a trait impl
trait T { fn m(&self); } impl T for i32 { pub fn m(&self) {} }
//@ E0117 foreign trait for a foreign type
impl core::ops::Add<bool> for i32 { type Output = i32; fn add(self, o: bool) -> i32 { self } }
//@ E0390 inherent impl for a foreign type
impl i32 { fn foo(&self) {} }
//@ E0204 copy of what is not copy
struct A; #[derive(Clone, Copy)] struct B { a: A }
//@ E0207 unconstrained parameter
struct S; impl<T> S { fn m(&self) {} }
//@ E0392 unused parameter
struct S<T> { a: i32 }
//@ E0401 generic of the outer function
fn f<T>(t: T) { fn g(t: T) {} }
//@ E0403 parameter named twice
fn f<T, T>(t: T) {}
//@ E0124 field twice
struct S { a: i32, a: i32 }
//@ E0081 discriminant twice
enum E { A = 1, B = 1 }
//@ E0765 unterminated string
fn f() { let a = "x; }
//@ ok two-phase borrow
struct S { a: i32 } impl S { fn add(&mut self, n: i32) { self.a += n; } } fn f() -> i32 { let mut s = S { a: 1 }; s.add(s.a); s.a }
//@ ok temporary in a call lives through the statement
fn g(a: &i32) -> &i32 { a } fn f() -> i32 { *g(&5) + 1 }
//@ ok literal reference is static
fn f() -> &'static i32 { &5 }
//@ ok method on a parenthesised negative literal
fn f() -> i32 { (-5i32).abs() }
//@ E0689 method on a negative literal of unknown type
fn f() -> i32 { (-5).abs() }
//@ ok unary minus binds weaker than a method
fn f() -> i32 { -5i32.abs() }
//@ ok unsuffixed literal typed by return through let
fn f(c: bool) -> u64 { let x = if c { 1 } else { 2 }; x }
//@ E0308 literal against two types
fn f(a: u8, b: u16) -> bool { let x = 1; x == a && x == b }
//@ ok literal in array index arithmetic
fn f(a: &[i32], i: usize) -> i32 { a[i + 1] + a[2 * i] }
//@ E0308 shift does not tie the types but assignment does
fn f(a: u8, b: u64) -> u64 { let c = a << b; c }
//@ ok shift of literal by variable
fn f(b: u8) -> u64 { 1 << b }
//@ error comparison chains by and
fn f(a: i32) -> bool { 1 < a && a < 3 == true }
//@ error comparison chain with equality
fn f(a: i32) -> bool { a == 1 == true }
//@ error generic looking comparison
fn f(a: i32, b: i32) -> bool { (a as usize) < b as usize < 3 }
//@ error cast then less
fn f(a: i32, b: usize) -> bool { a as usize < b }
//@ ok block like statement then unary
fn f(a: i32) -> i32 { if a > 0 { } -a }
//@ ok match statement then deref
fn f(a: &i32) -> i32 { match *a { _ => {} } *a }
//@ ok unit struct pattern
struct U; fn f(u: U) -> i32 { match u { U => 1 } }
//@ ok nested or patterns with binding
fn f(a: (Option<i32>, bool)) -> i32 { match a { (Some(1 | 2), _) | (None, true) => 1, (Some(x), _) => x, (None, false) => 0 } }
//@ E0004 nested or patterns missing
fn f(a: (Option<i32>, bool)) -> i32 { match a { (Some(1 | 2), _) | (None, true) => 1, (Some(x), true) => x, (None, false) => 0 } }
//@ ok char ranges are exhaustive
fn f(c: char) -> i32 { match c { '\0'..='\u{D7FF}' => 1, '\u{E000}'..='\u{10FFFF}' => 2 } }
//@ E0004 usize range
fn f(c: usize) -> i32 { match c { 0..=0xFFFF_FFFF_FFFF_FFFF => 1 } }
//@ ok usize half open
fn f(c: usize) -> i32 { match c { 0 => 0, 1.. => 1 } }
//@ ok references in a match on a tuple of references
fn f(a: &Option<i32>, b: &Option<i32>) -> i32 { match (a, b) { (Some(x), Some(y)) => *x + *y, (Some(x), None) | (None, Some(x)) => *x, _ => 0 } }
//@ ok mutable reborrow in a loop
fn g(x: &mut i32) { *x += 1; } fn f(x: &mut i32) { let mut i = 0; while i < 3 { g(x); i += 1; } }
//@ E0382 moved mutable reference in a loop
fn g<T>(x: T) {} fn f(x: &mut i32) { let mut i = 0; while i < 3 { g(x); i += 1; } }
//@ ok struct update moves only the rest
struct T { x: i32 } struct S { a: T, b: T } fn f(s: S) -> T { let u = S { a: T { x: 1 }, ..s }; s.a }
//@ E0382 struct update moves the rest
struct T { x: i32 } struct S { a: T, b: T } fn f(s: S) -> T { let u = S { a: T { x: 1 }, ..s }; s.b }
//@ ok const generic default expression
fn g<const N: usize>() -> usize { N * 2 } fn f() -> usize { g::<{ 1 + 2 }>() + g::<3>() }
//@ E0747 const and type arguments swapped
struct S<T, const N: usize>([T; N]); fn f(s: S<3, i32>) {}
//@ ok inferred array length
fn g<const N: usize>(a: [i32; N]) -> usize { N } fn f() -> usize { g([1, 2, 3]) }
//@ ok associated function through an alias
struct S; impl S { fn n() -> i32 { 1 } } type A = S; fn f() -> i32 { A::n() }
//@ ok trait method by path
trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self } } fn f() -> i32 { T::m(&3) + <i32 as T>::m(&4) + i32::m(&5) }
//@ ok supertrait method
trait A { fn a(&self) -> i32; } trait B: A { fn b(&self) -> i32 { self.a() + 1 } } impl A for u8 { fn a(&self) -> i32 { 1 } } impl B for u8 {} fn g<T: B>(t: T) -> i32 { t.a() + t.b() } fn f() -> i32 { g(1u8) }
//@ E0277 supertrait missing
trait A { fn a(&self) -> i32; } trait B: A {} impl B for u8 {}
//@ ok where clauses
trait A { fn a(&self) -> i32; } impl A for u8 { fn a(&self) -> i32 { 1 } } fn g<T>(t: &T) -> i32 where T: A { t.a() } fn f() -> i32 { g(&1) }
//@ ok blanket impl
trait A { fn a(&self) -> i32; } trait B { fn b(&self) -> i32; } impl<T: A> B for T { fn b(&self) -> i32 { self.a() } } impl A for u8 { fn a(&self) -> i32 { 2 } } fn f() -> i32 { 1u8.b() }
//@ E0599 blanket impl whose bound fails
trait A { fn a(&self) -> i32; } trait B { fn b(&self) -> i32; } impl<T: A> B for T { fn b(&self) -> i32 { self.a() } } fn f() -> i32 { 1u8.b() }
//@ ok generic struct method
struct P<T> { a: T, b: T } impl<T: Copy> P<T> { fn first(&self) -> T { self.a } } impl P<i32> { fn sum(&self) -> i32 { self.a + self.b } } fn f() -> i32 { let p = P { a: 1, b: 2 }; p.first() + p.sum() }
//@ E0599 method of another instance
struct P<T> { a: T } impl P<i32> { fn sum(&self) -> i32 { self.a } } fn f() -> i32 { let p = P { a: 1u8 }; p.sum() }
//@ ok integer variable defaults after a method of a generic
struct P<T> { a: T } impl<T: Copy> P<T> { fn get(&self) -> T { self.a } } fn f() -> u8 { let p = P { a: 1 }; p.get() }
//@ ok slices of arrays by reference parameters
fn g(s: &mut [i32]) { s[0] = 1; } fn f() -> i32 { let mut a = [0; 4]; g(&mut a); a[0] }
//@ E0596 mutable slice of an immutable array
fn g(s: &mut [i32]) { s[0] = 1; } fn f() { let a = [0; 4]; g(&mut a); }
//@ ok index through references
fn f(a: &&[i32; 3], i: usize) -> i32 { a[i] }
//@ ok field through references
struct S { a: (i32, [u8; 2]) } fn f(s: &&mut S) -> u8 { s.a.1[0] }
//@ E0594 field through shared and mutable references
struct S { a: i32 } fn f(s: &&mut S) { s.a = 1; }
//@ ok u8 byte literals
fn f(a: u8) -> bool { a == b'x' || a == b'\n' }
//@ ok number formats
fn f() -> u64 { 0xFF_u64 + 0b1010 + 0o17 + 1_000 }
//@ ok float formats
fn f() -> f64 { 1. + 1e3 + 1_0.5e-2 + 2f64 }
//@ E0308 integer literal for a float
fn f() -> f64 { 1 }
//@ E0277 float remainder of an integer
fn f(a: f64) -> f64 { a % 2 }
//@ ok float remainder
fn f(a: f64) -> f64 { a % 2.0 }
//@ ok bool operators
fn f(a: bool, b: bool) -> bool { !a ^ b & (a | b) && a != b && a <= b }
//@ ok return in an argument
fn g(a: i32, b: i32) -> i32 { a } fn f(a: i32) -> i32 { g(1, return a) }
//@ ok unreachable code after return
fn f(a: i32) -> i32 { return a; let x = 1; x }
//@ ok static read
static T: [i32; 3] = [1, 2, 3]; fn f(i: usize) -> i32 { T[i] }
//@ E0594 assign to static
static T: i32 = 3; fn f() { T = 4; }
//@ ok static mut in unsafe
static mut T: i32 = 3; fn f() -> i32 { unsafe { T = 4; T } }
//@ ok use of self module
mod a { pub mod b { pub fn g() -> i32 { 1 } } pub use self::b::g as h; } use a::{b, h}; fn f() -> i32 { b::g() + h() + crate::a::b::g() }
//@ ok glob import is shadowed
mod a { pub fn g() -> i32 { 1 } } use a::*; fn g() -> i64 { 2 } fn f() -> i64 { g() }
//@ ok local shadows function
fn g() -> i32 { 1 } fn f() -> i32 { let g = 3; g }
//@ error constant in an inner block
fn f() -> i32 { const K: i32 = 3; { const K: i32 = 4; K } + K }
//@ ok item declared after use
fn f() -> i32 { return h(); fn h() -> i32 { K } const K: i32 = 3; }
//@ ok discriminant arithmetic
enum E { A = 3, B, C = 10 } fn f() -> i32 { E::B as i32 + E::C as u8 as i32 }
//@ ok enum to bool comparison by matches
enum E { A, B(i32) } fn f(e: &E) -> bool { matches!(e, E::B(x) if *x > 0) }
//@ E0369 equality of enums without derive
enum E { A, B } fn f(a: E, b: E) -> bool { a == b }
//@ ok equality by derive
#[derive(PartialEq)] enum E { A, B(i32) } fn f(a: E, b: E) -> bool { a == b && a != E::A }
//@ ok clone by derive
#[derive(Clone)] struct S { a: i32 } fn f(s: &S) -> S { s.clone() }
//@ ok tuple comparison
fn f(a: (i32, u8), b: (i32, u8)) -> bool { a == b && a < b }
//@ ok array comparison
fn f(a: [i32; 3], b: [i32; 3]) -> bool { a == b }
//@ ok default
#[derive(Default)] struct S { a: i32 } fn f() -> i32 { S::default().a }
//@ E0080 const panics
const K: i32 = { assert!(1 > 2); 1 }; fn f() -> i32 { K }
//@ E0080 const index
const A: [i32; 2] = [1, 2]; const K: i32 = A[2]; fn f() -> i32 { K }
//@ ok const with if and match
const fn g(n: i32) -> i32 { match n { 0 => 1, n if n > 5 => 2, _ => { if n == 3 { 7 } else { 8 } } } } const K: [i32; 3] = [g(0), g(9), g(3)]; fn f() -> i32 { K[2] }
//@ ok nested struct literals in conditions with parentheses
struct S { a: i32 } fn f(s: S) -> bool { if (S { a: 1 }).a == s.a { true } else { false } }
//@ error struct literal in a condition
struct S { a: i32 } fn f(s: S) -> bool { if S { a: 1 }.a == s.a { true } else { false } }
//@ ok raw pointers arithmetic
fn f(p: *mut f32, n: usize) -> f32 { unsafe { *p.add(n) = 1.0; *p.add(n).offset(-1) } }
//@ E0609 pointer without dereference of field
struct S { a: i32 } fn f(p: *const S) -> i32 { unsafe { p.a } }
//@ ok raw borrow
fn f(mut x: i32) -> i32 { let p = &raw mut x; unsafe { *p = 3; } x }
//@ E0512 transmute of other size
fn f(x: u32) -> u64 { unsafe { core::mem::transmute::<u32, u64>(x) } }
//@ ok inclusive range loop
fn f() -> i32 { let mut s = 0; for i in 1..=3 { s += i; } s }
//@ ok reverse range loop
fn f() -> i32 { let mut s = 0; for i in (0..3).rev() { s += i; } s }
//@ ok loop over an array by reference
fn f(a: [i32; 3]) -> i32 { let mut s = 0; for x in &a { s += *x; } s }
//@ E0277 loop over a number
fn f() { for i in 3 { } }
//@ ok for pattern
fn f(a: &[(i32, u8)]) -> i32 { let mut s = 0; for &(x, _) in a { s += x; } s }
//@ ok closure (not yet)
fn f(a: i32) -> i32 { let g = |x| x + a; g(1) }
//@ ok question mark on option (not yet)
fn g(a: Option<i32>) -> Option<i32> { Some(a? + 1) } fn f() -> i32 { g(Some(1)).unwrap() }
//@ ok associated type by a bound in the where clause
trait A { type Out: Copy; fn get(&self) -> Self::Out; } trait P { fn p(self) -> u32; } impl P for u32 { fn p(self) -> u32 { self } } impl A for u16 { type Out = u32; fn get(&self) -> u32 { 1 } } fn g<S>(s: S) -> u32 where S: A, S::Out: P { s.get().p() } fn f() -> u32 { g(1u16) }
//@ ok associated type by a bound that comes later
trait A { type Out: Copy; fn get(&self) -> Self::Out; } trait P { fn p(self) -> u32; } impl P for u32 { fn p(self) -> u32 { self } } impl A for u16 { type Out = u32; fn get(&self) -> u32 { 1 } } fn g<S>(s: S) -> u32 where S::Out: P, S: A { s.get().p() } fn f() -> u32 { g(1u16) }
//@ ok associated type by a supertrait of a bound in the where clause
trait A { type Out: Copy; fn get(&self) -> Self::Out; } trait B: A {} trait P { fn p(self) -> u32; } impl P for u32 { fn p(self) -> u32 { self } } impl A for u16 { type Out = u32; fn get(&self) -> u32 { 1 } } impl B for u16 {} fn g<S>(s: S) -> u32 where S: B, S::Out: P { s.get().p() } fn f() -> u32 { g(1u16) }
//@ ok associated type by a bound with arguments
trait A<X> { type Out: Copy; fn get(&self, x: X) -> Self::Out; } trait P { fn p(self) -> u32; } impl P for u32 { fn p(self) -> u32 { self } } impl A<u8> for u16 { type Out = u32; fn get(&self, x: u8) -> u32 { x as u32 } } fn g<S: A<u8>>(s: S) -> u32 where S::Out: P { s.get(1).p() } fn f() -> u32 { g(1u16) }
//@ ok associated type by a bound with arguments whose associated type is bounded in an impl
trait A<X> { type Out: Copy; fn get(&self, x: X) -> Self::Out; } trait P { fn p(self) -> u32; } impl P for u32 { fn p(self) -> u32 { self } } impl A<u8> for u16 { type Out = u32; fn get(&self, x: u8) -> u32 { x as u32 } } struct W<S>(S); impl<S> W<S> where S: A<u8>, S::Out: P { fn go(&self) -> u32 { self.0.get(2).p() } } fn f() -> u32 { W(3u16).go() }
//@ E0220 associated type of a bound that has none
trait A {} trait P {} fn g<S>(s: S) where S: A, S::Out: P {}
