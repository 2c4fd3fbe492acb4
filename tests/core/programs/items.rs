// Derives, iteration, slices, choices, conversions, memory.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Level { #[default] Low, Mid(i32), High { a: u8, b: i8 } }
#[derive(Clone, PartialEq, PartialOrd)]
pub struct Pair<T, const N: usize> { a: T, b: [T; N] }
fn level(n: i32) -> Level { match n { 0 => Level::Low, 1 | 2 => Level::Mid(n), _ => Level::High { a: n as u8, b: 3 } } }
// calls: 0, 0; 0, 1; 1, 2; 2, 2; 3, 2; 3, 4; 5, 4
pub fn derive_order(a: i32, b: i32) -> i32 {
    let (x, y) = (level(a), level(b));
    let mut s = 0;
    if x < y { s += 1; } if x == y { s += 2; } if x >= y { s += 4; }
    s += match x.cmp(&y) { std::cmp::Ordering::Less => 100, std::cmp::Ordering::Equal => 200, std::cmp::Ordering::Greater => 300 };
    if x.max(y) == x { s += 1000; }
    if Level::default() == x { s += 10000; }
    s
}
// calls: 1, 2; 2, 2; 0, 0
pub fn derive_generic(a: i32, b: i32) -> bool {
    let p = Pair { a, b: [b, a] };
    let q: Pair<i32, 2> = Pair { a: Default::default(), b: Default::default() };
    let r = p.clone();
    p == r && (p > q || p == q)
}
struct Count { n: u32 }
impl Iterator for Count { type Item = u32; fn next(&mut self) -> Option<u32> { if self.n == 0 { None } else { self.n -= 1; Some(self.n) } } }
// calls: 0; 1; 6
pub fn own_iterator(n: u32) -> u32 {
    let mut s = 0;
    for x in (Count { n }) { s = s * 7 + x; }
    for (i, x) in (Count { n }).enumerate().skip(1) { s += x * i as u32; }
    s + Count { n }.sum::<u32>() + Count { n }.max().unwrap_or(77)
}
struct Bag { items: [i32; 4] }
impl IntoIterator for Bag { type Item = i32; type IntoIter = std::array::IntoIter<i32, 4>; fn into_iter(self) -> Self::IntoIter { self.items.into_iter() } }
impl<'a> IntoIterator for &'a Bag { type Item = &'a i32; type IntoIter = std::slice::Iter<'a, i32>; fn into_iter(self) -> Self::IntoIter { self.items.iter() } }
// calls: 3
pub fn into_iterators(n: i32) -> i32 { let b = Bag { items: [n, 1, 2, 3] }; let mut s = 0; for x in &b { s += x; } for x in b { s = s * 2 + x; } s }
// calls: 0, 0; 1, 3; 2, 2; 3, 1; 4, 4; 5, 9; 9, 3
pub fn reslice(i: usize, j: usize) -> i32 {
    let mut a = [1, 2, 3, 4];
    let s = &mut a[..];
    let part = &mut s[i..j];
    for x in part.iter_mut() { *x *= 10; }
    let t = &a[i..];
    let u = &a[..=j];
    (t.len() * 100 + u.len() * 1000) as i32 + a.iter().sum::<i32>() + a[i..=j].len() as i32
}
// calls: 0; 2; 3; 18446744073709551615
pub fn reslice_to(j: usize) -> usize { let a = [1u8, 2, 3]; a[..=j].len() }
// calls: 0, 0; 2, 0; 1, 0; 3, 2; 4, 2; 2, 3; 5, 3; 0, 18446744073709551615; 3, 1
pub fn reslice_inclusive(i: usize, j: usize) -> usize { let a = [1u8, 2, 3]; a[i..=j].len() }
// calls: 0; 3; 4
pub fn reslice_from(j: usize) -> usize { let a = [1u8, 2, 3]; a[j..].len() }
// calls: 0, 1; 3, 2; 10, 3; 10, 0
pub fn stepping(n: i32, k: usize) -> i32 {
    let mut s = 0;
    for i in (0..n).step_by(k) { s = s * 5 + i; }
    for i in (0..=n).step_by(k) { s = s * 5 + i; }
    for i in (0..n).step_by(k).rev() { s = s * 5 + i; }
    for i in (0..n).rev().step_by(k) { s = s * 5 + i; }
    s
}
// calls: 250; 255; 0
pub fn inclusive_end(n: u8) -> u32 { let mut s = 0; for i in n..=255 { s += i as u32; } for i in (n..=255u8).rev() { s = s * 3 + i as u32; } s }
// calls: 0; 1; 5
pub fn chains(n: usize) -> i32 {
    let a = [1, 2, 3]; let b = [4, 5];
    let mut s = 0;
    for x in a.iter().chain(b.iter()).take(n) { s = s * 10 + x; }
    for (x, y) in a.iter().zip(b.iter()).rev() { s = s * 10 + x * y; }
    for x in a.iter().copied().rev().skip(1) { s = s * 10 + x; }
    for w in a.windows(2) { s += w[0] * w[1]; }
    for c in b.chunks(n + 1) { s += c.len() as i32; }
    for x in (5..).step_by(2).take(n) { s += x; }
    s + a.iter().min().copied().unwrap() + *b.iter().max().unwrap() + a.iter().nth(1).copied().unwrap_or_default()
}
// calls: 0; 4; 5
pub fn slices(n: usize) -> i32 {
    let mut a = [5, 1, 4, 2, 3];
    a.swap(0, 1); a.reverse(); a[1..4].fill(7);
    let (l, r) = a.split_at(n);
    let mut s = l.len() as i32 * 10 + r.iter().sum::<i32>();
    s += a.first().copied().unwrap_or(0) + *a.last().unwrap() + a.get(n).copied().unwrap_or(-1);
    if a.contains(&7) { s += 100; }
    let b = [1, 2, 3, 4, 5];
    a[..2].copy_from_slice(&b[3..]);
    a.rotate_left(2);
    s + a[0] * 1000 + a[4] * 10000 + match b.binary_search(&(n as i32)) { Ok(k) => k as i32, Err(k) => -(k as i32) }
}
// calls: 1
pub fn copy_lengths(n: usize) -> i32 { let mut a = [1, 2, 3]; let b = [1, 2]; a[n..].copy_from_slice(&b); a[..n].copy_from_slice(&b); a[0] }
// calls: 3, 4; 4, 3
pub fn compared(a: i32, b: i32) -> bool { let x = [a, b]; let y = [b, a]; (&a < &b) == (x < y) && (a, b) == (a, b) && x != y && x[..] < y[..1] || (1, 'a', false) > (1, 'a', true) }
// calls: 3; -1
pub fn options(n: i32) -> i32 {
    let mut o = if n > 0 { Some(n) } else { None };
    let t = o.take();
    if let Some(x) = o.as_mut() { *x += 1; }
    o.replace(5);
    if let Some(x) = o.as_mut() { *x += 1; }
    let r: Result<i32, u8> = t.ok_or(3);
    o.unwrap_or_default() + r.unwrap_or(9) + r.ok().or(Some(4)).expect("none") + t.xor(None).is_some() as i32 + (t < o) as i32
}
// calls: 3; -1
pub fn expecting(n: i32) -> i32 { let o = if n > 0 { Some(n) } else { None }; o.expect("no value here") }
// calls: 3; 300; -1
pub fn conversions(n: i32) -> i64 {
    let a: i64 = n.into(); let b = f64::from(n); let c = u8::try_from(n).unwrap_or(255); let d: Result<u16, _> = n.try_into();
    a + b as i64 + c as i64 + d.is_ok() as i64 + i64::from(true) + u32::from('a') as i64
}
// calls: 1.5; -0.0; nan
pub fn memory(x: f32) -> u32 {
    let mut a = (x, 3u8); let mut b = (2.0f32, 4u8);
    std::mem::swap(&mut a, &mut b);
    let old = std::mem::replace(&mut a, (0.5, 9)); let taken = std::mem::take(&mut b);
    let bits: u32 = unsafe { std::mem::transmute(taken.0) };
    bits / 2 + old.1 as u32 + a.1 as u32 + b.1 as u32 + std::mem::size_of::<(f32, u8)>() as u32
}
// calls: 3; 0
pub fn clone_array(n: i32) -> i32 { #[derive(Clone, Default)] struct V { x: i32 } let a = [V { x: n }, V { x: 2 }]; let b = a.clone(); let mut s = 0; for v in b { s = s * 3 + v.x; } let d: [V; 2] = Default::default(); s + d[1].x + a[0].x }
// calls: 'a'; 'z'
pub fn chars(c: char) -> u32 { let mut s = c.to_digit(36).unwrap_or(99); s += c.is_ascii_digit() as u32; s + char::from_u32(0xD800).is_none() as u32 + char::from(65u8) as u32 }

fn half(n: i32) -> Option<i32> { if n % 2 == 0 { Some(n / 2) } else { None } }
fn quarter(n: i32) -> Option<i32> { let h = half(n)?; Some(half(h)? + 100) }
#[derive(Clone, Copy, PartialEq)] enum Bad { Odd(u8), Other }
impl From<u8> for Bad { fn from(v: u8) -> Bad { if v > 9 { Bad::Other } else { Bad::Odd(v) } } }
fn low(n: i32) -> Result<u32, u8> { if n < 0 { Err((-n) as u8) } else { Ok(n as u32) } }
fn checked(n: i32) -> Result<u32, Bad> { let mut s = 0; for k in 0..3 { s += low(n - k)?; } if s == 5 { return Err(Bad::Other); } Ok(s) }
// calls: 0; 2; 4; 5; 8
pub fn question_option(n: i32) -> i32 { quarter(n).unwrap_or(-1) }
// calls: 0; 2; 4; -5; -20
pub fn question_result(n: i32) -> i32 { match checked(n) { Ok(v) => v as i32, Err(Bad::Odd(k)) => -(k as i32), Err(Bad::Other) => 77 } }
