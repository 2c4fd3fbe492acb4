"""Arithmetic that the machine has and Rust has not: the interpreter and the virtual machine agree bit for bit, and NumPy and ptxas with both."""
from __future__ import annotations

import random

import numpy as np
import pytest

from dialect import scalar
from dialect.function import Module
from dialect.machine_forms import EXACT, forms
from dialect.rounding import computed
from ptx import isa
from ptx.assemble import assemble
from ptx.levels import FLOOR_SM, FLOOR_VERSION, TARGET_VERSIONS
from ptx.lower import Options, lower_module
from ptx.printer import print_module
from ptx.vm.launch import load
from ptx.vm.memory import Buffer
from tests.ptx.lower.machine_rows import CASES, meant, operands
from tests.ptx.lower.programs import kernel_of
from tests.ptx.vm.values import special

OPCODES = sorted({name.partition(".")[0] for name in CASES})
BY_FMA = {"add.rn.bf16x2": "fma.rn.bf16x2", "sub.rn.bf16x2": "fma.rn.bf16x2", "mul.rn.bf16x2": "fma.rn.bf16x2"}


@pytest.mark.parametrize("opcode", OPCODES)
def test_the_interpreter_and_the_machine_agree(opcode):
    names = [name for name in CASES if name.partition(".")[0] == opcode]
    module = Module()
    for name in names:
        kernel_of(module, *CASES[name])
    machine = load(print_module(lower_module(module).module))
    faults = []
    for name in names:
        symbol, _, types = CASES[name]
        rows = operands(name)
        stored = module.functions["k_" + symbol].params[-1].type.elem
        arrays = [bytearray(b"".join(row[i].to_bytes(t.size, "little") for row in rows)) for i, t in enumerate(types)]
        out = bytearray(stored.size * len(rows))
        machine.launch("k_" + symbol, 1, len(rows), [*[Buffer(f"in{i}", a) for i, a in enumerate(arrays)], Buffer("out", out)])
        for i, row in enumerate(rows):
            got = int.from_bytes(out[i * stored.size : (i + 1) * stored.size], "little")
            if stored.kind == "float":
                value = scalar.float_of_bits(stored, got)
                got = -1 if value != value else got
            if got != meant(name, row):
                faults.append(f"{name}{tuple(map(hex, row))}: MIR gives {meant(name, row):#x}, PTX {got:#x}")
    assert not faults, "\n".join(faults[:20])


def text_of(name: str, arch: str = "") -> str:
    module = Module()
    kernel_of(module, *CASES[name])
    return print_module(lower_module(module, Options(arch)).module)


def least(name: str) -> tuple[tuple[int, int], int]:
    """What the form needs, by the instruction table."""
    count = 4 if name in BY_FMA else 1 + len(CASES[name][2])
    needed_version, needed_sm = isa.resolve(BY_FMA.get(name, name)).minimum(count)
    version, sm = max(needed_version, FLOOR_VERSION), max(needed_sm, FLOOR_SM)
    return max(version, TARGET_VERSIONS[sm]), sm


@pytest.mark.parametrize("name", list(CASES))
def test_the_target_is_the_lowest(name):
    (major, minor), sm = least(name)
    assert text_of(name).startswith(f".version {major}.{minor}\n.target sm_{sm}\n")


def test_targets_that_are_known():
    wanted = {
        "add.rn.f16x2": 70, "fma.rn.ftz.sat.f16x2": 70, "fma.rn.relu.f16x2": 80, "add.rn.bf16x2": 80, "fma.rn.bf16x2": 80, "min.f16x2": 80, "abs.f16x2": 70,
        "neg.bf16x2": 80, "max.xorsign.abs.bf16": 86, "cvt.rn.f16x2.f32": 80, "cvt.rn.satfinite.e4m3x2.f32": 89, "cvt.rn.satfinite.relu.e5m2x2.f16x2": 89,
        "cvt.rna.tf32.f32": 80, "cvt.rn.tf32.f32": 90, "cvt.rz.satfinite.tf32.f32": 100, "dp4a.s32.s32": 70, "prmt.b32": 70, "add.rm.ftz.sat.f32": 70,
        "tanh.approx.f32": 75,
    }  # fmt: skip
    assert {name: least(name)[1] for name in wanted} == wanted


@pytest.mark.ptxas
@pytest.mark.parametrize("sm", [70, 75, 80, 86, 89, 90, 100])
def test_ptxas_accepts_every_form_for_its_lowest_target(sm):
    module = Module()
    for name in CASES:
        if least(name)[1] == sm:
            kernel_of(module, *CASES[name])
    assert module.functions
    text = print_module(lower_module(module).module)
    assert f".target sm_{sm}\n" in text
    assemble(text, f"sm_{max(sm, 75)}", ["-O0"])


def halves(count: int) -> np.ndarray:
    r = np.random.default_rng(7)
    bits = np.concatenate([np.array(special("f16"), np.uint16), r.integers(0, 1 << 16, count, np.uint16)])
    return r.permutation(bits).view(np.float16)


@pytest.mark.parametrize(("name", "function"), [("add", np.add), ("sub", np.subtract), ("mul", np.multiply)])
def test_numpy_agrees_about_halves(name, function):
    a, b = halves(20_000), halves(20_000)
    with np.errstate(all="ignore"):
        wanted = function(a, b)
    for x, y, z in zip(a, b, wanted):
        found = computed(f"{name}.rn.f16x2", [int(x.view(np.uint16)) << 16 | 0x3C00, int(y.view(np.uint16)) << 16])
        assert int(found) >> 16 == (0x7FFF if z != z else int(z.view(np.uint16)))


def test_numpy_agrees_about_conversions():
    r = np.random.default_rng(8)
    singles = np.concatenate([r.integers(0, 1 << 32, 20_000, np.uint32), np.array(special("f32"), np.uint32)]).view(np.float32)
    singles = np.concatenate([singles, halves(5000).astype(np.float32), (r.standard_normal(5000) * 1e-6).astype(np.float32)])
    with np.errstate(all="ignore"):
        wanted = singles.astype(np.float16)
    for x, z in zip(singles, wanted):
        bits = 0x7FFF if z != z else int(z.view(np.uint16))
        assert computed("cvt.rn.f16x2.f32", [float(x), 1.0]) == 0x3C000000 | bits


def test_numpy_agrees_about_sums_and_quotients_to_nearest():
    r = np.random.default_rng(9)
    a, b = (r.integers(0, 1 << 32, 5000, np.uint32).view(np.float32) for _ in range(2))
    with np.errstate(all="ignore"):
        for name, wanted in (("add.rn.f32", a + b), ("mul.rn.f32", a * b), ("div.rn.f32", a / b), ("sqrt.rn.f32", np.sqrt(a))):
            for x, y, z in zip(a, b, wanted):
                found = computed(name, [float(x)] if name[0] == "s" and name[1] == "q" else [float(x), float(y)])
                assert np.float32(found).view(np.uint32) == z.view(np.uint32) or (found != found and z != z), (name, x, y)


@pytest.mark.parametrize("name", ["add.{}.f32", "mul.{}.f32", "div.{}.f32", "fma.{}.f64"])
def test_rounding_up_and_down_enclose_the_exact_result(name):
    r = random.Random(name)
    for _ in range(500):
        values = [scalar.rounded(forms(EXACT)[name.format("rn")][1], r.uniform(-8, 8)) for _ in forms(EXACT)[name.format("rn")][0]]
        down, up, cut, near = (computed(name.format(mode), values) for mode in ("rm", "rp", "rz", "rn"))
        assert down <= near <= up and near in (down, up) and cut == (down if near > 0 else up)
