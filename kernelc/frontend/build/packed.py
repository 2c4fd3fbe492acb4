"""Fields of packed structs: where an address may be aligned to less than its type, it is read and written in pieces that are aligned.

Rust forbids references to such fields, so an access shows in its own address that it goes through a packed struct.
"""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Bitcast, Cast, Element, Field, Load, Offset, Or, PointerCast, Shl, Shr, Store, ToGeneric
from dialect.types import SCALARS, U64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.types import Type
    from kernelc.frontend.source import Span

    from .function import FunctionBuilder

_STEPS = (Field, Element, PointerCast, ToGeneric)


def piece_size(pointer: Value) -> int:
    """The alignment of an address that is less than its type's; 0 where it is aligned."""
    most, at = 0, pointer
    while isinstance(at, _STEPS):
        base = at.operands[0]
        word, _, number = base.type.elem.modifier.partition(" ")
        if isinstance(at, Field) and word == "packed":
            most = min(most or int(number), int(number))
        at = base
    return most if most < pointer.type.elem.align else 0


def load_pieces(b: FunctionBuilder, pointer: Value, size: int) -> Value:
    """Reads a scalar in pieces of `size` bytes, the lowest first."""
    t = pointer.type.elem
    whole, piece = _word(t.bits), _word(8 * size)
    first = b.emit(PointerCast(pointer, piece))
    value: Value | None = None
    for i in range(t.size // size):
        part: Value = b.emit(Cast(b.emit(Load(b.emit(Offset(first, b.const(i, U64))))), whole))
        if i:
            part = b.emit(Shl(part, b.const(8 * size * i, whole)))
        value = part if value is None else b.emit(Or(value, part))
    assert value is not None
    return value if whole is t else b.emit(Cast(value, t) if t.is_integer else Bitcast(value, t))


def store_pieces(b: FunctionBuilder, value: Value, pointer: Value, size: int) -> None:
    """Writes a scalar in pieces of `size` bytes."""
    t = pointer.type.elem
    whole, piece = _word(t.bits), _word(8 * size)
    if t is not whole:
        value = b.emit(Cast(value, whole) if t.is_integer else Bitcast(value, whole))
    first = b.emit(PointerCast(pointer, piece))
    for i in range(t.size // size):
        part = b.emit(Shr(value, b.const(8 * size * i, whole))) if i else value
        b.emit(Store(b.emit(Cast(part, piece)), b.emit(Offset(first, b.const(i, U64)))))


def _word(bits: int) -> Type:
    return SCALARS[f"u{bits}"]


def check_reference(b: FunctionBuilder, pointer: Value | None, span: Span) -> None:
    """Reports a reference to a field that may not be aligned (K0793)."""
    if pointer is not None and piece_size(pointer):
        b.module.diagnostics.error(
            "K0793", span, "reference to a field of a packed struct", label="the field may not be aligned as its type needs",
            help="copy the field to a local variable, or take its address with `&raw const`",
        )  # fmt: skip
