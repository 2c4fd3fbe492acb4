"""Threads that wait for each other: spin locks, flags between lanes, warps and blocks, and what is told when nothing can change any more."""

import signal
import time

import numpy as np
import pytest

from ptx.vm import Buffer, Deadlock, Fuel, load

from .test_control import kernel
from .twins import both, compiled

LINES = ".loc 1 9 5\n"


def check(body: str, threads: int = 64, blocks: int = 3, head: str = "", size: int = 512, **options):
    return both(kernel(body, head), "k", blocks, threads, [np.zeros(size, np.uint32), np.zeros(size, np.uint32)], **options)


LOCK = """
    WAIT: atom.global.cas.b32 %r4, [%rd1], 0, 1; setp.ne.u32 %p1, %r4, 0; @%p1 bra WAIT;
    ld.volatile.global.u32 %r5, [%rd1+4]; add.u32 %r5, %r5, 1; st.volatile.global.u32 [%rd1+4], %r5;
    fence.acq_rel.gpu; atom.global.exch.b32 %r6, [%rd1], 0;"""


@pytest.mark.parametrize(("threads", "blocks"), [(1, 3), (32, 1), (48, 2), (256, 4)])
def test_a_lock_that_every_thread_takes(threads: int, blocks: int) -> None:
    arrays, fault = check(LOCK, threads, blocks)
    assert fault is None
    assert arrays[0][1] == threads * blocks


