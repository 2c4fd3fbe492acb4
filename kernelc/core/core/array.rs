//! Arrays.

use crate::clone::Clone;
use crate::cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd};
use crate::convert::TryFrom;
use crate::default::Default;
use crate::mem::MaybeUninit;
use crate::ops::{Index, IndexMut};
use crate::slice::SliceIndex;

pub use crate::array_iter::IntoIter;
pub use crate::array_with::from_fn;

impl<T, const N: usize> [T; N] {
    /// The array as a slice.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[T] {
        self
    }

    /// The array as a mutable slice.
    #[inline(always)]
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> [T; N] {
    /// References to each element.
    #[inline(always)]
    pub const fn each_ref(&self) -> [&T; N] {
        let mut made: MaybeUninit<[&T; N]> = MaybeUninit::uninit();
        let (first, to) = (self as *const [T; N] as *const T, made.as_mut_ptr() as *mut &T);
        let mut at = 0;
        while at < N {
            unsafe { to.add(at).write(&*first.add(at)) }
            at += 1;
        }
        unsafe { made.assume_init() }
    }

    /// Mutable references to each element.
    #[inline(always)]
    pub const fn each_mut(&mut self) -> [&mut T; N] {
        let mut made: MaybeUninit<[&mut T; N]> = MaybeUninit::uninit();
        let (first, to) = (self as *mut [T; N] as *mut T, made.as_mut_ptr() as *mut &mut T);
        let mut at = 0;
        while at < N {
            unsafe { to.add(at).write(&mut *first.add(at)) }
            at += 1;
        }
        unsafe { made.assume_init() }
    }
}

/// An array of one element.
#[inline(always)]
pub const fn from_ref<T>(value: &T) -> &[T; 1] {
    unsafe { &*(value as *const T as *const [T; 1]) }
}

/// A mutable array of one element.
#[inline(always)]
pub const fn from_mut<T>(value: &mut T) -> &mut [T; 1] {
    unsafe { &mut *(value as *mut T as *mut [T; 1]) }
}

/// An array of clones of the value.
#[inline(always)]
pub fn repeat<T: Clone, const N: usize>(value: T) -> [T; N] {
    let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
    let first = made.as_mut_ptr() as *mut T;
    for i in 0..N {
        unsafe { first.add(i).write(value.clone()) }
    }
    unsafe { made.assume_init() }
}

/// The slice has another length than the array.
#[derive(Clone, Copy, Debug)]
pub struct TryFromSliceError(());

impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;

    #[inline(always)]
    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        match slice.as_array::<N>() {
            Some(array) => Ok(*array),
            None => Err(TryFromSliceError(())),
        }
    }
}

impl<T: Copy, const N: usize> TryFrom<&mut [T]> for [T; N] {
    type Error = TryFromSliceError;

    #[inline(always)]
    fn try_from(slice: &mut [T]) -> Result<[T; N], TryFromSliceError> {
        <[T; N]>::try_from(&*slice)
    }
}

impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;

    #[inline(always)]
    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        match slice.as_array::<N>() {
            Some(array) => Ok(array),
            None => Err(TryFromSliceError(())),
        }
    }
}

impl<'a, T, const N: usize> TryFrom<&'a mut [T]> for &'a mut [T; N] {
    type Error = TryFromSliceError;

    #[inline(always)]
    fn try_from(slice: &'a mut [T]) -> Result<&'a mut [T; N], TryFromSliceError> {
        match slice.as_mut_array::<N>() {
            Some(array) => Ok(array),
            None => Err(TryFromSliceError(())),
        }
    }
}

impl<T, I: SliceIndex<[T]>, const N: usize> Index<I> for [T; N] {
    type Output = I::Output;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self as &[T])
    }
}

impl<T, I: SliceIndex<[T]>, const N: usize> IndexMut<I> for [T; N] {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self as &mut [T])
    }
}

impl<T: Clone, const N: usize> Clone for [T; N] {
    #[inline(always)]
    fn clone(&self) -> [T; N] {
        let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let first = made.as_mut_ptr() as *mut T;
        for i in 0..N {
            unsafe { first.add(i).write(self[i].clone()) }
        }
        unsafe { made.assume_init() }
    }
}

impl<T: Default, const N: usize> Default for [T; N] {
    #[inline(always)]
    fn default() -> [T; N] {
        let mut made: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let first = made.as_mut_ptr() as *mut T;
        for i in 0..N {
            unsafe { first.add(i).write(T::default()) }
        }
        unsafe { made.assume_init() }
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &[U]) -> bool {
        *self.as_slice() == *other
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        *self == *other.as_slice()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<&[U]> for [T; N] {
    #[inline(always)]
    fn eq(&self, other: &&[U]) -> bool {
        *self.as_slice() == **other
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for &[T] {
    #[inline(always)]
    fn eq(&self, other: &[U; N]) -> bool {
        **self == *other.as_slice()
    }
}

impl<T: Eq, const N: usize> Eq for [T; N] {}

impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    #[inline(always)]
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}

impl<T: Ord, const N: usize> Ord for [T; N] {
    #[inline(always)]
    fn cmp(&self, other: &[T; N]) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}
