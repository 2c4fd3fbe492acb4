"""Every form of arithmetic that the machine has and Rust has not, with the types of its operands and result. Names are those of PTX.

A row is (name, types): `[.x]` may be left out, `|` separates what excludes each other. Two halves travel in a `u32`, one half in a `u16`, two numbers
of 8 bits in a `u16`; the first of two numbers is the lower half.
"""
from __future__ import annotations

from functools import cache
from itertools import product

from .types import SCALARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Type

    Form = tuple[tuple[Type, ...], Type]

_ROUND = ".rn|.rz|.rm|.rp"
_ONE, _TWO, _THREE = "f32 -> f32", "f32 f32 -> f32", "f32 f32 f32 -> f32"
_PAIR, _PAIRS, _PAIRS3 = "u32 -> u32", "u32 u32 -> u32", "u32 u32 u32 -> u32"
EXACT = (
    (f"add|sub|mul {_ROUND} [.ftz] [.sat] .f32", _TWO),
    (f"add|sub|mul|div {_ROUND} .f64", "f64 f64 -> f64"),
    (f"div {_ROUND} [.ftz] .f32", _TWO),
    (f"fma {_ROUND} [.ftz] [.sat] .f32", _THREE),
    (f"fma {_ROUND} .f64", "f64 f64 f64 -> f64"),
    (f"rcp|sqrt {_ROUND} [.ftz] .f32", _ONE),
    (f"rcp|sqrt {_ROUND} .f64", "f64 -> f64"),
    ("min|max [.ftz] [.NaN] .xorsign .abs .f32", _TWO),
    ("add|sub|mul .rn [.ftz] [.sat] .f16x2", _PAIRS),
    ("add|sub|mul .rn .bf16x2", _PAIRS),
    ("fma .rn [.ftz] [.sat] .f16x2", _PAIRS3),
    ("fma .rn [.ftz] .relu .f16x2", _PAIRS3),
    ("fma .rn [.relu] .bf16x2", _PAIRS3),
    ("abs|neg .f16x2|.bf16x2", _PAIR),
    ("min|max [.ftz] [.NaN] [.xorsign.abs] .f16x2", _PAIRS),
    ("min|max [.NaN] [.xorsign.abs] .bf16x2", _PAIRS),
    ("min|max [.ftz] [.NaN] [.xorsign.abs] .f16", "u16 u16 -> u16"),
    ("min|max [.NaN] [.xorsign.abs] .bf16", "u16 u16 -> u16"),
    ("cvt .rn|.rz [.relu] .f16x2|.bf16x2 .f32", "f32 f32 -> u32"),
    ("cvt .rn.satfinite [.relu] .e4m3x2|.e5m2x2 .f32", "f32 f32 -> u16"),
    ("cvt .rn.satfinite [.relu] .e4m3x2|.e5m2x2 .f16x2", "u32 -> u16"),
    ("cvt .rn [.relu] .f16x2 .e4m3x2|.e5m2x2", "u16 -> u32"),
    ("cvt .rna [.satfinite] .tf32 .f32", "f32 -> u32"),
    ("cvt .rn|.rz [.satfinite] [.relu] .tf32 .f32", "f32 -> u32"),
    ("dp4a .s32.s32", "u32 u32 i32 -> i32"),
    ("dp4a .u32.u32", _PAIRS3),
    ("dp2a .lo|.hi .s32.s32", "u32 u32 i32 -> i32"),
    ("dp2a .lo|.hi .u32.u32", _PAIRS3),
    ("prmt .b32 [.f4e|.b4e|.rc8|.ecl|.ecr|.rc16]", _PAIRS3),
)
"""What has one right result."""
APPROXIMATE = (
    ("rcp|sqrt|rsqrt|sin|cos|lg2|ex2 .approx [.ftz] .f32", _ONE),
    ("tanh .approx .f32", _ONE),
    ("div .approx|.full [.ftz] .f32", _TWO),
    ("rcp .approx.ftz .f64", "f64 -> f64"),
    ("rsqrt .approx .f64", "f64 -> f64"),
)
"""What each machine computes within an error of its own."""


@cache
def forms(rows: tuple[tuple[str, str], ...]) -> dict[str, Form]:
    """Every name of the rows, with the types of its operands and its result; spelled out at the first question."""
    found: dict[str, Form] = {}
    for pattern, types in rows:
        operands, _, result = types.partition(" -> ")
        form = tuple([SCALARS[name] for name in operands.split()]), SCALARS[result]
        choices = [piece.strip("[]").split("|") + ([""] if piece[0] == "[" else []) for piece in pattern.split()]
        found.update({"".join(words): form for words in product(*choices)})
    return found