def test_a_lock_in_shared_memory() -> None:
    body = """
    setp.eq.u32 %p2, %r1, 0; @%p2 st.shared.u32 [lock], 0; @%p2 st.shared.u32 [lock+4], 0; bar.sync 0;
    WAIT: atom.shared.cas.b32 %r4, [lock], 0, 1; setp.eq.u32 %p1, %r4, 0; @!%p1 nanosleep.u32 20; @!%p1 bra WAIT;
    ld.shared.u32 %r5, [lock+4]; add.u32 %r5, %r5, %r1; st.shared.u32 [lock+4], %r5; atom.shared.exch.b32 %r6, [lock], 0;
    bar.sync 0; ld.shared.u32 %r5, [lock+4]; st.global.u32 [%rd4], %r5;"""
    arrays, _ = check(body, 96, head=".shared .align 4 .b8 lock[8];\n")
    assert (arrays[1][: 3 * 96] == 96 * 95 // 2).all()


def test_tickets() -> None:
    body = """
    atom.global.add.u32 %r4, [%rd1], 1;
    WAIT: ld.acquire.gpu.global.u32 %r5, [%rd1+4]; setp.ne.u32 %p1, %r5, %r4; @%p1 bra WAIT;
    ld.volatile.global.u32 %r6, [%rd1+8]; mad.lo.u32 %r6, %r6, 3, %r4; st.volatile.global.u32 [%rd1+8], %r6;
    add.u32 %r5, %r5, 1; st.release.gpu.global.u32 [%rd1+4], %r5; st.global.u32 [%rd4], %r6;"""
    check(body, 40, 2)


@pytest.mark.parametrize("order", ["%r1", "31-"])
def test_lanes_that_wait_for_lanes_of_their_warp(order: str) -> None:
    """Each lane waits until the lane before it in some order has written its flag."""
    place = "mov.u32 %r4, %r1;" if order == "%r1" else "sub.u32 %r4, 63, %r1;"
    body = place + """
    mad.wide.u32 %rd5, %r4, 4, %rd1; setp.eq.u32 %p2, %r4, 0; @%p2 bra GO;
    WAIT: ld.volatile.global.u32 %r5, [%rd5+-4]; setp.eq.u32 %p1, %r5, 0; @%p1 bra WAIT;
    GO: add.u32 %r6, %r5, 1; st.volatile.global.u32 [%rd5], %r6; st.global.u32 [%rd4], %r6;"""
    arrays, _ = check(body, 64, 1)
    assert sorted(arrays[1][:64]) == list(range(1, 65))


@pytest.mark.parametrize("order", ["up", "down"])
def test_blocks_that_wait_for_blocks(order: str) -> None:
    """A chain through all blocks, in their order and against it: all must be resident."""
    which = "mov.u32 %r4, %r2;" if order == "up" else "sub.u32 %r4, 19, %r2;"
    body = which + """
    mad.wide.u32 %rd5, %r4, 4, %rd1; setp.eq.u32 %p2, %r1, 0; @!%p2 bra JOIN; setp.eq.u32 %p3, %r4, 0; @%p3 bra GO;
    WAIT: ld.acquire.gpu.global.u32 %r5, [%rd5+-4]; setp.eq.u32 %p1, %r5, 0; @%p1 bra WAIT;
    GO: add.u32 %r6, %r5, 5; st.release.gpu.global.u32 [%rd5], %r6; st.shared.u32 [area], %r6;
    JOIN: bar.sync 0; ld.shared.u32 %r7, [area]; add.u32 %r7, %r7, %r1; st.global.u32 [%rd4], %r7;"""
    check(body, 48, 20, head=".shared .align 4 .b8 area[4];\n", size=1024)


def test_a_barrier_of_the_whole_grid() -> None:
    body = """
    mov.u32 %r9, 0;
    AGAIN: bar.sync 0; setp.ne.u32 %p2, %r1, 0; @%p2 bra JOIN;
    atom.add.release.gpu.global.u32 %r4, [%rd1], 1; add.u32 %r5, %r9, 1; mul.lo.u32 %r5, %r5, %nctaid.x;
    WAIT: ld.acquire.gpu.global.u32 %r6, [%rd1]; setp.lt.u32 %p1, %r6, %r5; @%p1 bra WAIT;
    JOIN: bar.sync 0; add.u32 %r7, %r2, %r9; rem.u32 %r7, %r7, %nctaid.x; mad.lo.u32 %r7, %r7, %ntid.x, %r1;
    mad.wide.u32 %rd5, %r7, 4, %rd2; ld.volatile.global.u32 %r8, [%rd5]; mad.lo.u32 %r8, %r8, 3, %r2; st.volatile.global.u32 [%rd5], %r8;
    add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 6; @%p3 bra AGAIN;"""
    check(body, 64, 7)


LOOK_BACK = """
    ld.global.u32 %r4, [%rd3]; setp.ne.u32 %p2, %r1, 0;
    atom.shared.add.u32 %r5, [sum], %r4; bar.sync 0; @%p2 bra JOIN; ld.shared.u32 %r5, [sum];
    mad.wide.u32 %rd5, %r2, 8, %rd1; add.u64 %rd5, %rd5, 1024; or.b32 %r6, %r5, 0x40000000; setp.eq.u32 %p3, %r2, 0; @%p3 or.b32 %r6, %r5, 0x80000000;
    st.release.gpu.global.u32 [%rd5], %r6; mov.u32 %r7, 0; mov.u64 %rd6, %rd5; @%p3 bra DONE;
    BACK: add.u64 %rd6, %rd6, -8;
    WAIT: ld.acquire.gpu.global.u32 %r8, [%rd6]; setp.eq.u32 %p1, %r8, 0; @%p1 bra WAIT;
    and.b32 %r9, %r8, 0x3FFFFFFF; add.u32 %r7, %r7, %r9; setp.ge.u32 %p4, %r8, 0x80000000; @!%p4 bra BACK;
    add.u32 %r6, %r7, %r5; or.b32 %r6, %r6, 0x80000000; st.release.gpu.global.u32 [%rd5], %r6;
    DONE: st.shared.u32 [base], %r7;
    JOIN: bar.sync 0; ld.shared.u32 %r7, [base]; add.u32 %r7, %r7, %r4; st.global.u32 [%rd4], %r7;"""


def test_a_scan_that_looks_back() -> None:
    body = "setp.eq.u32 %p5, %r1, 0; @%p5 st.shared.u32 [sum], 0; bar.sync 0;" + LOOK_BACK
    x = np.zeros(512, np.uint32)
    x[:160] = np.arange(160)
    both(kernel(body, ".shared .u32 sum;\n.shared .u32 base;\n"), "k", 5, 32, [x, np.zeros(512, np.uint32)])


def test_producers_and_consumers() -> None:
    """Two warps make, two use what they made, through two buffers with a full and an empty barrier each."""
    body = """
    mov.u32 %r9, 0; mov.u32 %r10, 0; setp.ge.u32 %p1, %r1, 64; @%p1 bra USE;
    MAKE: and.b32 %r4, %r9, 1; add.u32 %r5, %r4, 3; setp.lt.u32 %p2, %r9, 2; @%p2 bra FREE; bar.sync %r5, 128;
    FREE: mad.lo.u32 %r6, %r4, 256, area0; mad.lo.u32 %r6, %r1, 4, %r6; mad.lo.u32 %r7, %r9, 100, %r1; st.shared.u32 [%r6], %r7;
    add.u32 %r5, %r4, 1; bar.arrive %r5, 128; add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, 6; @%p2 bra MAKE; ret;
    USE: and.b32 %r4, %r9, 1; add.u32 %r5, %r4, 1; bar.sync %r5, 128; sub.u32 %r8, 127, %r1;
    mad.lo.u32 %r6, %r4, 256, area0; mad.lo.u32 %r6, %r8, 4, %r6; ld.shared.u32 %r7, [%r6]; mad.lo.u32 %r10, %r10, 3, %r7;
    setp.ge.u32 %p2, %r9, 4; @%p2 bra LAST; add.u32 %r5, %r4, 3; bar.arrive %r5, 128;
    LAST: add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, 6; @%p2 bra USE; st.global.u32 [%rd4], %r10;"""
    check(body.replace("area0", "0"), 128, 2, head=".shared .align 4 .b8 area[512];\n")


def test_threads_that_wait_for_ever_are_told() -> None:
    stuck = [
        "W: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra W;",
        "setp.lt.u32 %p2, %r1, 7; @%p2 bra OUT; W: atom.global.cas.b32 %r4, [%rd1], 1, 2; setp.eq.u32 %p1, %r4, 0; @%p1 bra W; OUT: st.global.u32 [%rd4], %r1;",
        "setp.eq.u32 %p2, %r3, 3; @%p2 bra OUT; W: atom.global.exch.b32 %r4, [%rd1], 1; setp.eq.u32 %p1, %r4, 1; @%p1 bra W; OUT:",
    ]
    for body in stuck:
        found = []
        for executor in ("reference", "compiled"):
            arrays = [Buffer(name, np.zeros(256, np.uint32)) for name in "xy"]
            module = load(kernel(LINES + body), executor)
            with pytest.raises(Deadlock, match="threads wait for memory that nobody changes: threads ") as caught:
                module.launch("k", 2, 64, arrays)
            assert not module.notes
            found.append((caught.value.problem.partition(" loop at ")[0], caught.value.block, caught.value.thread, caught.value.line))
        assert found[0] == found[1]


def test_a_block_at_a_barrier_whose_others_spin() -> None:
    body = """setp.ge.u32 %p2, %r1, 32; @%p2 bra SPIN; bar.sync 0; ret;
    SPIN: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra SPIN; bar.sync 0;"""
    for executor in ("reference", "compiled"):
        module = load(kernel(LINES + body), executor)
        with pytest.raises(Deadlock, match="threads 32-63 loop at"):
            module.launch("k", 1, 64, [Buffer(name, np.zeros(256, np.uint32)) for name in "xy"])
        assert not module.notes


def test_a_loop_that_waits_and_changes_memory_uses_up_its_fuel() -> None:
    body = "W: atom.global.add.u32 %r5, [%rd1+4], 1; ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra W;"
    module = compiled(kernel(body))
    with pytest.raises(Fuel, match="is there a loop that never ends"):
        module.launch("k", 1, 40, [Buffer(name, np.zeros(256, np.uint32)) for name in "xy"], fuel=20_000)
    assert not module.notes


def test_a_kernel_that_begins_with_a_barrier_begins_there() -> None:
    body = """setp.lt.u32 %p1, %r1, 32; bar.sync 0; @%p1 bra LOW; bar.sync 1; bra END; LOW: bar.sync 4, 64; END: st.global.u32 [%rd4], %r1;"""
    _, fault = both(kernel(body), "k", 1, 64, [np.zeros(64, np.uint32), np.zeros(64, np.uint32)])
    assert type(fault) is Deadlock


def test_an_interrupt_ends_threads_that_wait() -> None:
    body = "W: atom.global.add.u32 %r5, [%rd1+4], 1; ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra W;"
    module = compiled(kernel(body))
    buffers = [Buffer(name, np.zeros(256, np.uint32)) for name in "xy"]
    with pytest.raises(Fuel):
        module.launch("k", 1, 40, buffers, fuel=1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            module.launch("k", 3, 40, buffers, fuel=10**12)
        assert time.perf_counter() - start < 1.5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
