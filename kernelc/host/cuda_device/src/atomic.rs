//! Atomic accesses to global and shared memory: functions on any place (relaxed, for the device), and types of places with a scope and all orderings.

use crate::{exact, runtime};
use core::cell::UnsafeCell;
use core::ops::{BitAnd, Not};

/// The numbers that can be read, written and compared atomically.
pub trait AtomicPlace: Copy {
    #[doc(hidden)]
    fn has_bits_of(self, other: Self) -> bool;

    /// Writes `value`; gives the content from before.
    fn swapped<const SCOPE: u32>(place: &ScopedAtomic<Self, SCOPE>, value: Self, _order: AtomicOrdering) -> Self {
        update(place.value.get(), |_| value)
    }
}

/// The numbers that can be exchanged at once.
pub trait AtomicValue: AtomicPlace {}

/// The numbers that can be added to.
pub trait AtomicNumber: Copy {
    #[doc(hidden)]
    fn plus(self, other: Self) -> Self;
    #[doc(hidden)]
    fn minus(self, other: Self) -> Self;
}

/// The integers with all operations.
pub trait AtomicInteger: AtomicValue + AtomicNumber + BitAnd<Output = Self> + Not<Output = Self> {
    #[doc(hidden)]
    fn least(self, other: Self) -> Self;
    #[doc(hidden)]
    fn greatest(self, other: Self) -> Self;
    #[doc(hidden)]
    fn either(self, other: Self) -> Self;
    #[doc(hidden)]
    fn differing(self, other: Self) -> Self;
}

macro_rules! atomic_integers {
    ($($type:ty)*) => { $(
        impl AtomicPlace for $type {
            fn has_bits_of(self, other: Self) -> bool {
                self == other
            }
        }
        impl AtomicValue for $type {}
        impl AtomicNumber for $type {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
        impl AtomicInteger for $type {
            fn least(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            fn greatest(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            fn either(self, other: Self) -> Self {
                self | other
            }
            fn differing(self, other: Self) -> Self {
                self ^ other
            }
        }
    )* };
}

macro_rules! atomic_floats {
    ($($type:ty)*) => { $(
        impl AtomicNumber for $type {
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn minus(self, other: Self) -> Self {
                self - other
            }
        }
    )* };
}

macro_rules! comparable_floats {
    ($($type:ty)*) => { $(
        impl AtomicPlace for $type {
            fn has_bits_of(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    )* };
}

atomic_integers! { i32 u32 i64 u64 isize usize }
atomic_floats! { f32 f64 }
comparable_floats! { f32 f64 }
#[cfg(feature = "nightly")]
atomic_floats! { f16 }
#[cfg(feature = "nightly")]
comparable_floats! { f16 }
impl AtomicValue for f32 {}
impl AtomicValue for f64 {}

/// Writes what `change` makes of the content; gives the content from before. Threads run one at a time, so nothing comes between.
fn update<T: Copy>(place: *mut T, change: impl FnOnce(T) -> T) -> T {
    let before = unsafe { place.read_volatile() };
    let after = change(before);
    unsafe { place.write_volatile(after) };
    runtime::tick(bytes_of(&before) != bytes_of(&after));
    before
}

fn bytes_of<T>(value: &T) -> &[u8] {
    unsafe { core::slice::from_raw_parts(value as *const T as *const u8, size_of::<T>()) }
}

/// Adds `value`; gives the content from before.
pub fn add<T: AtomicNumber>(place: &mut T, value: T) -> T {
    update(place, |content| content.plus(value))
}

/// Subtracts `value`; gives the content from before.
pub fn sub<T: AtomicNumber>(place: &mut T, value: T) -> T {
    update(place, |content| content.minus(value))
}

/// Keeps the smaller value; gives the content from before.
pub fn min<T: AtomicInteger>(place: &mut T, value: T) -> T {
    update(place, |content| content.least(value))
}

/// Keeps the greater value; gives the content from before.
pub fn max<T: AtomicInteger>(place: &mut T, value: T) -> T {
    update(place, |content| content.greatest(value))
}

/// Keeps the bits that both have; gives the content from before.
pub fn and<T: AtomicInteger>(place: &mut T, value: T) -> T {
    update(place, |content| content & value)
}

/// Keeps the bits that either has; gives the content from before.
pub fn or<T: AtomicInteger>(place: &mut T, value: T) -> T {
    update(place, |content| content.either(value))
}

/// Keeps the bits that one of both has; gives the content from before.
pub fn xor<T: AtomicInteger>(place: &mut T, value: T) -> T {
    update(place, |content| content.differing(value))
}

/// Writes `value`; gives the content from before.
pub fn exchange<T: AtomicValue>(place: &mut T, value: T) -> T {
    update(place, |_| value)
}

/// Writes `new` where the content has the bits of `current`; gives the content from before.
pub fn compare_exchange<T: AtomicPlace>(place: &mut T, current: T, new: T) -> T {
    update(place, |content| if content.has_bits_of(current) { new } else { content })
}

/// Adds the two `f16` of `value` to those at `place`, each for itself, for the device; gives the content from before.
pub unsafe fn atom_add_f16x2(place: *mut u32, value: u32) -> u32 {
    update(place, |content| exact::packed("add.rn.f16x2", [content, value]))
}

/// Adds the two `bf16` of `value` to those at `place`, each for itself, for the device; gives the content from before (sm_90).
pub unsafe fn atom_add_bf16x2(place: *mut u32, value: u32) -> u32 {
    update(place, |content| exact::packed("add.rn.bf16x2", [content, value]))
}

/// What an atomic access says about other accesses of its thread.
#[derive(Clone, Copy, PartialEq)]
pub enum AtomicOrdering {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// A number for atomic accesses by the threads of a block (scope 0), the device (1) or the system (2).
#[repr(transparent)]
pub struct ScopedAtomic<T, const SCOPE: u32> {
    value: UnsafeCell<T>,
}

unsafe impl<T: Send, const SCOPE: u32> Sync for ScopedAtomic<T, SCOPE> {}

impl<T: AtomicNumber, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// A place with this content.
    pub const fn new(value: T) -> ScopedAtomic<T, SCOPE> {
        ScopedAtomic { value: UnsafeCell::new(value) }
    }

    /// The number behind a pointer as an atomic one.
    #[inline]
    pub const unsafe fn from_ptr<'a>(pointer: *mut T) -> &'a ScopedAtomic<T, SCOPE> {
        unsafe { &*(pointer as *const ScopedAtomic<T, SCOPE>) }
    }

    /// A pointer to the number.
    #[inline]
    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    /// The number, of which no other thread knows.
    #[inline]
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// The number, of which no other thread knows.
    #[inline]
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }

    /// Adds `value`; gives the content from before.
    pub fn fetch_add(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.plus(value))
    }

    /// Subtracts `value`; gives the content from before.
    pub fn fetch_sub(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.minus(value))
    }
}

impl<T: AtomicPlace, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// Reads the content.
    #[track_caller]
    pub fn load(&self, order: AtomicOrdering) -> T {
        match order {
            AtomicOrdering::Release => panic!("there is no such thing as a release load"),
            AtomicOrdering::AcqRel => panic!("there is no such thing as an acquire-release load"),
            _ => update(self.value.get(), |content| content),
        }
    }

    /// Writes the content.
    #[track_caller]
    pub fn store(&self, value: T, order: AtomicOrdering) {
        match order {
            AtomicOrdering::Acquire => panic!("there is no such thing as an acquire store"),
            AtomicOrdering::AcqRel => panic!("there is no such thing as an acquire-release store"),
            _ => update(self.value.get(), |_| value),
        };
    }

    /// Writes `value`; gives the content from before.
    pub fn swap(&self, value: T, order: AtomicOrdering) -> T {
        T::swapped(self, value, order)
    }

    /// Writes `new` where the content has the bits of `current`: then `Ok` with the content from before, else `Err` with it.
    #[track_caller]
    pub fn compare_exchange(&self, current: T, new: T, _success: AtomicOrdering, failure: AtomicOrdering) -> Result<T, T> {
        match failure {
            AtomicOrdering::Release => panic!("there is no such thing as a release failure ordering"),
            AtomicOrdering::AcqRel => panic!("there is no such thing as an acquire-release failure ordering"),
            _ => {}
        }
        let before = update(self.value.get(), |content| if content.has_bits_of(current) { new } else { content });
        if before.has_bits_of(current) { Ok(before) } else { Err(before) }
    }

    /// `compare_exchange`: on a GPU it does not fail without reason.
    #[track_caller]
    pub fn compare_exchange_weak(&self, current: T, new: T, success: AtomicOrdering, failure: AtomicOrdering) -> Result<T, T> {
        self.compare_exchange(current, new, success, failure)
    }
}

impl<T: AtomicInteger, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// Keeps the bits that both have; gives the content from before.
    pub fn fetch_and(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content & value)
    }

    /// Keeps the bits that not both have; gives the content from before.
    pub fn fetch_nand(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| !(content & value))
    }

    /// Keeps the bits that either has; gives the content from before.
    pub fn fetch_or(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.either(value))
    }

    /// Keeps the bits that one of both has; gives the content from before.
    pub fn fetch_xor(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.differing(value))
    }

    /// Keeps the smaller value; gives the content from before.
    pub fn fetch_min(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.least(value))
    }

    /// Keeps the greater value; gives the content from before.
    pub fn fetch_max(&self, value: T, _order: AtomicOrdering) -> T {
        update(self.value.get(), |content| content.greatest(value))
    }
}

