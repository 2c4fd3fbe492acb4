"""Lanes that meet one by one, or at different instructions: warp instructions and barriers in divergent code, in time or never."""

import random

import numpy as np
import pytest

from ptx.vm import BarrierDivergence, Buffer, Deadlock, WarpMisuse, load

from .test_control import kernel
from .twins import both

NUMBERS = np.random.default_rng(21).integers(0, 2**32, 256, np.uint32)
LINES = ".loc 1 9 5\n"


def check(body: str, threads: int = 64, blocks: int = 2, head: str = "", **options):
    return both(kernel(body, head), "k", blocks, threads, [NUMBERS.copy(), np.zeros(256, np.uint32)], **options)


LOAD = "ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r4, 3; setp.ne.u32 %p3, %r5, 2; setp.lt.u32 %p1, %r1, 13;\n"
KINDS = {
    "shfl": "shfl.sync.bfly.b32 %r6, %r4, N, 0x1C1F, MASK;",
    "shfl with predicate": "shfl.sync.down.b32 %r6|%p4, %r4, N, 0x1C1F, MASK; @%p4 add.u32 %r6, %r6, 5;",
    "shfl with one predicate": "shfl.sync.up.b32 %r6MORE, %r4, N, 0x1C00, MASK;",
    "vote": "vote.sync.ballot.b32 %r6, %p3, MASK;",
    "vote of a complement": "vote.sync.any.pred %p5, !%p3, MASK; selp.u32 %r6, 3, N, %p5;",
    "match": "match.any.sync.b32 %r6, %r5, MASK;",
    "match all": "match.all.sync.b32 %r6|%p5, %r5, MASK; @%p5 add.u32 %r6, %r6, 1;",
    "match of 64 bits": "match.any.sync.b64 %r6, %rd3, MASK;",
    "redux": "redux.sync.add.u32 %r6, %r5, MASK;",
    "redux with sign": "redux.sync.min.s32 %r6, %r4, MASK;",
    "elect": "elect.sync %r6|%p5, MASK; @%p5 add.u32 %r6, %r6, 100;",
    "bar.warp.sync": "st.shared.u32 [%r9], %r4; bar.warp.sync MASK; ld.shared.u32 %r6, [%r10];",
}
AREA = ".shared .align 4 .b8 area[512];\n"
PLACES = "mov.u32 %r9, area; mad.lo.u32 %r9, %r1, 4, %r9; xor.b32 %r10, %r9, 4;\n"


@pytest.mark.parametrize("name", KINDS)
def test_lanes_meet_at_two_instructions_of_one_kind(name: str) -> None:
    first, second = (KINDS[name].replace("N", number).replace("MASK", "-1").replace("MORE", more) for number, more in (("1", ""), ("1", "|%p6")))
    body = f"""{LOAD}{PLACES}@%p1 bra A; {first} add.u32 %r7, %r6, 1; bra B;
    A: mul.lo.u32 %r4, %r4, 3; {second} add.u32 %r7, %r6, 2; B: st.global.u32 [%rd4], %r7;"""
    for threads in (64, 44):
        _, fault = check(body, threads, head=AREA)
        assert fault is None


@pytest.mark.parametrize("name", KINDS)
def test_groups_meet_in_divergent_code(name: str) -> None:
    """Each group of eight lanes comes by itself, some after a loop of their own."""
    op = KINDS[name].replace("N", "1").replace("MASK", "%r11").replace("MORE", "")
    body = f"""{LOAD}{PLACES} and.b32 %r12, %r1, 24; mov.u32 %r11, 255; shl.b32 %r11, %r11, %r12; shr.u32 %r12, %r12, 3; mov.u32 %r7, 1; and.b32 %r13, %r1, 3;
    L: setp.eq.u32 %p7, %r13, 0; @%p7 bra OUT; sub.u32 %r13, %r13, 1; mad.lo.u32 %r4, %r4, 7, %r1; bra L; OUT:
    setp.eq.u32 %p6, %r12, 1; @%p6 bra ONE; setp.eq.u32 %p6, %r12, 2; @%p6 bra TWO;
    {op} add.u32 %r7, %r6, 3; bra END; ONE: {op} add.u32 %r7, %r6, 4; bra END; TWO: {op} {op} add.u32 %r7, %r6, 5;
    END: st.global.u32 [%rd4], %r7;"""
    _, fault = check(body, head=AREA)
    assert fault is None


