"""Methods of atomic types: `#[intrinsic("atomic op …")]` is the op with the scope of the type and the ordering that the last argument gives.

An ordering that is written out gives the one op; any other a choice between all that the op has, and a panic for those that it has not.
"""

from __future__ import annotations

from dialect.op import OPS, Op, Value
from dialect.ops import Compare
from dialect.ops.atomic import ORDERED, AtomicLoad, AtomicStore
from dialect.ops.gpu import SCOPES
from dialect.types import U8, VOID
from kernelc.frontend import hir

from .layout import SCALAR
from .operands import InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from kernelc.frontend.ty import Ty

    from .function import FunctionBuilder
    from .operands import Operand

ORDERINGS: Final = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
"""What the library's enum of orderings says, by discriminant."""
NAMES: Final = {"acquire": "an acquire", "release": "a release", "acq_rel": "an acquire-release"}


def atomic(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """The access; `args` are the number's type and the scope."""
    text = b.module.intrinsic(node.function) or ""
    _, mnemonic, *words = text.split()
    values = [v for v in operands if isinstance(v, Value)]
    if len(values) != len(operands):
        raise InternalError(f"intrinsic `{text}` of {node.function.path} takes scalars")
    pointer, *rest, ordering = values
    shape = b.shape(node.ty)
    access = Access(OPS[mnemonic], (*words, SCOPES[args[1].data]))
    place = b.fit(pointer, b.module.layouts.pointer(args[0]))
    written = node.operands[-1]
    if isinstance(written, hir.Struct):
        return access.emit(b, place, rest, ORDERINGS[written.variant])
    slot = b.alloca(shape.type) if shape.kind == SCALAR else None
    after = b.new_block()
    for number, word in enumerate(ORDERINGS):
        taken, other = b.new_block(), b.new_block()
        if number + 1 < len(ORDERINGS):
            b.cond_br(b.emit(Compare(ordering, b.const(number, U8), "eq")), taken, other)
            b.place(taken)
        if access.has(word):
            b.store(access.emit(b, place, rest, word), slot)
            b.goto(after)
        else:
            b.panic(access.complaint(word))
        if number + 1 < len(ORDERINGS):
            b.place(other)
    b.place(after)
    return b.load(slot)


class Access:
    """An atomic access but for its ordering: the relaxed op and its attributes."""

    __slots__ = ("kind", "words")

    def __init__(self, kind: type[Op], words: tuple[str, ...]) -> None:
        self.kind, self.words = kind, words

    def has(self, ordering: str) -> bool:
        """Whether there is such an access."""
        return ordering == "relaxed" or ordering in ORDERED[self.kind].choices["ordering"]

    def complaint(self, ordering: str) -> str:
        """What is said where there is none, as Rust says it."""
        what = {AtomicLoad: "load", AtomicStore: "store"}[self.kind]
        return f"there is no such thing as {NAMES[ordering]} {what}"

    def emit(self, b: FunctionBuilder, place: Value, values: list[Value], ordering: str) -> Operand:
        """The access with this ordering. Raises `Diverged` where there is none."""
        if not self.has(ordering):
            raise b.panic(self.complaint(ordering))
        if ordering == "relaxed":
            made = b.emit(self.kind(place, *values, *self.words))
        else:
            made = b.emit(ORDERED[self.kind](place, *values, *self.words, ordering))
        return None if made.type is VOID else made
