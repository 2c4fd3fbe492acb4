// Iterators: adapters, comparisons, hints.

fn mix(h: u64, x: u64) -> u64 { (h ^ x).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7) }
fn hint(h: u64, found: (usize, Option<usize>)) -> u64 { mix(mix(h, found.0 as u64), found.1.unwrap_or(7777) as u64) }

// calls: 0; 1; 4
pub fn hints(n: usize) -> u64 {
    let a = [1u32, 2, 3, 4, 5];
    let s = &a[..n];
    let mut h = hint(1, s.iter().size_hint());
    h = hint(h, s.iter().enumerate().skip(1).size_hint());
    h = hint(h, s.iter().zip(0u8..3).size_hint());
    h = hint(h, s.iter().zip(0u8..).take(2).size_hint());
    h = hint(h, s.iter().chain(&a).size_hint());
    h = hint(h, s.iter().step_by(2).size_hint());
    h = hint(h, s.iter().copied().rev().cloned_hint());
    h = hint(h, s.iter().cycle().size_hint());
    h = hint(h, s.iter().peekable().size_hint());
    h = hint(h, s.iter().fuse().size_hint());
    h = hint(h, s.chunks(2).flatten().size_hint());
    h = hint(h, (0..n as u128).size_hint());
    h = hint(h, (0..=n as u64).size_hint());
    h = hint(h, (n..).size_hint());
    h = hint(h, (0u128..u128::MAX).size_hint());
    h = hint(h, (0u64..=u64::MAX).size_hint());
    h = hint(h, std::iter::once(3).size_hint());
    h = hint(h, std::iter::empty::<u8>().size_hint());
    h = hint(h, std::iter::repeat(3).take(n).size_hint());
    h = hint(h, std::iter::repeat_n(3, n).size_hint());
    h = hint(h, Some(n).iter().size_hint());
    h = hint(h, ('a'..='e').size_hint());
    mix(h, s.iter().fuse().len() as u64 + s.iter().peekable().len() as u64 + (0..n as u32).rev().len() as u64)
}
trait Cloned: Iterator + Sized { fn cloned_hint(self) -> (usize, Option<usize>) { self.size_hint() } }
impl<I: Iterator> Cloned for I {}