def test_a_lane_that_comes_later_or_ends() -> None:
    body = f"""{LOAD} @%p1 bra WAIT; setp.gt.u32 %p2, %r1, 20; @%p2 exit; add.u32 %r4, %r4, 9;
    WAIT: shfl.sync.idx.b32 %r6, %r4, 15, 31, -1; vote.sync.ballot.b32 %r7, %p3, -1; add.u32 %r6, %r6, %r7; st.global.u32 [%rd4], %r6;"""
    _, fault = check(body, 32)
    assert fault is None


OVERLAP = "mov.u32 %r9, -1; setp.ge.u32 %p2, %r1, 16; setp.lt.u32 %p4, %r1, 32; and.pred %p2, %p2, %p4; @%p2 mov.u32 %r9, 0xFFFF0000; bar.warp.sync %r9;"
STUCK = [
    (WarpMisuse, OVERLAP + "vote.sync.ballot.b32 %r6, %p3, -1; st.global.u32 [%rd4], %r1;"),
    (WarpMisuse, OVERLAP + "bar.sync 0; st.global.u32 [%rd4], %r1;"),
    (Deadlock, "@%p1 bra A; shfl.sync.bfly.b32 %r6, %r4, 1, 31, -1; bra B; A: vote.sync.ballot.b32 %r6, %p3, -1; B:"),
    (Deadlock, "@%p1 bra A; bar.warp.sync -1; bra B; A: bar.warp.sync 0x0FFFFFFF; B:"),
    (Deadlock, "@%p1 bra A; barrier.sync 1; bra B; A: barrier.sync 2; B:"),
    (Deadlock, "@%p1 bra A; barrier.sync 1, 64; bra B; A: bar.warp.sync -1; B:"),
    (BarrierDivergence, "@%p1 bra A; bar.sync 1; bra B; A: bar.warp.sync -1; B:"),
    (BarrierDivergence, "@%p1 bra A; bar.sync 1, 32; bra B; A: bar.sync 1, 32; B:"),
    (BarrierDivergence, "@%p1 bra A; barrier.sync 1, 32; bra B; A: barrier.sync 1; B:"),
    (WarpMisuse, "@%p1 bra A; bar.warp.sync 0x00FFFFFF; bra B; A: bar.warp.sync 0x1FFF; B:"),
    (WarpMisuse, "@%p1 bra A; barrier.sync 1; bra B; A: barrier.sync 16; B:"),
    (WarpMisuse, "@%p1 bra A; barrier.sync 1; bra B; A: barrier.sync 1, 31; B:"),
]


@pytest.mark.parametrize(("kind", "body"), STUCK)
@pytest.mark.parametrize("threads", [32, 64])
def test_who_waits_for_ever_is_told_alike(kind: type[Exception], body: str, threads: int) -> None:
    text = f"{LINES}{LOAD}{body}"
    _, fault = check(text, threads)
    if not (threads == 32 and "barrier.sync 1, 64" in body):
        assert type(fault) is kind, str(fault)


def test_lanes_wait_only_for_those_that_have_not_ended() -> None:
    """The upper half ends, before or after another instruction; then the lower half, whose mask has all, has only itself to wait for."""
    for before in ("", "bar.warp.sync 0xFFFF0000;"):
        body = f"{LOAD} and.b32 %r8, %r1, 31; setp.lt.u32 %p4, %r8, 16; @%p4 bra LOW; {before} exit; LOW: bar.warp.sync -1; st.global.u32 [%rd4], %r1;"
        _, fault = check(body)
        assert fault is None


def test_a_lane_that_ends_after_it_came_with_another_mask() -> None:
    _, fault = check(f"{LOAD}{OVERLAP} st.global.u32 [%rd4], %r1;")
    assert isinstance(fault, WarpMisuse)
    assert "masks that meet differ: 0xffffffff of lane 0, 0xffff0000 of lane 16" in str(fault)


