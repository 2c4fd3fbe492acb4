/// Tells that a loop waits for another thread.
#[inline(always)]
pub fn spin_loop() {}
