//! Atomic accesses to global and shared memory: functions on any place (relaxed, for the device), and types of places with a scope and all orderings.

use core::ops::{BitAnd, Not};

/// The numbers that can be read, written and compared atomically.
pub trait AtomicPlace: Copy {
    /// Writes `value`; gives the content from before.
    fn swapped<const SCOPE: u32>(place: &ScopedAtomic<Self, SCOPE>, value: Self, order: AtomicOrdering) -> Self;
}

/// The numbers that can be exchanged at once.
pub trait AtomicValue: AtomicPlace {}

/// The numbers that can be added to.
pub trait AtomicNumber: Copy {}

/// The integers with all operations.
pub trait AtomicInteger: AtomicValue + AtomicNumber + BitAnd<Output = Self> + Not<Output = Self> {}

#[for_each(N, i32, u32, i64, u64, isize, usize, f32, f64)]
impl AtomicPlace for N {
    #[inline(always)]
    fn swapped<const SCOPE: u32>(place: &ScopedAtomic<N, SCOPE>, value: N, order: AtomicOrdering) -> N {
        exchanged_at_once(place, value, order)
    }
}

#[for_each(N, f16, bf16)]
impl AtomicPlace for N {
    /// There is no such instruction: it is tried until nobody comes between.
    fn swapped<const SCOPE: u32>(place: &ScopedAtomic<N, SCOPE>, value: N, order: AtomicOrdering) -> N {
        let mut before = place.load(AtomicOrdering::Relaxed);
        loop {
            match place.compare_exchange(before, value, order, AtomicOrdering::Relaxed) {
                Ok(content) => return content,
                Err(content) => before = content,
            }
        }
    }
}

#[intrinsic("atomic gpu.atomic exchange")]
fn exchanged_at_once<T, const SCOPE: u32>(place: &ScopedAtomic<T, SCOPE>, value: T, order: AtomicOrdering) -> T;

#[for_each(N, i32, u32, i64, u64, isize, usize, f32, f64)]
impl AtomicValue for N {}

#[for_each(N, i32, u32, i64, u64, isize, usize, f16, bf16, f32, f64)]
impl AtomicNumber for N {}

#[for_each(N, i32, u32, i64, u64, isize, usize)]
impl AtomicInteger for N {}

/// Adds `value`; gives the content from before.
#[intrinsic("gpu.atomic add device")]
pub fn add<T: AtomicNumber>(place: &mut T, value: T) -> T;

/// Subtracts `value`; gives the content from before.
#[intrinsic("gpu.atomic sub device")]
pub fn sub<T: AtomicNumber>(place: &mut T, value: T) -> T;

/// Keeps the smaller value; gives the content from before.
#[intrinsic("gpu.atomic min device")]
pub fn min<T: AtomicInteger>(place: &mut T, value: T) -> T;

/// Keeps the greater value; gives the content from before.
#[intrinsic("gpu.atomic max device")]
pub fn max<T: AtomicInteger>(place: &mut T, value: T) -> T;

/// Keeps the bits that both have; gives the content from before.
#[intrinsic("gpu.atomic and device")]
pub fn and<T: AtomicInteger>(place: &mut T, value: T) -> T;

/// Keeps the bits that either has; gives the content from before.
#[intrinsic("gpu.atomic or device")]
pub fn or<T: AtomicInteger>(place: &mut T, value: T) -> T;

/// Keeps the bits that one of both has; gives the content from before.
#[intrinsic("gpu.atomic xor device")]
pub fn xor<T: AtomicInteger>(place: &mut T, value: T) -> T;

/// Writes `value`; gives the content from before.
#[intrinsic("gpu.atomic exchange device")]
pub fn exchange<T: AtomicValue>(place: &mut T, value: T) -> T;

/// Writes `new` where the content has the bits of `current`; gives the content from before.
#[intrinsic("gpu.compare_exchange device")]
pub fn compare_exchange<T: AtomicPlace>(place: &mut T, current: T, new: T) -> T;

