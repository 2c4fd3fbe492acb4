// The methods that take a function.

use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::ControlFlow;

fn option(n: u32) -> Option<u32> { if n == 0 { None } else { Some(n) } }
fn result(n: u32) -> Result<u32, i8> { if n < 100 { Ok(n) } else { Err(n as i8) } }

// calls: 0, 0; 0, 5; 3, 0; 3, 5
pub fn options(a: u32, b: u32) -> u32 {
    let (o, p) = (option(a), option(b));
    let mut s = o.map(|x| x * 2).map_or(1, |x| x + 3);
    s = s * 3 + p.map_or_else(|| 7, |x| x * x);
    s = s * 3 + o.and_then(|x| p.map(|y| x * y)).or_else(|| p).unwrap_or_else(|| 11);
    s = s * 3 + p.filter(|x| *x > a).is_some_and(|x| x == 5) as u32 + o.is_none_or(|x| x == b) as u32 * 2;
    s = s * 3 + o.ok_or_else(|| b as u8).map_err(|e| e as u32 + 1).unwrap_or_else(|e| e);
    let seen = Cell::new(0);
    s = s * 3 + o.inspect(|x| seen.set(*x + 1)).unwrap_or(0) + seen.get();
    let mut q = p;
    *q.get_or_insert_with(|| a + 40) += 1;
    let taken = q.take_if(|x| { *x += 1; *x > 8 });
    s = s * 3 + taken.unwrap_or(2) + q.unwrap_or(6);
    s * 3 + (a > b).then(|| a - b).unwrap_or(9) + Some(a).map(Some).flatten().unwrap() + o.map(u32::count_ones).unwrap_or(3)
}

// calls: 3, 4; 3, 200; 200, 3; 200, 201
pub fn results(a: u32, b: u32) -> u32 {
    let (o, p) = (result(a), result(b));
    let mut s = o.map(|x| x * 2).map_or(1, |x| x + 3);
    s = s * 3 + p.map_or_else(|e| e as u32 & 7, |x| x * x);
    s = s * 3 + o.and_then(|x| p.map(|y| x * y)).or_else(|e| if e < 0 { p } else { Err(e) }).unwrap_or_else(|e| e as u8 as u32);
    s = s * 3 + o.is_ok_and(|x| x == 3) as u32 + p.is_err_and(|e| e == -55) as u32 * 2;
    let seen = Cell::new(0);
    let _ = o.inspect(|x| seen.set(*x)).inspect_err(|e| seen.set(*e as u32 & 15));
    s * 3 + seen.get() + o.map_err(|e| e as i32 + 1).err().map_or(2, |e| e as u32 & 31)
}

// calls: 0, 3; 1, 0; 5, 2; 8, 8
pub fn adapters(n: usize, k: u32) -> u32 {
    let all = [3u32, 1, 4, 1, 5, 9, 2, 6];
    let a = &all[..n];
    let mut s = a.iter().map(|x| x * k).rev().fold(1u32, |s, x| s.wrapping_mul(3).wrapping_add(x));
    s = s.wrapping_mul(3) + a.iter().filter(|x| **x > k).map(|x| *x).sum::<u32>() + a.iter().map(|x| x + k).len() as u32;
    s = s.wrapping_mul(3) + a.iter().filter_map(|x| x.checked_sub(k)).rev().last().unwrap_or(17);
    s = s.wrapping_mul(3) + a.iter().take_while(|x| **x != k).count() as u32 * 10 + a.iter().skip_while(|x| **x != k).count() as u32;
    let seen = Cell::new(0);
    s = s.wrapping_mul(3) + a.iter().inspect(|x| seen.set(seen.get() * 2 + **x)).map_while(|x| x.checked_sub(1)).sum::<u32>() + seen.get();
    s = s.wrapping_mul(3) + a.iter().scan(k, |t, x| { *t += x; if *t > 20 { None } else { Some(*t) } }).sum::<u32>();
    s = s.wrapping_mul(3) + a.iter().flat_map(|x| 0..*x % 4).sum::<u32>() + a.iter().enumerate().flat_map(|(i, x)| [i as u32, *x]).max().unwrap_or(4);
    let (low, high) = a.iter().filter(|x| **x > 1).size_hint();
    s.wrapping_mul(3) + low as u32 + high.unwrap_or(77) as u32 + a.iter().map(|x| x + 1).zip(1u32..).map(|(x, y)| x * y).sum::<u32>()
}

