"""Floating-point instructions through PTX text: against NumPy where it rounds the same way, and against fractions for every mode."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ptx.vm import floating
from ptx.vm.formats import BF16, F16, F32, F64, FORMATS, Format

from .harness import UNSIGNED, apply, bits32, float32
from .values import rows, special

DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def canonical(form: Format, bits: int) -> int:
    return form.nan if form.is_nan(bits) else bits


def fraction(form: Format, bits: int) -> Fraction:
    sign, significand, exponent = form.decode(bits)
    return (-1) ** sign * Fraction(significand) * Fraction(2) ** exponent


def nearest_by_search(form: Format, mode: str, exact: Fraction) -> int:
    """Rounds a non-zero number by bisection over all encodings: slow and obvious."""
    negative = exact < 0
    magnitude = abs(exact)
    low, high = 0, form.infinite
    while high - low > 1:
        middle = (low + high) // 2
        if fraction(form, middle) <= magnitude:
            low = middle
        else:
            high = middle
    up = {"rz": False, "rm": negative, "rp": not negative}.get(mode)
    below = fraction(form, low)
    above = fraction(form, high) if high < form.infinite else fraction(form, high - 1) + (below - fraction(form, low - 1))
    if up is None:
        up = magnitude - below > above - magnitude or (magnitude - below == above - magnitude and low & 1 == 1)
    result = high if up and magnitude != below else low
    return result | (form.sign_bit if negative else 0)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in ("f16", "f32", "f64") for name in ("add", "sub", "mul", "div") if (kind, name) != ("f16", "div")]
)
def test_nearest_agrees_with_numpy(kind: str, name: str) -> None:
    form, dtype = FORMATS[kind], DTYPES[kind]
    columns = rows((kind, kind), 900)
    a, b = (np.array(column, UNSIGNED[form.bits]).view(dtype) for column in columns)
    with np.errstate(all="ignore"):
        expected = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}[name](a, b)
    mnemonic = f"{name}.rn.{kind}" if kind != "f16" else f"{name}.f16"
    got = apply(mnemonic, kind, (kind, columns[0]), (kind, columns[1]))
    assert got == [canonical(form, int(bits)) for bits in expected.view(UNSIGNED[form.bits])]


@pytest.mark.parametrize("kind", ["f32", "f64"])
@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_every_rounding_mode_against_bisection(kind: str, mode: str) -> None:
    form = FORMATS[kind]
    first, second, third = rows((kind, kind, kind), 120 if kind == "f32" else 40, seed=5)
    operations = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b}
    results = {name: apply(f"{name}.{mode}.{kind}", kind, (kind, first), (kind, second)) for name in operations}
    results["fma"] = apply(f"fma.{mode}.{kind}", kind, (kind, first), (kind, second), (kind, third))
    for index, row in enumerate(zip(first, second, third)):
        if any(form.kind(bits) for bits in row) or row[1] & (form.sign_bit - 1) == 0:
            continue
        a, b, c = (fraction(form, bits) for bits in row)
        exact = {name: operation(a, b) for name, operation in operations.items()} | {"fma": a * b + c}
        for name, value in exact.items():
            if value:
                assert results[name][index] == nearest_by_search(form, mode, value), (name, [hex(bits) for bits in row])


@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_short_cuts_equal_the_exact_functions(kind: str) -> None:
    form = FORMATS[kind]
    first, second, third = rows((kind, kind, kind), 1000, seed=9)
    assert apply(f"fma.rn.{kind}", kind, (kind, first), (kind, second), (kind, third)) == [
        floating.fused(form, "rn", *row) for row in zip(first, second, third)
    ]
    for name, function in (("add", floating.add), ("sub", floating.subtract), ("mul", floating.multiply), ("div", floating.divide)):
        expected = [function(form, "rn", *row) for row in zip(first, second)]
        assert apply(f"{name}.rn.{kind}", kind, (kind, first), (kind, second)) == expected
    assert apply(f"sqrt.rn.{kind}", kind, (kind, first)) == [floating.square_root(form, "rn", bits) for bits in first]


def test_fma_rounds_once() -> None:
    """Each row is a tie of f32 that the double sum hides: rounding twice gives the neighbour."""
    a, b = bits32(1 + 2.0**-12), bits32(1 + 2.0**-12)
    tail = [bits32(2.0**-80), bits32(-(2.0**-80)), bits32(2.0**-100), 0, 1, 0x80000001]
    got = apply("fma.rn.f32", "f32", ("f32", [a] * 6), ("f32", [b] * 6), ("f32", tail))
    for bits, c in zip(got, tail):
        exact = fraction(F32, a) * fraction(F32, b) + fraction(F32, c)
        assert bits == nearest_by_search(F32, "rn", exact)
    assert len(set(got)) == 2


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_square_root_and_reciprocal(mode: str) -> None:
    (values,) = rows(("f32",), 150)
    roots = apply(f"sqrt.{mode}.f32", "f32", ("f32", values))
    inverses = apply(f"rcp.{mode}.f32", "f32", ("f32", values))
    for bits, root, inverse in zip(values, roots, inverses):
        if F32.kind(bits) or bits == 0 or bits & F32.sign_bit:
            continue
        value = fraction(F32, bits)
        assert inverse == nearest_by_search(F32, mode, 1 / value)
        below, above = (root, root + 1) if mode in ("rz", "rm") else (root - 1, root)
        if mode == "rn":
            middle = [(fraction(F32, root) + fraction(F32, other)) / 2 for other in (root - 1, root + 1)]
            assert middle[0] ** 2 <= value <= middle[1] ** 2
        else:
            assert fraction(F32, below) ** 2 <= value <= fraction(F32, above) ** 2


def test_special_results() -> None:
    nan, inf = 0x7FFFFFFF, 0x7F800000
    minus = 0x80000000
    assert apply("sqrt.rn.f32", "f32", ("f32", [minus, minus | 1, inf, inf | minus, 0x7F800001])) == [minus, nan, inf, nan, nan]
    assert apply("div.rn.f32", "f32", ("f32", [0, bits32(1), bits32(-1), inf]), ("f32", [0, minus, 0, inf])) == [nan, inf | minus, inf | minus, nan]
    assert apply("add.rn.f32", "f32", ("f32", [inf, 0, minus, 0x7F812345]), ("f32", [inf | minus, minus, minus, 0])) == [nan, 0, minus, nan]
    assert apply("add.rm.f32", "f32", ("f32", [bits32(1)]), ("f32", [bits32(-1)])) == [minus]
    assert apply("mul.rn.f32", "f32", ("f32", [0]), ("f32", [inf])) == [nan]
    assert apply("fma.rn.f32", "f32", ("f32", [0, inf, 0]), ("f32", [inf, bits32(1), minus]), ("f32", [0, inf | minus, minus])) == [nan, nan, minus]
    assert apply("neg.f32", "f32", ("f32", [0, 0xFFC00001, inf])) == [minus, nan, inf | minus]
    assert apply("abs.f32", "f32", ("f32", [minus, 0xFF800001])) == [0, nan]
    assert apply("add.rn.f64", "f64", ("f64", [0x7FF0000000000000]), ("f64", [0xFFF0000000000000])) == [F64.nan]
    assert apply("add.f16", "f16", ("f16", [0x7C00]), ("f16", [0xFC00])) == [F16.nan]


def test_flushing_subnormals() -> None:
    """`.ftz` replaces subnormal operands and results by zeros of their sign."""
    tiny, least = 0x80000001, 0x00800000
    assert apply("add.ftz.f32", "f32", ("f32", [tiny, 1, least]), ("f32", [tiny, least, 0x80800001])) == [0x80000000, least, 0x80000000]
    assert apply("mul.ftz.f32", "f32", ("f32", [least]), ("f32", [bits32(-0.5)])) == [0x80000000]
    assert apply("mul.f32", "f32", ("f32", [least]), ("f32", [bits32(0.5)])) == [0x00400000]
    assert apply("setp.eq.ftz.f32", "pred", ("f32", [1]), ("f32", [0x80000005])) == [1]
    assert apply("max.ftz.f32", "f32", ("f32", [1]), ("f32", [0x80000000])) == [0]


def test_saturation() -> None:
    values = [bits32(v) for v in (-0.5, -0.0, 0.25, 1.0, 1.5, float("inf"))] + [0x7FC00000]
    zero = [0] * len(values)
    assert apply("add.sat.f32", "f32", ("f32", values), ("f32", zero)) == [0, 0, bits32(0.25), bits32(1), bits32(1), bits32(1), 0]
    assert apply("cvt.sat.f32.f32", "f32", ("f32", values)) == [0, 0, bits32(0.25), bits32(1), bits32(1), bits32(1), 0]


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
def test_minimum_and_maximum(kind: str) -> None:
    form = FORMATS[kind]
    nan, one = form.nan, special(kind)[5]
    quiet = form.infinite + 1
    first = [form.sign_bit, 0, nan, one, quiet, one]
    second = [0, form.sign_bit, one, quiet, nan, one | form.sign_bit]
    assert apply(f"min.{kind}", kind, (kind, first), (kind, second)) == [form.sign_bit, form.sign_bit, one, one, nan, one | form.sign_bit]
    assert apply(f"max.{kind}", kind, (kind, first), (kind, second)) == [0, 0, one, one, nan, one]
    if kind != "f64":
        assert apply(f"max.NaN.{kind}", kind, (kind, first), (kind, second)) == [0, 0, nan, nan, nan, one]
        got = apply(f"min.xorsign.abs.{kind}", kind, (kind, [one | form.sign_bit] * 2), (kind, [one + 1, (one - 1) | form.sign_bit]))
        assert got == [one | form.sign_bit, one - 1]


def test_three_operand_minimum() -> None:
    values = [[bits32(v)] for v in (3.0, -2.0, 7.0)]
    assert apply("min.f32", "f32", *[("f32", v) for v in values]) == [bits32(-2)]
    assert apply("max.f32", "f32", *[("f32", v) for v in values]) == [bits32(7)]


@pytest.mark.parametrize("kind", ["f16", "f32", "f64"])
def test_comparisons(kind: str) -> None:
    form, dtype = FORMATS[kind], DTYPES[kind]
    columns = rows((kind, kind), 500)
    a, b = (np.array(column, UNSIGNED[form.bits]).view(dtype) for column in columns)
    operators = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}
    unordered = np.isnan(a) | np.isnan(b)
    for name, operator in operators.items():
        with np.errstate(all="ignore"):
            plain = operator(a, b) & ~unordered
        operands = [(kind, column) for column in columns]
        assert apply(f"setp.{name}.{kind}", "pred", *operands) == plain.astype(int).tolist(), name
        assert apply(f"setp.{name}u.{kind}", "pred", *operands) == (plain | unordered).astype(int).tolist(), name
    assert apply(f"setp.num.{kind}", "pred", *operands) == (~unordered).astype(int).tolist()
    assert apply(f"setp.nan.{kind}", "pred", *operands) == unordered.astype(int).tolist()


def test_integer_comparisons() -> None:
    kinds: list[tuple[str, Any]] = [("u16", np.uint16), ("s16", np.int16), ("u32", np.uint32), ("s32", np.int32), ("u64", np.uint64), ("s64", np.int64)]
    for kind, dtype in kinds:
        columns = rows((kind, kind), 200)
        a, b = (np.array(column, UNSIGNED[int(kind[1:])]).view(dtype) for column in columns)
        names = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
        if kind[0] == "u":
            names |= {"lo": a < b, "ls": a <= b, "hi": a > b, "hs": a >= b}
        for name, expected in names.items():
            assert apply(f"setp.{name}.{kind}", "pred", *[(kind, column) for column in columns]) == expected.astype(int).tolist()


def test_set_and_selections() -> None:
    a, b = [1, 5, 3], [2, 2, 3]
    assert apply("set.lt.u32.s32", "b32", ("s32", a), ("s32", b)) == [0xFFFFFFFF, 0, 0]
    assert apply("set.ge.f32.u32", "b32", ("u32", a), ("u32", b)) == [0, bits32(1), bits32(1)]
    assert apply("set.lt.and.u32.s32", "b32", ("s32", a), ("s32", b), ("pred", [0, 1, 1])) == [0, 0, 0]
    assert apply("setp.lt.or.s32", "pred", ("s32", a), ("s32", b), ("pred", [0, 0, 1])) == [1, 0, 1]
    assert apply("setp.lt.xor.s32", "pred", ("s32", a), ("s32", b), ("pred", [1, 1, 0])) == [0, 1, 0]
    assert apply("selp.b64", "b64", ("b64", a), ("b64", b), ("pred", [1, 0, 1])) == [1, 2, 3]
    assert apply("slct.u32.s32", "b32", ("u32", a), ("u32", b), ("s32", [0, 0xFFFFFFFF, 7])) == [1, 2, 3]
    selectors = [0x80000000, 0x7FC00000, bits32(-1)]
    assert apply("slct.u32.f32", "b32", ("u32", [1] * 3), ("u32", [2] * 3), ("f32", selectors)) == [1, 2, 2]


def test_properties_and_signs() -> None:
    values = [0, 1, 0x00800000, 0x7F800000, 0xFFC00000]
    table = {"finite": [1, 1, 1, 0, 0], "infinite": [0, 0, 0, 1, 0], "number": [1, 1, 1, 1, 0], "notanumber": [0, 0, 0, 0, 1],
             "normal": [1, 0, 1, 0, 0], "subnormal": [0, 1, 0, 0, 0]}  # fmt: skip
    for name, expected in table.items():
        assert apply(f"testp.{name}.f32", "pred", ("f32", values)) == expected, name
    assert apply("copysign.f32", "f32", ("f32", [bits32(-2)]), ("f32", [bits32(3)])) == [bits32(-3)]


def test_half_precision_and_packed() -> None:
    a, b, c = rows(("f16", "f16", "f16"), 300)
    assert apply("fma.rn.f16", "f16", ("f16", a), ("f16", b), ("f16", c)) == [floating.fused(F16, "rn", *row) for row in zip(a, b, c)]
    assert apply("fma.rn.bf16", "bf16", ("bf16", a), ("bf16", b), ("bf16", c)) == [floating.fused(BF16, "rn", *row) for row in zip(a, b, c)]
    packed = [x | y << 16 for x, y in zip(a, b)]
    other = [x | y << 16 for x, y in zip(c, a)]
    low, high = apply("mul.f16", "f16", ("f16", a), ("f16", c)), apply("mul.f16", "f16", ("f16", b), ("f16", a))
    assert apply("mul.f16x2", "b32", ("f16x2", packed), ("f16x2", other)) == [x | y << 16 for x, y in zip(low, high)]
    assert apply("fma.rn.relu.f16", "f16", ("f16", [0xBC00]), ("f16", [0x3C00]), ("f16", [0])) == [0]


@pytest.mark.parametrize(
    ("name", "function", "low", "high"),
    [("ex2", np.exp2, -140, 127), ("lg2", np.log2, 1e-40, 1e30), ("sin", np.sin, -1000, 1000), ("cos", np.cos, -1000, 1000),
     ("tanh", np.tanh, -9, 9), ("rsqrt", lambda x: 1 / np.sqrt(x), 1e-38, 1e30)],
)  # fmt: skip
def test_approximations_are_within_half_a_place(name: str, function, low: float, high: float) -> None:
    generator = np.random.default_rng(3)
    values = generator.uniform(low, high, 300).astype(np.float32)
    expected = function(values.astype(np.float64)).astype(np.float32)
    got = np.array(apply(f"{name}.approx.f32", "f32", ("f32", values.view(np.uint32).tolist())), np.uint32)
    difference = np.abs(got.astype(np.int64) - expected.view(np.uint32).astype(np.int64))
    assert difference.max() <= 1
    assert (difference == 0).mean() > 0.98


def test_special_values_of_approximations() -> None:
    nan, inf, minus = 0x7FFFFFFF, 0x7F800000, 0x80000000
    values = [0, minus, inf, inf | minus, 0x7FC12345]
    one = bits32(1)
    table = {
        "ex2": [one, one, inf, 0, nan], "lg2": [inf | minus, inf | minus, inf, nan, nan], "sin": [0, minus, nan, nan, nan],
        "cos": [one, one, nan, nan, nan], "tanh": [0, minus, one, one | minus, nan], "rcp": [inf, inf | minus, 0, minus, nan],
        "rsqrt": [inf, inf | minus, 0, nan, nan], "sqrt": [0, minus, inf, nan, nan],
    }  # fmt: skip
    for name, expected in table.items():
        assert apply(f"{name}.approx.f32", "f32", ("f32", values)) == expected, name
    assert apply("ex2.approx.f32", "f32", ("f32", [bits32(v) for v in (3, -1, 200, -200)])) == [bits32(8), bits32(0.5), inf, 0]
    assert apply("div.approx.f32", "f32", ("f32", [bits32(6), inf, bits32(1)]), ("f32", [bits32(3), bits32(2.0**127), bits32(2.0**127)])) == [bits32(2), nan, 0]
    assert apply("div.full.f32", "f32", ("f32", [bits32(1)]), ("f32", [bits32(3)])) == [bits32(1 / 3)]
    assert float32(one) == 1.0


@pytest.mark.parametrize("name", ["ex2", "lg2", "sin", "cos", "tanh", "rsqrt"])
def test_short_cut_of_approximations_equals_the_integers(name: str) -> None:
    from ptx.vm import approximate

    (values,) = rows(("f32",), 400, seed=11)
    values += [bits32(v) for v in np.random.default_rng(5).uniform(-12, 12, 300).astype("f").tolist()]
    assert apply(f"{name}.approx.f32", "f32", ("f32", values)) == [approximate.FUNCTIONS[name](F32, bits) for bits in values]
    flushed = [F32.flush(approximate.FUNCTIONS[name](F32, F32.flush(bits))) for bits in values]
    if name != "tanh":
        assert apply(f"{name}.approx.ftz.f32", "f32", ("f32", values)) == flushed
