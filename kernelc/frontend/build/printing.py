"""`gpu_printf!` becomes `gpu.print` of values as C passes them: integers of 32 and 64 bits, floats of 64, pointers as addresses."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Bitcast, Cast, Print
from dialect.printing import UNSIGNED, Conversion, pieces
from dialect.types import F64, I32, SCALARS, U32, U64

from .operands import InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import hir

    from .function import FunctionBuilder


def print_values(b: FunctionBuilder, node: hir.Print) -> Value:
    """The number of values printed."""
    letters: list[str] = []
    for piece in pieces(node.format) or ():
        if isinstance(piece, Conversion):
            letters += ["d"] * piece.stars + [piece.letter]
    values = [b.scalar(each) for each in node.operands]
    b.at(node.span)
    return b.emit(Print(tuple([promoted(b, *each) for each in zip(values, letters, strict=True)]), node.format))


def promoted(b: FunctionBuilder, value: Value, letter: str) -> Value:
    """The value as C passes it. Digits that are no decimal ones show the bits of the type itself."""
    t = value.type
    if t.kind == "ptr":
        return b.emit(Bitcast(value, U64))
    if t.kind == "float":
        return value if t is F64 else b.emit(Cast(value, F64))
    if t.kind == "bool":
        return b.emit(Cast(value, I32))
    if not t.is_integer:
        raise InternalError(f"{b.instance.symbol}: a value of type {t} is printed")
    if t.bits >= 32:
        return value
    if letter in UNSIGNED:
        return b.emit(Cast(b.emit(Cast(value, SCALARS[f"u{t.bits}"])), U32))
    return b.emit(Cast(value, I32 if t.kind == "int" else U32))
