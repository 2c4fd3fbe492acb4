// Two references to one element, as raw pointers make them: a swap leaves it, an exchange by arithmetic clears it.
// LAUNCH: block=1 x=i32[2]:5,6 i=0 j=1 out=i32[2]
// EXPECT: x = 5 6
// EXPECT: out = 6 5
// LAUNCH: block=1 x=i32[2]:5,6 i=1 j=1 out=i32[2]
// EXPECT: x = 5 0
// EXPECT: out = 6 6
#[inline(never)]
unsafe fn swap(a: *mut i32, b: *mut i32) {
    unsafe {
        let old = *a;
        *a = *b;
        *b = old;
    }
}

#[inline(never)]
unsafe fn by_xor(a: *mut i32, b: *mut i32) {
    unsafe {
        *a ^= *b;
        *b ^= *a;
        *a ^= *b;
    }
}

#[kernel]
pub fn k(x: &mut [i32], i: u32, j: u32, out: &mut [i32]) {
    unsafe {
        let a = x.as_mut_ptr().add(i as usize);
        let b = x.as_mut_ptr().add(j as usize);
        swap(a, b);
        out[0] = *a;
        out[1] = *b;
        by_xor(a, b);
    }
}
