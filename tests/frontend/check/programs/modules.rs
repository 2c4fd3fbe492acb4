// Modules, imports, privacy, configuration. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 1331 1332 1333 1334 1338 1326 | pub crate super in
mod a { pub(crate) fn c() -> i32 { 1 } pub mod b { pub(super) fn s() -> i32 { 2 } pub(in super::super) fn p() -> i32 { 3 } pub(in crate::a) fn q() -> i32 { 4 } pub(self) fn z() -> i32 { 5 } pub fn all() -> i32 { z() + s() } } pub fn t() -> i32 { b::s() + b::q() + b::all() } }
pub fn f(x: i32) -> i32 { a::c() + a::b::p() * 10 + a::t() * 100 + x }
//@ E0603:3 | pub super not visible
mod a { pub mod b { pub(super) fn s() -> i32 { 2 } } }
fn g() -> i32 {
 a::b::s() }
//@ E0603:3 | pub in path not visible
mod a { pub mod b { pub(in crate::a) fn s() -> i32 { 2 } } }
fn g() -> i32 {
 a::b::s() }
//@ E0603:3 | private module
mod a { mod b { pub fn s() -> i32 { 2 } } }
fn g() -> i32 {
 a::b::s() }
//@ E0616:3 | private fields read
mod a { pub struct S { x: i32, pub y: i32 } impl S { pub fn new() -> S { S { x: 1, y: 2 } } } }
fn g() -> i32 { let s = a::S::new();
 s.x + s.y }
//@ E0451:3 | private field pattern
mod a { pub struct S { x: i32, pub y: i32 } }
fn g(s: a::S) -> i32 {
 let a::S { x, y } = s; x + y }
//@ = 0 1 2 3 7 -5 | private field pattern with rest
mod a { pub struct S { x: i32, pub y: i32 } impl S { pub fn new(y: i32) -> S { S { x: 1, y } } } }
pub fn f(x: i32) -> i32 { let a::S { y, .. } = a::S::new(x); y }
//@ E0451:3 | struct update with private fields
mod a { pub struct S { x: i32, pub y: i32 } impl S { pub fn new(y: i32) -> S { S { x: 1, y } } } }
fn g() -> i32 {
 let s = a::S { y: 1, ..a::S::new(1) }; s.y }
//@ E0603:3 | tuple struct private constructor
mod a { pub struct S(i32); }
fn g() {
 let s = a::S(1); }
//@ E0603:3 | tuple struct private pattern
mod a { pub struct S(i32); }
fn g(s: a::S) {
 let a::S(n) = s; }
//@ = 4 5 6 7 11 -1 | tuple struct pub crate field
mod a { pub struct S(pub(crate) i32, pub(super) i32); }
pub fn f(x: i32) -> i32 { let a::S(n, m) = a::S(x, 4); n + m }
//@ = 0 1 2 3 7 -5 | field pub in path
mod a { pub mod b { pub struct S { pub(in crate::a) v: i32 } impl S { pub fn new(v: i32) -> S { S { v } } } } pub fn r(s: &b::S) -> i32 { s.v } }
pub fn f(x: i32) -> i32 { a::r(&a::b::S::new(x)) }
//@ E0616:3 | field pub in path outside
mod a { pub mod b { pub struct S { pub(in crate::a) v: i32 } impl S { pub fn new(v: i32) -> S { S { v } } } } }
fn g() -> i32 {
 a::b::S::new(1).v }
//@ E0624:3 | private method
mod a { pub struct S; impl S { fn p(&self) -> i32 { 1 } pub fn q(&self) -> i32 { self.p() } } }
fn g() -> i32 { a::S.q() +
 a::S.p() }
//@ E0624:3 | private assoc fn
mod a { pub struct S; impl S { fn p() -> i32 { 1 } } }
fn g() -> i32 {
 a::S::p() }
//@ E0624:3 | private assoc const
mod a { pub struct S; impl S { const P: i32 = 1; } }
fn g() -> i32 {
 a::S::P }
