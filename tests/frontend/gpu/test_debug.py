"""Clocks, marks for tools, where a thread runs, volatile accesses, fences: what executors and ptxas make of them."""

from __future__ import annotations

import re
from array import array

import pytest

from ptx.assemble import assemble

from .support import agreed, errors, ptx_of

PLACES = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    debug::prof_trigger::<7>();
    debug::breakpoint();
    out[t] = warp::warpid() * 1000 + warp::nwarpid() * 100 + thread::smid() * 10 + thread::nsmid();
    out[64] = thread::gridid() as u32;
    out[65] = shared::dynamic_smem_size();
    out[66] = (shared::total_smem_size() >= 128) as u32;
    let before = debug::clock64();
    out[67] = (debug::clock64() >= before) as u32 + (debug::globaltimer() > 0) as u32 * 2 + (debug::clock() > 0) as u32 * 4;
}
"""


def test_where_a_thread_runs() -> None:
    found = agreed(PLACES, 1, 64, shared=128, out=array("I", [0] * 68))["out"].tolist()
    assert found == [t // 32 * 1000 + 201 for t in range(64)] + [1, 128, 1, 7]


@pytest.mark.ptxas
@pytest.mark.parametrize("architecture", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_ptxas_accepts_it(architecture: str) -> None:
    for level in (0, 2):
        assert assemble(ptx_of(PLACES, level), architecture).cubin.startswith(b"\x7fELF")
        assert assemble(ptx_of(VOLATILE, level), architecture).cubin.startswith(b"\x7fELF")


def test_samples_stand_where_they_are_written() -> None:
    ptx = ptx_of(
        "#[kernel] pub fn k(out: &mut [u32]) { let a = warp::warpid(); let b = thread::smid(); out[0] = a + b + warp::warpid() + thread::smid(); }"
    )
    assert ptx.count("%warpid") == ptx.count("%smid") == 2
    assert "brkpt;" in ptx_of(PLACES)
    assert "pmevent \t7;" in ptx_of(PLACES)


def test_there_are_sixteen_profiler_events() -> None:
    ((code, line, message),) = errors("#[kernel] pub fn k() { debug::prof_trigger::<16>(); }")
    assert (code, line, message) == ("K1108", 1, "there is no profiler event 16, only 0 to 15")


VOLATILE = """
#[derive(Clone, Copy)]
struct Part { a: u32, b: (u16, u8), c: [u32; 2] }

#[kernel]
pub fn k(out: &mut [u32], places: &mut [u32], halves: &mut [u16], bytes: &mut [u8]) {
    let (parts, flags) = (places.as_mut_ptr() as *mut Part, bytes.as_mut_ptr() as *mut bool);
    unsafe {
        core::ptr::write_volatile(&mut out[0], 3);
        let a = core::ptr::read_volatile(&out[0]) + (&raw const out[0]).read_volatile();
        parts.write_volatile(Part { a, b: (7, 8), c: [9, 10] });
        let part = parts.read_volatile();
        out[1] = part.a + part.b.0 as u32 * 10 + part.b.1 as u32 * 100 + part.c[1] * 1000;
        (&raw mut halves[0]).write_volatile(5);
        flags.write_volatile(true);
        out[2] = core::ptr::read_volatile(flags) as u32;
        core::ptr::write_volatile(&raw mut out[3] as *mut [u32; 2], [8, 9]);
        core::ptr::write_volatile(&mut out[5], 1.5f32 as u32);
    }
}
"""


def test_volatile_accesses_of_any_type() -> None:
    found = agreed(
        VOLATILE, 1, 1, out=array("I", [0] * 6), places=array("I", [0] * 4), halves=array("H", [0]), bytes=array("B", [0])
    )
    assert found["out"].tolist() == [3, 6 + 70 + 800 + 10000, 1, 8, 9, 1]
    assert found["places"].tolist() == [6, 8 << 16 | 7, 9, 10]
    assert (found["halves"][0], found["bytes"][0]) == (5, 1)


def test_each_volatile_access_happens_once_and_in_order() -> None:
    ptx = ptx_of("""
#[kernel]
pub fn k(p: *mut u32, q: *mut u32) {
    unsafe {
        p.write_volatile(1);
        p.write_volatile(1);
        p.read_volatile();
        q.write_volatile(p.read_volatile() + p.read_volatile());
    }
}
""")
    assert re.findall(r"\b(?:ld|st)\.volatile", ptx) == ["st.volatile"] * 2 + ["ld.volatile"] * 3 + ["st.volatile"]


def test_what_has_a_tag_is_not_volatile() -> None:
    ((code, line, message),) = errors("#[kernel] pub fn k(p: *mut Option<u32>) { unsafe { p.write_volatile(None); } }")
    assert (code, line) == ("K1108", 1)
    assert message.startswith("volatile accesses of the enum `")


def test_fences_of_the_compiler_alone() -> None:
    text = """
#[kernel]
pub fn k(p: *mut u32, q: *mut u32) {
    unsafe {
        let before = *p;
        core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
        *q = before + *p;
    }
}
"""
    ptx = ptx_of(text)
    assert "fence" not in ptx
    assert "membar" not in ptx
    assert ptx.count("ld.global") == 2