/// Adds the two `f16` of `value` to those at `place`, each for itself, for the device; gives the content from before.
#[intrinsic("gpu.atomic_add_halves f16 device")]
pub unsafe fn atom_add_f16x2(place: *mut u32, value: u32) -> u32;

/// Adds the two `bf16` of `value` to those at `place`, each for itself, for the device; gives the content from before (sm_90).
#[intrinsic("gpu.atomic_add_halves bf16 device")]
pub unsafe fn atom_add_bf16x2(place: *mut u32, value: u32) -> u32;

/// What an atomic access says about other accesses of its thread.
#[derive(Clone, Copy, PartialEq)]
pub enum AtomicOrdering {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl AtomicOrdering {
    /// The ordering of a compare-exchange that orders as `self` where it writes and as `failure` where it does not.
    #[inline(always)]
    fn with_failure(self, failure: AtomicOrdering) -> AtomicOrdering {
        match (self, failure) {
            (_, AtomicOrdering::Release) => panic!("there is no such thing as a release failure ordering"),
            (_, AtomicOrdering::AcqRel) => panic!("there is no such thing as an acquire-release failure ordering"),
            (AtomicOrdering::SeqCst, _) | (_, AtomicOrdering::SeqCst) => AtomicOrdering::SeqCst,
            (AtomicOrdering::Relaxed, AtomicOrdering::Acquire) => AtomicOrdering::Acquire,
            (AtomicOrdering::Release, AtomicOrdering::Acquire) => AtomicOrdering::AcqRel,
            _ => self,
        }
    }
}

/// A number for atomic accesses by the threads of a block (scope 0), the device (1) or the system (2).
#[interior]
#[repr(transparent)]
pub struct ScopedAtomic<T, const SCOPE: u32> {
    value: T,
}

impl<T: AtomicNumber, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// A place with this content.
    pub const fn new(value: T) -> ScopedAtomic<T, SCOPE> {
        ScopedAtomic { value }
    }

    /// The number behind a pointer as an atomic one.
    #[inline(always)]
    pub const unsafe fn from_ptr<'a>(pointer: *mut T) -> &'a ScopedAtomic<T, SCOPE> {
        unsafe { &*(pointer as *const ScopedAtomic<T, SCOPE>) }
    }

    /// The number, of which no other thread knows.
    #[inline(always)]
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// The number, of which no other thread knows.
    #[inline(always)]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// A pointer to the number.
    #[inline(always)]
    pub const fn as_ptr(&self) -> *mut T {
        &raw const self.value as *mut T
    }

    /// Adds `value`; gives the content from before.
    #[intrinsic("atomic gpu.atomic add")]
    pub fn fetch_add(&self, value: T, order: AtomicOrdering) -> T;

    /// Subtracts `value`; gives the content from before.
    #[intrinsic("atomic gpu.atomic sub")]
    pub fn fetch_sub(&self, value: T, order: AtomicOrdering) -> T;
}

impl<T: AtomicPlace, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// Reads the content.
    #[intrinsic("atomic gpu.atomic_load")]
    pub fn load(&self, order: AtomicOrdering) -> T;

    /// Writes the content.
    #[intrinsic("atomic gpu.atomic_store")]
    pub fn store(&self, value: T, order: AtomicOrdering);

    /// Writes `value`; gives the content from before.
    #[inline(always)]
    pub fn swap(&self, value: T, order: AtomicOrdering) -> T {
        T::swapped(self, value, order)
    }

    /// Writes `new` where the content has the bits of `current`: then `Ok` with the content from before, else `Err` with it.
    #[inline(always)]
    pub fn compare_exchange(&self, current: T, new: T, success: AtomicOrdering, failure: AtomicOrdering) -> Result<T, T> {
        let before = self.exchanged(current, new, success.with_failure(failure));
        if same_bits(before, current) { Ok(before) } else { Err(before) }
    }

    /// `compare_exchange`: on a GPU it does not fail without reason.
    #[inline(always)]
    pub fn compare_exchange_weak(&self, current: T, new: T, success: AtomicOrdering, failure: AtomicOrdering) -> Result<T, T> {
        self.compare_exchange(current, new, success, failure)
    }

    #[intrinsic("atomic gpu.compare_exchange")]
    fn exchanged(&self, current: T, new: T, order: AtomicOrdering) -> T;
}

