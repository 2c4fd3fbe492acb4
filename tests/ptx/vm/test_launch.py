"""Loading and launching: arguments of every kind, no array library needed, interruption, damaged instructions."""

import array
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from ptx.isa import forms, opcodes
from ptx.parser import PtxSyntaxError, parse_module
from ptx.vm import Buffer, VmError, load

from ..samples import module_text, row_samples
from .harness import HEADER

ADD_ONE = HEADER + """.visible .entry add_one(.param .u64 x, .param .u32 n) {
.reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .pred %p1;
ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;
setp.ge.u32 %p1, %r5, %r1; @%p1 ret;
mad.wide.u32 %rd2, %r5, 4, %rd1; ld.global.u32 %r6, [%rd2]; add.u32 %r6, %r6, 1; st.global.u32 [%rd2], %r6; ret; }
"""


@pytest.mark.parametrize("make", [
    lambda: np.arange(5, dtype=np.uint32), lambda: array.array("I", range(5)), lambda: bytearray(np.arange(5, dtype=np.uint32).tobytes()),
    lambda: memoryview(array.array("I", range(5))), lambda: np.arange(5, dtype=np.uint32).reshape(5, 1, 1),
    lambda: np.arange(5, dtype=np.uint32).view(np.dtype([("low", "u2"), ("high", "u2")])),
])  # fmt: skip
def test_any_buffer_is_used_in_place(make) -> None:
    data = make()
    load(ADD_ONE).launch("add_one", 2, 4, [Buffer("x", data), 5])
    assert np.frombuffer(bytes(data), np.uint32).tolist() == [1, 2, 3, 4, 5]


def test_module_data_and_text_are_the_same() -> None:
    x = np.zeros(3, np.uint32)
    module = load(parse_module(ADD_ONE))
    assert module.entries == ["add_one"]
    module.check("add_one")
    module.launch("add_one", grid=(1,), block=(32, 1), args=[Buffer("x", x), np.uint32(3)])
    assert x.tolist() == [1, 1, 1]


def test_numbers_by_type() -> None:
    text = HEADER + """.visible .entry k(.param .u64 out, .param .f32 a, .param .f64 b, .param .s8 c, .param .u16 d, .param .f16 e) {
    .reg .b32 %r<5>; .reg .b64 %rd<3>; .reg .b16 %h<5>; ld.param.u64 %rd1, [out];
    ld.param.b32 %r1, [a]; st.global.b32 [%rd1], %r1; ld.param.b64 %rd2, [b]; st.global.b64 [%rd1+8], %rd2;
    ld.param.s8 %r2, [c]; st.global.b32 [%rd1+16], %r2; ld.param.u16 %r3, [d]; st.global.b32 [%rd1+20], %r3;
    ld.param.b16 %h1, [e]; st.global.b16 [%rd1+24], %h1; ret; }"""
    out = np.zeros(4, np.uint64)
    load(text).launch("k", 1, 1, [Buffer("out", out), 0.1, 0.1, -3, 65535, 1.5])
    assert out.view(np.float32)[0] == np.float32(0.1)
    assert out.view(np.float64)[1] == 0.1
    assert out.view(np.int32)[4] == -3
    assert out.view(np.uint32)[5] == 65535
    assert out.view(np.float16)[12] == 1.5


def test_counts_of_executed_lines() -> None:
    counts: dict[int, int] = {}
    load(ADD_ONE).launch("add_one", 2, 16, [Buffer("x", np.zeros(20, np.uint32)), 20], counts=counts)
    first = ADD_ONE.splitlines().index("setp.ge.u32 %p1, %r5, %r1; @%p1 ret;") + 1
    assert counts[first] == 2 * 32
    assert counts[first + 1] == 4 * 20 + 20


def test_no_array_library_is_imported() -> None:
    code = "import sys, ptx.vm; assert not {'numpy', 'dialect', 'kernelc'} & set(sys.modules), sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_interrupt_ends_a_launch_at_once() -> None:
    text = HEADER + ".visible .entry k() { .reg .b32 %r<3>; L: add.u32 %r1, %r1, 1; bra L; }"

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            load(text).launch("k", 1, 1, [])
        assert time.perf_counter() - start < 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_results_do_not_depend_on_the_hash_seed() -> None:
    code = f"""
import numpy as np
from ptx.vm import load, Buffer
x = np.zeros(40, np.uint32)
load({ADD_ONE!r}).launch("add_one", 3, 16, [Buffer("x", x), 37])
print(x.tolist())
"""
    outputs = {subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env={"PYTHONHASHSEED": seed}).stdout for seed in "12"}
    assert len(outputs) == 1


OPERANDS = [
    "%pred_1", "%b16_1", "%b32_1", "%b64_1", "%b128_1", "%f32_2", "%f64_2", "5", "-1", "0f3F800000", "1.5", "[%b64_3]", "[shared_variable]",
    "{%b32_1, %b32_2}", "%b32_1|%pred_2", "!%pred_1", "_", "end", "targets", "global_variable", "(%b32_1)", "%tid.x", "%clock", "%nosuch",
    "nosuch", "[nosuch]", "[local_variable+4]", "[5]", "{}", "%b32_1.x", "[%b32_1+4]", "{_, %b32_1}",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_damaged_instructions_are_refused_or_run(seed: int) -> None:
    """Operands replaced at random: the only exceptions are the documented ones."""
    generator = random.Random(seed)
    rows = [form for opcode in opcodes() for form in forms(opcode)]
    for _ in range(100):
        samples = list(row_samples(generator.choice(rows)))[:30]
        if not samples:
            continue
        name, _, operands = generator.choice(samples).text.rstrip(";").partition(" ")
        parts = operands.split(", ") if operands and "{" not in operands else []
        if parts:
            parts[generator.randrange(len(parts))] = generator.choice(OPERANDS)
        text, _ = module_text([f"{name} {', '.join(parts)};"], (9, 0), 100)
        try:
            load(text).launch("sample", 1, 2, [0], fuel=2000)
        except (VmError, PtxSyntaxError):
            pass
