// Patterns, exhaustiveness, let-else, let-chains, discriminants. One program after another: `//@ = values of f(0), f(1), f(2), f(3), f(7), f(-5)`, `//@ ok` or `//@ code:line` of rustc's first error, then its name.
//@ = 1 1 1 1 1 3 | u8 ranges exhaustive
pub fn f(x: i32) -> i32 { match x as u8 { 0..=9 => 1, 10..=99 => 2, 100..=255 => 3 } }
//@ E0004:2 | u8 gap
fn g(x: u8) -> i32 {
  match x { 0..=9 => 1, 11..=255 => 3 } }
//@ = 1 1 1 1 1 3 | u8 exclusive range
pub fn f(x: i32) -> i32 { match x as u8 { 0..10 => 1, 10..100 => 2, 100.. => 3 } }
//@ ok | exclusive gap lint
fn g(x: u8) -> i32 { match x { 0..10 => 1, 11.. => 2, _ => 3 } }
//@ = 2 3 3 3 3 1 | i64 ranges
pub fn f(x: i32) -> i32 { match x as i64 { i64::MIN..=-1 => 1, 0 => 2, 1..=i64::MAX => 3 } }
//@ E0004:2 | i64 missing min
fn g(x: i64) -> i32 {
 match x { -9223372036854775807..=-1 => 1, 0 => 2, 1..=i64::MAX => 3 } }
//@ = 2 3 3 3 3 1 | i128
pub fn f(x: i32) -> i32 { match x as i128 { ..=-1 => 1, 0 => 2, 1.. => 3 } }
//@ = 1 1 2 2 2 1 | char ranges
pub fn f(x: i32) -> i32 { match (x as u8 + 96) as char { '\0'..='a' => 1, 'b'..='z' => 2, '{'..='\u{D7FF}' => 3, '\u{E000}'..='\u{10FFFF}' => 4 } }
//@ E0004:2 | char gap
fn g(c: char) -> i32 {
 match c { '\0'..='a' => 1, 'c'..=char::MAX => 2 } }
//@ = 1 2 5 3 3 4 | tuple of enums
#[derive(Clone, Copy)] enum E { A, B, C }
fn e(x: i32) -> E { match x { 0 => E::A, 1 => E::B, _ => E::C } }
pub fn f(x: i32) -> i32 { match (e(x), e(x - 1), x > 1) { (E::A, _, _) => 1, (E::B, E::A, _) => 2, (_, E::C, true) => 3, (E::B | E::C, E::B | E::C, false) => 4, (E::C, E::A | E::B, _) => 5, (E::B, _, true) => 6 } }
//@ E0004:3 | tuple of enums missing
enum E { A, B, C }
fn g(x: E, y: E) -> i32 {
 match (x, y) { (E::A, _) => 1, (_, E::B) => 2, (E::B, E::A) => 3, (E::C, E::C) => 4, (E::B, E::C) => 5 } }
//@ = 1 2 3 3 14 -1 | nested option
pub fn f(x: i32) -> i32 { let o: Option<Option<Option<i32>>> = match x { 0 => None, 1 => Some(None), 2 => Some(Some(None)), _ => Some(Some(Some(x))) };
 match o { None => 1, Some(None) => 2, Some(Some(None)) => 3, Some(Some(Some(v @ 0..=5))) => v, Some(Some(Some(v))) if v > 0 => v * 2, Some(Some(Some(_))) => -1 } }
//@ E0004:2 | nested option missing
fn g(o: Option<Option<bool>>) -> i32 {
 match o { None => 1, Some(None) => 2, Some(Some(true)) => 3 } }
//@ error:2 | result of option
pub fn f(x: i32) -> i32 { let r: Result<Option<i32>, bool> = if x == 0 { Err(true) } else if x < 0 { Err(false) } else if x == 1 { Ok(None) } else { Ok(Some(x)) };
 match r { Ok(Some(n)) if n > 5 => n, Ok(Some(n)) | Ok(None) & if false => n, _ => 0 } }
