"""Exact arithmetic: 8-bit operands in full against obvious formulas, wider ones at random, floats against numpy and fractions."""

from __future__ import annotations

import math
import random
import struct
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dialect import scalar
from dialect.op import OPS
from dialect.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, Type, ptr

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = (I8, U8)
INTEGERS = (I8, U8, I16, U16, I32, U32, I64, U64, I128, U128)
FLOATS = (F16, BF16, F32, F64)
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def wrapped(type: Type, x: int) -> int:
    """By counting: the value of the type that differs from x by a multiple of 2^bits."""
    x %= 2**type.bits
    return x - 2**type.bits if type.kind == "int" and x >= 2 ** (type.bits - 1) else x


def values(type: Type) -> range:
    return range(-128, 128) if type.kind == "int" else range(256)


def truncated(a: int, b: int) -> int:
    return int(Fraction(a, b))


OBVIOUS: dict[str, Callable[[Type, int, int], int | None]] = {
    "add": lambda t, a, b: wrapped(t, a + b),
    "sub": lambda t, a, b: wrapped(t, a - b),
    "mul": lambda t, a, b: wrapped(t, a * b),
    "mul_high": lambda t, a, b: wrapped(t, math.floor(Fraction(a * b, 2**t.bits))),
    "div": lambda t, a, b: None if b == 0 or wrapped(t, truncated(a, b)) != truncated(a, b) else truncated(a, b),
    "rem": lambda t, a, b: None if b == 0 or wrapped(t, truncated(a, b)) != truncated(a, b) else a - b * truncated(a, b),
    "and_": lambda t, a, b: wrapped(t, (a % 2**t.bits) & (b % 2**t.bits)),
    "or_": lambda t, a, b: wrapped(t, (a % 2**t.bits) | (b % 2**t.bits)),
    "xor": lambda t, a, b: wrapped(t, (a % 2**t.bits) ^ (b % 2**t.bits)),
    "shl": lambda t, a, b: wrapped(t, a * 2 ** (b % t.bits)),
    "shr": lambda t, a, b: math.floor(Fraction(a, 2 ** (b % t.bits))),
    "min_": lambda t, a, b: a if a < b else b,
    "max_": lambda t, a, b: a if a > b else b,
}
OBVIOUS_ONE: dict[str, Callable[[Type, int], int]] = {
    "neg": lambda t, a: wrapped(t, -a),
    "abs_": lambda t, a: wrapped(t, abs(a)),
    "not_": lambda t, a: wrapped(t, -a - 1),
    "leading_zeros": lambda t, a: next((i for i in range(t.bits) if (a >> (t.bits - 1 - i)) & 1), t.bits),
    "pop_count": lambda t, a: sum((a >> i) & 1 for i in range(t.bits)),
    "reverse_bits": lambda t, a: wrapped(t, sum(((a >> i) & 1) << (t.bits - 1 - i) for i in range(t.bits))),
}


@pytest.mark.parametrize("name", OBVIOUS)
@pytest.mark.parametrize("type", SMALL, ids=str)
def test_all_pairs_of_bytes(name, type):
    evaluate, obvious = getattr(scalar, name), OBVIOUS[name]
    for a in values(type):
        for b in values(type):
            assert evaluate(type, a, b) == obvious(type, a, b), (a, b)


@pytest.mark.parametrize("name", OBVIOUS_ONE)
@pytest.mark.parametrize("type", SMALL, ids=str)
def test_all_bytes(name, type):
    for a in values(type):
        assert getattr(scalar, name)(type, a) == OBVIOUS_ONE[name](type, a), a


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_wider_integers_at_random_and_at_their_edges(type):
    r = random.Random(type.bits)
    edges = [scalar.lowest(type), scalar.highest(type), 0, 1, wrapped(type, -1)]
    for _ in range(150):
        a, b = (r.choice([*edges, wrapped(type, r.getrandbits(type.bits)), r.randrange(100)]) for _ in range(2))
        for name, obvious in OBVIOUS.items():
            assert getattr(scalar, name)(type, a, b) == obvious(type, a, b), (name, a, b)
        for name, of_one in OBVIOUS_ONE.items():
            assert getattr(scalar, name)(type, a) == of_one(type, a), (name, a)


def test_logic_on_bool_stays_bool():
    for a in (False, True):
        assert scalar.not_(BOOL, a) is (not a)
        for b in (False, True):
            assert scalar.and_(BOOL, a, b) is (a and b)
            assert scalar.or_(BOOL, a, b) is (a or b)
            assert scalar.xor(BOOL, a, b) is (a != b)


# -- floats ---------------------------------------------------------------------------------------------------------------------------------


def exact(x: float) -> Fraction:
    return Fraction(x)


