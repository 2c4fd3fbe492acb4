// mem, MaybeUninit, ManuallyDrop, cells.

use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::cell::{Cell, UnsafeCell};

#[derive(Clone, Copy)]
pub enum Shape { Dot, Line(u32), Square { side: u8 } }
#[repr(u8)]
#[derive(Clone, Copy)]
pub enum Flag { Low = 3, High = 9 }
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixed { a: u8, b: f32, c: [u16; 3], d: Option<u32>, e: bool, f: char, p: *const u8 }
fn shape(n: u32) -> Shape { match n { 0 => Shape::Dot, 1 => Shape::Square { side: 4 }, _ => Shape::Line(n) } }
// calls: 0, 0; 0, 1; 1, 1; 2, 3; 3, 0
pub fn discriminants(a: u32, b: u32) -> u32 {
    let same = mem::discriminant(&shape(a)) == mem::discriminant(&shape(b));
    let options = mem::discriminant(&Some(a)) == mem::discriminant(&None);
    let r = &a;
    let nullable = mem::discriminant(&Some(r)) == mem::discriminant(&if b == 0 { None } else { Some(&b) });
    let flags = mem::discriminant(&Flag::Low) == mem::discriminant(&if a == 0 { Flag::Low } else { Flag::High });
    same as u32 + options as u32 * 2 + nullable as u32 * 4 + flags as u32 * 8
}
// calls: 3
pub fn zeros(n: u32) -> u32 {
    unsafe {
        let z: Mixed = mem::zeroed();
        let y: [(u8, u64); 3] = mem::zeroed();
        let x: f64 = mem::zeroed();
        let w: Option<&u32> = mem::zeroed();
        let v = MaybeUninit::<[u32; 40]>::zeroed().assume_init();
        let u: bool = MaybeUninit::zeroed().assume_init();
        (z.a as u32 + z.c[2] as u32 + z.e as u32 + z.f as u32 + z.p.is_null() as u32) * 3 + (z.b == 0.0) as u32 + z.d.is_none() as u32 * 2 + y[2].1 as u32 + x as u32 + w.is_none() as u32 * 4 + v[39] + u as u32 + n
    }
}
// calls: 7
pub fn rooms(n: u32) -> u32 {
    let mut m = MaybeUninit::<(u32, f32)>::uninit();
    let first = m.write((n, 2.5)).0;
    unsafe {
        m.assume_init_mut().0 += 1;
        let (x, y) = m.assume_init_read();
        let z = m.assume_init_ref().0;
        let mut a = [const { MaybeUninit::<u32>::uninit() }; 4];
        for (i, slot) in a.iter_mut().enumerate() { slot.write(i as u32 * n); }
        let b: [u32; 4] = mem::transmute(a);
        m.assume_init_drop();
        first + x * 2 + y as u32 * 3 + z * 5 + b[3] * 7
    }
}
// calls: 5
pub fn moved(n: u32) -> u32 {
    let mut x = [n, 2];
    let y = mem::replace(&mut x, [3, 4]);
    let z = mem::take(&mut x);
    let mut k = ManuallyDrop::new(z);
    k[0] += 10;
    let t = unsafe { ManuallyDrop::take(&mut k) };
    mem::forget(t);
    let bits: u16 = unsafe { mem::transmute_copy(&0x12345678u32) };
    y[0] + z[1] * 2 + t[0] * 3 + x[0] + bits as u32 + mem::needs_drop::<u32>() as u32 + mem::size_of_val(&x) as u32 + mem::align_of_val(&t) as u32 + mem::size_of_val("abc") as u32
}
// calls: 5; 0
pub fn cells(n: u32) -> u32 {
    let c = Cell::new(n);
    let d = Cell::new(9);
    let r = &c;
    r.set(r.get() + 1);
    c.swap(&d);
    let old = r.replace(4);
    let u = UnsafeCell::new(n);
    unsafe { *u.get() += 3; }
    let taken = d.take();
    old + taken * 10 + c.get() * 100 + d.into_inner() + u.into_inner() * 1000 + (Cell::new(n) == Cell::new(5)) as u32
}
// calls: 5
pub fn hinted(n: u32) -> u32 { use std::hint::*; unsafe { assert_unchecked(n > 0) }; black_box(n) + select_unpredictable(n > 3, 1, 2) + std::convert::identity(n) }
