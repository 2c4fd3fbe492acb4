// A byte of a word is stored between two loads of the word, and the word between two loads of the byte.
// LAUNCH: block=1 x=u32[1]:1 out=u32[4]
// EXPECT: out = 1 513 2 7
// LAUNCH: block=1 x=u32[1]:4294967295 out=u32[4]
// EXPECT: out = 4294967295 4294902527 2 7
#[kernel]
pub fn k(x: &mut [u32], out: &mut [u32]) {
    unsafe {
        let word = x.as_mut_ptr();
        let second = (word as *mut u8).add(1);
        out[0] = *word;
        *second = 2;
        out[1] = *word;
        out[2] = *second as u32;
        *word = 0x700;
        out[3] = *second as u32;
    }
}