FORMATS = {"f16": (11, -24, 65504.0), "bf16": (8, -133, float.fromhex("0x1.fep127")), "f32": (24, -149, float.fromhex("0x1.fffffep127"))}
FORMATS["f64"] = (53, -1074, float.fromhex("0x1.fffffffffffffp1023"))


def nearest_by_definition(type: Type, x: Fraction) -> float:
    """To nearest, ties to even, from the definition: the multiple of the quantum of x's binade."""
    digits, least, greatest = FORMATS[type.name]
    if x == 0:
        return 0.0
    exponent = abs(x).numerator.bit_length() - x.denominator.bit_length() - 1
    while Fraction(2) ** (exponent + 1) <= abs(x):
        exponent += 1
    while Fraction(2) ** exponent > abs(x):
        exponent -= 1
    quantum = Fraction(2) ** max(exponent - digits + 1, least)
    multiple = round(x / quantum)  # Python's round of a Fraction: halves to even
    if abs(multiple * quantum) > exact(greatest):
        return math.inf if x > 0 else -math.inf
    return float(multiple * quantum) if multiple else math.copysign(0.0, x)


def special(type: Type, r: random.Random) -> float:
    """A finite value of the type, often an extreme one."""
    digits, least, greatest = FORMATS[type.name]
    choice = r.random()
    if choice < 0.2:
        return r.choice([0.0, -0.0, 1.0, greatest, -greatest, 2.0**least, -(2.0**least), 2.0 ** (least + digits - 1), 1.5, -3.0])
    while True:
        x = scalar.float_of_bits(type, r.getrandbits(type.bits))
        if math.isfinite(x):
            return x if choice < 0.6 else scalar.rounded(type, math.ldexp(math.frexp(x)[0], r.randrange(-6, 7)))


def same(a: float, b: float) -> bool:
    return (a != a and b != b) or (a == b and math.copysign(1.0, a) == math.copysign(1.0, b))


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_arithmetic_is_the_exact_result_rounded_once(type):
    r = random.Random(1)
    for _ in range(400):
        a, b, c = (special(type, r) for _ in range(3))
        exactly = {"add": exact(a) + exact(b), "sub": exact(a) - exact(b), "mul": exact(a) * exact(b)}
        for name, want in exactly.items():
            got = getattr(scalar, name)(type, a, b)
            assert got == nearest_by_definition(type, want), (name, a, b)
            assert scalar.fits(type, got)
        if b:
            assert scalar.div(type, a, b) == nearest_by_definition(type, exact(a) / exact(b)), (a, b)
        assert scalar.fma(type, a, b, c) == nearest_by_definition(type, exact(a) * exact(b) + exact(c)), (a, b, c)


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_fma_where_two_roundings_would_differ(type):
    """c lies within a hair of a tie of the product's neighbourhood."""
    digits, _, _ = FORMATS[type.name]
    one = 1.0 + 2.0 ** (1 - digits)
    r = random.Random(2)
    differed = 0
    for _ in range(300):
        a = scalar.rounded(type, one + r.randrange(8) * 2.0 ** (1 - digits))
        b = scalar.rounded(type, one + r.randrange(8) * 2.0 ** (1 - digits))
        c = scalar.rounded(type, math.ldexp(r.choice([1.0, -1.0, 1.5]), -digits - r.randrange(-1, digits + 3)))
        got = scalar.fma(type, a, b, c)
        assert got == nearest_by_definition(type, exact(a) * exact(b) + exact(c)), (a, b, c)
        differed += got != scalar.add(type, scalar.mul(type, a, b), c)
    assert differed > 0


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_square_root_is_the_nearest(type):
    r = random.Random(3)
    for _ in range(300):
        a = abs(special(type, r))
        got = scalar.sqrt(type, a)
        # the root lies between the midpoints to the neighbours of the answer
        below, above = (scalar.float_of_bits(type, scalar.float_bits(type, got) + d) if got else got for d in (-1, 1))
        assert ((exact(below) + exact(got)) / 2) ** 2 <= exact(a) <= ((exact(above) + exact(got)) / 2) ** 2
    assert same(scalar.sqrt(type, -0.0), -0.0)
    assert math.isnan(scalar.sqrt(type, -1.0))
    assert scalar.sqrt(type, math.inf) == math.inf


@pytest.mark.parametrize("type", [F16, F32, F64], ids=str)
def test_special_values_as_numpy(type):
    """NaN, infinities, zeroes, overflow, in every pair."""
    _, least, greatest = FORMATS[type.name]
    of: Any = NUMPY[type.name]
    points = [0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan, greatest, -greatest, 2.0**least, 3.0]
    with np.errstate(all="ignore"):
        for a in points:
            for b in points:
                x, y = of(a), of(b)
                for name, want in (("add", x + y), ("sub", x - y), ("mul", x * y), ("div", x / y), ("rem", np.fmod(x, y))):
                    assert same(getattr(scalar, name)(type, a, b), float(want)), (name, a, b)
                for predicate, want in (("eq", x == y), ("ne", x != y), ("lt", x < y), ("le", x <= y), ("gt", x > y), ("ge", x >= y)):
                    assert scalar.compare(type, a, b, predicate) is bool(want)
                assert same(scalar.copysign(type, a, b), float(np.copysign(x, y)))
            for mode, want in (("floor", np.floor(of(a))), ("ceil", np.ceil(of(a))), ("trunc", np.trunc(of(a))), ("even", np.rint(of(a)))):
                assert same(scalar.round_(type, a, mode), float(want)), (mode, a)