#[intrinsic("same_bits")]
fn same_bits<T>(a: T, b: T) -> bool;

impl<T: AtomicInteger, const SCOPE: u32> ScopedAtomic<T, SCOPE> {
    /// Keeps the bits that both have; gives the content from before.
    #[intrinsic("atomic gpu.atomic and")]
    pub fn fetch_and(&self, value: T, order: AtomicOrdering) -> T;

    /// Keeps the bits that either has; gives the content from before.
    #[intrinsic("atomic gpu.atomic or")]
    pub fn fetch_or(&self, value: T, order: AtomicOrdering) -> T;

    /// Keeps the bits that one of both has; gives the content from before.
    #[intrinsic("atomic gpu.atomic xor")]
    pub fn fetch_xor(&self, value: T, order: AtomicOrdering) -> T;

    /// Keeps the bits that not both have; gives the content from before. There is no such instruction: it is tried until nobody comes between.
    pub fn fetch_nand(&self, value: T, order: AtomicOrdering) -> T {
        let mut before = self.load(AtomicOrdering::Relaxed);
        loop {
            match self.compare_exchange(before, !(before & value), order, AtomicOrdering::Relaxed) {
                Ok(content) => return content,
                Err(content) => before = content,
            }
        }
    }

    /// Keeps the smaller value; gives the content from before.
    #[intrinsic("atomic gpu.atomic min")]
    pub fn fetch_min(&self, value: T, order: AtomicOrdering) -> T;

    /// Keeps the greater value; gives the content from before.
    #[intrinsic("atomic gpu.atomic max")]
    pub fn fetch_max(&self, value: T, order: AtomicOrdering) -> T;
}

pub type BlockAtomicU32 = ScopedAtomic<u32, 0>;
pub type BlockAtomicI32 = ScopedAtomic<i32, 0>;
pub type BlockAtomicU64 = ScopedAtomic<u64, 0>;
pub type BlockAtomicI64 = ScopedAtomic<i64, 0>;
pub type BlockAtomicF16 = ScopedAtomic<f16, 0>;
pub type BlockAtomicF32 = ScopedAtomic<f32, 0>;
pub type BlockAtomicF64 = ScopedAtomic<f64, 0>;
pub type DeviceAtomicU32 = ScopedAtomic<u32, 1>;
pub type DeviceAtomicI32 = ScopedAtomic<i32, 1>;
pub type DeviceAtomicU64 = ScopedAtomic<u64, 1>;
pub type DeviceAtomicI64 = ScopedAtomic<i64, 1>;
pub type DeviceAtomicF16 = ScopedAtomic<f16, 1>;
pub type DeviceAtomicF32 = ScopedAtomic<f32, 1>;
pub type DeviceAtomicF64 = ScopedAtomic<f64, 1>;
pub type SystemAtomicU32 = ScopedAtomic<u32, 2>;
pub type SystemAtomicI32 = ScopedAtomic<i32, 2>;
pub type SystemAtomicU64 = ScopedAtomic<u64, 2>;
pub type SystemAtomicI64 = ScopedAtomic<i64, 2>;
pub type SystemAtomicF16 = ScopedAtomic<f16, 2>;
pub type SystemAtomicF32 = ScopedAtomic<f32, 2>;
pub type SystemAtomicF64 = ScopedAtomic<f64, 2>;
