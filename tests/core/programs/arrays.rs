// Arrays, tuples.

// calls: 3; 7
pub fn references(n: u32) -> u32 {
    let mut a = [n, 2, 3];
    let [x, y, z] = a.each_ref();
    let sum = x + y + z;
    for r in a.each_mut() { *r += 1; }
    let one = std::array::from_ref(&n);
    let mut m = n;
    std::array::from_mut(&mut m)[0] += 1;
    let b: [u32; 4] = std::array::repeat(m);
    sum + a.iter().sum::<u32>() * 3 + one[0] * 5 + m * 7 + b[3] * 11
}
// calls: 0; 2
pub fn into_iterators(n: usize) -> u32 {
    let mut it = [1u32, 2, 3, 4].into_iter();
    let first = it.nth(n);
    let copy = it.clone();
    let last = it.next_back();
    it.as_mut_slice().reverse();
    let mut s = it.as_slice().len() as u32 * 1000 + first.unwrap_or(9) * 100 + last.unwrap_or(9) * 10 + it.len() as u32;
    for x in copy { s = s * 3 + x; }
    s + it.size_hint().0 as u32
}
// calls: 3; 4
pub fn tuples(n: u32) -> u32 {
    let t = <(u32, u32, u32)>::from([n, 2, 3]);
    let a: [u32; 2] = (t.0, 5).into();
    let (x,): (u32,) = [a[1]].into();
    let less = ((n, 2.5f32) < (3, f32::NAN)) as u32 + ((1u8, 'a', true) <= (1, 'a', true)) as u32 * 2 + (() == ()) as u32 * 4;
    let order = (n, 1u8).cmp(&(3, 2)) as i8 as u32;
    t.0 + t.1 * 2 + t.2 * 3 + a[0] * 5 + x * 7 + less * 11 + order * 13 + (n, 2).max((3, 1)).1
}
// calls: 1; 2; 3
pub fn compared(n: i32) -> bool { let a = [1, n, 3]; a == [1, 2, 3] || a > [1, 2, 9] && &a[..] != [1, 1] || a[1..] == [3, 3] }
