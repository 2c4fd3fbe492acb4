"""Atomic accesses: the value from before, each exactly once; every type, scope and ordering; `red` where nobody uses the result."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from .support import agreed, compilation, errors, ptx_of

CODES = {"i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f32": "f", "f64": "d"}
INTEGERS = ("i32", "u32", "i64", "u64")
LOW, HIGH = {"i32": -(2**31), "i64": -(2**63)}, {"i32": 2**31 - 1, "u32": 2**32 - 1, "i64": 2**63 - 1, "u64": 2**64 - 1}


def wrapped(ty: str, value: Any) -> Any:
    low, modulus = LOW.get(ty, 0), 1 << int(ty[1:])
    return value if ty[0] == "f" else (value - low) % modulus + low


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "exchange": lambda a, b: b,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def cases() -> list[tuple[str, str]]:
    return [(name, ty) for i, name in enumerate(OPERATIONS) for ty in (CODES if i < 3 else INTEGERS)]


@pytest.mark.parametrize(("name", "ty"), cases())
def test_short_forms(name: str, ty: str) -> None:
    text = f"""
#[kernel]
pub fn k(x: &[{ty}], place: &mut [{ty}], old: &mut [{ty}]) {{
    let t = thread::threadIdx_x() as usize;
    let tile = shared::<[{ty}; 4]>();
    tile[t] = x[t];
    old[t] = atomic::{name}(&mut place[t], x[t]);
    old[t + 4] = atomic::{name}(&mut tile[t], x[3 - t]);
    atomic::{name}(&mut place[t], x[3 - t]);
    place[t + 4] = tile[t];
}}
"""
    x = [1.5, -2.0, 0.25, 4.0] if ty[0] == "f" else [3, HIGH[ty], LOW.get(ty, 0), 12]
    start = [7, 8, 9, 10]
    found = agreed(text, 1, 4, x=array(CODES[ty], x), place=array(CODES[ty], start + [0] * 4), old=array(CODES[ty], [0] * 8))
    apply = OPERATIONS[name]
    once = [wrapped(ty, apply(a, b)) for a, b in zip(start, x, strict=True)]
    twice = [wrapped(ty, apply(a, b)) for a, b in zip(once, reversed(x), strict=True)]
    tile = [wrapped(ty, apply(a, b)) for a, b in zip(x, reversed(x), strict=True)]
    assert found["old"].tolist() == start + x
    assert found["place"].tolist() == twice + tile


@pytest.mark.parametrize("ty", CODES)
def test_compare_exchange_compares_bits(ty: str) -> None:
    text = f"""
#[kernel]
pub fn k(place: &mut [{ty}], old: &mut [{ty}]) {{
    old[0] = atomic::compare_exchange(&mut place[0], 5 as {ty}, 6 as {ty});
    old[1] = atomic::compare_exchange(&mut place[1], 5 as {ty}, 6 as {ty});
    old[2] = atomic::compare_exchange(&mut place[2], 0 as {ty}, 6 as {ty});
}}
"""
    place = array(CODES[ty], [5, 4, -0.0 if ty[0] == "f" else 0])
    found = agreed(text, 1, 1, place=place, old=array(CODES[ty], [0] * 3))
    assert found["old"] == place
    assert [str(v) for v in found["place"]] == (["6.0", "4.0", "-0.0"] if ty[0] == "f" else ["6", "4", "6"])


TYPED = """
use cuda_device::atomic::*;

static TOTAL: DeviceAtomicU32 = DeviceAtomicU32::new(5);

