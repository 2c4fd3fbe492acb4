"""What threads do together: barriers in all forms, shuffles, votes, matches, reductions, atomics."""

import itertools

import numpy as np
import pytest

from .test_control import kernel
from .twins import both

NUMBERS = np.random.default_rng(5).integers(0, 2**32, 192, np.uint32)


def check(body: str, threads: int = 96, blocks: int = 2, head: str = "", **options):
    return both(kernel(body, head), "k", blocks, threads, [NUMBERS.copy(), np.zeros(192, np.uint32)], **options)


SHARED = ".shared .align 4 .b8 area[512];\n"


def test_barriers_keep_registers_and_shared_memory() -> None:
    body = """
    .reg .b32 %s<4>; ld.global.u32 %r4, [%rd3]; mov.u32 %s1, area; mad.lo.u32 %s2, %r1, 4, %s1; st.shared.u32 [%s2], %r4; mov.f32 %f1, 0f3F800000;
    mov.u32 %r5, 1; setp.lt.u32 %p4, %r1, 40;
    L: bar.sync 0; xor.b32 %r6, %r1, %r5; setp.ge.u32 %p1, %r6, %ntid.x; @%p1 mov.u32 %r6, %r1; mad.lo.u32 %s3, %r6, 4, %s1; ld.shared.u32 %r7, [%s3];
    bar.sync 0; ld.shared.u32 %r8, [%s2]; mad.lo.u32 %r8, %r8, 3, %r7; st.shared.u32 [%s2], %r8; shl.b32 %r5, %r5, 1; add.f32 %f1, %f1, %f1;
    setp.lt.u32 %p2, %r5, 64; @%p2 bra L;
    bar.sync 0; ld.shared.u32 %r8, [%s2]; cvt.rzi.u32.f32 %r9, %f1; @%p4 add.u32 %r8, %r8, %r9; st.global.u32 [%rd4], %r8;"""
    for threads in (96, 64, 33):
        check(body, threads, head=SHARED)


def test_threads_that_end_early_are_not_waited_for() -> None:
    body = "setp.gt.u32 %p1, %r1, 70; @%p1 exit; bar.sync 0; setp.lt.u32 %p2, %r1, 20; @%p2 ret; bar.sync 1; st.global.u32 [%rd4], %r1;"
    check(body)


def test_barriers_with_counts_arrivals_and_reductions() -> None:
    body = """
    setp.lt.u32 %p1, %r1, 32; @%p1 bra FIRST; bar.sync 3, 96; bra ON; FIRST: st.shared.u32 [area], %r3; bar.arrive 3, 96; ON:
    ld.global.u32 %r4, [%rd3]; and.b32 %r4, %r4, 1; setp.eq.u32 %p2, %r4, 1; bar.red.popc.u32 %r5, 1, %p2; bar.red.and.pred %p3, 2, !%p2;
    bar.red.or.pred %p4, 4, 96, %p2; selp.u32 %r6, 1, 2, %p3; selp.u32 %r7, 4, 8, %p4; mad.lo.u32 %r5, %r5, 16, %r6; add.u32 %r5, %r5, %r7;
    ld.shared.u32 %r8, [area]; shl.b32 %r8, %r8, 16; setp.ge.u32 %p5, %r1, 32; @%p5 add.u32 %r5, %r5, %r8; st.global.u32 [%rd4], %r5;"""
    check(body, head=SHARED)


def test_a_barrier_in_divergent_code_that_all_living_lanes_reach() -> None:
    body = """
    ld.global.u32 %r4, [%rd3]; and.b32 %r4, %r4, 3; setp.eq.u32 %p1, %r4, 3; @%p1 bra GONE; add.u32 %r5, %r4, 7;
    bar.sync 0; mad.lo.u32 %r5, %r5, 9, %r1; st.global.u32 [%rd4], %r5; ret; GONE: st.global.u32 [%rd4], %r1;"""
    check(body)


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
@pytest.mark.parametrize("kept", [False, True])
def test_shuffles(mode: str, kept: bool) -> None:
    body = "ld.global.u32 %r4, [%rd3]; mov.u32 %r8, 0;\n"
    for offset, control in itertools.product((0, 1, 5, 16, 31, 33), (0x1F, 0, 0x1C03, 0x1807, 0x0F1F)):
        operands = f"{offset}, {control}"
        if kept:
            body += f"add.u32 %r5, %r1, {offset}; and.b32 %r9, %r4, 0; add.u32 %r9, %r9, {control};\n"
            operands = "%r5, %r9"
        body += f"shfl.sync.{mode}.b32 %r6|%p1, %r4, {operands}, -1; selp.u32 %r7, 3, 5, %p1; mad.lo.u32 %r8, %r8, 7, %r6; add.u32 %r8, %r8, %r7;\n"
    check(body + "st.global.u32 [%rd4], %r8;", threads=64)


