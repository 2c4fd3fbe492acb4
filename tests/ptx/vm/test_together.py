"""What threads do together: barriers, warp instructions, atomics, fair turns between threads and blocks."""

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.steps_sync import shuffle_source

from .harness import HEADER, run_body

SHARED = ".shared .align 8 .b8 area[1024];"


def lanes(body: str, threads: int = 32, dtype=np.uint32, **options) -> list[int]:
    """Runs `body`, which leaves its result in `%r9`, and returns each thread's result."""
    out = np.zeros(threads, dtype)
    run_body(body + "\nmad.wide.u32 %rd9, %r0, 4, %rd0; st.global.u32 [%rd9], %r9;", out, threads=threads, **options)
    return [int(value) for value in out]


@pytest.mark.parametrize(("mode", "expected"), [
    ("up", lambda lane: max(lane - 3, lane if lane < 3 else 0)), ("down", lambda lane: lane + 3 if lane + 3 < 32 else lane),
    ("bfly", lambda lane: lane ^ 3), ("idx", lambda lane: 3),
])  # fmt: skip
def test_shuffle(mode: str, expected) -> None:
    clamp = 0 if mode == "up" else 31
    got = lanes(f"mul.lo.u32 %r1, %r0, 10; shfl.sync.{mode}.b32 %r9|%p1, %r1, 3, {clamp}, 0xFFFFFFFF;")
    assert got == [10 * expected(lane) for lane in range(32)]