//@ = 33 4 6 33 7 5 | result of option 2
pub fn f(x: i32) -> i32 { let r: Result<Option<i32>, bool> = if x == 0 { Err(true) } else if x < 0 { Err(false) } else if x == 1 { Ok(None) } else { Ok(Some(x)) };
 match r { Ok(Some(n)) if n > 5 => n, Ok(Some(3)) | Err(true) => 33, Ok(None) => 4, Err(false) => 5, Ok(Some(_)) => 6 } }
//@ = 12 12 4 6 8 -4 | or pattern bindings nested
pub fn f(x: i32) -> i32 { let t = (x, Some(x + 1), [x, 2]); match t { (0, Some(a), [_, b]) | (1, Some(b), [a, _]) => a * 10 + b, (n @ (2 | 3), _, [a, ..]) => n + a, (_, Some(a) , _) => a, (_, None, [a, _]) => a } }
//@ = 1 2 3 4 8 -4 | or pattern different modes
pub fn f(x: i32) -> i32 { let a = (x, 1); match &a { (p, 0) | (0, p) => *p, (p, _) => *p + 1 } }
//@ E0308:2 | or binding mode mismatch
fn g(a: (i32, &i32)) -> i32 { match a { (0, p)
 | (p, _) => 1, _ => 2 } }
//@ = 12 15 18 21 33 -3 | default binding modes deep
struct P { a: (i32, [i32; 2]), b: Option<(i32, i32)> }
pub fn f(x: i32) -> i32 { let mut p = P { a: (x, [1, 2]), b: Some((x, 5)) }; { let P { a: (n, [m, _]), b } = &mut p; *n += 1; *m += 10; if let Some((c, _)) = b { *c *= 2; } } let P { a: (ref n, ref arr), b: Some((k, _)) } = p else { return 0 }; *n + arr[0] + k }
//@ = 2 5 8 11 23 -13 | ref ref mut
pub fn f(x: i32) -> i32 { let mut t = (x, x + 1); let (ref mut a, ref b) = t; *a += *b; let c = *b; t.0 + c }
//@ = 100 11 22 33 107 -5 | at patterns with subpatterns
pub fn f(x: i32) -> i32 { match Some(x) { whole @ Some(n @ 1..=3) => n + whole.unwrap() * 10, Some(n @ (7 | 0)) => n + 100, s @ Some(_) => s.unwrap(), None => 0 } }
//@ = 112 125 223 151 203 47 | slice patterns slices
fn s(a: &[i32]) -> i32 { match a { [] => 0, [x] => *x, [a, b] => a * 10 + b, [first, .., last] if *first == *last => 99, [first, rest @ ..] => *first + s(rest) } }
pub fn f(x: i32) -> i32 { s(&[]) + s(&[x]) * 2 + s(&[x, 1]) + s(&[x, 1, 2]) + s(&[x, 5, 5, x]) }
//@ = 45 1045 2045 3045 7045 -4955 | slice patterns mutable
fn rev(a: &mut [i32]) { if let [first, middle @ .., last] = a { core::mem::swap(first, last); rev(middle); } }
pub fn f(x: i32) -> i32 { let mut a = [x, 2, 3, 4, 5]; rev(&mut a); a[0] + a[1] * 10 + a[4] * 1000 }
//@ E0004:2 | slice missing
fn g(a: &[bool]) -> i32 {
 match a { [] => 0, [true, ..] => 1, [.., false] => 2 } }
//@ = 1 2 2 3 3 2 | slice exhaustive tricky
pub fn f(x: i32) -> i32 { let b = [x == 0, x > 1, x > 2]; match &b[..] { [] => 0, [true, ..] => 1, [false, .., false] => 2, [false, .., true] => 3, [false] => 4 } }
//@ = 3410 3412 3414 3416 3424 3400 | array patterns
pub fn f(x: i32) -> i32 { let [a, b, rest @ ..] = [x, 1, 2, 3, 4]; let [.., z] = rest; let [p @ .., _] = [x, x]; a + b * 10 + z * 100 + rest.len() as i32 * 1000 + p[0] }
//@ ok | unreachable arm
fn g(x: Option<bool>) -> i32 { match x {
 Some(_) => 1,
 None => 2,
 Some(true) => 3,
 } }