// calls: 0, 3; 1, 0; 5, 2; 8, 9
pub fn searches(n: usize, k: u32) -> u32 {
    let all = [3u32, 1, 4, 1, 5, 9, 2, 6];
    let a = &all[..n];
    let mut s = a.iter().any(|x| *x == k) as u32 + a.iter().all(|x| *x != k) as u32 * 2;
    s = s * 3 + a.iter().find(|x| **x > k).copied().unwrap_or(20) + a.iter().find_map(|x| x.checked_sub(k + 1)).unwrap_or(30);
    s = s * 3 + a.iter().position(|x| *x == 1).unwrap_or(9) as u32 + a.iter().rposition(|x| *x == 1).unwrap_or(9) as u32;
    s = s * 3 + a.iter().copied().min_by(|x, y| (x % 4).cmp(&(y % 4))).unwrap_or(8) + a.iter().copied().max_by(|x, y| (x % 4).cmp(&(y % 4))).unwrap_or(8);
    s = s * 3 + a.iter().min_by_key(|x| (**x % 3, 0)).map_or(7, |x| *x) + a.iter().max_by_key(|x| **x % 3).map_or(7, |x| *x);
    s = s * 3 + a.iter().copied().reduce(|x, y| x * 2 + y).unwrap_or(5) + a.iter().rfind(|x| **x % 2 == 1).map_or(6, |x| *x);
    s = s * 3 + a.iter().rfold(k, |s, x| s ^ *x << 1) + a.iter().is_sorted_by(|x, y| *x % 3 <= *y % 3) as u32 + a.iter().is_sorted_by_key(|x| *x > 4) as u32 * 2;
    let mut total = 0;
    a.iter().for_each(|x| total += x);
    s = s * 3 + total + a.iter().try_fold(200u8, |s, x| s.checked_add(*x as u8 * 2)).map_or(1, |x| x as u32);
    let mut it = a.iter();
    let flow = it.try_for_each(|x| if *x > 4 { ControlFlow::Break(*x) } else { ControlFlow::Continue(()) });
    let all_small: Result<(), u32> = a.iter().try_for_each(|x| if *x > 6 { Err(*x) } else { Ok(()) });
    s * 3 + flow.break_value().unwrap_or(3) + it.count() as u32 * 2 + all_small.err().unwrap_or(9)
}

// calls: 0, 1; 3, 1; 4, 200
pub fn sources(n: u32, k: u32) -> u32 {
    let mut left = n;
    let counted = core::iter::from_fn(|| if left > 0 { left -= 1; Some(left * k) } else { None });
    let mut s = counted.fold(1, |s, x| s * 2 + x);
    s = s * 3 + core::iter::successors(Some(k), |x| if *x < 100 { Some(x * 3) } else { None }).sum::<u32>();
    let mut i = 0;
    s = s * 3 + core::iter::repeat_with(|| { i += 2; i }).take(n as usize).sum::<u32>();
    s * 3 + core::iter::once_with(|| k + 1).chain(core::iter::once(2)).rev().fold(0, |s, x| s * 5 + x)
}

// calls: 1, 2; 4, 4; 7, 0
pub fn sequences(n: u32, k: u32) -> u32 {
    let a: [u32; 6] = core::array::from_fn(|i| i as u32 * n + k);
    let b = a.map(|x| x as u64 + 1);
    let mut s = b.iter().fold(0u64, |s, x| s * 3 + x) as u32;
    s = s.wrapping_mul(3) + a.partition_point(|x| *x < 9) as u32;
    s = s.wrapping_mul(3) + match a.binary_search_by(|x| x.cmp(&8)) { Ok(i) => i as u32, Err(i) => i as u32 + 10 };
    s = s.wrapping_mul(3) + match a.binary_search_by_key(&16, |x| x * 2) { Ok(i) => i as u32, Err(i) => i as u32 + 10 };
    let mut c = [0u32; 4];
    let mut next = k;
    c.fill_with(|| { next = next * 2 + 1; next });
    s = s.wrapping_mul(3) + c.iter().sum::<u32>() + c.is_sorted_by(|x, y| x < y) as u32;
    let o = n.cmp(&k).then_with(|| 3.cmp(&2)).reverse();
    let cell = Cell::new(n);
    cell.update(|x| x * 7);
    s.wrapping_mul(3) + (o as i8 + 1) as u32 + cell.get() + (n.cmp(&4) == Ordering::Less).then(|| 5).unwrap_or_default()
}
