"""`cvt` through PTX text for every pair of types, against fractions and NumPy."""

from fractions import Fraction

import numpy as np
import pytest

from ptx.vm.formats import FORMATS
from ptx.vm.registers import WIDTHS

from .harness import apply, bits32
from .test_floating import fraction, nearest_by_search
from .values import rows

INTS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
FLOATS = ["f16", "f32", "f64"]


def limits(kind: str) -> tuple[int, int]:
    width = WIDTHS[kind]
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if kind[0] == "s" else (0, (1 << width) - 1)


def value(bits: int, kind: str) -> int:
    return bits - (1 << WIDTHS[kind]) if kind[0] == "s" and bits >> (WIDTHS[kind] - 1) else bits


def widened(number: int, kind: str) -> int:
    """The register's bits: an 8-bit destination stands sign- or zero-extended in 16 bits."""
    number = value(number % (1 << WIDTHS[kind]), kind)
    return number % (1 << WIDTHS[kind])


@pytest.mark.parametrize("source", INTS)
@pytest.mark.parametrize("target", INTS)
def test_integers(source: str, target: str) -> None:
    (bits,) = rows((source,), 60)
    assert apply(f"cvt.{target}.{source}", target, (source, bits)) == [widened(value(b, source), target) for b in bits]


@pytest.mark.parametrize(("target", "source"), [("s8", "s32"), ("u8", "s16"), ("u32", "s64"), ("s32", "u32"), ("s64", "u64"), ("u64", "s32")])
def test_saturating_integers(target: str, source: str) -> None:
    (bits,) = rows((source,), 100)
    low, high = limits(target)
    expected = [widened(min(max(value(b, source), low), high), target) for b in bits]
    assert apply(f"cvt.sat.{target}.{source}", target, (source, bits)) == expected


def to_integer(mode: str, exact: Fraction) -> int:
    if mode == "rni":
        return round(exact)
    if mode == "rzi":
        return int(exact)
    return exact.numerator // exact.denominator if mode == "rmi" else -(-exact.numerator // exact.denominator)


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("target", INTS)
def test_floats_to_integers(source: str, target: str) -> None:
    form = FORMATS[source]
    low, high = limits(target)
    (bits,) = rows((source,), 80)
    ties = np.array([0.5, 1.5, -0.5, -1.5, 2.5, -0.75, 127.5, 255.5, -128.5], {"f16": "e", "f32": "f", "f64": "d"}[source])
    bits += [int(n) for n in ties.view(f"u{form.bits // 8}")]
    for mode in ("rni", "rzi", "rmi", "rpi"):
        got = apply(f"cvt.{mode}.{target}.{source}", target, (source, bits))
        for before, after in zip(bits, got):
            if form.is_nan(before):
                wide = source == "f64" or WIDTHS[target] == 64
                expected = 1 << (WIDTHS[target] - 1) if wide else 0
            elif form.kind(before):
                expected = low if before & form.sign_bit else high
            else:
                expected = min(max(to_integer(mode, fraction(form, before)), low), high)
            assert after == widened(expected, target), (mode, hex(before))


@pytest.mark.parametrize("source", INTS)
@pytest.mark.parametrize("target", FLOATS)
def test_integers_to_floats(source: str, target: str) -> None:
    form = FORMATS[target]
    (bits,) = rows((source,), 40)
    for mode in ("rn", "rz", "rm", "rp"):
        got = apply(f"cvt.{mode}.{target}.{source}", target, (source, bits))
        for before, after in zip(bits, got):
            number = value(before, source)
            assert after == (nearest_by_search(form, mode, Fraction(number)) if number else 0), (mode, hex(before))


def test_64_bit_integers_round_once() -> None:
    """2**62 + 2**38 + 1 is just above a tie of f32; through a double it would be the tie."""
    number = 2**62 + 2**38 + 1
    assert apply("cvt.rn.f32.s64", "f32", ("s64", [number])) == [nearest_by_search(FORMATS["f32"], "rn", Fraction(number))]
    assert apply("cvt.rn.f64.u64", "f64", ("u64", [2**64 - 1])) == [0x43F0000000000000]


@pytest.mark.parametrize("source", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("target", ["f16", "bf16", "f32", "f64"])
def test_floats_to_floats(source: str, target: str) -> None:
    origin, form = FORMATS[source], FORMATS[target]
    if source == target:
        modes = [""]
    else:
        exact = form.precision >= origin.precision and target in ("f32", "f64")
        modes = [""] if exact else ["rn", "rz", "rm", "rp"]
    (bits,) = rows((source,), 60)
    for mode in modes:
        name = f"cvt.{mode}.{target}.{source}".replace("..", ".")
        for before, after in zip(bits, apply(name, target, (source, bits))):
            if origin.is_nan(before):
                assert form.is_nan(after)
            elif origin.kind(before) or before & (origin.sign_bit - 1) == 0:
                assert after & (form.sign_bit - 1) in (0, form.infinite)
                assert bool(after & form.sign_bit) == bool(before & origin.sign_bit)
            else:
                assert after == nearest_by_search(form, mode or "rn", fraction(origin, before)), (name, hex(before))


def test_rounding_to_integral_floats() -> None:
    values = [0.5, 1.5, 2.5, -0.5, -1.25, 3.0, 1e10, -0.0]
    bits = [bits32(v) for v in values]
    for mode, function in (("rni", np.rint), ("rzi", np.trunc), ("rmi", np.floor), ("rpi", np.ceil)):
        expected = [bits32(float(v)) for v in function(np.array(values, np.float32))]
        assert apply(f"cvt.{mode}.f32.f32", "f32", ("f32", bits)) == expected, mode


def test_packed_and_narrow_floats() -> None:
    one, minus, big = bits32(1), bits32(-2), bits32(1e30)
    assert apply("cvt.rn.f16x2.f32", "b32", ("f32", [one]), ("f32", [minus])) == [0x3C00C000]
    assert apply("cvt.rn.bf16x2.f32", "b32", ("f32", [minus]), ("f32", [one])) == [0xC0003F80]
    assert apply("cvt.rn.relu.f16x2.f32", "b32", ("f32", [minus]), ("f32", [one])) == [0x00003C00]
    assert apply("cvt.rna.tf32.f32", "b32", ("f32", [0x3F801000, 0x3F800FFF])) == [0x3F802000, 0x3F800000]
    assert apply("cvt.rn.satfinite.e4m3x2.f32", "b16", ("f32", [big]), ("f32", [one])) == [0x7E38]
    assert apply("cvt.rn.satfinite.e5m2x2.f32", "b16", ("f32", [bits32(-1e30)]), ("f32", [one])) == [0xFB3C]
    assert apply("cvt.rn.f16x2.e4m3x2", "b32", ("b16", [0x7E38])) == [0x5F003C00]


def test_registers_wider_than_the_value() -> None:
    from .harness import run_body

    out = np.zeros(3, np.uint64)
    run_body(
        "mov.b64 %rd1, 0x1FFFFFF80; cvt.s8.s64 %rd2, %rd1; st.global.u64 [%rd0], %rd2;"
        "cvt.u8.u64 %rd3, %rd1; st.global.u64 [%rd0+8], %rd3; mov.b32 %r1, -1; st.global.u16 [%rd0+16], %r1;",
        out, threads=1,
    )  # fmt: skip
    assert [int(v) for v in out] == [2**64 - 128, 0x80, 0xFFFF]