//@ = 2 3 4 5 9 -3 | private inherent falls to trait by deref
mod a { pub struct S; impl S { fn p(&self) -> i32 { 1 } } pub trait T { fn p(&self) -> i32; } impl T for S { fn p(&self) -> i32 { 2 } } }
use a::T;
pub fn f(x: i32) -> i32 { a::S.p() + x }
//@ E0603:3 | private type alias and const
mod a { type T = i32; }
fn g(x:
 a::T) {}
//@ = 0 1 2 3 7 -5 | private enum variant public
mod a { pub enum E { A, B(i32) } }
pub fn f(x: i32) -> i32 { match a::E::B(x) { a::E::A => 1, a::E::B(n) => n } }
//@ = 12 13 14 15 19 7 | glob import shadow
mod a { pub fn h() -> i32 { 1 } pub fn k() -> i32 { 10 } }
use a::*;
fn h() -> i32 { 2 }
pub fn f(x: i32) -> i32 { h() + k() + x }
//@ E0659:4 | glob ambiguity
mod a { pub fn h() -> i32 { 1 } } mod b { pub fn h() -> i32 { 2 } }
use a::*; use b::*;
fn g() -> i32 {
 h() }
//@ = 3 4 5 6 10 -2 | glob ambiguity unused is fine
mod a { pub fn h() -> i32 { 1 } pub fn i() -> i32 { 3 } } mod b { pub fn h() -> i32 { 2 } }
use a::*; use b::*;
pub fn f(x: i32) -> i32 { i() + x }
//@ = 1 2 3 4 8 -4 | glob same item twice fine
mod a { pub fn h() -> i32 { 1 } } mod b { pub use super::a::h; }
use a::*; use b::*;
pub fn f(x: i32) -> i32 { h() + x }
//@ = 2 1 1 1 1 2 | explicit import shadows glob and prelude
mod a { pub enum Option { Some, None } } use a::Option;
pub fn f(x: i32) -> i32 { let o = if x > 0 { Option::Some } else { Option::None }; match o { Option::Some => 1, Option::None => 2 } }
//@ E0255:3 | import conflicts with local
mod a { pub fn h() {} }
use a::h;
fn h() {}
//@ E0252:3 | two imports same name
mod a { pub fn h() {} } mod b { pub fn h() {} }
use a::h;
use b::h;
fn g() { h() }
//@ = 2 3 4 5 9 -3 | reexport
mod a { mod b { pub fn s() -> i32 { 2 } pub struct T(pub i32); } pub use self::b::s; pub use b::T as U; }
pub fn f(x: i32) -> i32 { a::s() + a::U(x).0 }
//@ E0603:3 | reexport private
mod a { mod b { pub fn s() -> i32 { 2 } } use b::s; }
fn g() -> i32 {
 a::s() }
//@ E0603:3 | reexport of private item
mod a { fn s() -> i32 { 2 }
}
pub use a::s;
//@ = 20 21 22 23 27 15 | use self super crate
mod a { pub fn k() -> i32 { 1 } pub mod b { use super::k; use self::c::z; use crate::a::b::c as cc; pub mod c { pub fn z() -> i32 { super::super::k() + 5 } } pub fn t() -> i32 { k() + z() + cc::z() } } }
use a::{self as aa, b::{self, c::*}};
pub fn f(x: i32) -> i32 { aa::k() + b::t() + z() + x }
//@ = 0 2 4 6 14 -10 | use as underscore
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
use a::T as _;
pub fn f(x: i32) -> i32 { x.m() }
//@ E0433:4 | use as underscore hides name
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
use a::T as _;
fn g() -> i32 {
 T::m(&3) }
//@ E0599:3 | trait not in scope
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
fn g() -> i32 { 3i32
 .m() }
//@ = 0 2 4 6 14 -10 | trait in scope by glob
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
use a::*;
pub fn f(x: i32) -> i32 { x.m() }
//@ = 0 2 4 6 14 -10 | trait in scope in function block
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
pub fn f(x: i32) -> i32 { use a::T; x.m() }
//@ E0599:4 | trait in other function block
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
fn h() { use a::T; }
fn g(x: i32) -> i32 {
 x.m() }