def test_lanes_come_to_a_barrier_one_by_one() -> None:
    body = f"""{LOAD} mov.u32 %r8, 0; {PLACES} st.shared.u32 [%r9], %r1;
    @%p1 bra A; barrier.sync 0; xor.b32 %r10, %r9, 64; ld.shared.u32 %r8, [%r10]; bra B;
    A: add.u32 %r8, %r4, 1; barrier.sync 0; ld.shared.u32 %r7, [%r9]; add.u32 %r8, %r8, %r7;
    B: @%p3 bra C; barrier.red.popc.u32 %r7, 1, %p1; bra D; C: barrier.red.popc.u32 %r7, 1, %p3; D: add.u32 %r8, %r8, %r7;
    setp.gt.u32 %p6, %r5, 0; @%p6 bra E; barrier.red.or.pred %p7, 2, %p1; bra F; E: barrier.red.or.pred %p7, 2, !%p6; F: @%p7 add.u32 %r8, %r8, 1000;
    st.global.u32 [%rd4], %r8;"""
    for threads in (64, 40):
        _, fault = check(body, threads, head=AREA)
        assert fault is None


def test_each_lane_names_its_own_barrier() -> None:
    body = f"""{LOAD} and.b32 %r6, %r1, 3; add.u32 %r6, %r6, 2; st.shared.u32 [area], %r1; barrier.sync %r6, 32; setp.eq.u32 %p2, %r6, 3; @%p2 bra C;
    setp.ne.u32 %p2, %r6, 2; @%p2 bra D; barrier.arrive 7, 64; bra D; C: barrier.sync 7, 64; D: st.global.u32 [%rd4], %r6;"""
    _, fault = check(body, 128, 1, head=AREA)
    assert fault is None


def random_meetings(seed: int, blocks: int) -> str:
    """Returns a body of random jumps with warp instructions and barriers between; what gets stuck must be told alike."""
    generator = random.Random(seed)
    masks = ["-1", "-1", "-1", "0xFFFF0000", "0x0000FFFF", "%r11", "%r12"]
    lines = [LOAD, "mov.u32 %r7, 1; mov.u32 %r8, 0; and.b32 %r13, %r1, 24; mov.u32 %r11, 255; shl.b32 %r11, %r11, %r13; mov.u32 %r12, -1;"]
    meet = [KINDS[name] for name in ("shfl", "vote", "match", "redux", "shfl with predicate")]
    for number in range(blocks):
        lines.append(f"L{number}: add.u32 %r8, %r8, 1; setp.gt.u32 %p1, %r8, 12; @%p1 bra END;")
        if generator.random() < 0.6:
            chosen = generator.choice(meet).replace("N", str(generator.randrange(1, 9))).replace("MASK", generator.choice(masks))
            lines.append(chosen + "mad.lo.u32 %r7, %r7, 31, %r6;")
        if generator.random() < 0.2:
            lines.append(generator.choice(("barrier.sync 0;", "bar.sync 0;", "barrier.sync 1;", "barrier.red.popc.u32 %r6, 2, %p3; add.u32 %r7, %r7, %r6;")))
        lines.append(f"mad.lo.u32 %r4, %r4, 29, %r7; shr.u32 %r6, %r4, {generator.randrange(9)};")
        lines.append(f"and.b32 %r6, %r6, 3; setp.eq.u32 %p2, %r6, {generator.randrange(4)};")
        if generator.random() < 0.5:
            lines.append(f"mov.u32 %r6, %r8; and.b32 %r6, %r6, 1; setp.eq.u32 %p2, %r6, {generator.randrange(2)};")
        lines.append(f"@{generator.choice(('', '!'))}%p2 bra L{generator.randrange(blocks)};")
        if generator.random() < 0.2:
            lines.append(f"@%p2 {generator.choice(('exit', 'ret'))};")
    return "\n".join([*lines, "END: st.global.u32 [%rd4], %r7;"])


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs(seed: int) -> None:
    """Where two lanes are outside of their masks, the reference may tell of the one that comes first, not of the lower one."""
    text, threads = kernel(LINES + random_meetings(seed, 2 + seed % 5)), 32 if seed % 3 else 64
    try:
        both(text, "k", 2, threads, [NUMBERS.copy(), np.zeros(256, np.uint32)])
    except AssertionError:
        with pytest.raises(WarpMisuse):
            load(text).launch("k", 2, threads, [Buffer("x", NUMBERS.copy()), Buffer("y", np.zeros(256, np.uint32))])
        with pytest.raises(WarpMisuse):
            load(text, "compiled").launch("k", 2, threads, [Buffer("x", NUMBERS.copy()), Buffer("y", np.zeros(256, np.uint32))])
