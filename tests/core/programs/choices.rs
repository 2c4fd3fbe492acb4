// Options, results, orderings.

fn option(n: u32) -> Option<u32> { if n == 0 { None } else { Some(n) } }
fn result(n: u32) -> Result<u32, i8> { if n < 100 { Ok(n) } else { Err(n as i8) } }

// calls: 0, 0; 0, 5; 3, 0; 3, 5
pub fn options(a: u32, b: u32) -> u32 {
    let (mut o, p) = (option(a), option(b));
    let mut s = 0u32;
    for x in &o { s += *x; }
    for x in &mut o { *x += 10; }
    for x in o { s = s * 3 + x; }
    for x in o.iter().chain(p.iter()).rev() { s = s * 5 + *x; }
    for x in o.iter_mut() { *x += 1; }
    s = s * 7 + o.iter().len() as u32 + o.as_slice().len() as u32 * 2;
    for x in o.as_mut_slice() { *x *= 2; }
    let (l, r) = o.zip(p).unzip();
    s = s * 3 + l.unwrap_or(50) + r.unwrap_or(60);
    s = s * 3 + *p.clone().get_or_insert_default() + p.as_ref().copied().unwrap_or(9) + o.as_mut().cloned().unwrap_or(8);
    let t: Result<Option<u32>, i8> = o.map_to().transpose();
    s = s * 3 + match t { Ok(Some(x)) => x, Ok(None) => 1, Err(_) => 2 };
    let same: Option<&u32> = Option::from(&o);
    let r = &a;
    s * 3 + *same.unwrap_or(&70) + (o.xor(p) == o) as u32 + *Some(&r).as_deref().copied().unwrap_or(&4) + (o < p) as u32 * 2
}
trait MapTo { fn map_to(self) -> Option<Result<u32, i8>>; }
impl MapTo for Option<u32> { fn map_to(self) -> Option<Result<u32, i8>> { match self { Some(x) if x > 12 => Some(Err(1)), Some(x) => Some(Ok(x)), None => None } } }

// calls: 3, 4; 3, 200; 200, 3; 200, 201
pub fn results(a: u32, b: u32) -> u32 {
    let (mut r, q) = (result(a), result(b));
    let mut s = 0u32;
    for x in &mut r { *x += 1; }
    for x in &r { s += *x; }
    for x in r { s = s * 3 + x; }
    s = s * 3 + r.iter().len() as u32 + q.as_ref().copied().unwrap_or(50) + r.as_ref().cloned().unwrap_or(60);
    for x in r.iter_mut() { *x *= 2; }
    let nested: Result<Result<u32, i8>, i8> = match q { Ok(_) => Ok(r), Err(e) => Err(e) };
    s = s * 3 + nested.flatten().unwrap_or(70);
    let t: Option<Result<u32, i8>> = (match r { Ok(0) => Ok(None), Ok(x) => Ok(Some(x)), Err(e) => Err(e) } as Result<Option<u32>, i8>).transpose();
    s = s * 3 + match t { Some(Ok(x)) => x, Some(Err(e)) => e as u32, None => 5 };
    s * 3 + (r == q) as u32 + (r < q) as u32 * 2 + r.and(q).ok().unwrap_or(6) + r.or(q).is_err() as u32
}
// calls: 3; 200
pub fn unchecked(a: u32) -> u32 { let r = result(a); unsafe { if r.is_ok() { r.unwrap_unchecked() } else { r.unwrap_err_unchecked() as u32 } } }
// calls: 1, 2; 2, 2; 3, 2
pub fn orderings(a: u32, b: u32) -> i32 {
    let o = a.cmp(&b);
    o.reverse() as i32 + o.then(b.cmp(&2)) as i32 * 3 + (o.is_le() as i32) * 9 + o.is_ne() as i32 * 27 + (o < std::cmp::Ordering::Equal) as i32 * 81 + std::cmp::Reverse(a).cmp(&std::cmp::Reverse(b)) as i32 * 243
}
// calls: True, 3; False, 3
pub fn bools(c: bool, n: u32) -> u32 { c.then_some(n).unwrap_or(7) }