//@ ok | unreachable after wildcard
fn g(x: i32) -> i32 { match x { n => n,
 0 => 1 } }
//@ = 0 1 2 3 7 -5 | irrefutable if let fine
pub fn f(x: i32) -> i32 { if let y = x { y } else { 0 } }
//@ = 3003 4004 100100 101101 101101 101101 | explicit discriminants
#[derive(Clone, Copy)] #[repr(u8)] enum K { A = 3, B, C = 100, D }
pub fn f(x: i32) -> i32 { let k = match x { 0 => K::A, 1 => K::B, 2 => K::C, _ => K::D }; k as i32 + (k as u8 as i32) * 1000 }
//@ = 255 44 44 44 44 44 | discriminant as u8 wraps
enum K { A = -1, B = 300 }
pub fn f(x: i32) -> u8 { (if x == 0 { K::A } else { K::B }) as u8 }
//@ E0370:2 | discriminant overflow
#[repr(u8)] enum K { A = 255,
 B }
//@ = 5 7 8 9 13 5 | let else variants
fn h(o: Option<(i32, i32)>) -> i32 { let Some((a, 1..=5 | 7)) = o else { return -1 }; a }
pub fn f(x: i32) -> i32 { let mut s = 0; for i in 0..8 { let Some(n) = (if i % 2 == 0 { Some(i) } else { None }) else { continue }; if n == 6 { break; } s += n; } s + h(Some((x, x))) }
//@ = 5 1 2 3 7 5 | let else binding moved
struct N(i32);
pub fn f(x: i32) -> i32 { let o = if x > 0 { Ok(N(x)) } else { Err(N(5)) }; let Ok(n) = o else { let Err(e) = o else { panic!() }; return e.0 }; n.0 }
//@ E0308:1 | let else no diverge
fn g(o: Option<i32>) -> i32 { let Some(a) = o else {
 0 }; a }
//@ = 0 1 2 102 506 -7 | let chains
fn p(x: i32) -> Option<i32> { if x >= 0 { Some(x) } else { None } }
pub fn f(x: i32) -> i32 { if let Some(a) = p(x) && a > 1 && let Some(x) = p(a - 2) && let y = x + 1 && y > 1 { x * 100 + y } else if let None = p(x) && x < -3 { -7 } else { x } }
//@ = 0 1 3 6 22 0 | while let chain
pub fn f(x: i32) -> i32 { let mut n = Some(x); let mut s = 0; while let Some(k) = n && k > 0 { s += k; n = if k == 4 { None } else { Some(k - 1) }; } s }
//@ = 2 3 3 3 4 1 | match on constants
const LOW: i32 = -5; const HIGH: i32 = LOW + 10; struct S; impl S { const Z: i32 = 0; }
pub fn f(x: i32) -> i32 { match x { LOW => 1, S::Z => 2, 1..HIGH => 3, HIGH..=i32::MAX => 4, _ => 5 } }
//@ = 2 3 3 1 3 3 | const struct pattern
#[derive(PartialEq, Eq)] struct P { a: i32, b: bool }
const Q: P = P { a: 3, b: true };
pub fn f(x: i32) -> i32 { match (P { a: x, b: x > 2 }) { Q => 1, P { a: 0, .. } => 2, _ => 3 } }
//@ error:4 | const pattern without eq
struct P { a: i32 }
const Q: P = P { a: 3 };
fn g(p: P) -> i32 { match p {
 Q => 1, _ => 2 } }
