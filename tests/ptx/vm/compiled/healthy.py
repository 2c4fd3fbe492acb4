"""A process that launches while it is interrupted and from many threads: after each interrupt the next launch must give the right result.

`python -m tests.ptx.vm.compiled.healthy interrupts COUNT` is told to stop COUNT times, while it compiles and while it runs;
`… threads COUNT` launches COUNT times from eight threads. Both print `healthy` in the end.
"""

import os
import random
import signal
import sys
import threading
import time

import numpy as np

from ptx.vm import Buffer, OutOfBounds, load

from .test_control import kernel

BODY = "mov.u32 %r5, 0; L: add.u32 %r5, %r5, 1; mad.lo.u32 %r6, %r6, 3, %r5; setp.lt.u32 %p1, %r5, COUNT; @%p1 bra L; st.global.u32 [%rd4], %r6;"
LOCK = """W: atom.global.cas.b32 %r4, [%rd1], 0, 1; setp.ne.u32 %p1, %r4, 0; @%p1 bra W;
    ld.volatile.global.u32 %r5, [%rd1+4]; add.u32 %r5, %r5, 1; st.volatile.global.u32 [%rd1+4], %r5; atom.global.exch.b32 %r6, [%rd1], 0;"""


def expected(count: int) -> int:
    value = 0
    for step in range(1, count + 1):
        value = (value * 3 + step) % 2**32
    return value


def launched(module, blocks: int, threads: int) -> np.ndarray:
    x, y = np.zeros(8, np.uint32), np.zeros(blocks * threads, np.uint32)
    module.launch("k", blocks, threads, [Buffer("x", x), Buffer("y", y)], fuel=10**12)
    return y


def interrupted(module, after: float) -> bool:
    """Launches what never ends and interrupts it after some time, and again as one does: Python drops an interrupt within a finaliser."""
    ended = threading.Event()

    def press() -> None:
        wait = after
        while not ended.wait(wait):
            os.kill(os.getpid(), signal.SIGINT)
            wait = 0.4

    presses = threading.Thread(target=press)
    try:
        try:
            presses.start()
            launched(module, 64, 64)
        finally:
            ended.set()
            presses.join()
            time.sleep(0.001)
    except KeyboardInterrupt:
        return True
    return False


def interrupts(count: int, seed: int = 1) -> None:
    """Half of the interrupts come while a kernel is compiled (a new one each time), half while a long one runs."""
    generator = random.Random(seed)
    long = load(kernel(BODY.replace("COUNT", "4000000000")), "compiled")
    short = load(kernel(BODY.replace("COUNT", "50")), "compiled")
    assert (launched(short, 4, 64) == expected(50)).all()
    caught = 0
    while caught < count:
        module = long if caught % 2 else load(kernel(BODY.replace("COUNT", str(2_000_000_000 + caught))), "compiled")
        caught += interrupted(module, generator.uniform(0.001, 0.06))
        start = time.perf_counter()
        assert (launched(short, 4, 64) == expected(50)).all()
        assert time.perf_counter() - start < 5
    print("healthy")


def threads(count: int) -> None:
    """Launches of one module and of many, right ones, faulty ones and ones that wait, at the same time."""
    modules = [load(kernel(BODY.replace("COUNT", str(20 + number))), "compiled") for number in range(4)]
    locked, faulty = load(kernel(LOCK), "compiled"), load(kernel("st.global.u32 [%rd4+40000], %r1;"), "compiled")
    left, lock, problems = iter(range(count)), threading.Lock(), []

    def work() -> None:
        while True:
            with lock:
                number = next(left, None)
            if number is None:
                return
            try:
                one(number)
            except BaseException as problem:  # noqa: BLE001 (told by the main thread)
                problems.append(problem)

    def one(number: int) -> None:
        kind = number % 8
        if kind == 6:
            x, y = np.zeros(8, np.uint32), np.zeros(64, np.uint32)
            locked.launch("k", 2, 40, [Buffer("x", x), Buffer("y", y)])
            assert x[1] == 80
        elif kind == 7:
            try:
                launched(faulty, 3, 32)
            except OutOfBounds as fault:
                assert (fault.block, fault.thread) == ((0, 0, 0), (0, 0, 0))
            else:
                raise AssertionError("no fault")
        else:
            assert (launched(modules[kind % 4], 5, 33 + 32 * (kind % 3)) == expected(20 + kind % 4)).all()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if problems:
        raise problems[0]
    print("healthy")


if __name__ == "__main__":
    {"interrupts": interrupts, "threads": threads}[sys.argv[1]](int(sys.argv[2]))
