"""Faults: the same exception, text, place, block, thread and values as the reference interpreter's."""

from types import SimpleNamespace

import numpy as np
import pytest

from ptx.vm import (
    BarrierDivergence,
    Buffer,
    Deadlock,
    Fuel,
    Misaligned,
    NonCoherent,
    OutOfBounds,
    Panic,
    ReadOnly,
    WarpMisuse,
    load,
)
from ptx.vm.errors import VmError

from .test_control import kernel
from .twins import both, compiled

LINES = ".loc 1 9 5\n"

FAULTS: list[tuple[type[VmError], str]] = [
    (OutOfBounds, "mad.wide.u32 %rd5, %r3, 4, %rd1; ld.global.u32 %r4, [%rd5+100];"),
    (OutOfBounds, "mul.wide.u32 %rd5, %r3, 20; add.u64 %rd5, %rd5, %rd1; ld.global.u32 %r4, [%rd5];"),
    (OutOfBounds, "sub.u32 %r4, 40, %r3; mul.wide.s32 %rd5, %r4, 4; add.u64 %rd5, %rd5, %rd1; st.global.u32 [%rd5+-8], %r4;"),
    (OutOfBounds, "setp.gt.u32 %p1, %r1, 11; @%p1 ld.global.u32 %r4, [%rd1+400];"),
    (OutOfBounds, "mov.u64 %rd5, 0; ld.global.f32 %f1, [%rd5+12];"),
    (OutOfBounds, "mov.u64 %rd5, 0xFFFFFFFFFFFFFFF0; st.global.f32 [%rd5], %f1;"),
    (OutOfBounds, "mul.wide.u32 %rd5, %r1, 12345678; ld.u8 %r4, [%rd5];"),
    (OutOfBounds, "mul.lo.u32 %r4, %r1, 8; st.shared.u32 [%r4], %r1;"),
    (OutOfBounds, "sub.u32 %r4, 7, %r1; ld.shared.u8 %r5, [%r4];"),
    (OutOfBounds, "mad.wide.u32 %rd5, %r1, 4, 8; ld.local.u32 %r4, [%rd5];"),
    (OutOfBounds, "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1+304];"),
    (OutOfBounds, "mul.wide.u32 %rd5, %r1, 16; add.u64 %rd5, %rd5, %rd1; st.global.v4.u32 [%rd5], {%r4, %r5, %r6, %r7};"),
    (OutOfBounds, "mad.wide.u32 %rd5, %r1, 64, %rd1; atom.global.add.u32 %r4, [%rd5], 1;"),
    (Misaligned, "mad.wide.u32 %rd5, %r3, 2, %rd1; ld.global.u32 %r4, [%rd5];"),
    (Misaligned, "ld.global.v2.f32 {%f1, %f2}, [%rd1+4];"),
    (Misaligned, "add.u64 %rd5, %rd1, 2; red.global.add.u32 [%rd5], 1;"),
    (ReadOnly, "mad.wide.u32 %rd5, %r3, 4, %rd1; st.global.u32 [%rd5], %r1;"),
    (ReadOnly, "atom.global.exch.b32 %r4, [%rd1], %r1;"),
    (NonCoherent, "ld.global.nc.u32 %r4, [%rd4]; add.u64 %rd5, %rd4, 4; setp.eq.u32 %p1, %r1, 5; @%p1 st.global.u32 [%rd5+-4], %r4;"),
    (NonCoherent, "ld.global.nc.u8 %r4, [%rd2+9]; st.global.u32 [%rd4], %r4;"),
    (Panic, "setp.eq.u32 %p1, %r3, 50; @%p1 trap;"),
    (Panic, "rem.u32 %r4, %r1, 7; setp.eq.u32 %p1, %r4, 6; @!%p1 bra FINE; $panic_1: trap; exit; FINE: st.global.u32 [%rd4], %r1;"),
    (WarpMisuse, "setp.eq.u32 %p1, %r1, 9; selp.b32 %r4, 1, -1, %p1; bar.warp.sync %r4;"),
    (WarpMisuse, "shfl.sync.idx.b32 %r4, %r1, 0, 31, 0xFFFFFF;"),
    (WarpMisuse, "bar.sync 17;"),
    (WarpMisuse, "bar.sync 1, 33;"),
    (BarrierDivergence, "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1, 64; bra B; A: bar.sync 1; B:"),
    (Deadlock, "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1; bra B; A: bar.sync 2; B:"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "body"), FAULTS)
