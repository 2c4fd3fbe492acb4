"""Arguments: what fits goes through unchanged; what does not is named, with what to write instead, and nothing runs."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelc import ArgumentError
from kernelc.runtime.arguments import bind
from kernelc.runtime.layouts import dtype_fits, dtype_text
from kernelc.runtime.scalars import bfloat_bytes, float_of
from kernelc.signature import KernelParameter, KernelSignature, TypeLayout
from tests.runtime.support import load_text

INTEGERS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128}


def parameter(text: str, kind: str, element: str, size: int, mutable: bool = False, layout: TypeLayout | None = None) -> KernelParameter:
    align = layout.align if layout is not None else size
    return KernelParameter("x", text, kind, element, size, align, mutable, layout=layout)


def scalar(text: str, element: str = "") -> KernelParameter:
    sizes = {"bool": 1, "char": 4, "usize": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
    return parameter(text, "scalar", element or text, sizes.get(text) or INTEGERS[text] // 8)


def slice_of(element: str, size: int, mutable: bool = False, text: str = "", layout: TypeLayout | None = None) -> KernelParameter:
    return parameter(f"&{'mut ' * mutable}[{text or element}]", "slice", element, size, mutable, layout)


def words(p: KernelParameter, value: object) -> tuple[bytes, ...]:
    return bind(KernelSignature("k", "k", (p,)), [value])[0].words


def complaint(p: KernelParameter, value: object) -> str:
    with pytest.raises(ArgumentError) as caught:
        words(p, value)
    text = str(caught.value)
    assert text.startswith("argument `x` of k: ")
    return text.removeprefix("argument `x` of k: ")


# ------------------------------------------------------------------------------------------------------------------------ integers


@pytest.mark.parametrize("kind", INTEGERS)
def test_integers_at_their_limits(kind: str) -> None:
    bits, signed = INTEGERS[kind], kind[0] == "i"
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    for value in (low, 0, 1, high):
        assert words(scalar(kind), value) == (value.to_bytes(bits // 8, "little", signed=signed),)
    for value in (low - 1, high + 1):
        assert complaint(scalar(kind), value) == f"{value} does not fit into {kind}, which holds {low} to {high}"


def test_what_is_no_integer() -> None:
    assert complaint(scalar("u32"), 1.5) == "expected u32, got the float 1.5; write int(1.5)"
    assert complaint(scalar("u32"), True) == "expected u32, got the bool True; write int(True)"
    assert complaint(scalar("u32"), None) == "expected u32, got None; write int(…)"
    assert complaint(scalar("u32"), "7") == "expected u32, got the str '7'; write int(…)"
    assert complaint(scalar("u32"), math.inf) == "expected u32, got the float inf; write int(…)"
    assert complaint(scalar("u32"), np.zeros(1, np.uint32)) == "expected u32, got an array of uint32 and shape (1,); write int(….item())"
    assert complaint(scalar("u32"), 10**5000).startswith("an int of 16610 bits does not fit into u32")


# -------------------------------------------------------------------------------------------------------------------------- floats


def test_floats_are_rounded_to_nearest() -> None:
    assert words(scalar("f32"), 0.1) == (np.float32(0.1).tobytes(),)
    assert words(scalar("f32"), 3.4028235677973366e38 - 1e31 * 1.1) == (np.float32(3.4028234663852886e38).tobytes(),)
    assert words(scalar("f16"), 65519.0) == (np.float16(65504).tobytes(),)
    assert words(scalar("f64"), -0.0) == (np.float64(-0.0).tobytes(),)
    assert words(scalar("f32"), math.inf) == (np.float32(np.inf).tobytes(),)
    assert math.isnan(float_of("f32", words(scalar("f32"), math.nan)[0]))


@pytest.mark.parametrize(("kind", "value"), [("f32", 3.5e38), ("f32", -1e300), ("f16", 65520.0), ("bf16", 3.4e38), ("f64", 10**400)])
def test_floats_that_are_too_large(kind: str, value: float) -> None:
    assert f"is too large for {kind}; the largest is " in complaint(scalar(kind), value)


def test_integers_for_floats_must_be_their_values() -> None:
    assert words(scalar("f32"), 2**24) == (np.float32(2**24).tobytes(),)
    assert complaint(scalar("f32"), 2**24 + 1) == "16777217 is not a value of f32, which rounds it; write float(16777217)"
    assert words(scalar("f64"), -(2**53)) == (np.float64(-(2**53)).tobytes(),)
    assert "is not a value of f64" in complaint(scalar("f64"), 2**53 + 1)
    assert complaint(scalar("f32"), True) == "expected f32, got the bool True; write float(True)"
    assert complaint(scalar("f32"), "2.5") == "expected f32, got the str '2.5'; write float(…)"
    assert complaint(scalar("f32"), 1j) == "expected f32, got the complex 1j; write float(…)"


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-3.38e38, max_value=3.38e38))
def test_bfloat16_is_the_nearest(number: float) -> None:
    found = bfloat_bytes(number)
    bits = int.from_bytes(found, "little")
    distance = abs(Fraction(float_of("bf16", found)) - Fraction(number))
    for other in (bits - 1, bits + 1):
        if 0 <= other & 0x7FFF < 0x7F80 and other >= 0 and (other ^ bits) >> 15 == 0:
            away = abs(Fraction(float_of("bf16", other.to_bytes(2, "little"))) - Fraction(number))
            assert distance < away or distance == away and bits % 2 == 0
    assert (bits >> 15 == 1) == (math.copysign(1, number) < 0)


# --------------------------------------------------------------------------------------------------------------- bool, char, NumPy


def test_bool_and_char() -> None:
    assert words(scalar("bool"), True) == (b"\1",)
    assert words(scalar("bool"), np.bool_(False)) == (b"\0",)
    assert complaint(scalar("bool"), 1) == "expected bool, got the int 1; write bool(…)"
    assert words(scalar("char", "u32"), "é") == (b"\xe9\0\0\0",)
    for wrong in ("", "ab", "\ud800", 65, np.uint32(65)):
        assert "expected char" in complaint(scalar("char", "u32"), wrong)


SCALARS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32, np.float64, np.bool_]
RUST = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool"]


@pytest.mark.parametrize("kind", SCALARS)
@pytest.mark.parametrize("rust", RUST)
def test_numpy_scalars_must_match(kind: Any, rust: str) -> None:
    if SCALARS.index(kind) == RUST.index(rust):
        assert words(scalar(rust), kind(1)) == (kind(1).tobytes(),)
    else:
        text = complaint(scalar(rust), kind(1))
        assert text.startswith(f"expected {rust}, got numpy.{kind(1).dtype.name} ")
        written = text.partition("; write ")[2]
        assert words(scalar(rust), eval(written, {"numpy": np}))


def test_numpy_scalars_of_the_other_byte_order_and_kind() -> None:
    assert words(scalar("u32"), np.ones(1, ">u4")[0]) == (b"\1\0\0\0",)
    assert "got numpy.complex64" in complaint(scalar("f32"), np.complex64(1))
    assert "got numpy.str" in complaint(scalar("u32"), np.str_("1"))


# -------------------------------------------------------------------------------------------------------------------------- arrays


def test_arrays_of_any_rank_are_flat() -> None:
    for shape in ((6,), (2, 3), (1, 2, 3, 1), ()):
        array = np.zeros(shape, np.float32)
        assert words(slice_of("f32", 4), array) == (array.size.to_bytes(8, "little"),)
    for shape in ((0,), (0, 5), (3, 0)):
        assert words(slice_of("f32", 4, True), np.zeros(shape, np.float32)) == (bytes(8),)


def test_dtypes_must_match_and_the_cast_is_written() -> None:
    given_ = np.arange(4, dtype=np.int64)
    text = complaint(slice_of("f32", 4), given_)
    assert text == "expected dtype float32 for &[f32], got int64; write x.astype(numpy.float32)"
    assert words(slice_of("f32", 4), eval(text.partition("; write ")[2], {"numpy": np, "x": given_}))
    swapped = np.arange(4, dtype=">f4")
    text = complaint(slice_of("f32", 4), swapped)
    assert text == "expected dtype float32 for &[f32], got float32 in the other byte order; write x.astype(numpy.float32)"
    assert complaint(slice_of("bool", 1), np.zeros(2, np.uint8)).endswith("write x.astype(numpy.bool_)")
    assert words(slice_of("bf16", 2), np.zeros(2, np.uint16))
    assert complaint(slice_of("u128", 16), np.zeros(2, np.uint64)).endswith("write x.view('V16')")
    assert words(slice_of("u128", 16), np.zeros(4, np.uint64).view("V16")) == ((2).to_bytes(8, "little"),)
    assert "got object" in complaint(slice_of("u64", 8), np.zeros(2, object))


def test_order_of_elements() -> None:
    base = np.zeros((4, 6), np.float32)
    assert complaint(slice_of("f32", 4), base.T) == (
        "the array is in Fortran order and shape (6, 4); write numpy.ascontiguousarray(x)"
    )
    for view in (base[:, ::2], base[::-1], np.broadcast_to(np.float32(1), (8,))):
        assert complaint(slice_of("f32", 4), view).startswith(f"the array has strides {view.strides}")
    assert words(slice_of("f32", 4), base[1:3])


def test_read_only_arrays() -> None:
    array = np.zeros(3, np.float32)
    array.flags.writeable = False
    assert words(slice_of("f32", 4), array)
    assert complaint(slice_of("f32", 4, True), array) == (
        "the kernel writes to &mut [f32], but the array is read-only; write x.copy()"
    )


def test_alignment() -> None:
    array = np.zeros(13, np.uint8)[1:].view(np.float32)
    assert complaint(slice_of("f32", 4), array) == "&[f32] is aligned to 4 bytes, the array is not; write x.copy()"


def test_what_is_no_array() -> None:
    assert complaint(slice_of("f32", 4), [1.0]) == (
        "expected an array for &[f32], got a value of type list; write numpy.array(…, dtype=numpy.float32)"
    )
    assert complaint(slice_of("f32", 4), np.float32(1)).startswith("expected an array for &[f32], got ")
    assert complaint(slice_of("f32", 4), None).startswith("expected an array for &[f32], got None")

    class Tensor:
        def __array__(self) -> Any:
            return np.zeros(3)

    assert complaint(slice_of("f32", 4), Tensor()).endswith("write numpy.asarray(x)")
    masked = np.ma.masked_array(np.zeros(3, np.float32), [False, True, False])
    assert complaint(slice_of("f32", 4), masked).startswith("masked arrays have no meaning")


def test_an_object_with_only_the_array_interface_is_used_in_place() -> None:
    array = np.zeros(3, np.float32)

    class Other:
        __array_interface__ = array.__array_interface__

    bound = bind(KernelSignature("k", "k", (slice_of("f32", 4, True),)), [Other()])[0]
    bound.array[1] = 5
    assert array.tolist() == [0, 5, 0]


def test_references_need_enough_bytes() -> None:
    reference = parameter("&[f32; 4]", "pointer", "array<f32, 4>", 16, layout=row(F32, 4))
    assert words(reference, np.zeros((2, 4), np.float32)) == ()
    assert complaint(reference, np.zeros(3, np.float32)) == "&[f32; 4] needs 16 bytes, the array has 12"
    assert words(parameter("*const f32", "pointer", "f32", 4), np.zeros(0, np.float32)) == ()


def test_optional_references_may_be_none() -> None:
    optional = KernelParameter("x", "Option<&[f32]>", "slice", "f32", 4, 4, False, True)
    assert words(optional, None) == (bytes(8), bytes(8))
    assert words(optional, np.zeros(3, np.float32)) == ((3).to_bytes(8, "little"),)
    assert words(KernelParameter("x", "Option<&f32>", "pointer", "f32", 4, 4, False, True), None) == (bytes(8),)


# ------------------------------------------------------------------------------------------------------------------------- structs

P_DTYPE = np.dtype([("a", "u1"), ("b", "f4"), ("c", np.dtype([("x", "i2"), ("y", "u8")], align=True)), ("d", "f4", 3)], align=True)


def number(kind: str) -> TypeLayout:
    size = np.dtype({"u8": "u1", "i16": "i2", "u64": "u8", "f32": "f4"}[kind]).itemsize
    return TypeLayout("scalar", kind, size, size, kind)


def row(element: TypeLayout, count: int) -> TypeLayout:
    return TypeLayout("array", f"[{element.text}; {count}]", element.size * count, element.align, parts=(("", 0, element),))


F32 = number("f32")
PAIR = TypeLayout("struct", "(i16, u64)", 16, 8, parts=(("0", 0, number("i16")), ("1", 8, number("u64"))))
P = TypeLayout("struct", "P", 40, 8, parts=(("a", 0, number("u8")), ("b", 4, F32), ("c", 8, PAIR), ("d", 24, row(F32, 3))))
PACKED = TypeLayout("struct", "Q", 5, 1, parts=(("a", 0, number("u8")), ("b", 1, F32)))
COLOUR = TypeLayout(
    "enum", "Colour", 1, 1, "u8", tuple([(n, 0, TypeLayout("struct", n, 1, 1)) for n in ("Red", "Blue")]), (3, 5)
)
BY_VALUE = KernelParameter("x", "P", "value", "tuple<…>", 40, 8, False, layout=P)


def test_layouts_are_those_of_c() -> None:
    assert dtype_fits(P, P_DTYPE)
    for layout in (P, PACKED, PAIR):
        written = eval(dtype_text(layout), {"numpy": np})
        assert written.itemsize == layout.size
        assert dtype_fits(layout, written)
    assert not dtype_fits(P, np.dtype([("a", "V40")]))
    assert not dtype_fits(PACKED, np.dtype([("a", "u1"), ("b", "f4")], align=True))
    assert not dtype_fits(PACKED, np.dtype([("a", "i1"), ("b", "f4")]))


def test_structs_by_value() -> None:
    one = np.array((7, 1.5, (-3, 9), [1, 2, 3]), P_DTYPE)
    assert words(BY_VALUE, one) == words(BY_VALUE, one[()]) == (one.tobytes(),)
    packed = np.dtype([("a", "u1"), ("b", "f4")])
    for wrong in (np.zeros((), packed)[()], np.zeros(40, np.uint8), np.float64(1), np.zeros(2, P_DTYPE)):
        assert complaint(BY_VALUE, wrong).startswith("P has another layout than ")
        assert complaint(BY_VALUE, wrong).endswith(
            "write numpy.array((…), dtype=numpy.dtype([('a', numpy.uint8), ('b', numpy.float32), "
            "('c', numpy.dtype([('0', numpy.int16), ('1', numpy.uint64)], align=True)), ('d', (numpy.float32, 3))], align=True))[()]"
        )
    assert complaint(BY_VALUE, 5).startswith("expected P, got the int 5; write numpy.array(")


def test_structs_from_python_values() -> None:
    @dataclasses.dataclass
    class Mine:
        a: int
        b: float
        c: tuple[int, int]
        d: list[float]

    same = np.array((7, 1.5, (-3, 9), [1, 2, 3]), P_DTYPE)[()]
    assert np.frombuffer(words(BY_VALUE, Mine(7, 1.5, (-3, 9), [1, 2, 3]))[0], P_DTYPE)[0] == same
    assert np.frombuffer(words(BY_VALUE, (7, 1.5, (-3, 9), [1, 2, 3]))[0], P_DTYPE)[0] == same
    assert complaint(BY_VALUE, (7, 1.5, (-3, 2**64), [1, 2, 3])).startswith("field `c`: field `1`: 18446744073709551616 does not fit into u64")
    assert complaint(BY_VALUE, (7, 1.5, (-3, 1), [1, 2])) == "field `d`: [f32; 3] has 3 elements, got 2"
    assert complaint(BY_VALUE, (7, 1.5)) == "P has 4 fields (a, b, c, d), got 2 values"
    assert complaint(BY_VALUE, object()).startswith("P has the fields a, b, c, d, a value of type object has others; write ")


def test_enums_without_fields_are_their_discriminants() -> None:
    colour = KernelParameter("x", "Colour", "value", "tuple<u8>", 1, 1, False, layout=COLOUR)
    assert words(colour, 5) == words(colour, np.uint8(5)) == (b"\5",)
    assert complaint(colour, 4) == "4 is no variant of Colour; it has Red = 3, Blue = 5"
    assert complaint(colour, np.int64(5)).startswith("expected u8, got numpy.int64 5")
    assert words(slice_of("tuple<u8>", 1, layout=COLOUR), np.array([3, 5], np.uint8)) == ((2).to_bytes(8, "little"),)


def test_arrays_of_structs() -> None:
    structs = slice_of("tuple<…>", 40, text="P", layout=P)
    assert words(structs, np.zeros((2, 3), P_DTYPE)) == ((6).to_bytes(8, "little"),)
    assert complaint(structs, np.zeros(10, np.float32)).startswith("expected dtype numpy.dtype([('a', numpy.uint8), ")
    rows = slice_of("array<f32, 3>", 12, text="[f32; 3]", layout=row(F32, 3))
    assert words(rows, np.zeros((5, 3), np.float32)) == ((5).to_bytes(8, "little"),)
    assert "has 12 bytes, the array has 16" in complaint(rows, np.zeros(4, np.float32))


# -------------------------------------------------------------------------------------------------------------- through the machine


def test_every_kind_of_value_arrives_as_it_was_given(tmp_path: Path) -> None:
    text = """
    #[repr(C)] pub struct P { a: u8, b: f32 }
    #[kernel] pub fn k(a: i8, b: u16, c: i128, d: f16, e: char, f: bool, p: P, n: usize, ps: &[P], out: &mut [f64], wide: &mut [u128]) {
        out[0] = a as f64; out[1] = b as f64; out[2] = (c + 1) as f64; out[3] = d as f64; out[4] = (e as u32) as f64;
        out[5] = if f { 1.0 } else { 0.0 }; out[6] = p.a as f64; out[7] = p.b as f64; out[8] = n as f64;
        out[9] = ps[1].b as f64; out[10] = ps.len() as f64; wide[1] = 1 << 100;
    }"""
    dtype = np.dtype([("a", "u1"), ("b", "f4")], align=True)
    out, wide = np.zeros((11, 1)), np.zeros(4, np.uint64)
    structs = np.array([(1, 2.5), (3, -4.5)], dtype)
    load_text(tmp_path, text).k[1, 1](
        -128, 65535, -(2**100), 1.5, "€", True, structs[0], 2**40, structs, out, wide.view("V16")
    )
    assert out.ravel().tolist() == [-128, 65535, float(-(2**100) + 1), 1.5, 0x20AC, 1, 1, 2.5, 2**40, -4.5, 2]
    assert wide.tolist() == [0, 0, 0, 2**36]


def test_one_error_names_every_argument(tmp_path: Path) -> None:
    module = load_text(tmp_path, "#[kernel] pub fn k(n: u32, x: &[f32], y: &mut [f32]) { y[0] = x[0] + n as f32; }")
    x = np.zeros(3, np.float32)
    with pytest.raises(ArgumentError) as caught:
        module.k[1, 1](-1, np.zeros(3), x[::2])
    assert str(caught.value).splitlines() == [
        "argument `n` of k: -1 does not fit into u32, which holds 0 to 4294967295",
        "argument `x` of k: expected dtype float32 for &[f32], got float64; write x.astype(numpy.float32)",
        "argument `y` of k: the array has strides (8,) and shape (2,); write numpy.ascontiguousarray(y)",
    ]
    assert isinstance(caught.value, TypeError)
    for args in ((), (1, x), (1, x, x, x)):
        with pytest.raises(ArgumentError, match=rf"k\(n: u32, x: &\[f32\], y: &mut \[f32\]\) takes 3 arguments, got {len(args)}"):
            module.k[1, 1](*args)
