"""Rows of operands for every form of arithmetic that the machine has and Rust has not, and what the interpreter makes of a row."""
from __future__ import annotations

import itertools
import random

from dialect import scalar
from dialect.approximation import approximated
from dialect.machine_forms import APPROXIMATE, EXACT, forms
from dialect.rounding import computed
from tests.ptx.lower.programs import machine_cases
from tests.ptx.vm.values import special

ROWS = 512
CASES = {name.removeprefix("machine_"): (name.replace(".", "_"), build, types) for name, build, types in machine_cases()}


def encodings(type, form: str, r: random.Random) -> int:
    """The bits of an operand: special ones of the numbers that it holds, neighbours of those, and any."""
    if type.kind == "float":
        return r.choice([r.choice(special(type.name)), r.getrandbits(type.bits), small(type, r)])
    inner = next((kind for kind in ("bf16", "f16") if kind in form), "")
    if inner and type.bits >= 16 and r.random() < 0.8:
        halves = [r.choice([r.choice(special(inner)), r.getrandbits(16), 0x3C00 + r.getrandbits(10)]) for _ in range(type.bits // 16)]
        return sum(half << 16 * i for i, half in enumerate(halves))
    return r.choice([r.getrandbits(type.bits), r.choice(special(f"u{type.bits}"))])


def small(type, r: random.Random) -> int:
    """Near enough to others that sums cancel and narrow formats hold it."""
    return scalar.float_bits(type, scalar.rounded(type, r.uniform(-4, 4) * 2.0 ** r.randrange(-30, 20)))


def operands(name: str) -> list[tuple[int, ...]]:
    types = CASES[name][2]
    r = random.Random(name)
    rows = [tuple(encodings(t, name, r) for t in types) for _ in range(ROWS - 64)]
    kinds = [special(t.name) if t.kind == "float" else [encodings(t, name, r) for _ in range(8)] for t in types]
    crossed = list(itertools.product(*kinds))
    return rows + r.sample(crossed, min(64, len(crossed)))


def meant(name: str, row: tuple[int, ...]) -> int:
    """The bits of the interpreter's result; any NaN of a float is -1."""
    types, result = (forms(EXACT).get(name) or forms(APPROXIMATE)[name])[:2]
    values = [scalar.of_bits(t, bits) for t, bits in zip(types, row)]
    found = computed(name, values) if name in forms(EXACT) else approximated(name, values)
    assert scalar.fits(result, found), (name, row, found)
    return -1 if found != found else scalar.bits_of(result, found)
