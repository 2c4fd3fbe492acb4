"""The approximate functions against exact values: never more than half a place off, over all exponents, so within the manual's bounds.

Exact values are made here with `decimal`, to 70 digits and more; nothing of the virtual machine takes part.
"""

import random
from collections.abc import Callable
from decimal import Decimal, getcontext, localcontext

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.formats import BF16, F16, F32, F64, FINITE, Format

from ..values import special

DIGITS = 70
TYPES = {"f32": F32, "f16": F16, "bf16": BF16, "f64": F64}
PLAIN = {"f32": np.uint32, "f16": np.uint16, "bf16": np.uint16, "f64": np.uint64}

BOUNDS: dict[tuple[str, str], tuple[str, float]] = {
    ("ex2", "f32"): ("relative", 2.0**-22), ("lg2", "f32"): ("either", 2.0**-22), ("sin", "f32"): ("absolute", 2.0**-20.5),
    ("cos", "f32"): ("absolute", 2.0**-20.5), ("tanh", "f32"): ("relative", 2.0**-11), ("rsqrt", "f32"): ("relative", 2.0**-22.9),
    ("rcp", "f32"): ("relative", 2.0**-23), ("sqrt", "f32"): ("relative", 2.0**-23), ("ex2", "f16"): ("relative", 2.0**-9.9),
    ("tanh", "f16"): ("absolute", 2.0**-10.987), ("ex2", "bf16"): ("relative", 2.0**-7), ("tanh", "bf16"): ("absolute", 2.0**-8),
    ("rsqrt", "f64"): ("relative", 2.0**-20),
}  # fmt: skip
"""The largest errors that the PTX manual allows, for results that are normal numbers (`either`: absolute or relative, the larger)."""


def pi() -> Decimal:
    """Returns pi to the current precision (Machin's formula)."""
    def inverse_tangent(divisor: int) -> Decimal:
        power, total, index = Decimal(1) / divisor, Decimal(0), 1
        while power > Decimal(10) ** -(getcontext().prec + 3):
            total += power / index if index % 4 == 1 else -power / index
            power, index = power / (divisor * divisor), index + 2
        return total

    return 16 * inverse_tangent(5) - 4 * inverse_tangent(239)


def sine(x: Decimal) -> Decimal:
    """Returns sin(x): the angle less a multiple of pi, then Taylor's series."""
    with localcontext() as context:
        context.prec = DIGITS + max(0, x.adjusted()) + 5
        half = pi()
        turns = (x / half).to_integral_value()
        rest = x - turns * half
        term, total, index = rest, rest, 1
        while term and abs(term) > Decimal(10) ** -(DIGITS + 10):
            term = -term * rest * rest / ((index + 1) * (index + 2))
            total, index = total + term, index + 2
        return -total if int(turns) % 2 else total


def hyperbolic_tangent(x: Decimal) -> Decimal:
    if abs(x) > 200:
        return Decimal(1).copy_sign(x)
    with localcontext() as context:
        context.prec = DIGITS + 2 * abs(x.adjusted())
        power = (2 * x).exp()
        return (power - 1) / (power + 1)


def cosine(x: Decimal) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS + max(0, x.adjusted()) + 5
        return sine(x + pi() / 2)


EXACT: dict[str, Callable[[Decimal], Decimal]] = {
    "ex2": lambda x: (x * Decimal(2).ln()).exp(), "lg2": lambda x: x.ln() / Decimal(2).ln(), "sin": sine, "cos": cosine,
    "tanh": hyperbolic_tangent, "rsqrt": lambda x: 1 / x.sqrt(), "rcp": lambda x: 1 / x, "sqrt": Decimal.sqrt,
}  # fmt: skip


def number(form: Format, bits: int) -> Decimal:
    """Returns the value of a finite encoding."""
    sign, significand, exponent = form.decode(bits)
    with localcontext() as context:
        context.prec = 1200
        value = Decimal(significand) * Decimal(2) ** exponent
    return -value if sign else value


def last_place(form: Format, value: Decimal) -> Decimal:
    """Returns the distance of encodings near a value."""
    exponent = form.least_exponent
    if value:
        with localcontext() as context:
            context.prec = 40
            exponent = max(exponent, int((abs(value).ln() / Decimal(2).ln()).to_integral_value(rounding="ROUND_FLOOR")) - form.precision + 1)
    with localcontext() as context:
        context.prec = 1200
        return Decimal(2) ** exponent


def operands(form: Format, each: int) -> list[int]:
    """Returns encodings of every exponent and both signs, some of each, and the special ones."""
    generator = random.Random(form.name)
    shift = form.precision - 1
    found = [field << shift | generator.getrandbits(shift) for field in range(form.infinite >> shift) for _ in range(each)]
    return [*special(form.name), *found, *[bits | form.sign_bit for bits in found]]