#[kernel]
pub fn k(counts: &[DeviceAtomicU32], sums: &mut [f64], out: &mut [u32]) {
    use AtomicOrdering::*;
    let t = thread::index_1d().get();
    TOTAL.fetch_add(1, Relaxed);
    counts[0].fetch_add(2, AcqRel);
    counts[1].fetch_max(t as u32, Release);
    counts[2].fetch_sub(1, SeqCst);
    counts[3].fetch_or(1 << t, Acquire);
    counts[4].fetch_xor(3, Relaxed);
    counts[5].fetch_and(!(1 << t), Relaxed);
    counts[6].fetch_min(t as u32, Relaxed);
    let sum = unsafe { BlockAtomicF64::from_ptr(&mut sums[0] as *mut f64) };
    sum.fetch_add(0.5, Relaxed);
    let system = unsafe { SystemAtomicI64::from_ptr(&mut sums[1] as *mut f64 as *mut i64) };
    system.store(t as i64, SeqCst);
    system.swap(7, AcqRel);
    let mut seen = counts[7].load(Acquire);
    loop {
        match counts[7].compare_exchange(seen, seen + t as u32, AcqRel, Relaxed) {
            Ok(_) => break,
            Err(now) => seen = now,
        }
    }
    sync_threads();
    out[t] = TOTAL.load(Relaxed) + counts[7].load(SeqCst) * 100;
}
"""


def test_types_of_atomics() -> None:
    start = [0, 0, 50, 0, 0, 0xFF, 99, 1]
    found = agreed(TYPED, 1, 4, counts=array("I", start), sums=array("d", [0] * 2), out=array("I", [0] * 4))
    assert found["counts"].tolist() == [8, 3, 46, 15, 0, 0xF0, 0, 7]
    assert found["sums"][0] == 2.0
    assert found["out"].tolist() == [709] * 4


def test_words_of_scopes_and_orderings() -> None:
    ptx = ptx_of(TYPED)
    for words in (
        "red.global.add.u32", "atom.acq_rel.gpu.global.add.u32", "red.release.gpu.global.max.u32", "atom.acquire.gpu.global.or.b32",
        "fence.sc.gpu", "atom.acq_rel.gpu.global.add.u32", "red.global.xor.b32", "red.relaxed.cta.global.add.f64", "fence.sc.sys",
        "st.release.sys.global.s64", "atom.acq_rel.sys.global.exch.b64", "ld.acquire.gpu.global.u32", "atom.acq_rel.gpu.global.cas.b32",
        "ld.relaxed.gpu.global.u32",
    ):  # fmt: skip
        assert words in ptx
    assert ".local" not in ptx
    assert "cvta.global" not in ptx


def test_results_that_are_used_need_atom() -> None:
    text = """
#[kernel]
pub fn k(count: &mut [u32], out: &mut [u32]) {
    out[0] = atomic::add(&mut count[0], 1);
    atomic::add(&mut count[1], 1);
    atomic::sub(&mut count[2], 1);
    atomic::exchange(&mut count[3], 1);
}
"""
    found = re.findall(r"\b(?:atom|red)\.[\w.]+.*;", ptx_of(text))
    assert [" ".join(each.split()) for each in found] == [
        "atom.global.add.u32 %r1, [%count], 1;", "red.global.add.u32 [%count+4], 1;", "red.global.add.u32 [%count+8], 4294967295;",
        "atom.global.exch.b32 %r2, [%count+12], 1;",
    ]  # fmt: skip


def test_an_ordering_that_is_known_only_at_run_time() -> None:
    text = """
use cuda_device::atomic::*;
#[kernel]
pub fn k(count: &[DeviceAtomicU32], n: u32, out: &mut [u32]) {
    let order = if n == 0 { AtomicOrdering::Relaxed } else if n == 1 { AtomicOrdering::SeqCst } else { AtomicOrdering::Release };
    out[0] = count[0].fetch_add(5, order);
    out[1] = count[0].load(order);
}
"""
    for n in (0, 1):
        assert agreed(text, 1, 1, count=array("I", [1]), n=n, out=array("I", [0, 0]))["out"].tolist() == [1, 6]
    with pytest.raises(Exception, match="there is no such thing as a release load"):
        agreed(text, 1, 1, count=array("I", [1]), n=2, out=array("I", [0, 0]))


def test_signatures_say_that_atomics_are_written_through_shared_references() -> None:
    (signature,) = compilation(TYPED).kernels
    counts, sums, _ = signature.params
    assert (counts.element, counts.size, counts.mutable, counts.layout) == ("u32", 4, True, None)
    assert (sums.element, sums.mutable) == ("f64", True)


def test_types_without_such_an_atomic_are_refused() -> None:
    for place in ("f32", "u8", "bool"):
        text = f"\n#[kernel]\npub fn k(x: &mut [{place}]) {{ let v = x[1]; atomic::min(&mut x[0], v); }}\n"
        assert [code for code, _, _ in errors(text)] == ["K0277"]


def test_a_local_variable_has_no_atomics() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let mut own = 3u32;
    out[0] = atomic::add(&mut own, 1);
}
"""
    for level in (0, 2):
        ((code, line, message),) = errors(text, level=level)
        assert (code, line) == ("K1127", 5)
        assert "an atomic operation on a local variable" in message


