"""Shared memory: one array per place in the source and instance, typed, aligned, apart from each other, within what a block may have."""

from __future__ import annotations

import re
from array import array

import pytest

from dialect.interpreter import InterpreterError, run_kernel
from dialect.parser import parse_module
from dialect.printer import print_module

from .support import agreed, compilation, errors, ptx_of

REVERSE = """
#[kernel]
pub fn k(x: &[i32], out: &mut [i32]) {
    let tile = shared::<[i32; 8]>();
    let t = thread::threadIdx_x() as usize;
    tile[t] = x[thread::index_1d().get()];
    sync_threads();
    out[thread::index_1d().get()] = tile[7 - t];
}
"""


def test_threads_of_a_block_see_each_others_values() -> None:
    x = array("i", range(16))
    assert agreed(REVERSE, 2, 8, x=x, out=array("i", [0] * 16))["out"].tolist() == [*range(7, -1, -1), *range(15, 7, -1)]


def test_accesses_are_in_the_shared_space() -> None:
    ptx = ptx_of(REVERSE)
    assert ".shared .align 4 .b8 k$shared0[32];" in ptx
    assert len(re.findall(r"\bst\.shared\.s32", ptx)) == len(re.findall(r"\bld\.shared\.s32", ptx)) == 1
    assert not re.search(r"\b(ld|st)\.(s32|u32|b32)", ptx)


PLACES = """
fn own<T: Copy>(value: T, t: usize) -> T {
    let a = shared::<[T; 4]>();
    a[t] = value;
    sync_threads();
    let found = a[3 - t];
    sync_threads();
    found
}

#[kernel]
pub fn k(out: &mut [u32]) {
    let t = thread::threadIdx_x();
    let first = own(t, t as usize);
    let second = own(t + 10, t as usize);
    let other = own(t as u64 + 20, t as usize) as u32;
    let here = shared::<[u32; 4]>();
    let there = shared::<[u32; 4]>();
    here[t as usize] = 1;
    there[t as usize] = 2;
    out[t as usize] = first + second * 100 + other * 10000 + here[t as usize] * 1000000;
}
"""


def test_one_array_per_place_and_instance() -> None:
    module = compilation(PLACES, 0).optimised()
    shared = [(s.name, str(s.type)) for s in module.statics.values() if s.space == "shared"]
    assert [t for _, t in shared] == ["array<u32, 4>", "array<u32, 4>", "array<u32, 4>", "array<u64, 4>"]
    after = compilation(PLACES, 2).optimised()
    assert [(s.name, str(s.type)) for s in after.statics.values()] == shared, "inlining makes no more of them"
    expected = [(3 - t) + (13 - t) * 100 + (23 - t) * 10000 + 1000000 for t in range(4)]
    assert agreed(PLACES, 1, 4, out=array("I", [0] * 4))["out"].tolist() == expected


STATICS = """
static mut TILE: SharedArray<f32, 8> = SharedArray::UNINIT;
mod inner {
    use cuda_device::SharedArray;
    pub static mut BYTES: SharedArray<u8, 8, 128> = SharedArray::UNINIT;
}

#[kernel]
pub fn k(out: &mut [f32]) {
    static mut HERE: SharedArray<u16, 8> = SharedArray::UNINIT;
    let t = thread::threadIdx_x() as usize;
    unsafe {
        TILE[t] = t as f32;
        inner::BYTES[t] = 100u8;
        *HERE.as_mut_ptr().add(t) = 1000;
        sync_threads();
        let last = SharedArray::<f32, 8>::len() - 1;
        out[t] = TILE[last - t] + inner::BYTES[t] as f32 + *HERE.as_ptr().add(7) as f32;
    }
}
"""


def test_statics_of_shared_arrays() -> None:
    assert agreed(STATICS, 1, 8, out=array("f", [0] * 8))["out"].tolist() == [1107 - t for t in range(8)]
    ptx = ptx_of(STATICS)
    assert ".shared .align 4 .b8 TILE[32];" in ptx
    assert re.search(r"\.shared \.align 128 \.b8 \S*BYTES\S*\[8\];", ptx)
    assert re.search(r"\.shared \.align 2 \.b8 \S*HERE\S*\[16\];", ptx)
    assert "st.shared.f32" in ptx and "ld.shared.u16" in ptx and ".local" not in ptx


