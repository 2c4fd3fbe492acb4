"""Whatever is passed for whatever parameter: it fits, or the one error that names it."""

from __future__ import annotations

import array
import datetime
import decimal
import fractions
import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelc import ArgumentError
from kernelc.runtime.arguments import Bound, bind
from kernelc.signature import KernelParameter, KernelSignature, TypeLayout
from ptx.module import Function, Parameter

SIZES = {"i8": 1, "u16": 2, "i32": 4, "u64": 8, "i128": 16, "f16": 2, "bf16": 2, "f32": 4, "f64": 8, "bool": 1}
F32, U8 = TypeLayout("scalar", "f32", 4, 4, "f32"), TypeLayout("scalar", "u8", 1, 1, "u8")
ROW = TypeLayout("array", "[f32; 2]", 8, 4, parts=(("", 0, F32),))
STRUCT = TypeLayout("struct", "P", 16, 4, parts=(("a", 0, U8), ("b", 4, F32), ("c", 8, ROW)))
UNIT = TypeLayout("struct", "A", 1, 1)
ENUM = TypeLayout("enum", "E", 1, 1, "u8", (("A", 0, UNIT), ("B", 0, UNIT)), (0, 3))


def all_parameters() -> list[KernelParameter]:
    """One of each kind."""
    made = [KernelParameter("x", kind, "scalar", kind, size, size, False) for kind, size in SIZES.items()]
    made.append(KernelParameter("x", "char", "scalar", "u32", 4, 4, False))
    for layout in (F32, U8, ROW, STRUCT, ENUM):
        own = layout if layout.kind != "scalar" else None
        made.append(KernelParameter("x", f"&mut [{layout.text}]", "slice", layout.element, layout.size, layout.align, True, layout=own))
        made.append(KernelParameter("x", f"&{layout.text}", "pointer", layout.element, layout.size, layout.align, False, layout=own))
    made += [KernelParameter("x", each.text, "value", "", each.size, each.align, False, layout=each) for each in (ROW, STRUCT, ENUM)]
    made.append(KernelParameter("x", "Option<&[f32]>", "slice", "f32", 4, 4, False, True))
    return made + foreign()


def foreign() -> list[KernelParameter]:
    """Those of PTX by other compilers."""
    from kernelc.runtime.foreign import parameter

    entry = Function("k", is_entry=True) if "is_entry" in Function.__init__.__code__.co_varnames else SimpleNamespace(name="k")
    kinds: list[tuple[str, tuple[int, ...]]] = [("u8", ()), ("b32", ()), ("f32", ()), ("u64", ()), ("f64", ()), ("b8", (16,))]
    return [parameter("k.ptx", entry, Parameter(kind, "x", dimensions=extents)) for kind, extents in kinds]  # type: ignore[arg-type]


DTYPES = ["f4", "f8", "f2", "i4", "u8", "u1", "?", ">f4", "O", "M8[s]", "U1", "c8", "V16", "V0", "S3", "g", "u1,f4", [("a", "f4", (2,))]]


def arrays() -> Any:
    """Arrays of many dtypes, shapes and orders."""

    def make(dtype: Any, shape: tuple[int, ...], how: int) -> Any:
        made = np.zeros(shape, dtype)
        if how == 1:
            made = made.T
        if how == 2 and made.ndim:
            made = made[::2]
        if how == 3:
            made.flags.writeable = False
        if how == 4:
            return np.ma.masked_array(made) if made.dtype.fields is None else made
        if how == 5 and made.size:
            return made.ravel()[0]
        return made

    shapes = st.lists(st.integers(0, 4), max_size=3).map(tuple)
    return st.builds(make, st.sampled_from(DTYPES), shapes, st.integers(0, 5))


class Polite:
    """Answers every question, with nonsense."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return "nonsense"


ODD = [
    *(None, Ellipsis, NotImplemented, object(), object, len, Polite(), SimpleNamespace(a=1, b=2.0, c=[1, 2]), range(2), b"x" * 16),
    *(bytearray(16), memoryview(b"abc"), array.array("f", [1.0]), fractions.Fraction(1, 3), decimal.Decimal("1.5"), datetime.date(2020, 1, 1)),
    *({"a": 1, "b": 2.0, "c": [1, 2]}, {1: 2}, {1, 2}, frozenset(), (1, 2.0, [1, 2]), (1, (2,)), [[1]], "A", ("A",), ("B", 1), "", "\ud800", "é"),
    *(math.nan, math.inf, -0.0, 1e308, 10**400, 1j, True, np.float64(1), np.str_("a"), np.datetime64("now"), np),
]


@pytest.mark.parametrize("parameter", all_parameters(), ids=lambda p: f"{p.kind}:{p.text}")
@settings(max_examples=40)
@given(
    value=st.one_of(
        st.sampled_from(ODD),
        arrays(),
        st.integers(),
        st.floats(),
        st.text(max_size=2),
        st.binary(max_size=17),
        st.tuples(st.integers(0, 300), st.floats(width=16), st.lists(st.floats(), max_size=3)),
    )
)
def test_it_fits_or_is_named(parameter: KernelParameter, value: Any) -> None:
    signature = KernelSignature("k", "k", (parameter,))
    try:
        (bound,) = bind(signature, [value])
    except ArgumentError as problem:
        text = str(problem)
        assert text.startswith("argument `x` of k: ")
        assert len(text) < 1000
        assert "\n" not in text
        return
    assert isinstance(bound, Bound)
    lengths = [len(word) for word in bound.words]
    if bound.array is None:
        assert lengths == ([8] * parameter.words if parameter.kind in ("slice", "pointer") else [parameter.size])
    else:
        assert lengths == ([8] if parameter.kind == "slice" else [])
        assert bound.array.flags.c_contiguous
