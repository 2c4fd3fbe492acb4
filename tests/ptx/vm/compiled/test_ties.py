"""Fused operations at ties: a product half-way between two numbers, and an addend that decides although it is far below its last place."""

import random

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.formats import BF16, F16, F32, F64, Format

FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}
PLAIN = {16: np.uint16, 32: np.uint32, 64: np.uint64}
ROWS = 256


def half_way(form: Format, generator: random.Random) -> tuple[int, int]:
    """Returns two numbers whose product is half-way between two others: its significand is odd, of one bit more than the format has."""
    low = (form.precision - 1) // 2
    while True:
        first, second = (_multiple(form, by, generator) for by in (low, form.precision - 1 - low))
        if first * second >> (2 * form.precision - 1):
            exponent = (1 - form.least_exponent - form.precision + 1) << (form.precision - 1)
            mask = (1 << (form.precision - 1)) - 1
            return exponent | first & mask, exponent | second & mask


def _multiple(form: Format, by: int, generator: random.Random) -> int:
    """Returns a significand that is an odd multiple of a power of two."""
    value: int = generator.getrandbits(form.precision - 1 - by) | 1
    return (1 << (form.precision - 1)) | value << by & ((1 << (form.precision - 1)) - 1)


def operands(form: Format) -> list[tuple[int, int, int]]:
    generator = random.Random(form.name)
    least_normal = 1 << (form.precision - 1)
    found = []
    for row in range(ROWS):
        first, second = half_way(form, generator)
        third = generator.choice([0, 1, least_normal, 5 * least_normal]) | (form.sign_bit if generator.getrandbits(1) else 0)
        found.append((first | (form.sign_bit if row % 2 else 0), second, third))
    return found


@pytest.mark.parametrize("kind", FORMATS)
def test_fused_operations_at_ties(kind: str) -> None:
    form = FORMATS[kind]
    modes = ("rn", "rz", "rm", "rp") if kind in ("f32", "f64") else ("rn",)
    size, rows = form.bits // 8, operands(form)
    body = "".join(f"fma.{mode}.{kind} %d, %a, %b, %c; st.global.b{form.bits} [%o+{size * index}], %d;\n" for index, mode in enumerate(modes))
    text = f""".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in) {{
.reg .b{form.bits} %a, %b, %c, %d; .reg .b64 %o, %i; .reg .b32 %t; mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; ld.param.u64 %i, [in];
mad.wide.u32 %i, %t, {3 * size}, %i; mad.wide.u32 %o, %t, {len(modes) * size}, %o;
ld.global.b{form.bits} %a, [%i]; ld.global.b{form.bits} %b, [%i+{size}]; ld.global.b{form.bits} %c, [%i+{2 * size}];
{body}ret; }}"""
    results = []
    for executor in ("reference", "compiled"):
        module, out = load(text, executor), np.zeros(ROWS * len(modes), PLAIN[form.bits])
        module.launch("k", 1, ROWS, [Buffer("out", out), Buffer("in", np.array(rows, PLAIN[form.bits]).reshape(-1))])
        assert not module.notes, module.notes
        results.append(out)
    np.testing.assert_array_equal(results[0], results[1])
    odd = sum([int(results[0][row * len(modes)]) & 1 for row in range(ROWS)])
    assert ROWS // 8 < odd < ROWS - ROWS // 8