//@ = 0 2 4 6 14 -10 | bound trait method without import
mod a { pub trait T { fn m(&self) -> i32; } impl T for i32 { fn m(&self) -> i32 { *self * 2 } } }
fn h<X: a::T>(x: X) -> i32 { x.m() }
pub fn f(x: i32) -> i32 { h(x) }
//@ = 1 2 2 2 2 2 | enum variants by use in function
enum E { A, B }
pub fn f(x: i32) -> i32 { use E::{A, B as Bee}; match if x == 0 { A } else { Bee } { A => 1, Bee => 2 } }
//@ = 2 1 1 1 1 2 | use enum self
mod m { pub enum E { A, B } } use m::E::{self, A};
pub fn f(x: i32) -> i32 { let e: E = if x > 0 { A } else { E::B }; match e { A => 1, E::B => 2 } }
//@ = 1000 1004 1008 1012 1028 980 | nested fn items
pub fn f(x: i32) -> i32 { struct L(i32); impl L { fn d(&self) -> i32 { self.0 * K } } const K: i32 = 3; fn h(n: i32) -> i32 { L(n).d() } { fn h(n: i32) -> i32 { n + 1000 } return h(x) + L(x).d(); } }
//@ E0425:3 | inner module doesn't see outer
fn k() -> i32 { 1 }
mod a { pub fn g() -> i32 {
 k() } }
//@ = 4 5 6 7 11 -1 | module in function
pub fn f(x: i32) -> i32 { mod inner { pub fn k() -> i32 { 4 } } inner::k() + x }
//@ E0433:2 | missing module path
fn g() -> i32 {
 nothere::k() }
//@ E0432:1 | unresolved import
use nothere::k;
fn g() -> i32 { k() }
//@ E0432:2 | unresolved import 2
mod a {}
use a::missing;
fn g() -> i32 { 1 }
//@ E0433:1 | super too far
use super::k;
fn g() -> i32 { 1 }
//@ E0433:2 | super too far in path
fn g() -> i32 {
 super::k() }