COLLECTIVES = """
    vote.sync.all.pred %p4, %p3, MASK; vote.sync.any.pred %p5, !%p3, MASK; vote.sync.uni.pred %p6, %p3, MASK; vote.sync.ballot.b32 %r7, %p3, MASK;
    match.any.sync.b32 %r8, %r5, MASK; match.all.sync.b32 %r9|%p7, %r5, MASK; redux.sync.add.u32 %r10, %r4, MASK; redux.sync.min.s32 %r11, %r4, MASK;
    redux.sync.max.u32 %r12, %r4, MASK; redux.sync.xor.b32 %r13, %r4, MASK; elect.sync %r14|%p8, MASK; shfl.sync.bfly.b32 %r15, %r4, 1, 31, MASK;
    bar.warp.sync MASK; activemask.b32 %r16;
    mad.lo.u32 %r7, %r7, 3, %r8; mad.lo.u32 %r7, %r7, 5, %r9; mad.lo.u32 %r7, %r7, 7, %r10; mad.lo.u32 %r7, %r7, 9, %r11; mad.lo.u32 %r7, %r7, 11, %r12;
    mad.lo.u32 %r7, %r7, 13, %r13; mad.lo.u32 %r7, %r7, 15, %r14; mad.lo.u32 %r7, %r7, 17, %r15; @%p4 add.u32 %r7, %r7, 1; @%p5 add.u32 %r7, %r7, 2;
    @%p6 add.u32 %r7, %r7, 4; @%p7 add.u32 %r7, %r7, 8; @%p8 add.u32 %r7, %r7, 16; add.u32 %r7, %r7, %r16; st.global.u32 [%rd4], %r7;"""
LOAD = "ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r4, 3; setp.ne.u32 %p3, %r5, 2;\n"


def test_collectives_of_whole_warps() -> None:
    check(LOAD + COLLECTIVES.replace("MASK", "-1"), threads=64)


def test_collectives_of_groups_with_masks_of_their_own() -> None:
    masks = "and.b32 %r6, %r1, 24; mov.u32 %r17, 0xFF; shl.b32 %r6, %r17, %r6;\n"
    check(LOAD + masks + COLLECTIVES.replace("MASK", "%r6"), threads=64)


def test_collectives_in_divergent_code_by_those_who_are_there() -> None:
    body = LOAD + "setp.lt.u32 %p1, %r1, 13; @%p1 bra DONE;\n activemask.b32 %r6;\n" + COLLECTIVES.replace("MASK", "%r6") + "\nDONE:"
    check(body, threads=32, must_compile=False)


@pytest.mark.parametrize("space", ["global", "shared"])
def test_atomics(space: str) -> None:
    at = "[%rd2+" if space == "global" else "[area+"
    lines = ["ld.global.u32 %r4, [%rd3]; cvt.u64.u32 %rd5, %r4; cvt.rn.f32.u32 %f1, %r4; cvt.rn.f64.u32 %fd1, %r4;"]
    if space == "shared":
        lines += [f"st.shared.u64 [area+{8 * i}], %rd5;" for i in range(30)] + ["bar.sync 0;"]
    for index, (name, value) in enumerate([("add.u32", "%r4"), ("min.s32", "%r4"), ("max.u32", "%r4"), ("and.b32", "%r4"), ("or.b32", "%r4"),
                                           ("xor.b32", "%r4"), ("inc.u32", "9"), ("dec.u32", "5"), ("add.u64", "%rd5"), ("max.s64", "%rd5"), ("add.f32", "%f1"),
                                           ("add.f64", "%fd1")]):  # fmt: skip
        lines.append(f"red.{space}.{name} {at}{8 * index}], {value};")
    lines += [f"atom.{space}.add.u32 %r5, {at}96], 1;", f"atom.{space}.cas.b32 %r6, {at}104], 0, %r5;", f"atom.{space}.exch.b32 %r7, {at}112], %r5;",
              "mad.lo.u32 %r5, %r5, 3, %r6; mad.lo.u32 %r5, %r5, 3, %r7;"]  # fmt: skip
    if space == "shared":
        lines += ["bar.sync 0;", "ld.shared.u32 %r8, [area+32]; ld.shared.u32 %r9, [area+80]; add.u32 %r5, %r5, %r8; xor.b32 %r5, %r5, %r9;"]
    lines.append("add.u32 %r3, %r3, 64; mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r5;")
    check("\n".join(lines), threads=64, head=SHARED)
