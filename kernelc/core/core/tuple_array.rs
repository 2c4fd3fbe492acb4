//! Tuples from arrays, and arrays from tuples.

use crate::convert::From;

impl<T> From<[T; 1]> for (T,) {
    #[inline(always)]
    fn from(array: [T; 1]) -> Self {
        let [v0] = array;
        (v0,)
    }
}

impl<T> From<(T,)> for [T; 1] {
    #[inline(always)]
    fn from(tuple: (T,)) -> Self {
        let (v0,) = tuple;
        [v0]
    }
}

impl<T> From<[T; 2]> for (T, T) {
    #[inline(always)]
    fn from(array: [T; 2]) -> Self {
        let [v0, v1] = array;
        (v0, v1)
    }
}

impl<T> From<(T, T)> for [T; 2] {
    #[inline(always)]
    fn from(tuple: (T, T)) -> Self {
        let (v0, v1) = tuple;
        [v0, v1]
    }
}

impl<T> From<[T; 3]> for (T, T, T) {
    #[inline(always)]
    fn from(array: [T; 3]) -> Self {
        let [v0, v1, v2] = array;
        (v0, v1, v2)
    }
}

impl<T> From<(T, T, T)> for [T; 3] {
    #[inline(always)]
    fn from(tuple: (T, T, T)) -> Self {
        let (v0, v1, v2) = tuple;
        [v0, v1, v2]
    }
}

impl<T> From<[T; 4]> for (T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 4]) -> Self {
        let [v0, v1, v2, v3] = array;
        (v0, v1, v2, v3)
    }
}

impl<T> From<(T, T, T, T)> for [T; 4] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T)) -> Self {
        let (v0, v1, v2, v3) = tuple;
        [v0, v1, v2, v3]
    }
}

impl<T> From<[T; 5]> for (T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 5]) -> Self {
        let [v0, v1, v2, v3, v4] = array;
        (v0, v1, v2, v3, v4)
    }
}

impl<T> From<(T, T, T, T, T)> for [T; 5] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4) = tuple;
        [v0, v1, v2, v3, v4]
    }
}

impl<T> From<[T; 6]> for (T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 6]) -> Self {
        let [v0, v1, v2, v3, v4, v5] = array;
        (v0, v1, v2, v3, v4, v5)
    }
}

impl<T> From<(T, T, T, T, T, T)> for [T; 6] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5) = tuple;
        [v0, v1, v2, v3, v4, v5]
    }
}

impl<T> From<[T; 7]> for (T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 7]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6] = array;
        (v0, v1, v2, v3, v4, v5, v6)
    }
}

impl<T> From<(T, T, T, T, T, T, T)> for [T; 7] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6) = tuple;
        [v0, v1, v2, v3, v4, v5, v6]
    }
}

impl<T> From<[T; 8]> for (T, T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 8]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6, v7] = array;
        (v0, v1, v2, v3, v4, v5, v6, v7)
    }
}

impl<T> From<(T, T, T, T, T, T, T, T)> for [T; 8] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6, v7) = tuple;
        [v0, v1, v2, v3, v4, v5, v6, v7]
    }
}

impl<T> From<[T; 9]> for (T, T, T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 9]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8] = array;
        (v0, v1, v2, v3, v4, v5, v6, v7, v8)
    }
}

impl<T> From<(T, T, T, T, T, T, T, T, T)> for [T; 9] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = tuple;
        [v0, v1, v2, v3, v4, v5, v6, v7, v8]
    }
}

impl<T> From<[T; 10]> for (T, T, T, T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 10]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9] = array;
        (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9)
    }
}

impl<T> From<(T, T, T, T, T, T, T, T, T, T)> for [T; 10] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = tuple;
        [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9]
    }
}

impl<T> From<[T; 11]> for (T, T, T, T, T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 11]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10] = array;
        (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10)
    }
}

impl<T> From<(T, T, T, T, T, T, T, T, T, T, T)> for [T; 11] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = tuple;
        [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10]
    }
}

impl<T> From<[T; 12]> for (T, T, T, T, T, T, T, T, T, T, T, T) {
    #[inline(always)]
    fn from(array: [T; 12]) -> Self {
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11] = array;
        (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11)
    }
}

impl<T> From<(T, T, T, T, T, T, T, T, T, T, T, T)> for [T; 12] {
    #[inline(always)]
    fn from(tuple: (T, T, T, T, T, T, T, T, T, T, T, T)) -> Self {
        let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = tuple;
        [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11]
    }
}
