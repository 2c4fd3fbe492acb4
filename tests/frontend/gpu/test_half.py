"""Floats of 16 bits, packed halves, dot products and other roundings from source: all executors agree, and NumPy with them."""

from __future__ import annotations

import random
from array import array
from typing import Any

import numpy as np
import pytest

from tests.ptx.vm.values import special

from .support import agreed, errors, ptx_of

COUNT = 192
BINARY: dict[str, Any] = {
    "a + b": np.add, "a - b": np.subtract, "a * b": np.multiply, "a / b": np.divide, "a.min(b)": np.fmin, "a.max(b)": np.fmax,
    "a.copysign(b)": np.copysign, "a.floor()": lambda a, b: np.floor(a), "a.ceil()": lambda a, b: np.ceil(a), "a.trunc()": lambda a, b: np.trunc(a),
    "a.round_ties_even()": lambda a, b: np.rint(a), "a.sqrt()": lambda a, b: np.sqrt(a), "a.abs()": lambda a, b: np.abs(a), "-a": lambda a, b: -a,
    "a as f32 as f16": lambda a, b: a, "(a as f64 * b as f64) as f16": lambda a, b: (a.astype(np.float64) * b.astype(np.float64)).astype(np.float16),
    "a.next_up()": lambda a, b: np.where(np.isnan(a), a, np.nextafter(a, np.float16(np.inf))),
    "f32::from(a) as i32 as f16": lambda a, b: np.nan_to_num(a.astype(np.float64), nan=0.0, posinf=2.0**31, neginf=-(2.0**31)).astype(int).astype("f2"),
}  # fmt: skip
"""What is computed of two `f16`, and NumPy's opinion."""


def numbers(kind: str, seed: int) -> array:
    r = random.Random(seed)
    values = [r.choice([r.choice(special(kind)), r.getrandbits(16), 0x3C00 + r.getrandbits(8), 0xBC00 + r.getrandbits(8)]) for _ in range(COUNT)]
    return array("H", values)


@pytest.mark.parametrize("expression", list(BINARY))
def test_numpy_agrees_about_f16(expression: str) -> None:
    text = "#[kernel(fmad = false)] pub fn k(x: &[u16], y: &[u16], out: &mut [u16]) { let i = thread::index_1d().get();"
    text += f" let (a, b) = (f16::from_bits(x[i]), f16::from_bits(y[i])); let r: f16 = {expression};"
    text += " out[i] = if r.is_nan() { 0x7e00 } else { r.to_bits() }; }"
    x, y = numbers("f16", 1), numbers("f16", 2)
    found = agreed(text, 1, COUNT, x=x, y=y, out=array("H", [0] * COUNT))["out"]
    a, b = (np.array(v, np.uint16).view(np.float16) for v in (x, y))
    with np.errstate(all="ignore"):
        wanted = BINARY[expression](a, b).astype(np.float16)
    zeros = (a == 0) & (b == 0) & (wanted == 0) if "m" in expression else np.zeros(COUNT, bool)  # of which zero the lesser is, NumPy does not say
    bits = np.where(np.isnan(wanted), 0x7E00, wanted.view(np.uint16))
    assert (np.where(zeros, 0, bits) == np.where(zeros, 0, np.array(found, np.uint16))).all()


METHODS = """
#[kernel]
pub fn k(x: &[u16], y: &[u16], out: &mut [u32]) {
    let i = thread::index_1d().get();
    let (a, b) = (TYPE::from_bits(x[i]), TYPE::from_bits(y[i]));
    let mut bits = 0u32;
    let facts = [a < b, a <= b, a == b, a != b, a >= b, a > b, a.is_nan(), a.is_infinite(), a.is_finite(), a.is_normal(), a.is_subnormal(),
        a.is_sign_negative(), a.is_sign_positive(), a.partial_cmp(&b).is_none(), a.total_cmp(&b).is_lt(), a.total_cmp(&b).is_gt(),
        a == TYPE::MAX, a == -TYPE::MIN, a.abs() == TYPE::INFINITY, TYPE::NAN.is_nan(), TYPE::EPSILON + 1.0 > 1.0, TYPE::EPSILON / 2.0 + 1.0 > 1.0,
        TYPE::MIN_POSITIVE.is_normal(), TYPE::from_le_bytes(a.to_le_bytes()).to_bits() == x[i]];
    let mut n = 0;
    for fact in facts {
        bits |= (fact as u32) << n;
        n += 1;
    }
    out[i] = bits;
}
"""


def facts(a: float, b: float, x: int, y: int, infinite: int, most: float) -> int:
    magnitude = x & 0x7FFF
    digits = 10 if infinite == 0x7C00 else 7

    def order(bits: int) -> int:
        return -1 - (bits & 0x7FFF) if bits >> 15 else bits

    nan = magnitude > infinite
    found = [a < b, a <= b, a == b, a != b, a >= b, a > b, nan, magnitude == infinite, magnitude < infinite, 1 << digits <= magnitude < infinite]
    found += [0 < magnitude < 1 << digits, x >> 15 == 1, x >> 15 == 0, a != a or b != b, order(x) < order(y), order(x) > order(y), a == most, a == most]
    found += [magnitude == infinite, True, True, False, True, True]
    return sum(bool(fact) << n for n, fact in enumerate(found))


