"""Every row of the instruction table that works on registers alone: the compiled executor gives the reference interpreter's bits.

Each mnemonic runs twice: with operands that differ between lanes (vectors), and with one operand for the whole warp (scalars).
"""

import random
import re

import numpy as np
import pytest

from ptx.isa import forms, opcodes
from ptx.vm.registers import WIDTHS

from ...samples import REGISTER_TYPES, row_samples
from ..values import special
from .twins import both, refusal

THREADS = 64
UNIFORM_BLOCKS = 24
SHARD = 30
REGISTER = re.compile(r"%(\w+)_(\d+)")
ELSEWHERE = {"ld", "ldu", "st", "atom", "red", "cp", "prefetch", "prefetchu", "bra", "brx", "call", "ret", "exit", "trap", "bar", "barrier",
             "membar", "fence", "nanosleep", "isspacep", "cvta", "mma", "wmma", "ldmatrix", "stmatrix", "movmatrix",
             "mbarrier", "applypriority", "discard", "griddepcontrol", "getctarank", "mapa"}  # fmt: skip
REFUSED = {
    "f16", "bf16", "f16x2", "bf16x2", "f32x2", "u16x2", "s16x2", "e4m3x2", "e5m2x2", "tf32", "b128",
}  # fmt: skip
"""Types whose arithmetic is left to the reference interpreter."""


def operand_values(kind: str, generator: random.Random, count: int) -> list[int]:
    """Returns operands of a type, half of them special, the others near each other or random."""
    width = WIDTHS[kind]
    found = []
    for _ in range(count):
        choice = generator.random()
        found.append(generator.choice(special(kind)) if choice < 0.5 else generator.randrange(70) if choice < 0.65 else generator.getrandbits(width))
    return found


def destinations(sample) -> int:
    return 1 if sample.resolved.form.operands and sample.resolved.form.operands[0].destination else 0


def kernel(samples, uniform: bool) -> str:
    """Returns a kernel that loads the operands of each sample from `data`, runs it, and stores what it wrote to `out`."""
    index = "%ctaid.x" if uniform else "%tid.x"
    lines = [
        ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 data) {",
        *(f".reg .{name} %{name}_<16>;" for name in REGISTER_TYPES if name != "b128"),
        ".reg .b64 %o, %i, %x; .reg .b32 %n, %t; .reg .b16 %byte; .reg .b64 %wide;",
        f"mov.u32 %n, {index}; mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; ld.param.u64 %i, [data];",
        "mad.wide.u32 %i, %n, 8, %i; mov.u32 %n, %ctaid.x; mul.lo.u32 %n, %n, %ntid.x; add.u32 %n, %n, %t; mad.wide.u32 %o, %n, 8, %o;",
    ]
    rows = THREADS if not uniform else UNIFORM_BLOCKS
    slots = THREADS * (UNIFORM_BLOCKS if uniform else 1)
    loads = stores = 0
    for sample in samples:
        first = sample.text.partition(",")[0] if destinations(sample) else ""
        for name, number in dict.fromkeys(REGISTER.findall(sample.text)):
            lines.append(load_operand(name, number, loads * rows * 8))
            loads += 1
        lines.append(sample.text)
        for name, number in dict.fromkeys(REGISTER.findall(first)):
            lines.append(store_result(name, number, stores * slots * 8))
            stores += 1
    return "\n".join([*lines, "ret; }"])


def load_operand(name: str, number: str, offset: int) -> str:
    if name == "pred":
        return f"ld.global.u8 %byte, [%i+{offset}]; and.b16 %byte, %byte, 1; setp.ne.u16 %pred_{number}, %byte, 0;"
    return f"ld.global.b{WIDTHS[name]} %{name}_{number}, [%i+{offset}];"


def store_result(name: str, number: str, offset: int) -> str:
    if name == "pred":
        return f"selp.u16 %byte, 1, 0, %pred_{number}; st.global.u8 [%o+{offset}], %byte;"
    return f"st.global.b{WIDTHS[name]} [%o+{offset}], %{name}_{number};"


def data_of(samples, rows: int) -> np.ndarray:
    generator = random.Random(f"{samples[0].text}{rows}")
    columns = []
    for sample in samples:
        kinds = dict(zip([match[1] + match[2] for match in REGISTER.finditer(sample.text)], operand_types(sample)))
        for name, number in dict.fromkeys(REGISTER.findall(sample.text)):
            kind = kinds.get(name + number, name)
            columns.append(operand_values(kind if kind in WIDTHS and kind != "pred" else "b64" if name == "pred" else name, generator, rows))
    return np.array(columns, np.uint64).reshape(-1) if columns else np.zeros(1, np.uint64)


def operand_types(sample) -> list[str]:
    """Returns the type of each register in the order of the text (vectors and pairs repeat theirs)."""
    found = []
    chosen = sample.resolved.operands_for(sample.count) or ()
    texts = [text.strip() for text in re.split(r",(?![^{]*})", sample.text.partition(" ")[2].rstrip(";"))]
    for (_, kind), text in zip(chosen, texts):
        found += [kind] * len(REGISTER.findall(text))
    return found


def usable(opcode: str, most: int):
    """Returns the samples of an opcode that the compiled executor takes, and the others with the reason; at most so many of a row."""
    taken, refused = [], []
    for form in forms(opcode):
        samples = list(row_samples(form))
        for sample in samples[:: max(1, -(-len(samples) // most))]:
            if "b128" in sample.text:
                refused.append((sample, "128 bits"))
                continue
            reason = refusal(kernel([sample], False), "k")
            (refused.append((sample, reason)) if reason else taken.append(sample))
    return taken, refused


@pytest.mark.parametrize("most", [5, pytest.param(10**6, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("opcode", [opcode for opcode in opcodes() if opcode not in ELSEWHERE])
def test_bits_are_those_of_the_reference(opcode: str, most: int) -> None:
    taken, refused = usable(opcode, most)
    for sample, reason in refused:
        words = set(sample.resolved.name.split("."))
        known = words & (REFUSED | {"fns", "clock"}) or (words & {"rz", "rm", "rp"} and ("f64" in words or opcode == "cvt"))
        known = known or "f64" in words or sample.count == 4 or (opcode == "vshl" and "sat" in words)
        assert known, (sample.text, reason)
    for start in range(0, len(taken), SHARD):
        part = taken[start : start + SHARD]
        results = sum(len(dict.fromkeys(REGISTER.findall(sample.text.partition(",")[0]))) for sample in part if destinations(sample))
        for uniform in (False, True):
            rows, blocks = (UNIFORM_BLOCKS, UNIFORM_BLOCKS) if uniform else (THREADS, 1)
            out = np.zeros(max(1, results) * THREADS * blocks, np.uint64)
            both(kernel(part, uniform), "k", blocks, THREADS, [out, data_of(part, rows)])
