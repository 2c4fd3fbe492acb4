// How names of the library are found: modules called as types are, traits that a glob import brings in, methods of what has no size, statements.

mod user {
    use std::f32;
    use core::u32;
    use std::ops::*;
    pub mod inner { pub mod deep { pub trait Twice { fn twice(&self) -> u32; } impl Twice for u32 { fn twice(&self) -> u32 { self * 2 } } } pub use self::deep::Twice as Double; }
    use inner::*;

    pub fn types(x: f32, n: u32) -> f32 { x * f32::consts::PI + f32::MAX.min(2.0) + f32::from_bits(n) + u32::MAX as f32 + u32::from(n > 3) as f32 }
    pub fn traits(n: u32) -> u32 { let r = n..9; let b = r.start_bound(); n.twice() + match b { Bound::Included(s) => *s, _ => 0 } }
}
// calls: 1.5, 7; -2.0, 1
pub fn types(x: f32, n: u32) -> f32 { user::types(x, n) }
// calls: 3
pub fn traits(n: u32) -> u32 { user::traits(n) }
// calls: 3; 0
pub fn blocks(n: u32) -> u32 {
    unsafe { n + 1 };
    { 4u32 };
    if n > 0 { 1 } else { 2 };
    #[allow(unused)]
    match n { 0 => 'a', _ => 'b' };
    loop { break n };
    n
}
trait Named { fn name(&self) -> u32; }
impl Named for [u32] { fn name(&self) -> u32 { self.len() as u32 } }
impl<T: ?Sized> Named for &T { fn name(&self) -> u32 { 77 } }
// calls: 3
pub fn unsized_methods(n: usize) -> u32 {
    let a = [1u32, 2, 3, 4];
    let p: *const [u32] = &a[..n];
    p.len() as u32 + p.is_null() as u32 + unsafe { *p.cast::<u32>().add(1) } * 10 + a[..n].name() * 100
}
