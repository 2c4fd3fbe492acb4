"""Calls, and the terminators that end a block."""
from __future__ import annotations

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
    """Stops the thread with `message`, in which `{0}`, `{1}` … stand for the values."""

    mnemonic, syntax, types, flags = "mir.panic", "$message ( $values )", "->", PANICS
    values: tuple[Value, ...]
    message: Text