def test_alignment_of_statics_is_printed_and_read() -> None:
    module = compilation(STATICS, 0).optimised()
    text = print_module(module)
    assert "in shared align 128\n" in text
    assert print_module(parse_module(text)) == text


def test_index_out_of_the_array_panics_at_the_users_line() -> None:
    text = STATICS.replace("TILE[last - t]", "TILE[last + 1]")
    with pytest.raises(InterpreterError, match="index out of bounds: the len is 8 but the index is 8"):
        agreed(text, 1, 8, out=array("f", [0] * 8))


def test_content_is_undefined_until_written() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [i32]) {
    let tile = shared::<[i32; 8]>();
    out[0] = tile[3];
}
"""
    with pytest.raises(InterpreterError, match="an undefined value is stored to global memory"):
        run_kernel(compilation(text, 2).optimised(), "k", 1, 1, [array("i", [0]), 1])


def kernel_with(count: int) -> str:
    return f"""
fn helper() -> f32 {{
    let more = shared::<[f32; 1024]>();
    more[0]
}}

#[kernel]
pub fn k(out: &mut [f32]) {{
    let a = shared::<[f32; {count}]>();
    out[0] = a[0] + helper();
}}
"""


def test_more_than_a_block_may_have_is_refused() -> None:
    assert errors(kernel_with(57088)) == []
    expected = "the kernel `k` uses 232452 bytes of shared memory, but a block may have 232448"
    assert errors(kernel_with(57089)) == [("K1112", 8, expected)]


@pytest.mark.parametrize(("arch", "kilobytes"), [("sm_75", 64), ("sm_80", 163), ("sm_86", 99), ("sm_90a", 227), ("sm_120", 99)])
def test_the_limit_is_that_of_the_target(arch: str, kilobytes: int) -> None:
    count = kilobytes * 256 - 1024
    assert errors(kernel_with(count), arch=arch) == []
    expected = f"the kernel `k` uses {kilobytes * 1024 + 4} bytes of shared memory, but a block of `{arch}` may have {kilobytes * 1024}"
    assert errors(kernel_with(count + 1), arch=arch) == [("K1112", 8, expected)]


def test_alignment_is_a_power_of_two() -> None:
    text = """
static mut A: SharedArray<u8, 8, 24> = SharedArray::UNINIT;
#[kernel]
pub fn k(out: &mut [u8]) {
    out[0] = unsafe { A[0] };
}
"""
    (found,) = errors(text)
    assert found[0] == "K1108"
    assert "the alignment 24 of" in found[2]


DYNAMIC = """
#[kernel]
pub fn k(x: &[u32], out: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let words = DynamicSharedArray::<u32>::get();
    let bytes = DynamicSharedArray::<u8, 64>::offset(4 * x.len());
    unsafe {
        *words.add(t) = x[t];
        *bytes.add(t) = t as u8;
        sync_threads();
        out[t] = *words.add(7 - t) + *bytes.add(t) as u32 * 100;
    }
}
"""


def test_dynamic_shared_memory() -> None:
    x = array("I", range(8))
    found = agreed(DYNAMIC, 1, 8, shared=40, x=x, out=array("I", [0] * 8))["out"]
    assert found.tolist() == [7 - t + t * 100 for t in range(8)]
    ptx = ptx_of(DYNAMIC)
    assert ".extern .shared .align 64 .b8 dynamic$shared[];" in ptx
    assert "st.shared.u32" in ptx and "ld.shared.u8" in ptx
    with pytest.raises(InterpreterError, match="out of bounds"):
        agreed(DYNAMIC, 1, 8, shared=36, x=x, out=array("I", [0] * 8))


def test_clocks_go_on() -> None:
    text = """
use cuda_device::debug;
#[kernel]
pub fn k(n: u32, out: &mut [u64]) {
    let start = debug::clock();
    let start64 = debug::clock64();
    let mut i = 0;
    while i < n {
        out[2] += 1;
        i += 1;
    }
    out[0] = (debug::clock() - start > 0) as u64;
    out[1] = (debug::clock64() > start64) as u64;
    let unused = debug::globaltimer();
}
"""
    assert agreed(text, 1, 1, n=4, out=array("Q", [9, 9, 0]))["out"].tolist() == [1, 1, 4]
    assert [word in ptx_of(text) for word in ("%clock;", "%clock64;", "%globaltimer;")] == [True] * 3
