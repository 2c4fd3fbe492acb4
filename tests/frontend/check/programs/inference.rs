// Inference, coercions, operators, jumps. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 200 201 202 203 207 195 | integer variable through generic method
fn id<T>(t: T) -> T { t }
pub fn f(x: i32) -> u8 { let a = 200; let b = id(a); let c: u8 = b; c + x as u8 }
//@ = 7 1099511627776 1099511627776 1099511627776 1099511627776 7 | integer via option
pub fn f(x: i32) -> u64 { let mut o = None; if x > 0 { o = Some(1 << 40); } let r: Option<u64> = o; r.unwrap_or(7) }
//@ = 10000000001 10000000001 10000000001 10000000001 10000000001 10000000001 | integer via struct field later
struct S<T> { v: T }
pub fn f(x: i32) -> i64 { let s = S { v: 1 }; let t = s.v + 10000000000; t }
//@ = 1 1 1 1 1 1 | float fallback
pub fn f(x: i32) -> i32 { let a = 0.1; let b = a + 0.2; (b == 0.30000000000000004) as i32 }
//@ = 0 0 0 0 0 0 | float by unify
pub fn f(x: i32) -> i32 { let a = 0.1; let b: f32 = a; (b as f64 == 0.1) as i32 }
//@ = 4 8 16 32 512 536870912 | integer suffix-less shift
pub fn f(x: i32) -> u64 { let a: u64 = 1 << (x & 31); a << 3u8 >> 1i64 }
//@ = 1 1 1 1 1 1 | comparison unifies
pub fn f(x: i32) -> i32 { let a = 255; let b: u8 = 255; if a == b { 1 } else { 0 } }
//@ = 5 5 5 5 5 5 | array element inference
pub fn f(x: i32) -> i64 { let mut a = [0; 4]; a[1] = 5i64; let z = a[0] + a[1]; z }
//@ E0277:2 | index types
fn g(a: &[i32], i: i32) -> i32 {
 a[i] }
//@ = 5 5 5 5 5 5 | usize by index
pub fn f(x: i32) -> i32 { let a = [1, 2, 3]; let i = 2; let r = a[i]; let k: usize = i; r + k as i32 }
//@ = 10 10 10 10 10 10 | loop var inference
pub fn f(x: i32) -> u64 { let mut s = 0; for i in 0..5 { s += i; } let t: u64 = s; t }
//@ = 5 5 5 5 5 5 | never in let
pub fn f(x: i32) -> i32 { let y = if x > 100 { return 1 } else { 5 }; y }
//@ = 3 3 3 3 3 3 | never coerces to any
fn never() -> ! { loop {} }
pub fn f(x: i32) -> i32 { let r: i32 = match x { 99999 => never(), _ => 3 }; r }
//@ = 0 0 0 0 0 0 | never fallback in generic
fn d<T: Default>() -> T { T::default() }
pub fn f(x: i32) -> i32 { let y: i32 = d(); let z = d::<u8>(); y + z as i32 }
//@ = 2 1 1 1 1 2 | return in both
pub fn f(x: i32) -> i32 { if x > 0 { return 1; } else { return 2; } }
//@ = 2 4 6 28 28 2 | loop break value
pub fn f(x: i32) -> i32 { let mut i = 0; let r = 'a: loop { loop { i += 1; if i > x { break 'a i * 2; } if i == 3 { break; } } i += 10; }; r }
//@ E0308:2 | break value mismatched
fn g() -> i32 { loop { if true { break 1; }
 break true; } }