def test_faults_are_told_alike(kind: type[VmError], body: str) -> None:
    text = kernel(".shared .align 4 .b8 area[64]; .local .align 4 .b8 room[16];\n" + LINES + body).replace("\n}\n", '\n}\n.file 1 "kernel.rs"\n')
    arrays = [np.zeros(76 if kind is not ReadOnly else 128, np.uint32), np.zeros(128, np.uint32)]
    for position in range(2):
        arrays[position].flags.writeable = True
    writable = (kind is not ReadOnly, True)
    _, fault = both(text, "k", 2, 64, arrays, writable=writable, sites=SITES)
    assert type(fault) is kind, str(fault)


SITES = [
    SimpleNamespace(label="$panic_1", file="user.rs", line=4, column=13, message="{0} is six, {1}", registers=("%r4", "%rd4 %rd3", "%p1"),
                    types=("i32", "u128", "bool"), inlined=(("user.rs", 20, 1),)),
]  # fmt: skip


def test_lanes_of_one_warp_at_different_barriers() -> None:
    for body in (
        "setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bar.sync 1; bra B; A: bar.sync 2; B:",
        "setp.lt.u32 %p1, %r1, 7; @%p1 bra A; bar.sync 1; bra B; A: bar.sync 1; B:",
        "setp.eq.u32 %p1, %r1, 40; @%p1 bra A; bar.sync 1; bra B; A: bar.sync 0; B: bar.sync 3;",
    ):
        for threads in (32, 64, 80):
            _, fault = both(kernel(body), "k", 2, threads, [np.zeros(256, np.uint32), np.zeros(256, np.uint32)])
            assert fault is None if threads == 32 and "40" in body else type(fault) is BarrierDivergence


def test_the_least_thread_is_told_although_a_higher_one_faults_first() -> None:
    body = """
    setp.gt.u32 %p1, %r1, 20; @%p1 trap; add.u32 %r4, %r1, 7; setp.eq.u32 %p2, %r4, 12; @%p2 trap;
    mad.wide.u32 %rd5, %r1, 40, %rd1; ld.global.u32 %r4, [%rd5];"""
    _, fault = both(kernel(body), "k", 3, 64, [np.zeros(128, np.uint32), np.zeros(8, np.uint32)])
    assert fault is not None
    assert (fault.block, fault.thread) == ((0, 0, 0), (5, 0, 0))


def test_a_loop_in_which_nothing_changes_is_found_at_once() -> None:
    """The reference interpreter names the block where it looked, native code the head of the loop."""
    every = "L: mov.u32 %r4, 1; setp.eq.u32 %p1, %r4, 1; @%p1 bra L;"
    some = "setp.gt.u32 %p1, %r1, 9; L: and.b32 %r4, %r1, 3; @%p1 bra L; st.global.u32 [%rd4], %r4;"
    for body, thread in ((every, 0), (some, 10)):
        for executor in ("reference", "compiled"):
            arrays = [Buffer(name, np.zeros(64, np.uint32)) for name in "xy"]
            with pytest.raises(Fuel, match="the loop never ends: it repeats and nothing changes") as caught:
                load(kernel(LINES + body), executor).launch("k", 1, 64, arrays)
            assert caught.value.thread == (thread, 0, 0)


def test_lanes_whose_masks_do_not_fit_together() -> None:
    body = "setp.lt.u32 %p1, %r1, 16; selp.b32 %r4, -1, 0xFFFF0000, %p1; shfl.sync.bfly.b32 %r5, %r1, 1, 31, %r4; bar.sync 0; st.global.u32 [%rd4], %r5;"
    for executor in ("reference", "compiled"):
        with pytest.raises(WarpMisuse, match="masks that meet differ: 0xffffffff of lane 0, 0xffff0000 of lane 16"):
            load(kernel(body), executor).launch("k", 1, 32, [Buffer(name, np.zeros(32, np.uint32)) for name in "xy"])


def test_a_loop_without_end_uses_up_its_fuel() -> None:
    module = compiled(kernel("L: add.u32 %r4, %r4, 1; xor.b32 %r5, %r5, %r4; bra L;"))
    x = np.zeros(1, np.uint32)
    with pytest.raises(Fuel, match="is there a loop that never ends") as caught:
        module.launch("k", 1, 40, [Buffer("x", x), Buffer("y", x)], fuel=100_000)
    assert caught.value.thread == (0, 0, 0)