@pytest.mark.parametrize("type", [F16, F32, F64], ids=str)
def test_random_bits_as_numpy(type):
    r = random.Random(4)
    of: Any = NUMPY[type.name]
    width: Any = {16: np.uint16, 32: np.uint32, 64: np.uint64}[type.bits]
    with np.errstate(all="ignore"):
        for _ in range(500):
            a, b = r.getrandbits(type.bits), r.getrandbits(type.bits)
            x, y = width(a).view(of), width(b).view(of)
            fa, fb = scalar.float_of_bits(type, a), scalar.float_of_bits(type, b)
            assert same(fa, float(x))
            assert scalar.float_bits(type, fa) == a
            for name, want in (("add", x + y), ("mul", x * y), ("div", x / y), ("rem", np.fmod(x, y))):
                assert same(getattr(scalar, name)(type, fa, fb), float(want)), (name, fa, fb)
            assert same(scalar.sqrt(type, fa), float(np.sqrt(x)))
            assert same(scalar.round_(type, fa, "even"), float(np.rint(x)))


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_minimum_and_maximum(type):
    nan = math.nan
    assert same(scalar.min_(type, 0.0, -0.0), -0.0) and same(scalar.min_(type, -0.0, 0.0), -0.0)
    assert same(scalar.max_(type, 0.0, -0.0), 0.0) and same(scalar.max_(type, -0.0, 0.0), 0.0)
    assert scalar.min_(type, nan, 2.0) == scalar.min_(type, 2.0, nan) == scalar.max_(type, nan, 2.0) == scalar.max_(type, 2.0, nan) == 2.0
    assert math.isnan(scalar.min_(type, nan, nan)) and math.isnan(scalar.max_(type, nan, nan))
    assert (scalar.min_(type, -1.0, 2.0), scalar.max_(type, -1.0, 2.0)) == (-1.0, 2.0)


def test_signs_of_nan_change_like_any_other():
    nan = scalar.float_of_bits(F32, 0x7FC01234)
    assert scalar.float_bits(F32, scalar.neg(F32, nan)) == 0xFFC01234
    assert scalar.float_bits(F32, scalar.abs_(F32, scalar.neg(F32, nan))) == 0x7FC01234
    assert scalar.float_bits(F32, scalar.copysign(F32, nan, -1.0)) == 0xFFC01234


def test_nan_of_arithmetic_is_the_quiet_one():
    odd = scalar.float_of_bits(F64, 0x7FF8_0000_0000_1234)
    results = (scalar.add(F64, odd, 1.0), scalar.mul(F32, odd, 1.0), scalar.fma(F64, odd, 1.0, 1.0), scalar.min_(F64, odd, odd), scalar.rem(F64, odd, 1.0))
    for got in results:
        assert isinstance(got, float)
        assert scalar.float_bits(F64, got) == 0x7FF8_0000_0000_0000


def test_infinite_fma():
    big = 1e300
    assert scalar.fma(F64, big, big, -math.inf) == -math.inf, "the product does not overflow before the sum"
    assert math.isnan(scalar.fma(F64, math.inf, 0.0, 1.0))
    assert math.isnan(scalar.fma(F64, math.inf, 1.0, -math.inf))
    assert scalar.fma(F64, math.inf, -1.0, 5.0) == -math.inf
    assert math.isnan(scalar.fma(F64, 1.0, 1.0, math.nan))
    assert scalar.fma(F64, big, big, -1.0) == math.inf


def test_zero_signs_of_fma():
    assert same(scalar.fma(F64, -1.0, 0.0, -0.0), -0.0)
    assert same(scalar.fma(F64, 1.0, 0.0, -0.0), 0.0)
    assert same(scalar.fma(F64, 2.0, 3.0, -6.0), 0.0)
    assert same(scalar.fma(F32, -0.0, 1.0, -0.0), -0.0)
    assert same(scalar.fma(F64, 2.0**-600, -(2.0**-600), 0.0), -0.0), "a negative product that vanishes keeps its sign"
    assert same(scalar.fma(F32, 2.0**-149, -(2.0**-149), 0.0), -0.0)
    assert same(scalar.mul(F32, 2.0**-149, -(2.0**-149)), -0.0)


