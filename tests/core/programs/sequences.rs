// Small programs over iterators, derives and the like.

// calls: 0; 1; 5; 12
pub fn t1(n: u32) -> u32 { let mut s = 0; for i in (0..n).rev() { s = s * 3 + i; } s }
// calls: 0; 1; 5; 12; 13
pub fn t2(n: u32) -> u32 { let mut s = 0; for i in (0..n).step_by(3) { s = s * 3 + i; } s }
// calls: -5; -2; 0; 7
pub fn t3(n: i32) -> i32 { let mut s = 0; for i in -2..=n { s = s * 3 + i; } s }
// calls: 0; 2; 3; 4
pub fn t4(n: usize) -> f32 { let a = [1.0f32, 2.0, 3.0]; let mut s = 0.0; for x in &a { s += *x; } for x in a.iter() { s += x; } for (i, x) in a[..n].iter().enumerate() { s += *x * i as f32; } s }
#[derive(Clone, Copy, PartialEq, PartialOrd, Default)] pub struct P { x: i32, y: f32 }
// calls: 0; 2; -3
pub fn t5(n: i32) -> bool { let p = P { x: n, y: 1.0 }; let q = p.clone(); p == q && p <= P::default() }
// calls: 0; 2147483647; -3
pub fn t6(n: i32) -> i32 { n.checked_add(5).unwrap_or(7) + n.rotate_left(3) + n.pow(2) }
// calls: 2; 3; 4
pub fn t7(n: i32) -> bool { (n, 2u8) < (3, 4u8) }
// calls: 1; 3
pub fn t8(n: u8) -> u8 { let a = [n, 2, 3]; let mut s = 0; for x in a { s += x; } s + a.iter().zip(1..).take(2).count() as u8 + a.iter().copied().sum::<u8>() }