def test_a_spin_lock_makes_progress() -> None:
    text = """
use cuda_device::atomic::*;
#[kernel]
pub fn k(lock: &[DeviceAtomicU32], total: &mut [u32]) {
    let t = thread::index_1d().get() as u32;
    let mut done = false;
    while !done {
        if lock[0].swap(1, AtomicOrdering::Acquire) == 0 {
            total[0] = total[0] * 3 % 1000 + t;
            total[1] += 1;
            lock[0].store(0, AtomicOrdering::Release);
            done = true;
        }
    }
}
"""
    assert agreed(text, 2, 32, lock=array("I", [0]), total=array("I", [0, 0]))["total"][1] == 64


@pytest.mark.ptxas
@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_ptxas_accepts(arch: str) -> None:
    from ptx.assemble import assemble

    functions = []
    for number, (name, ty) in enumerate(cases()):
        functions.append(f"""
#[kernel]
pub fn k_{number}(x: &mut [{ty}], v: {ty}) {{
    let tile = shared::<[{ty}; 4]>();
    x[1] = atomic::{name}(&mut x[0], v);
    x[2] = atomic::{name}(&mut tile[0], v);
    atomic::{name}(&mut x[3], v);
    atomic::{name}(&mut tile[3], v);
}}
""")
    for level in (0, 2):
        assemble(ptx_of("".join(functions), level), arch)
        assemble(ptx_of(TYPED, level), arch)


def test_atomics_of_the_core_library_are_of_the_system() -> None:
    text = """
use core::sync::atomic::{AtomicU32, Ordering, fence};
static COUNT: AtomicU32 = AtomicU32::new(3);
#[kernel]
pub fn k(place: &[AtomicU32], out: &mut [u32]) {
    out[0] = COUNT.fetch_add(1, Ordering::AcqRel);
    place[0].store(5, Ordering::Relaxed);
    fence(Ordering::Release);
    fence(Ordering::SeqCst);
    out[1] = place[0].swap(6, Ordering::SeqCst);
}
"""
    found = agreed(text, 1, 1, place=array("I", [0]), out=array("I", [0, 0]))
    assert (found["place"].tolist(), found["out"].tolist()) == ([6], [3, 5])
    ptx = ptx_of(text)
    for words in ("atom.acq_rel.sys.global.add.u32", "st.relaxed.sys.global.u32", "fence.acq_rel.sys", "membar.sys", "fence.sc.sys"):
        assert words in ptx
    with pytest.raises(Exception, match="there is no such thing as a relaxed fence"):
        agreed(text.replace("Release", "Relaxed"), 1, 1, place=array("I", [0]), out=array("I", [0, 0]))


def test_an_ordering_that_is_written_out_is_no_choice() -> None:
    ptx = ptx_of(TYPED, 0)
    assert "atom.acq_rel.gpu.add.u32" in ptx
    assert "atom.acquire.gpu.add.u32" not in ptx


def test_fences_of_every_scope() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u32]) {
    out[0] = 1;
    fence::threadfence_block();
    fence::acquire_release_block();
    fence::threadfence();
    fence::acquire_release_device();
    out[0] += 1;
}
"""
    assert agreed(text, 1, 1, out=array("I", [0]))["out"].tolist() == [2]
    found = re.findall(r"\b(?:membar|fence)\S+;", ptx_of(text))
    assert found == ["membar.cta;", "fence.acq_rel.cta;", "membar.gl;", "fence.acq_rel.gpu;"]


def test_all_of_16_bit_floats() -> None:
    text = """