@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_comparisons_classes_and_constants(kind: str) -> None:
    x, y = numbers(kind, 3), numbers(kind, 4)
    y[:20] = x[:20]
    found = agreed(METHODS.replace("TYPE", kind), 1, COUNT, x=x, y=y, out=array("I", [0] * COUNT))["out"]
    infinite, most = (0x7C00, 65504.0) if kind == "f16" else (0x7F80, 3.3895313892515355e38)

    def value(bits: int) -> float:
        if kind == "f16":
            return float(np.uint16(bits).view(np.float16))
        return float(np.uint32(bits << 16).view(np.float32))

    for a, b, bits in zip(x, y, found, strict=True):
        assert bits == facts(value(a), value(b), a, b, infinite, most), (hex(a), hex(b))


LIBRARY = """
#[kernel]
pub fn k(x: &[f32], out: &mut [u32]) {
    let (a, b) = (x[0], x[1]);
    let (h, g) = (convert::cvt_f16x2_f32(a, b), tcgen05::cvt_f32x2_bf16x2(a, b));
    let (lo, hi) = convert::cvt_f32x2_f16x2(h);
    out[0] = h;
    out[1] = g;
    out[2] = f16x2::fma_f16x2(h, h, h);
    out[3] = bf16x2::sub_bf16x2(g, 0x3f803f80);
    out[4] = (lo - hi).to_bits();
    out[5] = convert::cvt_rn_satfinite_e4m3x2_f32(a, b) as u32;
    out[6] = convert::cvt_rn_f16x2_e5m2x2(convert::cvt_rn_satfinite_e5m2x2_f16x2(h));
    out[7] = convert::cvt_rna_tf32_f32(a);
    out[8] = dotprod::dp4a_s32(0xff010203, 0x05060708, -1) as u32;
    out[9] = dotprod::dp2a_hi_u32(0xffff0002, 0x05060708, 1);
    out[10] = prmt::prmt(0x33221100, 0x77665544, 0x740c);
    out[11] = prmt::prmt_rc16(0x33221100, 1);
    out[12] = float::add_rm_f32(a, b).to_bits();
    out[13] = float::div_rp_ftz_f32(a, b).to_bits();
    out[14] = float::fma_rz_sat_f32(a, b, a).to_bits();
    out[15] = float::rsqrt_approx_f32(a).to_bits();
    out[16] = (float::sqrt_rm_f64(a as f64) as f32).to_bits();
    out[17] = f16::max_nan_f16(h as u16, 0x7e01) as u32 | (bf16::min_xorsign_abs_bf16(g as u16, 0xc000) as u32) << 16;
    out[18] = convert::cvt_f32_bf16x2_hi(g).to_bits();
    out[19] = convert::cvt_rz_relu_f16x2_f32(-a, b);
}
"""


def test_the_library_at_every_stage() -> None:
    found = agreed(LIBRARY, 1, 1, x=array("f", [1.0065, -3.1]), out=array("I", [0] * 20))["out"]
    a, b = np.float32(1.0065), np.float32(-3.1)
    assert found[0] == int(np.float16(a).view(np.uint16)) | int(np.float16(b).view(np.uint16)) << 16
    assert found[1] == 0xC0463F81
    halves = np.array([a, b], np.float16).astype(np.float64)
    assert found[2] == int.from_bytes((halves * halves + halves).astype(np.float16).tobytes(), "little")
    assert found[3] == 0xC0833C00
    assert found[4] == int((np.float16(a).astype(np.float32) - np.float16(b).astype(np.float32)).view(np.uint32))
    assert (found[5], found[6], found[7]) == (0xC438, 0xC2003C00, 0x3F80E000)
    assert (found[8], found[9]) == ((-5 + 6 + 14 + 24 - 1) & 0xFFFFFFFF, 2 * 6 + 0xFFFF * 5 + 1)
    assert (found[10], found[11]) == (0x77440000, 0x33223322)
    assert np.uint32(found[12]).view(np.float32) <= np.float64(a) + np.float64(b)
    assert np.uint32(found[13]).view(np.float32) >= np.float64(a) / np.float64(b)
    assert found[14] == 0
    assert np.uint32(found[15]).view(np.float32) == np.float32(1 / np.sqrt(np.float64(a)))
    assert (found[17], found[18], found[19]) == (0xBF817FFF, 0xC0460000, 0)


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("out[0] = f16x2::add_f16x2(out[1], out[2]);", "sm_70"),
        ("out[0] = bf16x2::mul_bf16x2(out[1], out[2]);", "sm_80"),
        ("out[0] = convert::cvt_rz_tf32_f32(1.5 * out[1] as f32);", "sm_90"),
        ("out[0] = convert::cvt_rn_satfinite_e4m3x2_f16x2(out[1]) as u32;", "sm_89"),
    ],
)
def test_the_target_is_the_lowest(body: str, target: str) -> None:
    assert f".target {target}\n" in ptx_of(f"#[kernel] pub fn k(out: &mut [u32]) {{ {body} }}")


def test_known_operands_are_computed_beforehand() -> None:
    text = ptx_of("#[kernel] pub fn k(out: &mut [u32]) { out[0] = f16x2::min_f16x2(0x3c004000, 0x3c01c000) + dotprod::dp4a_u32(1, 2, 3); }")
    assert f"{0x3C00C000 + 5}" in text and "min." not in text and ".target sm_70" in text


def test_what_is_not_there_is_refused_by_name() -> None:
    (found,) = errors("\n#[kernel] pub fn k(out: &mut [u32]) { out[0] = f16x2::fma_oob_f16x2(1, 2, 3); }")
    assert found[0] == "K0425" and "fma_oob_f16x2" in found[2]
    (found,) = errors("\n#[kernel] pub fn k(out: &mut [f16]) { out[0] = f16::from_f32(1.0); }")
    assert found[0] == "K0599" and "from_f32" in found[2]