pub type BlockAtomicU32 = ScopedAtomic<u32, 0>;
pub type BlockAtomicI32 = ScopedAtomic<i32, 0>;
pub type BlockAtomicU64 = ScopedAtomic<u64, 0>;
pub type BlockAtomicI64 = ScopedAtomic<i64, 0>;
#[cfg(feature = "nightly")]
pub type BlockAtomicF16 = ScopedAtomic<f16, 0>;
pub type BlockAtomicF32 = ScopedAtomic<f32, 0>;
pub type BlockAtomicF64 = ScopedAtomic<f64, 0>;
pub type DeviceAtomicU32 = ScopedAtomic<u32, 1>;
pub type DeviceAtomicI32 = ScopedAtomic<i32, 1>;
pub type DeviceAtomicU64 = ScopedAtomic<u64, 1>;
pub type DeviceAtomicI64 = ScopedAtomic<i64, 1>;
#[cfg(feature = "nightly")]
pub type DeviceAtomicF16 = ScopedAtomic<f16, 1>;
pub type DeviceAtomicF32 = ScopedAtomic<f32, 1>;
pub type DeviceAtomicF64 = ScopedAtomic<f64, 1>;
pub type SystemAtomicU32 = ScopedAtomic<u32, 2>;
pub type SystemAtomicI32 = ScopedAtomic<i32, 2>;
pub type SystemAtomicU64 = ScopedAtomic<u64, 2>;
pub type SystemAtomicI64 = ScopedAtomic<i64, 2>;
#[cfg(feature = "nightly")]
pub type SystemAtomicF16 = ScopedAtomic<f16, 2>;
pub type SystemAtomicF32 = ScopedAtomic<f32, 2>;
pub type SystemAtomicF64 = ScopedAtomic<f64, 2>;