#[kernel]
pub fn k(place: &mut [f16], other: &mut [bf16], seen: &mut [u32]) {
    let a = unsafe { atomic::DeviceAtomicF16::from_ptr(&raw mut place[0]) };
    let one = a.load(AtomicOrdering::Acquire);
    a.store(one + one, AtomicOrdering::Release);
    a.fetch_add(one, AtomicOrdering::Relaxed);
    a.fetch_sub(one + one + one + one, AtomicOrdering::AcqRel);
    seen[0] = a.compare_exchange(one, one, AtomicOrdering::AcqRel, AtomicOrdering::Relaxed).is_ok() as u32;
    place[1] = a.swap(one, AtomicOrdering::SeqCst);
    let b = unsafe { atomic::ScopedAtomic::<bf16, 0>::from_ptr(&raw mut other[0]) };
    other[1] = b.swap(b.load(AtomicOrdering::Relaxed) + b.load(AtomicOrdering::SeqCst), AtomicOrdering::Relaxed);
}
"""
    text = text.replace("AtomicOrdering", "atomic::AtomicOrdering")
    found = agreed(text, 1, 1, place=array("H", [0x3C00, 0]), other=array("H", [0x3F80, 0]), seen=array("I", [7]))
    assert {name: each.tolist() for name, each in found.items()} == {"place": [0x3C00, 0xBC00], "other": [0x4000, 0x3F80], "seen": [0]}


def test_swaps_of_16_bit_floats_meet_in_one_place() -> None:
    text = """
#[kernel]
pub fn k(place: &mut [f16], old: &mut [f16]) {
    let t = thread::threadIdx_x() as usize;
    old[t] = unsafe { atomic::DeviceAtomicF16::from_ptr(&raw mut place[0]) }.swap(t as f32 as f16, atomic::AtomicOrdering::Relaxed);
}
"""
    import struct

    found = agreed(text, 1, 40, place=array("H", [0x5640]), old=array("H", [0] * 40))
    numbers = struct.unpack("<41e", found["old"].tobytes() + found["place"].tobytes())
    assert sorted(numbers) == [*range(40), 100]


@pytest.mark.parametrize(("form", "one", "two"), [("f16", 0x3C00, 0x4000), ("bf16", 0x3F80, 0x4000)])
def test_packed_halves_are_added_each_for_itself(form: str, one: int, two: int) -> None:
    text = f"""
#[kernel]
pub fn k(place: &mut [u32]) {{
    unsafe {{
        let old = atomic::atom_add_{form}x2(&raw mut place[0], {two << 16 | one});
        atomic::atom_add_{form}x2(&raw mut place[1], old);
        atomic::atom_add_{form}x2(&raw mut place[2], {one << 16 | one});
    }}
}}
"""
    found = agreed(text, 1, 1, place=array("I", [one << 16 | two, one << 16, two << 16 | 0x8000 | one]))["place"].tolist()
    three = 0x4200 if form == "f16" else 0x4040
    assert found == [three << 16 | three, two << 16 | two, three << 16]
    assert f"red.global.add.noftz.{form}x2" in ptx_of(text)


def test_nand_and_the_number_itself() -> None:
    text = """
#[kernel]
pub fn k(place: &mut [u32]) {
    let mut own = atomic::DeviceAtomicU32::new(3);
    *own.get_mut() += 1;
    let there = unsafe { atomic::DeviceAtomicU32::from_ptr(&raw mut place[0]) };
    place[1] = there.fetch_nand(0xff, atomic::AtomicOrdering::Relaxed);
    place[2] = own.into_inner();
}
"""
    assert agreed(text, 1, 1, place=array("I", [0x1F3, 0, 0]))["place"].tolist() == [0xFFFFFF0C, 0x1F3, 4]