//@ = 1 4 4 4 5 3 | float patterns
pub fn f(x: i32) -> i32 { match x as f32 { 0.0 => 1, 2.5 => 2, -5.0 => 3, 1.0..=3.0 => 4, _ => 5 } }
//@ = 1 1 2 4 3 4 | string byte patterns
pub fn f(x: i32) -> i32 { match (x as u8 + b'a', x) { (b'a', _) => 1, (b'b'..=b'c', n) => n, (_, 7) => 3, _ => 4 } }
//@ = 2 2 4 7 11 -1 | struct pattern shorthand
struct P { x: i32, y: i32, z: (i32, i32) }
pub fn f(x: i32) -> i32 { let p = P { x, y: 2, z: (3, x) }; let P { y, z: (a, mut b), .. } = p; b += 1; match p { P { x: 0, .. } => y, P { x: q @ 1..=2, y: _, z: (_, r) } => q + r, P { x, .. } if x < 0 => -1, P { .. } => a + b } }
//@ = 0 10 20 3 7 -50 | match guard with binding by move
struct N(i32);
pub fn f(x: i32) -> i32 { let o = Some(N(x)); match o { Some(n) if n.0 > 2 => n.0, Some(n) => n.0 * 10, None => 0 } }
//@ = 0 1 2 3 7 -5 | empty enum
enum Void {}
fn un(v: Void) -> i32 { match v {} }
pub fn f(x: i32) -> i32 { let r: Result<i32, Void> = Ok(x); match r { Ok(v) => v } }
//@ = 0 1 2 3 7 -5 | let irrefutable with void
enum Void {}
pub fn f(x: i32) -> i32 { let r: Result<i32, Void> = Ok(x); let Ok(v) = r; v }
//@ = 0 1 2 3 7 -5 | never type in result
pub fn f(x: i32) -> i32 { let r: Option<i32> = Some(x); let v = match r { Some(v) => v, None => loop {} }; v }
//@ = 12 15 18 21 33 -3 | reference patterns
pub fn f(x: i32) -> i32 { let a = [1, x, 3]; let mut s = 0; for &e in &a { s += e; } for (i, &e) in a.iter().enumerate() { s += i as i32 * e; } let &(p, q) = &(x, 2); let &mut ref mut r = &mut s; *r += p + q; s }
//@ = 0 1 2 30 7 -5 | box pattern of reference to reference
pub fn f(x: i32) -> i32 { let a = &&Some(x); match a { Some(3) => 30, Some(n) => *n, None => 0 } }
//@ = 0 2 4 6 14 -10 | binding at by ref with copy
pub fn f(x: i32) -> i32 { let t = (x, 2); let n @ (a, _) = t; n.0 + a }
//@ E0382:2 | binding at moves
struct N(i32);
fn g(o: Option<N>) -> i32 { let n @ Some(m) = o else { return 0 }; m.0 }
//@ = 77 1 2 6 14 -10 | variants imported
enum E { A(i32), B { v: i32 }, C }
use E::*;
pub fn f(x: i32) -> i32 { let e = match x { 0 => C, 1..=2 => A(x), _ => B { v: x } }; match e { A(n) => n, B { v } => v * 2, C => 77 } }
//@ ok | variable named like variant missing
enum E { A, B }
fn g(e: E) -> i32 { match e {
 A => 1,
 B => 2 } }
//@ = 0 0 1 1 1 0 | match bool
pub fn f(x: i32) -> i32 { match x > 1 { true => 1, false => 0 } }
//@ = 1 3 5 7 15 -9 | unit and nested tuples
pub fn f(x: i32) -> i32 { match ((), (x, ((x + 1,), ()))) { ((), (0, _)) => 1, (_, (a, ((b,), ()))) => a + b } }
//@ error:2 | rest twice
fn g(t: (i32, i32, i32)) -> i32 {
 let (.., a, ..) = t; a }
//@ = 5 6 7 8 12 0 | tuple struct rest
struct T(i32, i32, i32, i32);
pub fn f(x: i32) -> i32 { let T(a, .., d) = T(x, 1, 2, 3); let T(.., c, _) = T(x, 1, 2, 3); let T(..) = T(0, 0, 0, 0); a + d + c }
//@ = 4 5 6 7 11 -1 | tuple struct brace
struct T(i32, i32);
pub fn f(x: i32) -> i32 { let t = T { 0: x, 1: 4 }; let T { 1: b, 0: a } = t; a + b }
