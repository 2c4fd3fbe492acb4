//! Slices of which each thread may write its own element.

use crate::thread::{Index1D, Index2D, IndexFormula, Runtime2DIndex, ThreadIndex, WarpIndex};
use core::marker::PhantomData;

/// What a slice in an index space carries beside pointer and length, and which element an index means there.
pub trait SpaceLayout: Sized {
    /// Handed over by the host, behind the length.
    type Data: Copy;

    /// The element of an index; beyond every slice for an index without one.
    fn element(index: &ThreadIndex<'_, Self>, data: Self::Data) -> usize;
}

impl SpaceLayout for Index1D {
    type Data = ();
    #[inline]
    fn element(index: &ThreadIndex<'_, Index1D>, _data: ()) -> usize {
        index.number()
    }
}

impl<const STRIDE: usize> SpaceLayout for Index2D<STRIDE> {
    type Data = ();
    #[inline]
    fn element(index: &ThreadIndex<'_, Index2D<STRIDE>>, _data: ()) -> usize {
        index.number()
    }
}

impl SpaceLayout for WarpIndex {
    type Data = ();
    #[inline]
    fn element(index: &ThreadIndex<'_, WarpIndex>, _data: ()) -> usize {
        index.number()
    }
}

/// The data is the width of a row. An index that was made for another slice means this slice's own element in its row and column, if there is one.
impl SpaceLayout for Runtime2DIndex {
    type Data = u32;
    #[inline]
    fn element(index: &ThreadIndex<'_, Runtime2DIndex>, width: u32) -> usize {
        if index.col() < width as usize { index.row() * width as usize + index.col() } else { usize::MAX }
    }
}

/// A slice that is written at the index of the thread, in the index space `S`. As a kernel parameter it is a pointer, a length, and the space's data.
pub struct DisjointSlice<'a, T, S: SpaceLayout = Index1D> {
    pointer: *mut T,
    length: usize,
    data: S::Data,
    space: PhantomData<(&'a T, S)>,
}

impl<'a, T, S: SpaceLayout> DisjointSlice<'a, T, S> {
    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// A pointer to the first element.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }

    /// The element at `index`, without a check that it is this thread's own, or there.
    #[inline]
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *self.pointer.add(index) }
    }

    /// A slice of the elements from `pointer` on, with the data of its space.
    #[inline]
    pub unsafe fn from_raw_parts_with_space(pointer: *mut T, length: usize, data: S::Data) -> DisjointSlice<'a, T, S> {
        DisjointSlice { pointer, length, data, space: PhantomData }
    }

    /// This thread's own element; nothing for an index without one.
    #[inline]
    pub fn get_mut(&mut self, index: ThreadIndex<'_, S>) -> Option<&mut T> {
        let at = S::element(&index, self.data);
        if at < self.length { Some(unsafe { &mut *self.pointer.add(at) }) } else { None }
    }
}

impl<'a, T, S: SpaceLayout<Data = ()>> DisjointSlice<'a, T, S> {
    /// A slice of the elements from `pointer` on.
    #[inline]
    pub unsafe fn from_raw_parts(pointer: *mut T, length: usize) -> DisjointSlice<'a, T, S> {
        DisjointSlice { pointer, length, data: (), space: PhantomData }
    }

    /// The same elements as the slice.
    #[inline]
    pub unsafe fn from_mut_slice(slice: &'a mut [T]) -> DisjointSlice<'a, T, S> {
        DisjointSlice { pointer: slice.as_mut_ptr(), length: slice.len(), data: (), space: PhantomData }
    }
}

impl<'a, T> DisjointSlice<'a, T, Runtime2DIndex> {
    /// The number of elements in a row.
    #[inline]
    pub fn row_width(&self) -> u32 {
        self.data
    }
}

impl<'a, T, S: IndexFormula + SpaceLayout> DisjointSlice<'a, T, S> {
    /// This thread's own element and its index; nothing for a thread that has none.
    #[inline]
    pub fn get_mut_indexed<'kernel>(&mut self) -> Option<(&mut T, ThreadIndex<'kernel, S>)> {
        match S::index() {
            Some(index) => match self.get_mut(index.again()) {
                Some(element) => Some((element, index)),
                None => None,
            },
            None => None,
        }
    }
}
