//! The float functions that are not exact, each with its accuracy.

#[for_each(N, f32, f64)]
impl N {
    /// One.
    #[inline(always)]
    const fn one(self) -> N {
        1.0
    }
}