//@ E0429:2 | self import of value
mod a { pub fn b() {} }
use a::b::self;
//@ E0432:1 | cyclic imports
mod a { pub use super::b::x; } mod b { pub use super::a::x; }
fn g() { a::x() }
//@ = 0 1 2 3 7 -5 | duplicate type and fn namespaces
struct S; mod m { pub struct A { pub v: i32 } #[allow(non_snake_case)] pub fn A(v: i32) -> A { A { v } } }
use m::A;
pub fn f(x: i32) -> i32 { let a: A = A(x); a.v }
//@ E0428:2 | name clash struct and fn tuple
struct T(i32);
fn T() {}
//@ E0428:2 | name clash enum struct
enum T {}
struct T {}
//@ E0428:2 | name clash mod struct
mod t {}
struct t {}
//@ E0428:2 | duplicate variant
enum E { A,
 A }
//@ = 21 22 23 24 28 16 | duplicate method in traits ok
struct S; trait A { fn m(&self) -> i32; } trait B { fn m(&self) -> i32; } impl A for S { fn m(&self) -> i32 { 1 } } impl B for S { fn m(&self) -> i32 { 2 } }
pub fn f(x: i32) -> i32 { A::m(&S) + <S as B>::m(&S) * 10 + x }
//@ E0592:2 | duplicate item in impl
struct S; impl S { fn m() {}
 fn m() {} }
//@ E0428:2 | duplicate item in trait
trait S { fn m();
 fn m(); }
//@ E0201:2 | duplicate item in trait impl
trait T { fn m(); } struct S; impl T for S { fn m() {}
 fn m() {} }
//@ = 2 3 4 5 9 -3 | cfg items
#[cfg(foo)] fn h() -> i32 { 1 }
#[cfg(not(foo))] fn h() -> i32 { 2 }
#[cfg(all(foo, not(bar)))] struct Q; 
#[cfg(any(not(foo), bar))] struct Q(i32);
pub fn f(x: i32) -> i32 { h() + Q(x).0 }
//@ = 18 20 25 26 30 8 | cfg fields arms stmts
struct S { #[cfg(foo)] a: u8, b: i32, #[cfg(not(foo))] c: i32 }
enum E { #[cfg(foo)] A, B, #[cfg(not(foo))] C(#[cfg(foo)] u8, i32) }
fn h(#[cfg(foo)] a: u8, b: i32) -> i32 { b }
pub fn f(x: i32) -> i32 { let s = S { #[cfg(foo)] a: 1, b: x, #[cfg(not(foo))] c: 2 }; #[cfg(foo)] let y = 1; #[cfg(not(foo))] let y = 10; let S { b, #[cfg(not(foo))] c, #[cfg(foo)] a } = s;
 let e = if x > 1 { E::B } else { E::C(x) }; let r = match e { #[cfg(foo)] E::A => 0, E::B => 5, #[cfg(not(foo))] E::C(n) => n }; #[cfg(foo)] { return 0; } y + b + c + r + h(#[cfg(foo)] 3, 4) + [1, #[cfg(foo)] 2, 3].len() as i32 }
//@ = 0 2 4 6 14 -10 | cfg_attr
#[cfg_attr(not(foo), derive(Clone, Copy))] struct S(i32);
#[cfg_attr(foo, nothing_known)] fn h(s: S) -> i32 { s.0 }
pub fn f(x: i32) -> i32 { let s = S(x); h(s) + h(s) }
//@ error:3 | cfg impl items
struct S; impl S { #[cfg(foo)] fn m() -> i32 { 1 } #[cfg(not(foo))] fn m() -> i32 { 2 } }
trait T { #[cfg(foo)] fn q(); fn r() -> i32 { 3 } } impl T for S {}
#[cfg(foo)] use nothere::x; #[cfg(foo)] mod gone { garbage } 
pub fn f(x: i32) -> i32 { S::m() + S::r() + x }
//@ = 0 1 2 3 7 -5 | cfg macro
pub fn f(x: i32) -> i32 { if cfg!(foo) { 1 } else { x } }
//@ = 0 1 2 3 7 -5 | cfg generic param
fn h<#[cfg(foo)] A, B>(b: B) -> B { b }
pub fn f(x: i32) -> i32 { h::<i32>(x) }
//@ = 221 222 223 224 228 216 | absolute path
mod a { pub fn k() -> i32 { 1 } pub mod a { pub fn k() -> i32 { 2 } } pub fn t() -> i32 { a::k() * 10 + crate::a::k() + self::a::k() * 100 } }
pub fn f(x: i32) -> i32 { a::t() + x }
//@ E0005:3 | type and value of the same name local shadows
const n: i32 = 5;
fn g(x: i32) -> i32 { let
 n = x; n }
//@ E0530:3 | static in pattern
static n: i32 = 5;
fn g(x: i32) -> i32 { let
 n = x; n }
//@ = 1 2 3 4 8 -4 | shadow prelude fn
fn drop(x: i32) -> i32 { x + 1 }
pub fn f(x: i32) -> i32 { drop(x) }
//@ = 0 1 2 3 7 -5 | shadow prim type
struct u8(i32);
pub fn f(x: i32) -> i32 { let a: u8 = u8(x); a.0 }
//@ = 12 15 18 20 28 2 | core std paths
use std::cmp::Ordering; use core::mem;
pub fn f(x: i32) -> i32 { let mut a = x; let b = mem::replace(&mut a, 9); a + b + match x.cmp(&1) { Ordering::Less => 1, Ordering::Equal => 2, Ordering::Greater => 3 } + std::cmp::max(x, 2) + ::core::cmp::min(x, 2) }
//@ = 3 3 3 3 3 3 | privacy of trait method through private trait
mod a { trait P { fn m(&self) -> i32 { 3 } } impl P for i32 {} pub fn call(x: i32) -> i32 { x.m() } }
pub fn f(x: i32) -> i32 { a::call(x) }
//@ E0603:3 | private trait path
mod a { trait P { fn m(&self) -> i32 { 3 } } impl P for i32 {} }
fn g() -> i32 {
 a::P::m(&1) }
