// Raw pointers, NonNull, addresses.

use std::ptr::{self, NonNull};

// calls: 1, 3; 0, 5; 4, 4
pub fn distances(a: usize, b: usize) -> i64 {
    let x = [1u32, 2, 3, 4, 5, 6];
    let p = x.as_ptr();
    unsafe {
        let (l, h) = (p.add(a), p.add(b));
        let mut s = h.offset_from_unsigned(l) as i64 * 3 + l.offset_from(h) as i64;
        s = s * 7 + h.byte_offset_from(l) as i64 + h.byte_offset_from_unsigned(l) as i64;
        s = s * 7 + *p.byte_add(4 * a) as i64 + *h.byte_sub(4 * (b - a)) as i64 + *p.byte_offset(4) as i64;
        s = s * 7 + *p.wrapping_byte_add(8).wrapping_byte_sub(4).wrapping_byte_offset(4) as i64 + *h.wrapping_sub(b - a) as i64;
        s = s * 7 + (l < h) as i64 + (l == h) as i64 * 2 + l.cmp(&h) as i64 * 4 + l.is_aligned() as i64 * 8 + ptr::addr_eq(l, h as *const u8) as i64;
        s * 7 + l.align_offset(4) as i64 + (p.with_addr(h.addr()) == h) as i64
    }
}
// calls: 0, 8; 1, 8; 3, 4; 7, 16; 5, 3; 8, 8
pub fn aligning(a: usize, align: usize) -> i64 {
    let p = ptr::without_provenance::<u8>(a);
    let q = ptr::without_provenance::<u32>(a);
    let r = ptr::without_provenance::<[u8; 3]>(a);
    let z = ptr::without_provenance::<[u8; 6]>(a);
    p.align_offset(align) as i64 + q.align_offset(align) as i64 * 100 + r.align_offset(align) as i64 * 10000 + z.align_offset(align) as i64 * 1000000
}
// calls: 0; 1; 3
pub fn unaligned(n: usize) -> u64 {
    let mut a = [1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    unsafe {
        let p = a.as_mut_ptr().add(n);
        let x = (p as *const u32).read_unaligned();
        let y = ptr::read_unaligned(p as *const u64);
        (p as *mut u16).write_unaligned(0xABCD);
        let (lo, hi) = (p as *const (u16, u8)).read_unaligned();
        x as u64 ^ y ^ lo as u64 ^ (hi as u64) << 8 ^ a[n + 1] as u64
    }
}
// calls: 0, 2; 1, 3; 2, 2
pub fn copying(i: usize, n: usize) -> u32 {
    let mut a = [1u32, 2, 3, 4, 5, 6];
    let b = [10u32, 20, 30, 40, 50, 60];
    let mut c = [7u32; 6];
    let p = a.as_mut_ptr();
    unsafe {
        p.copy_to(p.add(i), n);
        p.add(1).copy_from(p, n);
        b.as_ptr().copy_to_nonoverlapping(c.as_mut_ptr().add(i), n);
        c.as_mut_ptr().copy_from_nonoverlapping(b.as_ptr().add(1), 1);
        c.as_mut_ptr().add(5).write_bytes(3, 1);
        ptr::write_bytes(p.add(5) as *mut u16, 1, 1);
        ptr::swap_nonoverlapping(p, c.as_mut_ptr().add(2), 2);
    }
    let mut h = 0u32;
    for x in a.iter().chain(&c) { h = h.wrapping_mul(31).wrapping_add(*x); }
    h
}
// calls: 3; 6
pub fn slices(n: usize) -> u32 {
    let mut a = [1u32, 2, 3, 4, 5, 6];
    let p = ptr::slice_from_raw_parts_mut(a.as_mut_ptr(), n);
    let q: *const [u32] = &a[1..n];
    unsafe {
        (*p)[1] = 9;
        let s = &mut *p;
        s[0] = 8;
        s.len() as u32 + p.len() as u32 * 10 + q.len() as u32 * 100 + q.is_empty() as u32 + q.is_null() as u32 + (*q)[0] * 1000 + *q.cast::<u32>() * 10000 + *(p as *mut u32) * 3
    }
}
// calls: 3; 9
pub fn non_null(n: u32) -> u32 {
    let mut a = [n, 2, 3, 4];
    let mut m = n;
    unsafe {
        let p = NonNull::new(a.as_mut_ptr()).unwrap();
        let none = NonNull::new(ptr::null_mut::<u32>());
        let mut q = p.add(1);
        *q.as_mut() += 10;
        q.add(1).write(q.read() + 5);
        let r = NonNull::from(&mut m);
        *r.as_ptr() += 1;
        let s = NonNull::slice_from_raw_parts(p, 3);
        let all: &[u32] = s.as_ref();
        let sum: u32 = all.iter().sum();
        p.swap(q);
        let old = p.replace(77);
        let same = (p == q.sub(1)) as u32 + (p < q) as u32 * 2 + none.is_none() as u32 * 4 + (NonNull::from_ref(&m) == r) as u32 * 8;
        let far = q.offset_from(p) as u32 + q.offset_from_unsigned(p) as u32 + s.len() as u32 * 10;
        p.copy_to(q.add(2), 1);
        let sizes = (size_of::<Option<NonNull<u32>>>() + size_of::<Option<NonNull<[u8]>>>() + size_of::<NonNull<u8>>()) as u32;
        sum * 3 + m * 5 + old * 7 + same * 11 + far * 13 + a[3] * 17 + sizes * 19 + p.cast::<u8>().read() as u32 + p.is_aligned() as u32 + NonNull::<u64>::dangling().addr().get() as u32
    }
}
// calls: 0; 1; 4
pub fn optional(n: usize) -> u32 {
    let a = [1u32, 2, 3, 4];
    let o = if n == 0 { None } else { NonNull::new(&raw const a[n - 1] as *mut u32) };
    let t = (o, 5u8);
    let b = [o, None, o];
    let copied = b[2];
    let mut s = match t { (Some(p), _) => unsafe { *p.as_ref() }, (None, x) => x as u32 * 100 };
    if let Some(p) = copied { s += unsafe { p.read() } * 10; }
    s + b.iter().flatten().count() as u32 * 1000 + (o == None) as u32 * 7
}
static COUNT: u32 = 9;
// calls: 4
pub fn addresses(n: u32) -> u32 {
    let mut x = (n, 5u8);
    let p = ptr::addr_of_mut!(x.0);
    let q = std::ptr::addr_of!(x.1);
    unsafe { *p += 1; *p + *q as u32 + *ptr::addr_of!(COUNT) + *ptr::from_ref(&n) + ptr::dangling::<u32>() as usize as u32 + ptr::from_mut(&mut x.0).read() }
}
