//! Stacks, and the switch from one to another.

use std::alloc::{Layout, alloc, dealloc};

/// Saves the registers that a callee keeps, stores the stack pointer to `*save`, and goes on on the stack `to`.
#[cfg(all(target_arch = "x86_64", unix))]
#[unsafe(naked)]
pub unsafe extern "C" fn switch(save: *mut *mut u8, to: *mut u8) {
    core::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Saves the registers that a callee keeps, stores the stack pointer to `*save`, and goes on on the stack `to`.
#[cfg(all(target_arch = "aarch64", unix))]
#[unsafe(naked)]
pub unsafe extern "C" fn switch(save: *mut *mut u8, to: *mut u8) {
    core::arch::naked_asm!(
        "sub sp, sp, #160",
        "stp x19, x20, [sp, #0]",
        "stp x21, x22, [sp, #16]",
        "stp x23, x24, [sp, #32]",
        "stp x25, x26, [sp, #48]",
        "stp x27, x28, [sp, #64]",
        "stp x29, x30, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "mov x9, sp",
        "str x9, [x0]",
        "mov sp, x1",
        "ldp x19, x20, [sp, #0]",
        "ldp x21, x22, [sp, #16]",
        "ldp x23, x24, [sp, #32]",
        "ldp x25, x26, [sp, #48]",
        "ldp x27, x28, [sp, #64]",
        "ldp x29, x30, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "add sp, sp, #160",
        "ret",
    )
}

/// Kernels can be checked everywhere, but run only where there is a switch.
#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), unix)))]
pub unsafe extern "C" fn switch(_save: *mut *mut u8, _to: *mut u8) {
    unimplemented!("kernels run on the host on Unix systems with x86-64 or AArch64 processors")
}

const BYTES: usize = 256 * 1024;
const LAYOUT: Layout = match Layout::from_size_align(BYTES, 4096) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};
/// Lies at the end of each stack; where it is gone, the stack was too small.
const MARK: u64 = 0x6b65_726e_656c_6321;

pub struct Stack {
    base: *mut u8,
}

impl Stack {
    pub fn new() -> Stack {
        let base = unsafe { alloc(LAYOUT) };
        assert!(!base.is_null(), "no memory for the stack of a thread");
        unsafe { (base as *mut u64).write(MARK) };
        Stack { base }
    }

    /// Whether nothing was written past the end.
    pub fn is_whole(&self) -> bool {
        unsafe { (self.base as *const u64).read() == MARK }
    }

    /// The stack pointer with which the first switch enters `entry`.
    #[cfg(target_arch = "aarch64")]
    pub fn prepared(&self, entry: extern "C" fn() -> !) -> *mut u8 {
        const WORDS: usize = 20;
        const RETURN_ADDRESS: usize = 11;
        let place = unsafe { self.base.add(BYTES - 64 - WORDS * 8) } as *mut usize;
        for word in 0..WORDS {
            unsafe { place.add(word).write(if word == RETURN_ADDRESS { entry as usize } else { 0 }) };
        }
        place as *mut u8
    }

    /// The stack pointer with which the first switch enters `entry`: six registers, its address, and none to return to, so that the stack
    /// is aligned as after a call.
    #[cfg(not(target_arch = "aarch64"))]
    pub fn prepared(&self, entry: extern "C" fn() -> !) -> *mut u8 {
        let place = unsafe { self.base.add(BYTES - 112) } as *mut usize;
        for word in 0..8 {
            unsafe { place.add(word).write(if word == 6 { entry as *const () as usize } else { 0 }) };
        }
        place as *mut u8
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        unsafe { dealloc(self.base, LAYOUT) };
    }
}