def results(name: str, kind: str, values: list[int], executor: str) -> list[int]:
    width = TYPES[kind].bits
    text = f""".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in) {{
.reg .b64 %o, %i; .reg .b{width} %x; .reg .b32 %t, %b, %n; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %n, %ntid.x; mad.lo.u32 %t, %b, %n, %t;
ld.param.u64 %o, [out]; ld.param.u64 %i, [in]; mad.wide.u32 %o, %t, {width // 8}, %o; mad.wide.u32 %i, %t, {width // 8}, %i;
ld.global.b{width} %x, [%i]; {name}.approx{'.ftz' if kind == 'bf16' and name == 'ex2' else ''}.{kind} %x, %x; st.global.b{width} [%o], %x; ret; }}"""
    rows = -(-len(values) // 128)
    given = np.array(values + [0] * (128 * rows - len(values)), PLAIN[kind])
    out = np.zeros_like(given)
    module = load(text, executor)
    module.launch("k", rows, 128, [Buffer("out", out), Buffer("in", given)])
    assert not module.notes, module.notes
    return [int(bits) for bits in out[: len(values)]]


def error(name: str, kind: str, bits: int, result: int) -> "tuple[Decimal, Decimal, Decimal] | None":
    """Returns the exact value, the error and the distance of encodings there; None where the exact value is no number of the format."""
    form = TYPES[kind]
    x = number(form, bits)
    if name in ("lg2", "rsqrt", "rcp", "sqrt") and (x == 0 or (x < 0 and name != "rcp")):
        return None
    if name == "ex2" and not -form.precision + form.least_exponent - 2 < x < 1 << (form.bits - form.precision):
        return None
    exact = EXACT[name](x)
    if form.kind(result) != FINITE:
        assert abs(exact) > number(form, form.infinite - 1), (name, kind, hex(bits), hex(result))
        return None
    return exact, abs(number(form, result) - exact), last_place(form, exact)


@pytest.mark.parametrize(("name", "kind"), BOUNDS, ids=lambda each: each)
def test_results_are_within_half_a_place_and_the_bound(name: str, kind: str) -> None:
    form, (what, bound) = TYPES[kind], BOUNDS[name, kind]
    values = operands(form, {"f32": 6, "f16": 40, "bf16": 6, "f64": 1}[kind])
    found = results(name, kind, values, "compiled")
    assert found == results(name, kind, values, "reference")
    compared = 0
    with localcontext() as context:
        context.prec = DIGITS
        for bits, result in zip(values, found):
            if form.kind(bits) != FINITE or (kind == "bf16" and name == "ex2" and form.is_subnormal(bits)):
                continue
            known = error(name, kind, bits, result)
            if known is None:
                continue
            exact, off, place = known
            flushed = kind == "bf16" and name == "ex2" and result & (form.sign_bit - 1) == 0
            assert flushed or off <= place * Decimal("0.5000001"), (hex(bits), hex(result), exact)
            if abs(exact) >= number(form, 1 << (form.precision - 1)):
                relative = off / abs(exact)
                assert {"relative": relative, "absolute": off, "either": min(off, relative)}[what] <= bound, hex(bits)
                compared += 1
    assert compared > len(values) // 8


DIVISION_PLACES = 2
"""How many places `div.approx.f32` and `div.full.f32` may be off, for divisors from 2**-126 to 2**126."""


@pytest.mark.parametrize("mode", ["approx", "full"])
def test_quotients_are_within_two_places(mode: str) -> None:
    generator = random.Random(mode)
    divisors = [sign << 31 | field << 23 | generator.getrandbits(23) for field in range(1, 253) for sign in (0, 1) for _ in range(4)]
    pairs = [(generator.getrandbits(1) << 31 | generator.randrange(1, 255) << 23 | generator.getrandbits(23), divisor) for divisor in divisors]
    text = f""".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in) {{
.reg .b64 %o, %i; .reg .f32 %x, %y; .reg .b32 %t; mov.u32 %t, %ctaid.x; ld.param.u64 %o, [out]; ld.param.u64 %i, [in];
mad.wide.u32 %o, %t, 4, %o; mad.wide.u32 %i, %t, 8, %i; ld.global.v2.f32 {{%x, %y}}, [%i]; div.{mode}.f32 %x, %x, %y; st.global.f32 [%o], %x; ret; }}"""
    outs = []
    for executor in ("reference", "compiled"):
        module, out = load(text, executor), np.zeros(len(pairs), np.uint32)
        module.launch("k", len(pairs), 1, [Buffer("out", out), Buffer("in", np.array(pairs, np.uint32))])
        assert not module.notes, module.notes
        outs.append([int(bits) for bits in out])
    assert outs[0] == outs[1]
    compared = 0
    with localcontext() as context:
        context.prec = DIGITS
        for (first, second), result in zip(pairs, outs[1]):
            exact = number(F32, first) / number(F32, second)
            if F32.kind(result) == FINITE:
                assert abs(number(F32, result) - exact) <= DIVISION_PLACES * last_place(F32, exact), (hex(first), hex(second))
                compared += 1
    assert compared > len(pairs) // 2
