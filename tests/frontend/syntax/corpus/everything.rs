// Every construct of the grammar; parsed, never compiled.
#![allow(unused)] //! inner doc
/*! inner /* nested /* deep */ still */ doc */
/// outer
#[doc = concat!("a", "b")] #[cfg_attr(all(x, not(y)), derive(Debug))]
pub(crate) union U<'a, T: 'a + ?Sized + Copy, const N: usize = { 1 + 2 }> where T: for<'b> Fn(&'b u8) -> u8, for<'c> &'c T: Sized, 'a: 'static { a: u32, pub(in crate::x) b: &'a [T; N], }
struct P(pub (u8, u16), pub(crate) u8, pub(super) fn(u8) -> u8);
struct Q; struct R {} struct V<T>(T) where T: Copy;
pub(self) enum E<T> { A, #[cold] B(T, u8), C { x: u8 }, D = -1isize, }
auto trait AT {} unsafe trait UT: Send + 'static {} unsafe impl<T> UT for Vec<T> where T: Send {}
impl !Send for Q {} impl<T> Tr<Vec<Vec<T>>> for &'_ mut [T] { const X: u8 = 1; type A<'a> = &'a T where Self: 'a; fn f(self: &Self) {} fn g(&'a mut self) -> Self { self } }
impl Q { pub const unsafe extern "C" fn h(mut self, (a, b): (u8, u8), &c: &u8, S { d, .. }: S) -> impl Fn(u8) -> u8 + use<'_, T> + 'static { } }
extern "C" { fn printf(f: *const i8, ...) -> i32; static mut X: u8; type Opaque; safe fn s(); } unsafe extern "C" { pub safe fn q(x: u8); } extern crate alloc as a; extern crate self as me;
use std::{self, fmt::{Debug as D, *}, io as _, ::x::y}; use ::z; use {a, b::c}; use crate::*; pub use super::{super::q};
type F<'a> = unsafe extern "C" fn(x: &'a u8, _: u8, ...) -> !; type G = Box<dyn for<'a> Fn(&'a u8) -> Result<u8, Box<dyn E + Send>> + Send + 'static>; type H = <Vec<u8> as IntoIterator>::Item; type I = <<T as A>::B as C>::D;
type J = Foo<{ N + 1 }, -1, 'x', Item = u8, Out: Debug + Copy, K<'a> = u8>; type K = [(); 3]; type L = impl Iterator<Item = impl Debug>; type M = (u8,); type N = *const *mut u8; type O = &'a &&mut dyn A;
macro_rules! m { ($($x:expr),* $(,)?) => {{ $( $x )+* ; "}" '}' }}; (@a $b:tt) => [ ] }
m! { a => b, #[x] 'a ' ' } m!(a); m![b]; std::thread_local! { static X: u8 = 1; }
static mut ST: [u8; 3] = *b"a\"c"; const _: () = assert!(true); const C: &str = r##"a "# b"##; const BS: &[u8] = br#"x"#; const CS: &std::ffi::CStr = c"x\n"; const RI: u8 = r#match;
async unsafe fn af<T>(x: T) -> u8 where T: Sized, { async move { 1 }.await?; async { }; let c = async |x: u8| x; let d = async move || { }; x.await }
fn main() {
    let x: Vec<Vec<u8>>= Vec::<Vec<u8>>::new(); let y = a>>b; let z = a>=b; q >>= 3; q <<= 2; let w: [Option<Option<u8>>; 2] = [None; 2];
    let Some(x) = y else { return; }; let (A | B | C(1..=3 | 5)) = x; let [a, .., b] = c; let [first, rest @ ..] = c; let (mut a, ref b, ref mut c, &d, &mut e, &&f, box_) = x;
    let P { x, ref y, mut z, w: (a, ..), 0: q, #[cfg(x)] v, .. } = p; let &mut Some(ref mut x @ (1 | 2)) = q; let -1..=1 = x; let 'a'..='z' = c; let ..=5 = x; let 1.. = x; let i32::MIN..0 = x; let <T as X>::C = y; let m!(x) = y; let (A | B, C) = z;
    if let Some(x) = a && x > 3 && let Ok(y) = b { } else if c { } else { }
    while let Some(x) = s.pop() && x != (T { a: 1 }) { continue; }
    match x { A | B if x > 3 && let Some(y) = z => y, | C => {} D { .. } => if a {} else {}, E => unsafe { 1 } F => m! { x }, _ => return, }
    'outer: for (i, &x) in a.iter().enumerate() { 'b: { break 'b 3; } break 'outer; } 'l: loop {} 'w: while a { }
    const { assert!(N > 0) } let v = const { 1 + 1 }; unsafe { *p = 1; } { 1 } ;;; (1); [1, 2]; -1; *p = 2; &x; !x; <T>::f(); <T as A>::b::<C>(); ::a::b();
    let c = |a, (b, c): (u8, u8), &d, mut e: u8| -> u8 { a }; let c = || {}; let c = move |x| async move { x }; f(|| x, |x| x, |_, _| ()); let c = |&x: &u8| x; let f = for<'a> |x: &'a u8| -> &'a u8 { x };
    let r = (..); let r = ..=5; let r = 1..=2; let r = a..; for i in (0..n).rev() {} for i in 0..n {} for _ in x.. {} match a..b { _ => {} } &a[..]; &a[1..]; &a[..=2]; a[b][c];
    x.0.1.2; x.0.f(); 1.0.sqrt(); 1.max(2); 1.; 1e10; 1_000u64; 0xFFu8; 0b1010_1010; 0o77; 1f32; 2.5e-3f64; 'a'; '\''; '\u{1F600}'; b'\n'; b'\''; "a\
    b"; "\"";
    let s = S { a, b: 1, 0: 2, #[x] c, ..Default::default() }; let s = S {}; let s = a::B::<C> { x }; if (S { a }) == b {} let e = Self { x }; <T as A>::B { x };
    unsafe { asm!("mov {0}, {1}", out(reg) x, in("rax") y, options(nostack, pure), "{}" ); core::arch::asm! { "x" } }
    x as u8 as char; (x as usize) < y; -x as u8; &x as *const _ as usize; x as Vec<u8>; a as fn(u8) -> u8; x as &dyn A; *x as u8 + 1; &raw const x; &raw mut x.y; let raw = raw + 1; let union = union; let auto = 1; let default = default(); let safe = 1;
    #[cfg(a)] let x = 1; #[inline] fn inner() {} #[a] { } #[a] if x {} #[allow(x)] x = 2; f(#[a] x, #[b] y); let x = #[a] 1; match x { #[a] A => 1, #[b] #[c] B => 2 }
    struct Local; impl Local {} use a::b; const K: u8 = 1; static S: u8 = 1; enum E { } trait T { } mod m { } type X = u8; union U { a: u8 } extern "C" fn ef() {} macro_rules! loc { () => () } loc!(); loc! {} loc![]; pub fn pf() {}
    a = b = c; a += 1; (a, b) = (b, a); [a, _] = x; _ = f(); S { a, .. } = s; return; return x; break; break 'a; break 'a x; |x| x; || (); a && b || c; a &&& b; a & &b; a | |x| x; a || || x; a ** b; a - -b;
    let f = if a { b } else { c }.d(); let g = match a { _ => b }? + c; if a { b } else { c }.d(); match a { _ => b }?.e(); unsafe { a }.b; let x = loop { break 1 } + 1; let z = a < b as u8 && c > d; a.b::<C>(d); a?.b?; x!(a).b; x![a] + 1; x! { a }.b; 
    if x == m! { a } {} if { a } { b } match { a } { _ => {} } if unsafe { a } {} if match a { _ => b } { } while { a } { } for x in { a } { } if !{ a } {} if a == { b } {} if x.f(S { a }) {} if [S { a }][0] {} 
    macro_args!(a, b => c; 'x' "s" 1.0 .. ..= ... # $ ? @ ~)
}
