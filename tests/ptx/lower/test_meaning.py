"""Two independent meanings agree: what an op's `evaluate` gives is what the virtual machine gives for the PTX that the op becomes."""
from __future__ import annotations

import itertools
import math
import struct

import pytest

from dialect import ops
from dialect.function import Module
from dialect.types import BOOL, Type
from ptx.lower import lower_module
from ptx.printer import print_module
from ptx.vm.launch import load
from ptx.vm.memory import Buffer
from tests.ptx.lower.programs import kernel_of, machine_cases, pure_cases

THREADS = 256
FORMATS = {"f16": "e", "f32": "f", "f64": "d"}
FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 255.5, 256.0, -128.7, 65504.0, -65536.0, 1e-7, 1e-40, -1e-310, 3e9, -3e9,
    1e19, -1e19, 3.3e38, 1e300, math.inf, -math.inf, math.nan, 2.0**-133, 2.0**-24, 2.0**-14, 1 / 3, 2.0**31, 2.0**63, 1 + 2.0**-8, 1 + 2.0**-9,
)  # fmt: skip


def numbers(type: Type) -> list:
    """Interesting values of a type, each exactly representable."""
    if type is BOOL:
        return [False, True]
    if type.kind == "float":
        return [decode(type, encode(type, x)) for x in FLOATS]
    low, high = (-(1 << (type.bits - 1)), (1 << (type.bits - 1)) - 1) if type.kind == "int" else (0, (1 << type.bits) - 1)
    some = [0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 100, 127, 128, 255, 0x5A, 1 << 15, 0xFFFF, 0x12345678, -1, -2, -8, -100]
    return sorted({x for x in (*some, low, high, low + 1, high - 1, high // 3) if low <= x <= high})


def encode(type: Type, x) -> bytes:
    """The bytes of a value in memory; a float is rounded to the type."""
    if type.name == "bf16":
        return encode_bf16(x)
    if type.kind == "float":
        try:
            return struct.pack("<" + FORMATS[type.name], x)
        except OverflowError:
            return struct.pack("<" + FORMATS[type.name], math.copysign(math.inf, x))
    return int(x).to_bytes(type.size, "little", signed=type.kind == "int")


def encode_bf16(x: float) -> bytes:
    """Rounds an f32 to nearest even by its bits; enough for choosing test values."""
    try:
        word = int.from_bytes(struct.pack("<f", x), "little")
    except OverflowError:
        word = 0x7F800000 | (0x80000000 if x < 0 else 0)
    if x != x:
        return (0x7FC0).to_bytes(2, "little")
    return ((word + 0x7FFF + (word >> 16 & 1)) >> 16).to_bytes(2, "little")


def decode(type: Type, data: bytes):
    """The value that bytes in memory stand for."""
    if type.name == "bf16":
        return struct.unpack("<f", b"\0\0" + data)[0]
    if type.kind == "float":
        return struct.unpack("<" + FORMATS[type.name], data)[0]
    number = int.from_bytes(data, "little", signed=type.kind == "int")
    return bool(number) if type is BOOL else number


def same(type: Type, a, b) -> bool:
    """Equal bit for bit; NaNs as a class."""
    if type.kind == "float" and a != a:
        return b != b
    return encode(type, a) == encode(type, b)


def operands(types: tuple[Type, ...]) -> list[tuple]:
    """Combinations of interesting values, thinned to what one block can hold."""
    product = list(itertools.product(*[numbers(t) for t in types]))
    step = -(-len(product) // THREADS)
    return product[:: step | 1] if step > 1 else product


CASES = [(name, build, types) for name, build, types in pure_cases()]
GROUPS = sorted({name.partition("_")[0] for name, _, _ in CASES})


@pytest.mark.parametrize("group", GROUPS)
def test_op(group):
    module, rows = Module(), []
    for name, build, types in CASES:
        if name.partition("_")[0] == group:
            function = kernel_of(module, name, build, types)
            result = next(op for op in function.blocks[0].ops if op.name == "result")
            stored = function.blocks[0].ops[-1].operands[0].type
            rows.append((function.name, types, stored, expected(result, types)))
    machine = load(print_module(lower_module(module).module))
    faults = []
    for name, types, stored, lanes in rows:
        assert len(lanes) > 1
        faults += compare(machine, name, types, stored, lanes)
    assert not faults, "\n".join(faults[:20])


def expected(op, types) -> list[tuple]:
    """(operands, result) for every combination to which the op gives a meaning."""
    lanes = []
    constants = [c.value for c in op.operands[len(types) :]]
    for values in operands(types):
        result = type(op).evaluate(types[0], *values, *constants, *op.attrs)
        if result is not None:
            lanes.append((values, result))
    return lanes


def compare(machine, name, types, result_type, lanes) -> list[str]:
    """Launches one thread a lane, and says which results differ."""
    arrays = [bytearray(b"".join(encode(t, values[i]) for values, _ in lanes)) for i, t in enumerate(types)]
    out = bytearray(result_type.size * len(lanes))
    args = [Buffer(f"in{i}", array) for i, array in enumerate(arrays)]
    machine.launch(name, 1, len(lanes), [*args, Buffer("out", out)])
    size = result_type.size
    faults = []
    for i, (values, wanted) in enumerate(lanes):
        got = decode(result_type, bytes(out[i * size : i * size + size]))
        if not same(result_type, wanted, got):
            faults.append(f"{name}{values}: MIR gives {wanted!r}, PTX gives {got!r}")
    return faults


def test_every_pure_op_on_scalars_is_compared():
    from dialect.op import OPS, PURE

    compared = {type(build_op(build, types)) for _, build, types in (*CASES, *machine_cases())}  # the latter in test_machine_forms
    missing = [name for name, op in OPS.items() if op.flags & PURE and op.evaluate is not None and name not in ("mir.const",) and op not in compared]
    assert missing == []


def build_op(build, types):
    """The op of a case, on constants."""
    return build(*[ops.Const(1, t) for t in types])