//@ = 1 20 30 30 30 30 | labelled block nested
pub fn f(x: i32) -> i32 { let r = 'a: { let s = 'b: { if x == 0 { break 'a 1; } if x == 1 { break 'b 2; } 3 }; s * 10 }; r }
//@ = 2 1 1 1 1 2 | labelled block type unify with number
pub fn f(x: i32) -> u8 { let r = 'a: { if x > 0 { break 'a 1; } 2u8 }; r }
//@ = 4 10 16 22 46 -26 | continue outer
pub fn f(x: i32) -> i32 { let mut s = 0; 'o: for i in 0..5 { for j in 0..5 { if j == i { continue 'o; } if i == 4 { break 'o; } s += j + x; } } s }
//@ = 36 36 36 36 36 36 | label shadow
pub fn f(x: i32) -> i32 { let mut s = 0; 'a: for i in 0..3 { 'a: for j in 0..3 { if j == 1 { continue 'a; } s += 1; } s += 10; } s }
//@ = 0 3 6 9 21 -15 | coercion mut to shared in call
fn h(a: &i32) -> i32 { *a }
pub fn f(x: i32) -> i32 { let mut y = x; let r = &mut y; h(r) + h(&*r) + *r }
//@ = 4 5 6 7 11 -1 | coercion in let with type
pub fn f(x: i32) -> i32 { let mut y = x; let r: &i32 = &mut y; let s: &[i32] = &[1, 2, x]; let t: &mut [i32] = &mut [4, 5]; t[0] = 1; *r + s.len() as i32 + t[0] }
//@ = 3 4 5 6 10 -2 | coercion in struct field
struct S<'a> { s: &'a [i32], r: &'a i32 }
pub fn f(x: i32) -> i32 { let mut y = 3; let s = S { s: &[x, 2], r: &mut y }; s.s[0] + *s.r }
//@ = 0 1 2 3 7 -5 | coercion in return
fn h(a: &mut [i32; 3]) -> &[i32] { a }
pub fn f(x: i32) -> i32 { let mut a = [x, 2, 3]; h(&mut a)[0] }
//@ = 3 4 5 6 10 -2 | coercion in array elements
pub fn f(x: i32) -> i32 { let a: [&[i32]; 2] = [&[1, 2], &[x]]; (a[0].len() + a[1].len()) as i32 + a[1][0] }
//@ ok | coercion in tuple not
fn g() { let t: (&[i32], i32) =
 (&[1, 2], 3); }
//@ = 3 2 2 2 2 3 | coercion in if branches
pub fn f(x: i32) -> i32 { let a = [1, 2]; let b = [3, 4, 5]; let s: &[i32] = if x > 0 { &a } else { &b }; s.len() as i32 }
//@ E0308:2 | coercion match arms no expectation
fn g(c: bool) { let a = [1, 2]; let b = [3, 4, 5]; let s = if c { &a } else {
 &b }; }
//@ = 0 3 5 8 17 21 | coercion deref custom
struct W(i32); impl core::ops::Deref for W { type Target = i32; fn deref(&self) -> &i32 { &self.0 } }
fn h(a: &i32) -> i32 { *a }
pub fn f(x: i32) -> i32 { let w = W(x); h(&w) + *w + w.count_ones() as i32 }
//@ E0308:3 | no coercion i32 to i64
fn h(a: i64) -> i64 { a }
fn g(x: i32) -> i64 { h(
 x) }
//@ = 3 4 5 6 10 -2 | turbofish partial
fn cv<A: Into<B>, B>(a: A) -> B { a.into() }
pub fn f(x: i32) -> i64 { cv::<_, i64>(x) + cv::<u8, i64>(3) }
//@ = 0 3 6 9 21 -15 | into with expected
pub fn f(x: i32) -> i64 { let a: i64 = x.into(); let b = i64::from(x); a + b + Into::<i64>::into(x) }
//@ = panic 3 7 11 55 19 | sum of refs
pub fn f(x: i32) -> i32 { let a = &x; let b = &&x; a + 1 + **b * a - 2 % a }
//@ = 101 101 101 10 100 101 | compare refs
pub fn f(x: i32) -> i32 { let y = 3; (&x < &y) as i32 + (&x == &y) as i32 * 10 + (&&x != &&y) as i32 * 100 }
//@ E0277:2 | compare ref with value
fn g(x: i32) -> bool {
 &x == x }
//@ E0689:2 | method on inferred int via later annotation
fn g() { let a = 1;
 let b = a.pow(2); let c: u8 = a; }
//@ = 255 200 4 4 4 255 | expected type through block if match
pub fn f(x: i32) -> u8 { let v: u8 = { let y = 4; if x > 0 { match x { 1 => 200, _ => y } } else { 255 } }; v }
//@ = 0 1 2 3 7 -5 | Default generic
#[derive(Default)] struct P { a: i32, b: (u8, bool) }
pub fn f(x: i32) -> i32 { let p = P { a: x, ..Default::default() }; p.a + p.b.0 as i32 + p.b.1 as i32 }
//@ = 1 3 5 7 15 -9 | nested generics unify
struct P<A, B> { a: A, b: B }
impl<A, B> P<A, B> { fn swap(self) -> P<B, A> { P { a: self.b, b: self.a } } }
impl<A: Copy> P<A, A> { fn fst(&self) -> A { self.a } }
pub fn f(x: i32) -> i32 { let p = P { a: 1u8, b: x }.swap(); let q = P { a: x, b: 3 }; p.a + p.b as i32 + q.fst() }
//@ E0599:3 | method of other instance
struct P<A>(A); impl P<u8> { fn only(&self) {} }
fn g(p: P<i32>) { p
 .only() }
//@ = 8 8 8 8 8 8 | infer const from array
fn len<T, const N: usize>(a: &[T; N]) -> usize { N }
pub fn f(x: i32) -> usize { len(&[x, 2, 3]) + len(&[[1u8; 4]; 5]) }
//@ = 5 5 5 5 5 5 | infer array len underscore
pub fn f(x: i32) -> usize { let a: [_; 3] = [x, 2, 3]; let b: [i32; _] = [1, 2]; a.len() + b.len() }
//@ = 0 1 2 3 7 -5 | type ascription with placeholders
pub fn f(x: i32) -> i32 { let o: Option<_> = Some(x); let r: Result<_, u8> = Ok(o); r.unwrap().unwrap() }
//@ = 5 7 9 11 19 -5 | tuple field types
pub fn f(x: i32) -> i32 { let t = ((x, 2u8), [3i64]); let ((a, b), [c]) = t; a + b as i32 + c as i32 + t.0.0 }
//@ = 1 1 1 1 1 1 | unit values
fn u() {}
pub fn f(x: i32) -> i32 { let a = u(); let b: () = { let _ = 3; }; let c = (a == b) as i32; let d = if x > 0 { u() } else {}; c }
//@ E0308:1 | if else blocks unit mismatch
fn g(c: bool) -> i32 { if c { 1 } else {
 } }
//@ E0308:3 | expression statement needs unit
fn g(c: bool) { if c {
 1 } else { 2 } ; if c { 
 5 } }
//@ = 7 8 -5 -55 -752 440 | operators precedence
pub fn f(x: i32) -> i32 { let a = 2 + x * 3 << 1 & 0xff | 1 ^ 7; let b = -x.pow(2) + !x as i32; let c = x as i64 as i32 - -x; a + b * c + (x > 1 && x < 5 || x == 0) as i32 }
//@ = 99 101 104 106 116 65623 | cast chains
pub fn f(x: i32) -> i64 { x as u8 as i8 as i64 + (x as f32 / 2.0) as i64 + true as i64 + 'a' as i64 + (97u8 as char == 'a') as i64 + x as usize as u16 as i64 }
//@ E0277:2 | unsized local
fn g(a: &[i32]) {
 let b = *a; }
//@ = 1 6 13 22 78 6 | compound assign refs
pub fn f(x: i32) -> i32 { let mut a = x; let r = &mut a; *r += 2; *r *= *r; a -= &3; a }
//@ = 0 1 2 3 7 -5 | shadowed generic name
fn g<T>(t: T) -> T { struct T2<T>(T); let a = T2(t); a.0 }
pub fn f(x: i32) -> i32 { g(x) }
//@ = 5 5 5 5 5 5 | cyclic const generic
fn g<const N: usize>() -> [i32; N] { [0; N] }
pub fn f(x: i32) -> i32 { let a: [i32; 3] = g(); let b = g::<{ 1 + 1 }>(); (a.len() + b.len()) as i32 }
//@ = 96 96 96 96 96 96 | const generic bool char
struct S<const B: bool, const C: char>; impl<const B: bool, const C: char> S<B, C> { fn v(&self) -> i32 { if B { C as i32 } else { -1 } } }
pub fn f(x: i32) -> i32 { S::<true, 'a'>.v() + S::<false, 'b'>.v() }
//@ = -1 -1 -1 -1 -1 -1 | const generic i32 negative
struct S<const K: i32>; impl<const K: i32> S<K> { fn v(&self) -> i32 { K } }
pub fn f(x: i32) -> i32 { S::<-3>.v() + S::<{ -4 + 1 }>.v() + S::<5>.v() }
//@ = 33 33 33 33 33 33 | impl for specific const
struct S<const K: usize>; trait T { fn t(&self) -> i32; } impl T for S<1> { fn t(&self) -> i32 { 11 } } impl T for S<2> { fn t(&self) -> i32 { 22 } }
pub fn f(x: i32) -> i32 { S::<1>.t() + S::<2>.t() }
//@ error:2 | generic const expr refused
fn g<const N: usize>() -> [i32;
 N + 1] { [0; N + 1] }
//@ E0689:2 | ambiguous numeric method
fn g() -> f32 { let a =
 2.0.powi(2); a }
