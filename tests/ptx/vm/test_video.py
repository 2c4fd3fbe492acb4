"""Video instructions, `cvt.pack` and `set` of halves against their definitions in the manual."""

import random
from typing import Any

import numpy as np
import pytest

from ptx.vm import Buffer, load

from .harness import HEADER, apply


def numbers(word: int, bits: int, kind: str) -> list[int]:
    found = [word >> at & ((1 << bits) - 1) for at in range(0, 32, bits)]
    return [value - (1 << bits) if kind == "s32" and value >> (bits - 1) else value for value in found]


def clamped(value: int, bits: int, kind: str) -> int:
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    return max(low, min(high, value))


OPERATIONS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "absdiff": lambda a, b: abs(a - b),
    "min": min,
    "max": max,
    "avrg": lambda a, b: (a + b + 1) >> 1 if a + b >= 0 else (a + b) >> 1,
}
WORDS = [[random.Random(at + row).choice([0, 0x80FF7F01, 0xFFFFFFFF, 7919 * row + at << 9]) for row in range(40)] for at in (0, 100, 200)]
KINDS = [(d, a, b) for d in ("u32", "s32") for a in ("u32", "s32") for b in ("u32", "s32")]


@pytest.mark.parametrize("lanes", [2, 4])
@pytest.mark.parametrize("name", OPERATIONS)
def test_lanes(name: str, lanes: int) -> None:
    bits = 32 // lanes
    for kind, left, right in KINDS:
        for ending in ("", ".sat", ".add"):
            wanted = []
            for a, b, c in zip(*WORDS, strict=True):
                values = [OPERATIONS[name](x, y) for x, y in zip(numbers(a, bits, left), numbers(b, bits, right), strict=True)]
                if ending == ".add":
                    wanted.append((c + sum(values)) % 2**32)
                    continue
                values = [clamped(value, bits, kind) for value in values] if ending else values
                wanted.append(sum((value % 2**bits) << bits * lane for lane, value in enumerate(values)))
            mnemonic = f"v{name}{lanes}.{kind}.{left}.{right}{ending}"
            assert apply(mnemonic, "b32", *(("b32", words) for words in WORDS)) == wanted, mnemonic


@pytest.mark.parametrize("name", ["add", "sub", "absdiff", "min", "max"])
def test_scalars(name: str) -> None:
    for kind, left, right in KINDS:
        for ending in ("", ".sat", ".add", ".max", ".sat.min"):
            wanted = []
            for a, b, c in zip(*WORDS, strict=True):
                value = OPERATIONS[name](numbers(a, 32, left)[0], numbers(b, 32, right)[0])
                value = clamped(value, 32, kind) if ".sat" in ending else numbers(value % 2**32, 32, kind)[0]
                second = ending.rpartition(".")[2]
                if second in ("add", "min", "max"):
                    value = OPERATIONS[second](value, numbers(c, 32, kind)[0])
                wanted.append(value % 2**32)
            mnemonic = f"v{name}.{kind}.{left}.{right}{ending}"
            operands = WORDS if ending.rpartition(".")[2] in ("add", "min", "max") else WORDS[:2]
            assert apply(mnemonic, "b32", *(("b32", words) for words in operands)) == wanted, mnemonic


def test_shifts_and_comparisons() -> None:
    values = [0x80000010, 1, 0xFFFFFFFF]
    assert apply("vshr.s32.s32.u32.clamp", "b32", ("b32", values), ("b32", [4, 40, 31])) == [0xF8000001, 0, 0xFFFFFFFF]
    assert apply("vshr.u32.u32.u32.wrap", "b32", ("b32", values), ("b32", [36, 32, 31])) == [0x08000001, 1, 1]
    assert apply("vshl.u32.u32.u32.sat.clamp", "b32", ("b32", values), ("b32", [1, 4, 0])) == [0xFFFFFFFF, 16, 0xFFFFFFFF]
    assert apply("vshl.u32.u32.u32.wrap.add", "b32", ("b32", values), ("b32", [33, 4, 0]), ("b32", [1, 1, 1])) == [0x21, 17, 0]
    assert apply("vset.s32.u32.lt", "b32", ("b32", values), ("b32", [5, 1, 0])) == [1, 0, 1]
    assert apply("vset4.u32.u32.gt", "b32", ("b32", [0x01FF0305]), ("b32", [0x02010304]), ("b32", [0])) == [0x00010001]
    assert apply("vset2.s32.s32.ge.add", "b32", ("b32", [0xFFFF0001]), ("b32", [0x00010001]), ("b32", [40])) == [41]


def test_parts_of_registers() -> None:
    out = np.zeros(2, np.uint32)
    body = ".reg .b32 %r<4>; .reg .b64 %d; ld.param.u64 %d, [out]; mov.b32 %r1, 0x8001FF7F;"
    body += "vadd.s32.s32.s32 %r2, %r1.b1, %r1.h1; vsub.s32.u32.u32 %r3, %r1.b0, %r1.b1; st.global.v2.u32 [%d], {%r2, %r3}; ret;"
    load(f"{HEADER}.visible .entry k(.param .u64 out) {{ {body} }}").launch("k", 1, 1, [Buffer("out", out)])
    assert out.astype(np.int32).tolist() == [-1 - 32767, 0x7F - 0xFF]


def test_pack() -> None:
    a, b, c = [0x1FFFF, 0xFFFFFFFF, 5], [7, 0x80000000, 300], [0xABCD1234, 0x11223344, 0x55667788]
    assert apply("cvt.pack.sat.u16.s32", "b32", ("b32", a), ("b32", b)) == [0xFFFF0007, 0, 0x0005012C]
    assert apply("cvt.pack.sat.s16.s32", "b32", ("b32", a), ("b32", b)) == [0x7FFF0007, 0xFFFF8000, 0x0005012C]
    assert apply("cvt.pack.sat.u8.s32.b32", "b32", *(("b32", words) for words in (a, b, c))) == [0x1234FF07, 0x33440000, 0x778805FF]
    assert apply("cvt.pack.sat.s4.s32.b32", "b32", *(("b32", words) for words in (a, b, c))) == [0xCD123477, 0x223344F8, 0x66778857]
    assert apply("cvt.pack.sat.u2.s32.b32", "b32", *(("b32", words) for words in (a, b, c))) == [0xBCD1234F, 0x12233440, 0x5667788F]


def test_set_of_halves() -> None:
    one, two, nan = 0x3C00, 0x4000, 0x7E00
    left, right = ("b16", [one, two, nan]), ("b16", [two, one, one])
    assert apply("set.lt.f16.f16", "b16", left, right) == [one, 0, 0]
    assert apply("set.ltu.u32.f16", "b32", left, right) == [0xFFFFFFFF, 0, 0xFFFFFFFF]
    assert apply("set.ge.s16.f16", "b16", left, right) == [0, 0xFFFF, 0]
    assert apply("set.lt.bf16.bf16", "b16", ("b16", [0x3F80]), ("b16", [0x4000])) == [0x3F80]
    pairs = ("b32", [one << 16 | two, nan << 16 | one]), ("b32", [two << 16 | one, one << 16 | two])
    assert apply("set.lt.f16x2.f16x2", "b32", *pairs) == [one << 16, one]
    assert apply("set.nan.u32.f16x2", "b32", *pairs) == [0, 0xFFFF0000]


def test_qualifiers_of_floats_may_stand_in_any_order() -> None:
    assert apply("add.sat.ftz.rn.f32", "b32", ("b32", [0x3F000000, 1]), ("b32", [0x3F800000, 0])) == [0x3F800000, 0]
