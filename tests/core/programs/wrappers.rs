// NonZero, Wrapping, Saturating, conversions between numbers.

use std::num::*;

// calls: 0, 3; 7, 3; 4294967295, 1
pub fn nonzero(a: u32, b: u32) -> u64 {
    let o = NonZeroU32::new(a);
    let p: Option<NonZero<u32>> = NonZero::new(b);
    let mut h = size_of::<Option<NonZeroU32>>() as u64 + size_of::<Option<NonZeroU128>>() as u64 + size_of::<Option<NonZeroI8>>() as u64;
    if let (Some(x), Some(y)) = (o, p) {
        h = h * 31 + x.get() as u64 + y.leading_zeros() as u64 + x.trailing_zeros() as u64 + x.count_ones().get() as u64;
        h = h * 31 + x.checked_add(b).map_or_of() + x.saturating_add(b).get() as u64 + x.checked_mul(y).map_or_of() + x.saturating_mul(y).get() as u64;
        h = h * 31 + (x | y).get() as u64 + (x | 4).get() as u64 + (9 / y) as u64 + (9 % y) as u64 + x.ilog2() as u64 + x.ilog10() as u64 + x.isqrt().get() as u64;
        h = h * 31 + x.is_power_of_two() as u64 + x.checked_next_power_of_two().map_or_of() + x.midpoint(y).get() as u64 + x.cmp(&y) as i8 as u64 + u32::from(x) as u64;
        h = h * 31 + (x == y) as u64 + (x < y) as u64 + x.checked_pow(2).map_or_of() + x.saturating_pow(2).get() as u64;
    }
    h * 31 + NonZeroU32::try_from(a).is_ok() as u64 + NonZeroU32::MIN.get() as u64 + NonZeroU64::MAX.get() + NonZeroU8::BITS as u64 + unsafe { NonZeroU32::new_unchecked(b) }.get() as u64
}
trait OrOf { fn map_or_of(self) -> u64; }
impl OrOf for Option<NonZeroU32> { fn map_or_of(self) -> u64 { match self { Some(x) => x.get() as u64, None => 77 } } }
// calls: 0; -5; -128; 127
pub fn nonzero_signed(a: i8) -> i64 {
    match NonZeroI8::new(a) {
        Some(x) => x.wrapping_abs().get() as i64 + x.unsigned_abs().get() as i64 * 3 + x.is_negative() as i64 * 7 + x.is_positive() as i64 * 11 + (-NonZeroI8::MAX).get() as i64 + x.saturating_neg().get() as i64 * 13 + x.checked_abs().is_none() as i64 * 17,
        None => 1000 + NonZeroI8::MIN.get() as i64,
    }
}
#[derive(Clone, Copy, PartialEq)]
#[repr(transparent)]
pub struct Id(NonZeroU32);
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Node { next: Option<Id>, big: Option<NonZeroU128>, small: Option<NonZeroU8>, value: u32 }
// calls: 0; 1; 2
pub fn linked(n: u32) -> u32 {
    let a = Node { next: None, big: NonZero::new(n as u128), small: NonZero::new(n as u8), value: 10 };
    let b = Node { next: NonZeroU32::new(n).map_id(), big: None, small: NonZero::new(3), value: 20 };
    let nodes = [a, b, a];
    let mut copy = nodes;
    copy[1].next = copy[0].next;
    let mut s = 0;
    for x in nodes.iter().chain(&copy) {
        s = s * 3 + match x { Node { next: Some(Id(k)), big: None, .. } => k.get(), Node { next: None, big: Some(k), small, .. } => k.get() as u32 + small.is_some() as u32, Node { value, .. } => *value };
    }
    s + (a.next == b.next) as u32 * 1000 + size_of::<Option<Id>>() as u32 + (size_of::<Node>() as u32) * 7
}
trait MapId { fn map_id(self) -> Option<Id>; }
impl MapId for Option<NonZeroU32> { fn map_id(self) -> Option<Id> { match self { Some(x) => Some(Id(x)), None => None } } }
// calls: 250, 7; 3, 200; 0, 1
pub fn wrapping(a: u8, b: u8) -> u64 {
    let (x, y) = (Wrapping(a), Wrapping(b));
    let mut h = (x + y).0 as u64;
    h = h * 31 + (x - y).0 as u64 + (x * y).0 as u64 + (x / y).0 as u64 + (x % y).0 as u64 + (x & y).0 as u64 + (x | y).0 as u64 + (x ^ y).0 as u64;
    h = h * 31 + (!x).0 as u64 + (-x).0 as u64 + (x << 3).0 as u64 + (x >> 9).0 as u64 + (x + &y).0 as u64;
    let mut z = x;
    z += y; z -= 1; z *= Wrapping(3); z /= 2; z %= Wrapping(100); z &= 63; z |= Wrapping(128); z ^= &y; z <<= 1; z >>= 2;
    h * 31 + z.0 as u64 + (x < y) as u64 + [x, y, y].iter().sum::<Wrapping<u8>>().0 as u64 + [x, y].into_iter().product::<Wrapping<u8>>().0 as u64
}
// calls: -128, -1; 100, 100; 3, -7
pub fn saturating(a: i8, b: i8) -> i64 {
    let (x, y) = (Saturating(a), Saturating(b));
    let mut h = (x + y).0 as i64;
    h = h * 31 + (x - y).0 as i64 + (x * y).0 as i64 + (x / y).0 as i64 + (x % y).0 as i64 + (x & y).0 as i64 + (-x).0 as i64 + (!y).0 as i64;
    let mut z = x;
    z += y; z -= 1; z *= Saturating(3); z /= 2;
    h * 31 + z.0 as i64 + Saturating::<i8>::MAX.0 as i64 + x.pow(3).0 as i64 + y.count_ones() as i64
}
// calls: 3; -1; 70000
pub fn converted(n: i32) -> u64 {
    let a: Result<u32, TryFromIntError> = n.try_into();
    let b = u64::try_from(7u32);
    let c = i32::try_from(n);
    let d = u8::try_from('é');
    let e = u16::try_from('\u{1F980}');
    let f = char::try_from(n as u32 & 0xFFFF);
    let g: Result<u8, std::convert::Infallible> = Ok(3);
    a.unwrap_or(1) as u64 + b.unwrap_or(2) * 3 + c.unwrap_or(5) as u64 * 7 + d.unwrap_or(9) as u64 + e.is_err() as u64 + f.is_ok() as u64 + match g { Ok(x) => x as u64 } + std::u32::MAX as u64 + core::i8::MAX as u64 + u8::MAX as u64
}
