//! The shared memory of the block that runs: objects of `shared::<T>()` by their place in the source, and what the launch asked for. All of
//! it begins as bytes `0xcb`, so that what is read before it is written shows.

use super::scheduler::current;
use core::panic::Location;
use std::alloc::{Layout, alloc, dealloc};
use std::collections::HashMap;

const ALIGNMENT: usize = 1024;
const FRESH: u8 = 0xcb;

struct Piece {
    base: *mut u8,
    layout: Layout,
}

impl Piece {
    fn new(bytes: usize) -> Piece {
        let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT).expect("the size of shared memory");
        let base = unsafe { alloc(layout) };
        assert!(!base.is_null(), "no memory for shared memory");
        unsafe { base.write_bytes(FRESH, layout.size()) };
        Piece { base, layout }
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        unsafe { dealloc(self.base, self.layout) };
    }
}

type Site = (&'static str, u32, u32, &'static str);

/// What the threads of a block have in common.
pub struct SharedMemory {
    objects: HashMap<Site, Piece>,
    dynamic: Piece,
    dynamic_bytes: usize,
}

impl SharedMemory {
    pub fn new(dynamic_bytes: usize) -> SharedMemory {
        SharedMemory { objects: HashMap::new(), dynamic: Piece::new(dynamic_bytes), dynamic_bytes }
    }
}

/// The object of a call of `shared` that stands at `site`.
pub fn object<T>(site: &'static Location<'static>) -> *mut T {
    let key = (site.file(), site.line(), site.column(), core::any::type_name::<T>());
    let piece = current().shared.objects.entry(key).or_insert_with(|| Piece::new(size_of::<T>()));
    piece.base as *mut T
}

/// The beginning of the memory that the launch asked for.
pub fn dynamic() -> *mut u8 {
    current().shared.dynamic.base
}

/// How many bytes the launch asked for.
pub fn dynamic_bytes() -> usize {
    current().shared.dynamic_bytes
}