def test_shuffle_predicate_and_segments() -> None:
    assert lanes("shfl.sync.down.b32 %r1|%p1, %r0, 4, 31, -1; selp.u32 %r9, 1, 0, %p1;") == [1] * 28 + [0] * 4
    width8 = lanes("shfl.sync.idx.b32 %r9, %r0, 2, 0x181F, -1;")
    assert width8 == [lane // 8 * 8 + 2 for lane in range(32)]
    assert shuffle_source("up", 9, 3, 0x1800) == (9, False)
    assert shuffle_source("up", 12, 3, 0x1800) == (9, True)
    dynamic = lanes("add.u32 %r1, %r0, 1; and.b32 %r1, %r1, 31; shfl.sync.idx.b32 %r9, %r0, %r1, 31, -1;")
    assert dynamic == [(lane + 1) % 32 for lane in range(32)]


def test_shuffle_among_some_lanes_of_a_diverged_warp() -> None:
    body = """
    and.b32 %r1, %r0, 1; setp.eq.u32 %p1, %r1, 0; mov.u32 %r9, 77;
    @%p1 bra EVEN;
    bra.uni DONE;
    EVEN: shfl.sync.bfly.b32 %r9, %r0, 2, 31, 0x55555555;
    DONE:
    """
    assert lanes(body) == [lane ^ 2 if lane % 2 == 0 else 77 for lane in range(32)]


def test_lanes_that_meet_from_two_places_write_their_own_registers() -> None:
    body = """
    setp.lt.u32 %p1, %r0, 16; mov.u32 %r7, 1000; mov.u32 %r8, 2000;
    @%p1 bra LOW;
    shfl.sync.bfly.b32 %r7, %r0, 31, 31, -1; mov.u32 %r9, %r7; bra.uni DONE;
    LOW: shfl.sync.bfly.b32 %r8, %r0, 31, 31, -1; mov.u32 %r9, %r8;
    DONE:
    """
    assert lanes(body) == [31 - lane for lane in range(32)]


def test_votes() -> None:
    setup = "setp.lt.u32 %p1, %r0, 5; "
    assert lanes(setup + "vote.sync.ballot.b32 %r9, %p1, -1;") == [31] * 32
    assert lanes(setup + "vote.sync.any.pred %p2, %p1, -1; selp.u32 %r9, 1, 0, %p2;") == [1] * 32
    assert lanes(setup + "vote.sync.all.pred %p2, %p1, -1; selp.u32 %r9, 1, 0, %p2;") == [0] * 32
    assert lanes(setup + "vote.sync.all.pred %p2, !%p1, -1; selp.u32 %r9, 1, 0, %p2;") == [0] * 32
    assert lanes(setup + "vote.sync.uni.pred %p2, %p1, -1; selp.u32 %r9, 1, 0, %p2;", threads=5) == [1] * 5
    assert lanes(setup + "vote.sync.ballot.b32 %r9, !%p1, -1;", threads=40)[32:] == [0xFF] * 8


def test_match_and_reduction() -> None:
    third = "rem.u32 %r1, %r0, 3; "
    masks = [sum(1 << lane for lane in range(32) if lane % 3 == k) for k in range(3)]
    assert lanes(third + "match.any.sync.b32 %r9, %r1, -1;") == [masks[lane % 3] for lane in range(32)]
    assert lanes(third + "match.all.sync.b32 %r9|%p1, %r1, -1;") == [0] * 32
    assert lanes("mov.u32 %r1, 4; match.all.sync.b32 %r9|%p1, %r1, -1;") == [0xFFFFFFFF] * 32
    assert lanes("redux.sync.add.u32 %r9, %r0, -1;") == [496] * 32
    assert lanes("neg.s32 %r1, %r0; redux.sync.min.s32 %r9, %r1, -1;") == [2**32 - 31] * 32
    assert lanes("redux.sync.xor.b32 %r9, %r0, -1;") == [0] * 32
    assert lanes("elect.sync %r1|%p1, -1; selp.u32 %r9, 1, 0, %p1;") == [1] + [0] * 31


def test_active_mask_is_the_lanes_that_come_together() -> None:
    assert lanes("activemask.b32 %r9;") == [0xFFFFFFFF] * 32
    body = "setp.lt.u32 %p1, %r0, 6; mov.u32 %r9, 0; @!%p1 bra DONE; activemask.b32 %r9; DONE:"
    assert lanes(body) == [0x3F] * 6 + [0] * 26


def test_warp_barrier_orders_shared_memory() -> None:
    body = """
    mov.u32 %r2, area; mad.lo.u32 %r3, %r0, 4, %r2; st.shared.u32 [%r3], %r0;
    bar.warp.sync 0xFFFFFFFF;
    xor.b32 %r4, %r0, 31; mad.lo.u32 %r5, %r4, 4, %r2; ld.shared.u32 %r9, [%r5];
    """
    assert lanes(body, head=SHARED) == [31 - lane for lane in range(32)]


def test_barrier_orders_shared_memory() -> None:
    body = """
    mov.u32 %r2, area; mad.lo.u32 %r3, %r0, 4, %r2; st.shared.u32 [%r3], %r0;
    bar.sync 0;
    sub.u32 %r4, 95, %r0; mad.lo.u32 %r5, %r4, 4, %r2; ld.shared.u32 %r9, [%r5];
    """
    assert lanes(body, threads=96, head=SHARED) == [95 - thread for thread in range(96)]


def test_threads_that_returned_do_not_hold_a_barrier() -> None:
    body = "mov.u32 %r9, 1; setp.ge.u32 %p1, %r0, 20; @%p1 bra DONE; bar.sync 0; mov.u32 %r9, 2; bar.sync 0; mov.u32 %r9, 3; DONE:"
    assert lanes(body, threads=70) == [3] * 20 + [1] * 50


def test_barrier_in_a_uniform_loop() -> None:
    body = """
    mov.u32 %r2, area; mov.u32 %r1, 0; mov.u32 %r9, 0;
    LOOP:
    setp.eq.u32 %p1, %r0, %r1; @%p1 st.shared.u32 [%r2], %r0;
    bar.sync 0;
    ld.shared.u32 %r3, [%r2]; add.u32 %r9, %r9, %r3;
    bar.sync 0;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 4; @%p2 bra LOOP;
    """
    assert lanes(body, threads=64, head=SHARED) == [6] * 64


def test_named_barriers_with_counts() -> None:
    """Warp 0 produces and only announces; warp 1 waits for both."""
    body = """
    mov.u32 %r2, area; mov.u32 %r9, 0; setp.ge.u32 %p1, %r0, 32; @%p1 bra CONSUMER;
    mad.lo.u32 %r3, %r0, 4, %r2; add.u32 %r4, %r0, 100; st.shared.u32 [%r3], %r4;
    bar.arrive 3, 64;
    bra DONE;
    CONSUMER:
    bar.sync 3, 64;
    sub.u32 %r5, %r0, 32; mad.lo.u32 %r3, %r5, 4, %r2; ld.shared.u32 %r9, [%r3];
    DONE:
    """
    assert lanes(body, threads=64, head=SHARED)[32:] == list(range(100, 132))


def test_barrier_reductions() -> None:
    setup = "setp.lt.u32 %p1, %r0, 7; "
    assert lanes(setup + "bar.red.popc.u32 %r9, 0, %p1;", threads=50) == [7] * 50
    assert lanes(setup + "bar.red.and.pred %p2, 0, %p1; selp.u32 %r9, 1, 0, %p2;", threads=50) == [0] * 50
    assert lanes(setup + "barrier.sync.aligned 1; barrier.red.or.pred %p2, 1, !%p1; selp.u32 %r9, 1, 0, %p2;", threads=50) == [1] * 50


@pytest.mark.parametrize(("operation", "kind", "start", "operand", "expected"), [
    ("add", "u32", 5, "%r0", 5 + 496), ("min", "s32", 7, "-3", 2**32 - 3), ("max", "u32", 7, "%r0", 31), ("and", "b32", 0xFF, "0x3C", 0x3C),
    ("or", "b32", 1, "%r0", 31), ("xor", "b32", 9, "%r0", 9), ("exch", "b32", 9, "%r0", 31), ("inc", "u32", 0, "5", 32 % 6), ("dec", "u32", 3, "5", None),
])  # fmt: skip
def test_atomics(operation: str, kind: str, start: int, operand: str, expected: int | None) -> None:
    out = np.zeros(33, np.uint32)
    out[32] = start
    run_body(f"mad.wide.u32 %rd9, %r0, 4, %rd0; atom.global.{operation}.{kind} %r9, [%rd0+128], {operand}; st.global.u32 [%rd9], %r9;", out)
    if operation == "dec":
        value = start
        for old in out[:32]:
            assert old == value
            value = 5 if value == 0 or value > 5 else value - 1
        expected = value
    assert out[32] == expected
    assert out[0] == start


def test_float_atomics_and_compare_and_swap() -> None:
    out = np.array([1.5, 0, 0, 0], np.float32)
    run_body("mov.f32 %f1, 0f3F000000; red.global.add.f32 [%rd0], %f1; atom.global.cas.b32 %r9, [%rd0+4], 0, %r0;", out)
    assert out[0] == 17.5
    assert out.view(np.uint32)[1] == 1
    double = np.array([0.25])
    run_body("mov.f64 %fd1, 0d3FF0000000000000; atom.global.add.f64 %fd2, [%rd0], %fd1;", double)
    assert double[0] == 32.25
    half = np.array([1, 2], np.float16)
    run_body("mov.b32 %r1, 0x3C003800; red.global.add.noftz.f16x2 [%rd0], %r1;", half, threads=4)
    assert half.tolist() == [3.0, 6.0]


def test_shared_atomics() -> None:
    body = "mov.u32 %r2, area; mov.u32 %r3, 0; st.shared.u32 [%r2], %r3; bar.sync 0; atom.shared.add.u32 %r4, [%r2], 2; bar.sync 0; ld.shared.u32 %r9, [%r2];"
    assert lanes(body, threads=40, head=SHARED) == [80] * 40


def test_a_thread_may_wait_for_a_later_one() -> None:
    body = """
    setp.eq.u32 %p1, %r0, 63; @%p1 bra RELEASE;
    WAIT: ld.volatile.global.u32 %r1, [%rd0]; setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT;
    bra DONE;
    RELEASE: mov.u32 %r1, 1; st.global.u32 [%rd0], %r1;
    DONE: red.global.add.u32 [%rd0+4], 1;
    """
    out = np.zeros(2, np.uint32)
    run_body(body, out, threads=64)
    assert out.tolist() == [1, 64]


def test_a_block_may_wait_for_a_later_one() -> None:
    """A barrier over the whole grid, as in a cooperative launch."""
    body = """
    mov.u32 %r1, %nctaid.x; atom.global.add.u32 %r2, [%rd0], 1;
    WAIT: nanosleep.u32 20; ld.acquire.gpu.global.u32 %r3, [%rd0]; setp.lt.u32 %p1, %r3, %r1; @%p1 bra WAIT;
    red.global.add.u32 [%rd0+4], %r3;
    """
    out = np.zeros(2, np.uint32)
    run_body(body, out, threads=1, blocks=5)
    assert out.tolist() == [5, 25]


def test_special_registers_in_three_dimensions() -> None:
    text = HEADER + """.visible .entry k(.param .u64 out) {
    .reg .b32 %r<20>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
    mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ctaid.z; mov.u32 %r10, %nctaid.x; mov.u32 %r11, %nctaid.y;
    mad.lo.u32 %r12, %r3, %r5, %r2; mad.lo.u32 %r12, %r12, %r4, %r1;
    mad.lo.u32 %r13, %r9, %r11, %r8; mad.lo.u32 %r13, %r13, %r10, %r7;
    mul.lo.u32 %r14, %r4, %r5; mul.lo.u32 %r14, %r14, %r6; mad.lo.u32 %r15, %r13, %r14, %r12;
    mov.u32 %r16, %laneid; mov.u32 %r17, %warpid; mad.lo.u32 %r16, %r17, 32, %r16;
    mad.wide.u32 %rd2, %r15, 4, %rd1; st.global.u32 [%rd2], %r16;
    ret; }"""
    out = np.full(2 * 3 * 2 * 4 * 3 * 5, -1, np.int32)
    load(text).launch("k", (2, 3, 2), (4, 3, 5), [Buffer("out", out)])
    assert out.tolist() == list(range(60)) * 12
    masks = lanes("mov.u32 %r1, %lanemask_lt; mov.u32 %r2, %lanemask_ge; xor.b32 %r9, %r1, %r2;")
    assert masks == [0xFFFFFFFF] * 32
    assert lanes("mov.u32 %r9, %lanemask_eq;") == [1 << lane for lane in range(32)]


def test_clocks_go_on() -> None:
    out = np.zeros(1, np.uint64)
    run_body("mov.u64 %rd1, %clock64; mov.u64 %rd2, %clock64; sub.u64 %rd3, %rd2, %rd1; st.global.u64 [%rd0], %rd3;", out, threads=1)
    assert out[0] > 0
