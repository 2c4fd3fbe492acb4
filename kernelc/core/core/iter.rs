use super::ops::Range;
use super::option::Option;
use super::option::Option::{None, Some};

/// What gives one value after the other.
pub trait Iterator {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
}

/// What `for` can run over.
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator;
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    #[inline(always)]
    fn into_iter(self) -> I {
        self
    }
}

#[for_each(N, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize)]
impl Iterator for Range<N> {
    type Item = N;
    #[inline(always)]
    fn next(&mut self) -> Option<N> {
        if self.start < self.end {
            let value = self.start;
            self.start = value + 1;
            Some(value)
        } else {
            None
        }
    }
}
