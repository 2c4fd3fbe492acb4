"""Rules for what only a GPU has: special registers, barriers, fences."""
from __future__ import annotations

from ptx.lower.errors import InternalLoweringError
from ptx.operands import Integer, SpecialRegister

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op
    from ptx.lower.emitter import Emitter

_FENCES = {"block": "membar.cta", "device": "membar.gl", "system": "membar.sys"}


def special(register: str, axes: bool = True) -> Rule:
    """The rule that reads a special register, along an axis or not."""

    def rule(e: Emitter, op: Op) -> None:
        name = f"%{register}.{op.attrs[0]}" if axes else f"%{register}"
        e.emit("mov.u32", e.define(op), SpecialRegister(name))

    return rule


def register(e: Emitter, op: Op) -> None:
    """A special register, read where it stands."""
    e.emit(f"mov.u{op.type.bits}", e.define(op), SpecialRegister(f"%{op.attrs[0]}"))


def breakpoint_(e: Emitter, op: Op) -> None:
    """`brkpt`."""
    e.effect("brkpt")


def profiler_event(e: Emitter, op: Op) -> None:
    """`pmevent`."""
    e.effect("pmevent", Integer(op.attrs[0]))


def compiler_fence(e: Emitter, op: Op) -> None:
    """Nothing: the order of the text is that of the ops."""


def barrier(e: Emitter, op: Op) -> None:
    """`bar.sync 0`: all threads of the block."""
    e.effect("bar.sync", Integer(0))


def fence(e: Emitter, op: Op) -> None:
    """`membar` of the scope."""
    name = _FENCES.get(op.attrs[0])
    if name is None:
        raise InternalLoweringError(e.function.name, op, f"unknown scope {op.attrs[0]}")
    e.effect(name)


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rule: TypeAlias = Callable[[Emitter, Op], None]