// calls: 0, 0; 0, 7; 3, 2; 3, 7; 5, 12
pub fn cycled(n: u32, k: usize) -> u64 {
    let mut h = 1;
    for x in (0..n).cycle().take(k) { h = mix(h, x as u64); }
    mix(h, (0..n).cycle().nth(k).unwrap_or(99) as u64)
}
struct Gaps { n: u32 }
impl Iterator for Gaps { type Item = u32; fn next(&mut self) -> Option<u32> { self.n += 1; if self.n % 3 == 0 { None } else { Some(self.n) } } }
// calls: 0; 1; 2
pub fn fused(n: u32) -> u32 {
    let mut bare = Gaps { n };
    let mut it = Gaps { n }.fuse();
    let mut s = 0;
    for _ in 0..5 { s = s * 10 + it.next().unwrap_or(0); }
    for _ in 0..5 { s = s * 10 + bare.next().unwrap_or(0); }
    s
}
// calls: 0; 1; 4
pub fn peeked(n: usize) -> u64 {
    let a = [4u32, 4, 5, 6];
    let mut it = a[..n].iter().copied().peekable();
    let mut h = mix(1, it.peek().copied().unwrap_or(9) as u64);
    while it.next_if_eq(&4).is_some() { h = mix(h, 1); }
    if let Some(x) = it.peek_mut() { *x += 100; }
    h = hint(h, it.size_hint());
    h = mix(h, it.clone().count() as u64);
    h = mix(h, it.next_back().unwrap_or(8) as u64);
    for x in it { h = mix(h, x as u64); }
    h
}
// calls: 0; 1; 3
pub fn flattened(n: usize) -> u64 {
    let a = [[1u32, 2], [3, 4], [5, 6]];
    let mut h = 1;
    for x in a[..n].iter().flatten() { h = mix(h, *x as u64); }
    for x in a[..n].iter().flatten().rev() { h = mix(h, *x as u64); }
    for x in [Some(1u32), None, Some(n as u32)].into_iter().flatten() { h = mix(h, x as u64); }
    let mut it = a.into_iter().flatten();
    h = mix(h, it.next().unwrap_or(0) as u64);
    h = mix(h, it.next_back().unwrap_or(0) as u64);
    mix(h, it.count() as u64)
}
// calls: 0, 0; 1, 2; 2, 1; 3, 3; 2, 3
pub fn compared(n: usize, m: usize) -> u64 {
    let a = [1, 5, 3];
    let b = [1, 4, 3];
    let (s, t) = (&a[..n], &b[..m]);
    let mut h = mix(1, s.iter().cmp(t) as i8 as u64);
    h = mix(h, s.iter().eq(t) as u64 + 2 * s.iter().ne(t) as u64 + 4 * s.iter().lt(t) as u64 + 8 * s.iter().le(t) as u64);
    h = mix(h, s.iter().gt(t) as u64 + 2 * s.iter().ge(t) as u64 + 4 * s.iter().is_sorted() as u64 + 8 * t.iter().is_sorted() as u64);
    let c = [1.0f32, f32::NAN];
    h = mix(h, match [1.0f32, 2.0].iter().partial_cmp(&c[..n.min(2)]) { None => 9, Some(o) => o as i8 as u64 });
    mix(h, c.iter().is_sorted() as u64 + [1.0f32].iter().le(&c) as u64)
}
// calls: 3; 0
pub fn single(n: u32) -> u64 {
    let mut h = mix(1, std::iter::once(n).rev().len() as u64);
    h = mix(h, std::iter::empty::<u32>().rev().count() as u64);
    for x in std::iter::repeat_n(n, 3).rev() { h = mix(h, x as u64); }
    for x in std::iter::chain([n], [2, 3]) { h = mix(h, x as u64); }
    for (x, y) in std::iter::zip([n, 1], [2, 3]) { h = mix(h, (x * y) as u64); }
    h
}
// calls: 3; 200
pub fn summed(n: u32) -> u32 {
    let some: Option<u32> = [Some(n), Some(2)].into_iter().sum();
    let none: Option<u32> = [Some(n), None, Some(4)].into_iter().sum();
    let ok: Result<u32, u8> = [Ok(n), Ok(5)].into_iter().product();
    let failed: Result<u32, u8> = [Ok(n), Err(7), Err(8)].into_iter().sum();
    some.unwrap_or(77) + none.unwrap_or(88) * 3 + ok.unwrap_or(99) * 5 + failed.unwrap_or_else_of() * 7
}
trait ErrorOf { fn unwrap_or_else_of(self) -> u32; }
impl ErrorOf for Result<u32, u8> { fn unwrap_or_else_of(self) -> u32 { match self { Ok(x) => x, Err(e) => e as u32 + 1000 } } }
// calls: 3; 0
pub fn own_hint(n: usize) -> u32 {
    struct Down(usize);
    impl Iterator for Down { type Item = usize; fn next(&mut self) -> Option<usize> { if self.0 == 0 { None } else { self.0 -= 1; Some(self.0) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.0, Some(self.0)) } }
    impl ExactSizeIterator for Down {}
    Down(n).len() as u32 * 100 + Down(n).enumerate().len() as u32
}
// calls: 'a', 'e'; 'z', 'a'; '\uD7FE', '\uE001'; 'q', 'q'
pub fn characters(a: char, b: char) -> u64 {
    let mut h = 1;
    for c in a..b { h = mix(h, c as u64); }
    for c in a..=b { h = mix(h, c as u64); }
    for c in (a..=b).rev() { h = mix(h, c as u64); }
    for c in (a..b).rev().step_by(2) { h = mix(h, c as u64); }
    for c in (a..).take(3) { h = mix(h, c as u64); }
    h = mix(h, (a..b).nth(2).unwrap_or('!') as u64);
    mix(h, (a..=b).contains(&'c') as u64 + (a..=b).count() as u64 * 2)
}
