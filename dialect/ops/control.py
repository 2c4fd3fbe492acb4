"""Calls, and the terminators that end a block."""
from __future__ import annotations

from ..messages import message_pieces
from ..op import ORDERS, PANICS, READS, WRITES, Op, Terminator, Value
from ..types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Target, Text, Word


class Call(Op):
    """Calls the function `callee`, whose result has type `ty` (void for none). Nothing is assumed about its effects: convergence is what the callee does."""

    mnemonic, syntax, types, flags = "mir.call", "@ $callee ( $args ) : $ty", "-> ty", READS | WRITES | ORDERS | PANICS
    args: tuple[Value, ...]
    callee: Word
    ty: Type


class Goto(Terminator):
    """Goes to `target`."""

    mnemonic, syntax, types = "mir.goto", "$target", "->"
    target: Target


class CondBr(Terminator):
    """Goes to `then` when `cond` holds, else to `other`."""

    mnemonic, syntax, types = "mir.cond_br", "$cond, $then, $other", "bool ->"
    cond: Value
    then: Target
    other: Target


class Return(Terminator):
    """Leaves the function, with its result if it has one."""

    mnemonic, syntax, types = "mir.return", "$values", "->"
    values: tuple[Value, ...]


class Panic(Terminator):
    """Stops the thread with `message`, in which `{0}`, `{1}` … stand for the values (`dialect.messages`)."""

    mnemonic, syntax, types, flags = "mir.panic", "$message ( $values )", "->", PANICS
    values: tuple[Value, ...]
    message: Text

    def check(self) -> str:
        """Every placeholder has its value."""
        parts = message_parts(self.attrs[0])
        if parts is None:
            return "the panic message has a brace that is no placeholder"
        missing = [part for part in parts if isinstance(part, int) and part >= len(self.operands)]
        return f"the panic message names value {missing[0]}, but there are {len(self.operands)}" if missing else ""


def message_parts(message: str) -> list[str | int] | None:
    """A panic message as texts and numbers of values. None if a brace stands in it that is no placeholder (`dialect.messages`)."""
    pieces = message_pieces(message)
    return None if pieces is None else [piece if isinstance(piece, str) else piece[0] for piece in pieces]
