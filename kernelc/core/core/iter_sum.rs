//! What the values of an iterator can be summed to and multiplied to.

use crate::iter::Iterator;

/// What can be summed.
pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

/// What can be multiplied.
pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Sum for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 0;
        for value in iter {
            total += value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Sum<&'a N> for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 0;
        for value in iter {
            total += *value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl Product for N {
    #[inline(always)]
    fn product<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 1;
        for value in iter {
            total *= value;
        }
        total
    }
}

#[for_each(N, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)]
impl<'a> Product<&'a N> for N {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 1;
        for value in iter {
            total *= *value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl Sum for N {
    /// From -0.0, the neutral element, as in Rust.
    #[inline(always)]
    fn sum<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = -0.0;
        for value in iter {
            total += value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl<'a> Sum<&'a N> for N {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = -0.0;
        for value in iter {
            total += *value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl Product for N {
    #[inline(always)]
    fn product<I: Iterator<Item = N>>(iter: I) -> N {
        let mut total: N = 1.0;
        for value in iter {
            total *= value;
        }
        total
    }
}

#[for_each(N, f16, bf16, f32, f64)]
impl<'a> Product<&'a N> for N {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut total: N = 1.0;
        for value in iter {
            total *= *value;
        }
        total
    }
}

/// The values of an iterator of `Option`s, until the first `None`; that is noted in `failed`.
struct UntilNone<'a, I> {
    iter: I,
    failed: &'a mut bool,
}

impl<'a, T, I: Iterator<Item = Option<T>>> Iterator for UntilNone<'a, I> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(Some(value)) => Some(value),
            Some(None) => {
                *self.failed = true;
                None
            }
            None => None,
        }
    }
}

impl<T, U: Sum<T>> Sum<Option<T>> for Option<U> {
    #[inline(always)]
    fn sum<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        let mut failed = false;
        let total = U::sum(UntilNone { iter, failed: &mut failed });
        if failed { None } else { Some(total) }
    }
}

impl<T, U: Product<T>> Product<Option<T>> for Option<U> {
    #[inline(always)]
    fn product<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        let mut failed = false;
        let total = U::product(UntilNone { iter, failed: &mut failed });
        if failed { None } else { Some(total) }
    }
}

/// The values of an iterator of `Result`s, until the first error; that is kept in `failed`.
struct UntilError<'a, I, E> {
    iter: I,
    failed: &'a mut Option<E>,
}

impl<'a, T, E, I: Iterator<Item = Result<T, E>>> Iterator for UntilError<'a, I, E> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => {
                *self.failed = Some(error);
                None
            }
            None => None,
        }
    }
}

impl<T, U: Sum<T>, E> Sum<Result<T, E>> for Result<U, E> {
    #[inline(always)]
    fn sum<I: Iterator<Item = Result<T, E>>>(iter: I) -> Result<U, E> {
        let mut failed = None;
        let total = U::sum(UntilError { iter, failed: &mut failed });
        match failed {
            Some(error) => Err(error),
            None => Ok(total),
        }
    }
}

impl<T, U: Product<T>, E> Product<Result<T, E>> for Result<U, E> {
    #[inline(always)]
    fn product<I: Iterator<Item = Result<T, E>>>(iter: I) -> Result<U, E> {
        let mut failed = None;
        let total = U::product(UntilError { iter, failed: &mut failed });
        match failed {
            Some(error) => Err(error),
            None => Ok(total),
        }
    }
}
