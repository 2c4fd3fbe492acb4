"""Arithmetic that the machine has and Rust has not: other roundings, pairs of halves, small dot products, approximations."""
from __future__ import annotations

from ..machine_forms import APPROXIMATE, EXACT, forms
from ..op import PURE, Op, Value
from ..types import U32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..op import Number, Word
    from ..types import Type

    Rows = tuple[tuple[str, str], ...]


def _result(op: Op, rows: Rows) -> Type:
    form = forms(rows).get(op.attrs[0])
    return U32 if form is None else form[1]


def _fault(op: Op, rows: Rows) -> str:
    form = forms(rows).get(op.attrs[0])
    if form is None:
        return f"there is no operation {op.attrs[0]}"
    types = tuple([v.type for v in op.operands])
    return "" if types == form[0] else f"{op.attrs[0]} takes {', '.join([t.name for t in form[0]])}"


def _compute(type: Type, *words: Any) -> Number:
    from ..rounding import computed

    return computed(words[-1], words[:-1])


class Compute(Op):
    """What the instruction `operation` of PTX computes, rounded once: `add.rm.f32`, `fma.rn.relu.f16x2`, `cvt.rz.bf16x2.f32`, `dp4a.s32.s32`, `prmt.b32`.

    Two halves are a `u32`, one half a `u16`, two numbers of 8 bits a `u16`; of two numbers that are packed the first is the lower half.
    """

    mnemonic, syntax, types, flags = "gpu.compute", "$operation $values", "-> ?", PURE
    values: tuple[Value, ...]
    operation: Word
    evaluate = _compute

    def infer_type(self) -> Type:
        """As the operation says."""
        return _result(self, EXACT)

    def check(self) -> str:
        """The operation exists and has operands of these types."""
        return _fault(self, EXACT)


class Approximate(Op):
    """What the instruction `operation` of PTX approximates: `ex2.approx.f32`, `div.full.f32`. On the CPU the nearest number; a GPU may differ."""

    mnemonic, syntax, types, flags = "gpu.approximate", "$operation $values", "-> ?", PURE
    values: tuple[Value, ...]
    operation: Word

    def infer_type(self) -> Type:
        """As the operation says."""
        return _result(self, APPROXIMATE)

    def check(self) -> str:
        """The operation exists and has operands of these types."""
        return _fault(self, APPROXIMATE)
