"""What atomic accesses mean in the interpreter: threads run one at a time there, so reading and writing is all there is to them."""
from __future__ import annotations

from . import scalar
from .memory import UNDEF, MemoryFault
from .ops import (
    Add,
    And,
    AtomicAddHalves,
    AtomicLoad,
    AtomicStore,
    AtomicUpdate,
    CompareExchange,
    Max,
    Min,
    Or,
    OrderedAtomicLoad,
    OrderedAtomicStore,
    OrderedAtomicUpdate,
    OrderedCompareExchange,
    Sub,
    Xor,
)
from .types import SCALARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .interpreter import Machine
    from .op import Op
    from .threads import Thread

_OPERATIONS: dict[str, type[Op]] = {"add": Add, "sub": Sub, "min": Min, "max": Max, "and": And, "or": Or, "xor": Xor}


def _update(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    pointer, value = values
    before = _content(m, op, pointer, value)
    kind = _OPERATIONS.get(op.attrs[0])
    if kind is not None and kind.evaluate is not None:
        value = kind.evaluate(op.type, before, value)
    _write(m, op, pointer, value)
    return before


def _add_halves(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    pointer, value = values
    before, form = _content(m, op, pointer, value), SCALARS[op.attrs[0]]
    after = 0
    for shift in (0, 16):
        a, b = (scalar.float_of_bits(form, each >> shift & 0xFFFF) for each in (before, value))
        after |= scalar.float_bits(form, float(scalar.add(form, a, b))) << shift
    _write(m, op, pointer, after)
    return before


def _compare_exchange(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    pointer, current, new = values
    before = _content(m, op, pointer, current, new)
    if scalar.bits_of(op.type, before) == scalar.bits_of(op.type, current):
        _write(m, op, pointer, new)
    return before


def _load(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return _content(m, op, values[0])


def _store(m: Machine, thread: Thread, op: Op, values: list[Any]) -> None:
    _write(m, op, values[0], values[1])


def _content(m: Machine, op: Op, pointer: Any, *others: Any) -> Any:
    before = m.memory.load(op.type, pointer, op.operands[0].type.space)
    if before is UNDEF or UNDEF in others:
        raise MemoryFault(f"{op.mnemonic} reads an undefined value")
    return before


def _write(m: Machine, op: Op, pointer: Any, value: Any) -> None:
    m.memory.store(op.operands[0].type.elem, pointer, value, op.operands[0].type.space)


MEANINGS: dict[type[Op], Callable[[Machine, Thread, Op, list[Any]], Any]] = {
    AtomicUpdate: _update,
    OrderedAtomicUpdate: _update,
    AtomicAddHalves: _add_halves,
    CompareExchange: _compare_exchange,
    OrderedCompareExchange: _compare_exchange,
    AtomicLoad: _load,
    OrderedAtomicLoad: _load,
    AtomicStore: _store,
    OrderedAtomicStore: _store,
}