# -- conversions ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", INTEGERS, ids=str)
@pytest.mark.parametrize("target", FLOATS, ids=str)
def test_integer_to_float_rounds_once(source, target):
    r = random.Random(5)
    digits = FORMATS[target.name][0]
    for _ in range(100):
        n = wrapped(source, r.choice([r.getrandbits(source.bits), r.getrandbits(9), scalar.highest(source), scalar.lowest(source)]))
        if source.bits > digits + 2 and r.random() < 0.5:  # just beside a tie, with the deciding bit far below
            n = wrapped(source, (1 << (source.bits - 2)) + (1 << (source.bits - 2 - digits)) + r.choice([-1, 0, 1]))
        assert scalar.cast(source, n, target) == nearest_by_definition(target, Fraction(n)), n


@pytest.mark.parametrize("target", INTEGERS, ids=str)
def test_float_to_integer_saturates(target):
    low, high = scalar.lowest(target), scalar.highest(target)
    for x in (0.0, -0.0, 0.99, -0.99, 1.5, -1.5, 127.0, 128.0, 255.9, 1e9, -1e9, 1e40, -1e40, 2.0**63, 2.0**64, -(2.0**63), math.inf, -math.inf):
        want = high if x == math.inf else low if x == -math.inf else min(max(math.trunc(x), low), high)
        got = scalar.cast(F64, x, target)
        assert got == want and isinstance(got, int)
    assert scalar.cast(F64, math.nan, target) == 0
    assert scalar.cast(F32, scalar.rounded(F32, 0.1), target) == 0


def test_other_casts():
    assert scalar.cast(I32, -1, U8) == 255
    assert scalar.cast(U8, 255, I8) == -1
    assert scalar.cast(I8, -1, U64) == 2**64 - 1
    assert scalar.cast(U32, 2**32 - 1, I64) == 2**32 - 1
    assert scalar.cast(BOOL, True, I32) == 1 and type(scalar.cast(BOOL, True, I32)) is int
    assert scalar.cast(F64, 0.1, F32) == struct.unpack("f", struct.pack("f", 0.1))[0]
    assert scalar.cast(F64, 1e300, F32) == math.inf
    assert scalar.cast(U128, 2**128 - 1, F32) == math.inf
    assert scalar.cast(F64, 65519.99, F16) == 65504.0 and scalar.cast(F64, 65520.0, F16) == math.inf
    assert scalar.cast(F64, -1e-30, F16) == 0.0 and math.copysign(1, scalar.cast(F64, -1e-30, F16)) == -1
    assert scalar.cast(F32, scalar.rounded(F32, 1.00390625), BF16) == 1.0, "a tie goes to even"


@pytest.mark.parametrize("type", [F16, BF16], ids=str)
def test_every_bit_pattern_of_the_halves_comes_back(type):
    for bits in range(1 << 16):
        x = scalar.float_of_bits(type, bits)
        assert scalar.float_bits(type, x) == bits
        if bits % 5 == 0:
            assert same(scalar.rounded(type, x), x)


def test_bfloat_is_the_upper_half_of_a_float():
    for bits in range(0, 1 << 16, 7):
        x, y = scalar.float_of_bits(BF16, bits), scalar.float_of_bits(F32, bits << 16)
        assert same(x, y)


def test_bitcasts():
    assert scalar.bitcast(F32, 1.0, U32) == 0x3F800000
    assert scalar.bitcast(I32, -1, U32) == 2**32 - 1
    assert scalar.bitcast(U64, 0xFFF0_0000_0000_0000, F64) == -math.inf
    signalling = scalar.bitcast(U32, 0x7F800001, F32)
    assert scalar.bitcast(F32, signalling, U32) == 0x7F800001
    assert scalar.bitcast(F16, -0.0, I16) == -(2**15)
    assert scalar.bitcast(ptr(I32, "generic"), 2**40, U64) == 2**40


def test_what_fits():
    assert scalar.fits(I8, -128) and not scalar.fits(I8, 128) and not scalar.fits(U8, -1)
    assert not scalar.fits(I32, True) and not scalar.fits(I32, 1.0) and not scalar.fits(F32, 1) and not scalar.fits(BOOL, 1)
    assert scalar.fits(F32, 0.5) and not scalar.fits(F32, 0.1) and scalar.fits(F64, 0.1) and scalar.fits(F16, math.nan)
    assert scalar.fits(ptr(I32, "generic"), 0) and not scalar.fits(ptr(I32, "generic"), -1)


def test_every_op_with_an_evaluate_takes_type_operands_and_attributes():
    """The contract of `evaluate`, for ops still to come as well."""
    for kind in OPS.values():
        if kind.evaluate is not None and not kind.variadic:
            assert kind.evaluate.__code__.co_argcount == 1 + kind.n_operands + kind.n_attrs, kind.mnemonic
