"""Launching native code: threads, order, interrupts, dynamic shared memory, repeated launches, what is refused before it runs."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from ptx.vm import Buffer, LaunchError, OutOfBounds, load
from ptx.vm.compiled.cfg.graph import Unsupported
from ptx.vm.compiled.native.target import compile_object, undefined_symbols
from ptx.vm.compiled.schedule import execution

from ..harness import HEADER
from .test_control import kernel
from .twins import both

SPIN = "mov.u32 %r5, 0; L: add.u32 %r5, %r5, 1; xor.b32 %r6, %r6, %r5; setp.lt.u32 %p1, %r5, COUNT; @%p1 bra L; st.global.u32 [%rd4], %r6;"


def buffers(*arrays: np.ndarray) -> list[Buffer]:
    return [Buffer(name, array) for name, array in zip("xy", arrays)]


def test_blocks_are_shared_among_threads_and_faults_are_those_of_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "processors", lambda: 4)
    monkeypatch.setattr(execution, "SHARE_SECONDS", 0.0)
    shared: list[int] = []
    share = execution.Execution._share

    def counted(self, *rest):
        shared.append(1)
        share(self, *rest)

    monkeypatch.setattr(execution.Execution, "_share", counted)
    arrays = [np.zeros(1, np.uint32), np.zeros(64 * 200, np.uint32)]
    both(kernel(SPIN.replace("COUNT", "200")), "k", 200, 64, arrays)
    assert shared
    late = kernel("setp.eq.u32 %p1, %r2, 150; selp.u32 %r4, 4, 0, %p1; setp.ge.u32 %p2, %r2, 120; selp.u32 %r5, 2, 0, %p2; add.u32 %r4, %r4, %r5;\n"
                  "mad.wide.u32 %rd5, %r4, 4, %rd1; st.global.u32 [%rd5], %r4; st.global.u32 [%rd4], %r4;")  # fmt: skip
    for _ in range(5):
        with pytest.raises(OutOfBounds) as caught:
            load(late, "compiled").launch("k", 200, 64, buffers(np.zeros(2, np.uint32), np.zeros(64 * 200, np.uint32)))
        assert caught.value.block == (120, 0, 0)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="threads cannot be bound to processors here")
def test_a_launch_uses_the_processors_that_it_may_use() -> None:
    every = os.sched_getaffinity(0)
    assert execution.processors() == len(every)
    try:
        os.sched_setaffinity(0, {min(every)})
        assert execution.processors() == 1
    finally:
        os.sched_setaffinity(0, every)


def test_what_shows_an_order_runs_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "processors", lambda: 4)
    monkeypatch.setattr(execution, "SHARE_SECONDS", 0.0)
    body = """
    cvt.rn.f32.u32 %f1, %r3; mul.f32 %f1, %f1, 0f3DCCCCCD; red.global.add.f32 [%rd1], %f1;
    atom.global.add.u32 %r4, [%rd1+4], 1; st.global.u32 [%rd4], %r4;"""
    both(kernel(body), "k", 40, 32, [np.zeros(2, np.uint32), np.zeros(40 * 32, np.uint32)])


@pytest.mark.parametrize("cores", [1, 4])
def test_an_interrupt_ends_a_launch_within_a_moment(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "processors", lambda: cores)
    monkeypatch.setattr(execution, "SHARE_SECONDS", 0.0)
    module = load(kernel(SPIN.replace("COUNT", "0xFFFFFFFF")), "compiled")
    arrays = np.zeros(1, np.uint32), np.zeros(64 * 64, np.uint32)
    load(kernel(SPIN.replace("COUNT", "1")), "compiled").launch("k", 1, 64, buffers(*arrays))
    with pytest.raises(Exception, match="never ends"):
        module.launch("k", 1, 64, buffers(*arrays), fuel=1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            module.launch("k", 64, 64, buffers(*arrays), fuel=10**12)
        assert time.perf_counter() - start < 1.5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_dynamic_shared_memory_and_its_limits() -> None:
    head = ".extern .shared .align 8 .b8 room[];\n.shared .align 4 .u32 own;\n"
    body = "mov.u32 %r4, room; mad.lo.u32 %r4, %r1, 4, %r4; st.shared.u32 [%r4], %r3; mov.u32 %r5, %dynamic_smem_size; mov.u32 %r6, %total_smem_size;\n"
    body += "ld.shared.u32 %r7, [%r4]; mad.lo.u32 %r7, %r7, 7, %r5; mad.lo.u32 %r7, %r7, 3, %r6; st.global.u32 [%rd4], %r7;"
    arrays = [np.zeros(1, np.uint32), np.zeros(64, np.uint32)]
    for size in (128, 160):
        both(kernel(body, head), "k", 2, 32, arrays, shared=size)
    both(kernel(body, head), "k", 2, 32, arrays, shared=100)
    with pytest.raises(LaunchError, match="the limit of a block"):
        load(kernel(body, head), "compiled").launch("k", 1, 32, buffers(*arrays), shared=10**6)


def test_module_variables_keep_their_values_from_launch_to_launch() -> None:
    text = kernel("atom.global.add.u32 %r4, [count], 2; ld.const.u32 %r5, [table+4]; add.u32 %r4, %r4, %r5; st.global.u32 [%rd4], %r4;",
                  ".global .u32 count = 5;\n.const .u32 table[2] = {7, 9};\n")  # fmt: skip
    module, y = load(text, "compiled"), np.zeros(1, np.uint32)
    for expected in (14, 16, 18):
        module.launch("k", 1, 1, buffers(y, y))
        assert y[0] == expected
    assert module.variable("count").cast("I")[0] == 11


def test_one_module_may_be_launched_by_many_threads() -> None:
    module = load(kernel(SPIN.replace("COUNT", "50")), "compiled")
    outputs = [np.zeros(64, np.uint32) for _ in range(8)]
    threads = [threading.Thread(target=module.launch, args=("k", 1, 64, buffers(np.zeros(1, np.uint32), output))) for output in outputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((output == outputs[0]).all() for output in outputs)
    assert outputs[0][0] != 0


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    module = load(kernel(SPIN.replace("COUNT", "20000")), "compiled")
    module.launch("k", 300, 64, buffers(np.zeros(1, np.uint32), np.zeros(300 * 64, np.uint32)), progress=lambda done, total: told.append((done, total)))
    assert told
    assert told[-1][1] == 300


def test_zero_sized_grids_and_arrays() -> None:
    empty = np.zeros(0, np.uint32)
    module = load(kernel("setp.gt.u32 %p1, %r1, 50; @%p1 st.global.u32 [%rd4], %r1;"), "compiled")
    module.launch("k", 0, 32, buffers(empty, empty))
    module.launch("k", 1, 32, buffers(empty, empty))
    with pytest.raises(OutOfBounds, match="0 bytes"):
        module.launch("k", 1, 64, buffers(empty, empty))


def test_code_that_would_call_what_is_not_known_is_refused() -> None:
    text = "declare i32 @nobody(i32)\ndefine i32 @run(i32 %x) {\n  %y = call i32 @nobody(i32 %x)\n  ret i32 %y\n}\n"
    with pytest.raises(Unsupported, match="would call nobody"):
        compile_object(text)
    assert undefined_symbols(compile_object("define i32 @run() {\n  ret i32 1\n}\n")) == set()
    with pytest.raises(Unsupported, match="not checked"):
        undefined_symbols(b"MZ not an ELF file")


def test_same_text_same_code() -> None:
    script = f"""
from tests.ptx.vm.compiled.test_control import kernel, random_flow
from ptx.parser import parse_module
from ptx.vm.compiled.control.kernel import translate
from ptx.vm.launched import LaunchShape
from ptx.vm.machine import Machine
from ptx.vm.memory import AddressSpace
module = parse_module(kernel(random_flow(3, 8)))
machine = Machine(module, AddressSpace(), {{}}, LaunchShape((1, 1, 1), (48, 1, 1), 0))
machine.lay_out(module.entries()[0], {{"x": 0, "y": 8}})
print(translate(machine, "k", {{}}, 16)[1])
{HEADER and ""}"""
    outputs = {
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
