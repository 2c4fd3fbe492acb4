// Ranges and their bounds.

use std::ops::{Bound, Range, RangeBounds, RangeInclusive, ControlFlow};

fn within<R: RangeBounds<u32>>(r: R, x: u32) -> u32 {
    let start = match r.start_bound() { Bound::Included(s) => *s, Bound::Excluded(s) => *s + 1, Bound::Unbounded => 0 };
    let end = match r.end_bound() { Bound::Included(s) => *s + 1, Bound::Excluded(s) => *s, Bound::Unbounded => 1000 };
    start * 10000 + end * 10 + r.contains(&x) as u32
}
// calls: 1, 5, 3; 4, 2, 3; 3, 3, 3
pub fn bounds(a: u32, b: u32, x: u32) -> u32 {
    let mut h = within(a..b, x);
    h = h.wrapping_mul(31) ^ within(a..=b, x);
    h = h.wrapping_mul(31) ^ within(a.., x);
    h = h.wrapping_mul(31) ^ within(..b, x);
    h = h.wrapping_mul(31) ^ within(..=b, x);
    h = h.wrapping_mul(31) ^ within(.., x);
    h.wrapping_mul(31) ^ within((Bound::Excluded(a), Bound::Included(b)), x)
}
// calls: 1, 5; 5, 1
pub fn parts(a: u32, b: u32) -> u32 {
    let (x, y) = (a..=b).into_inner();
    let r: Range<u32> = Default::default();
    let q = RangeInclusive::new(a, b);
    let used = { let mut q = a..=b; while q.next().is_some() {} (q.is_empty(), q.contains(&b), match q.end_bound() { Bound::Excluded(_) => 1, _ => 2 }) };
    x * 10 + y + r.len() as u32 + *q.start() * 100 + *q.end() * 1000 + used.0 as u32 + used.1 as u32 * 2 + used.2 * 4
}
fn first_even(a: &[u32]) -> ControlFlow<u32> { for x in a { if x % 2 == 0 { return ControlFlow::Break(*x); } } ControlFlow::Continue(()) }
fn both(a: &[u32], b: &[u32]) -> ControlFlow<u32> { first_even(a)?; first_even(b) }
// calls: 1, 4; 2, 3; 1, 3
pub fn flow(a: u32, b: u32) -> u32 { let f = both(&[a, 5], &[b]); f.is_break() as u32 * 100 + f.is_continue() as u32 * 10 + f.break_value().unwrap_or(7) }
