// Parts of slices and what runs over them.

fn mix(h: u64, x: u64) -> u64 { (h ^ x).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7) }
fn all(h: u64, s: &[u32]) -> u64 { let mut h = mix(h, s.len() as u64); for x in s { h = mix(h, *x as u64); } h }
fn numbers() -> [u32; 11] { [5, 3, 8, 1, 9, 2, 7, 6, 4, 0, 11] }

// calls: 0, 1; 0, 3; 1, 3; 7, 3; 11, 4; 11, 11; 5, 20; 11, 2; 3, 0
pub fn chunked(n: usize, size: usize) -> u64 {
    let a = numbers();
    let s = &a[..n];
    let mut h = 1;
    for part in s.chunks(size) { h = all(h, part); }
    for part in s.chunks(size).rev() { h = all(h, part); }
    for part in s.chunks_exact(size) { h = all(h, part); }
    for part in s.chunks_exact(size).rev() { h = all(h, part); }
    for part in s.rchunks(size) { h = all(h, part); }
    for part in s.rchunks(size).rev() { h = all(h, part); }
    for part in s.rchunks_exact(size) { h = all(h, part); }
    for part in s.rchunks_exact(size).rev() { h = all(h, part); }
    for part in s.windows(size) { h = all(h, part); }
    for part in s.windows(size).rev() { h = all(h, part); }
    h = all(h, s.chunks_exact(size).remainder());
    h = all(h, s.rchunks_exact(size).remainder());
    h = mix(h, s.chunks(size).len() as u64);
    h = mix(h, s.chunks_exact(size).len() as u64);
    h = mix(h, s.rchunks(size).len() as u64);
    h = mix(h, s.windows(size).len() as u64);
    mix(h, s.chunks(size).size_hint().0 as u64)
}
// calls: 11, 3, 0; 11, 3, 1; 11, 3, 3; 11, 3, 4; 11, 2, 5; 0, 1, 0; 11, 3, 9223372036854775807
pub fn nth_part(n: usize, size: usize, k: usize) -> u64 {
    let a = numbers();
    let s = &a[..n];
    let mut h = 1;
    let mut it = s.chunks(size);
    if let Some(part) = it.nth(k) { h = all(h, part); }
    for part in it { h = all(h, part); }
    let mut it = s.chunks_exact(size);
    if let Some(part) = it.nth(k) { h = all(h, part); }
    for part in it { h = all(h, part); }
    let mut it = s.rchunks(size);
    if let Some(part) = it.nth(k) { h = all(h, part); }
    for part in it { h = all(h, part); }
    let mut it = s.rchunks_exact(size);
    if let Some(part) = it.nth(k) { h = all(h, part); }
    for part in it { h = all(h, part); }
    let mut it = s.windows(size);
    if let Some(part) = it.nth(k) { h = all(h, part); }
    for part in it { h = all(h, part); }
    let mut it = s.iter();
    if let Some(x) = it.nth_back(k % 20) { h = mix(h, *x as u64); }
    all(h, it.as_slice())
}
// calls: 0, 1; 1, 3; 7, 3; 11, 4; 11, 11; 5, 20; 3, 0
pub fn chunked_mut(n: usize, size: usize) -> u64 {
    let mut a = numbers();
    let s = &mut a[..n];
    for (i, part) in s.chunks_mut(size).enumerate() { part[0] += 100 * i as u32; part.reverse(); }
    for (i, part) in s.chunks_exact_mut(size).rev().enumerate() { part[0] ^= 31 * i as u32; }
    for (i, part) in s.rchunks_mut(size).enumerate() { part[0] += 7 * i as u32; }
    for (i, part) in s.rchunks_exact_mut(size).rev().enumerate() { part[size - 1] *= i as u32 + 2; }
    for x in s.chunks_exact_mut(size).into_remainder() { *x += 5; }
    if let Some(part) = s.chunks_mut(size).nth(1) { part[0] = 77; }
    all(1, &a)
}
// calls: 0; 3; 4; 5; 9; 11
pub fn of_arrays(n: usize) -> u64 {
    let mut a = numbers();
    let s = &mut a[..n];
    let mut h = 1;
    let (chunks, rest) = s.as_chunks::<4>();
    for [x, y, z, w] in chunks { h = mix(h, (*x + 2 * *y + 3 * *z + 4 * *w) as u64); }
    h = all(h, rest);
    let (rest, chunks) = s.as_rchunks::<3>();
    h = all(h, rest);
    for c in chunks { h = all(h, c); }
    let (chunks, rest) = s.as_chunks_mut::<2>();
    for c in chunks.iter_mut() { c.swap(0, 1); }
    for x in rest { *x += 1; }
    for [x, y] in s.array_windows() { h = mix(h, (*x * 16 + *y) as u64); }
    for w in s.array_windows::<3>().rev() { h = all(h, w); }
    if let Some(c) = s.first_chunk::<4>() { h = all(h, c); }
    if let Some(c) = s.last_chunk::<5>() { h = all(h, c); }
    if let Some((c, rest)) = s.split_first_chunk::<2>() { h = all(all(h, c), rest); }
    if let Some((rest, c)) = s.split_last_chunk::<2>() { h = all(all(h, c), rest); }
    if let Some(c) = s.first_chunk_mut::<3>() { c[2] = 90; }
    if let Some(c) = s.last_chunk_mut::<3>() { c[0] = 91; }
    if let Some((c, rest)) = s.split_first_chunk_mut::<2>() { c[1] = rest.len() as u32; }
    if let Some((rest, c)) = s.split_last_chunk_mut::<2>() { c[1] = rest.len() as u32; }
    h = mix(h, s.as_array::<4>().is_some() as u64);
    if let Some(c) = s.as_mut_array::<5>() { c[4] = 92; }
    let r: Result<&[u32; 4], _> = (&*s).try_into();
    h = mix(h, r.is_ok() as u64);
    let r: Result<[u32; 5], _> = <[u32; 5]>::try_from(&*s);
    if let Ok(c) = r { h = all(h, &c); }
    h = mix(h, <&mut [u32; 3]>::try_from(&mut *s).is_ok() as u64);
    all(h, [[1, 2], [3, n as u32]].as_flattened()) ^ all(h, &a)
}
// calls: 0; 1; 5; 11; 12
pub fn split(k: usize) -> u64 {
    let mut a = numbers();
    let s = &mut a[..];
    let mut h = 1;
    if let Some((l, r)) = s.split_at_checked(k) { h = all(all(h, l), r); }
    if let Some((l, r)) = s.split_at_mut_checked(k) { for x in l { *x += 1; } for x in r { *x += 100; } }
    if let Some((x, rest)) = s[..k.min(11)].split_first() { h = all(mix(h, *x as u64), rest); }
    if let Some((x, rest)) = s[..k.min(11)].split_last() { h = all(mix(h, *x as u64), rest); }
    if let Some((x, rest)) = s[..k.min(11)].split_first_mut() { *x += rest.len() as u32; }
    if let Some((x, rest)) = s[..k.min(11)].split_last_mut() { *x += rest.len() as u32; }
    if let Some(rest) = s.strip_prefix(&[6, 103]) { h = all(h, rest); }
    if let Some(rest) = s.strip_suffix(&[11]) { h = all(h, rest); }
    h = mix(h, s.as_ptr_range().end as usize as u64 - s.as_ptr() as usize as u64);
    let (l, r) = s.split_at_mut(k);
    l.reverse();
    r.reverse();
    all(h, &a)
}
// calls: 0, 0, 0; 1, 4, 0; 1, 4, 7; 0, 11, 0; 1, 4, 8; 4, 3, 0; 3, 12, 0; 2, 9, 4
pub fn copied_within(i: usize, j: usize, k: usize) -> u64 {
    let mut a = numbers();
    a.copy_within(i..j, k);
    let mut h = all(1, &a);
    a.copy_within(i.., 0);
    h = all(h, &a);
    a.copy_within(..j, 0);
    a.copy_within(i..=i, k);
    a.copy_within(.., 0);
    all(h, &a)
}
// calls: 0; 3; 18446744073709551615
pub fn copied_to_end(j: usize) -> u64 { let mut a = numbers(); a.copy_within(..=j, 1); all(1, &a) }
// calls: 3, 3; 2, 3; 0, 0
pub fn swapped(n: usize, m: usize) -> u64 { let mut a = numbers(); let mut b = [1u32, 2, 3]; a[..n].swap_with_slice(&mut b[..m]); all(all(1, &a), &b) }
// calls: 0; 5; 11
pub fn iterators(n: usize) -> u64 {
    let mut a = numbers();
    let mut it = a[..n].iter_mut();
    if let Some(x) = it.nth_back(1) { *x = 50; }
    let mut h = all(1, it.as_slice());
    if let Some(x) = it.next() { *x = 51; }
    for x in it.into_slice() { *x += 1; }
    let empty: &[u32] = Default::default();
    h = mix(h, empty.len() as u64);
    h = mix(h, a.iter().as_ref().len() as u64);
    h = mix(h, size_of_val(&a[..n]) as u64 + align_of_val(&a[..n]) as u64);
    all(h, &a)
}
