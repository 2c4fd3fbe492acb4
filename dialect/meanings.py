"""What each op means that is no scalar function: memory, calls, threads, and the terminators. Two tables by class; one function an op.

The functions of `MEANINGS` take (machine, thread, op, operand values) and return the result; those of `EXITS` take (machine, thread, terminator, own
operand values) and return the number of the edge to take, -1 for none.
"""
from __future__ import annotations

import sys

from . import atomics, warps
from .memory import LARGEST_OBJECT, UNDEF, Allocation, MemoryFault, Pointer
from .messages import message_pieces, message_text
from .op import Op, Terminator
from .ops import (
    AcquireReleaseFence,
    Alloca,
    Approximate,
    Barrier,
    BlockIndex,
    BlockSize,
    Breakpoint,
    Call,
    Clock,
    CompilerFence,
    CondBr,
    Const,
    Element,
    Field,
    FromGeneric,
    Goto,
    GridSize,
    LaneId,
    LaunchFact,
    Load,
    Offset,
    Panic,
    PointerCast,
    Print,
    ProfilerEvent,
    Return,
    StaticAddress,
    Store,
    ThreadFence,
    ThreadIndex,
    ToGeneric,
    Undef,
    VolatileLoad,
    VolatileStore,
    WhereRunning,
)
from .printing import printed
from .scalar import wrap
from .threads import DONE, WAITING, MirPanic, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .interpreter import Machine
    from .op import Loc

DEEPEST_STACK = 10_000
"""How many calls may be nested."""


def _const(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return m.memory.pointer_of(op.attrs[0]) if op.type.kind == "ptr" else op.attrs[0]


def _undef(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return UNDEF


def _alloca(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Pointer:
    if op.attrs[0].size > LARGEST_OBJECT:
        raise MemoryFault(f"a slot of {op.attrs[0].size} bytes is too large to interpret")
    slot = Allocation(op.name or "a slot", "local", bytearray(op.attrs[0].size), True, defined=False)
    thread.frames[-1].slots.append(slot)
    return m.memory.place(slot)


def _load(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return m.memory.load(op.type, values[0], op.operands[0].type.space)


def _store(m: Machine, thread: Thread, op: Op, values: list[Any]) -> None:
    m.memory.store(op.operands[0].type, values[1], values[0], op.operands[1].type.space)


def _moved(pointer: Any, distance: Any) -> Any:
    return UNDEF if pointer is UNDEF or distance is UNDEF else pointer.moved(distance)


def _offset(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    distance = UNDEF if values[1] is UNDEF else values[1] * op.operands[0].type.elem.size
    return _moved(values[0], distance)


def _element(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    distance = UNDEF if values[1] is UNDEF else values[1] * op.operands[0].type.elem.elem.size
    return _moved(values[0], distance)


def _field(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return _moved(values[0], op.operands[0].type.elem.offsets[op.attrs[0]])


def _same(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    return values[0]


def _from_generic(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    pointer = values[0]
    if pointer is UNDEF or pointer.allocation is None or pointer.allocation.space == op.attrs[0]:
        return pointer
    return UNDEF


def _static(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Pointer:
    if op.attrs[0] not in thread.statics:
        raise MemoryFault(f"no static is called {op.attrs[0]}")
    return thread.statics[op.attrs[0]]


def _call(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    callee = m.module.functions.get(op.attrs[0])
    if callee is None or not callee.blocks:
        raise MemoryFault(f"no function is called {op.attrs[0]}")
    if len(thread.frames) >= DEEPEST_STACK:
        raise MemoryFault(f"calls are nested deeper than {DEEPEST_STACK}")
    if not isinstance(op, Call):
        raise AssertionError(f"{op.mnemonic} is no call")
    m.enter(thread, callee, values, op)
    return UNDEF  # replaced when the callee returns


def _barrier_wait(m: Machine, thread: Thread, op: Op, values: list[Any]) -> None:
    thread.state = WAITING


def _fence(m: Machine, thread: Thread, op: Op, values: list[Any]) -> None:
    """Threads run one at a time: every access is already seen by all."""


def _clock(m: Machine, thread: Thread, op: Op, values: list[Any]) -> int:
    return wrap(op.type, -m.fuel)  # time is counted in ops


def _launch_fact(m: Machine, thread: Thread, op: Op, values: list[Any]) -> int:
    threads = m.block[0] * m.block[1] * m.block[2]
    static = sum([s.type.size for s in m.module.statics.values() if s.space == "shared"])
    facts = {"nwarpid": (threads + 31) // 32, "nsmid": 1, "gridid": 1, "dynamic_smem_size": m.shared, "total_smem_size": static + m.shared}
    return facts[op.attrs[0]]


def _print(m: Machine, thread: Thread, op: Op, values: list[Any]) -> int:
    if UNDEF in values:
        raise MemoryFault("an undefined value is printed")
    sys.stdout.write(printed(op.attrs[0], [v.type for v in op.operands], values))
    return len(values)


def _approximate(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    from .approximation import approximated

    return UNDEF if UNDEF in values else approximated(op.attrs[0], values)


def _nothing(m: Machine, thread: Thread, op: Op, values: list[Any]) -> None:
    """Nothing that the program can see."""


def _meet(m: Machine, thread: Thread, op: Op, values: list[Any]) -> Any:
    warps.arrive(thread, op, values)
    return UNDEF  # replaced when the lanes of the mask have met


def _axis(op: Op) -> int:
    return "xyz".index(op.attrs[0])


MEANINGS: dict[type[Op], Callable[[Machine, Thread, Op, list[Any]], Any]] = {
    Const: _const,
    Undef: _undef,
    Alloca: _alloca,
    Load: _load,
    VolatileLoad: _load,
    Store: _store,
    VolatileStore: _store,
    Offset: _offset,
    Element: _element,
    Field: _field,
    PointerCast: _same,
    ToGeneric: _same,
    FromGeneric: _from_generic,
    StaticAddress: _static,
    Call: _call,
    Barrier: _barrier_wait,
    ThreadFence: _fence,
    AcquireReleaseFence: _fence,
    ThreadIndex: lambda m, thread, op, values: thread.index[_axis(op)],
    BlockIndex: lambda m, thread, op, values: thread.block[_axis(op)],
    BlockSize: lambda m, thread, op, values: m.block[_axis(op)],
    GridSize: lambda m, thread, op, values: m.grid[_axis(op)],
    Clock: _clock,
    WhereRunning: lambda m, thread, op, values: thread.warp if op.attrs[0] == "warpid" else 0,
    LaunchFact: _launch_fact,
    Print: _print,
    Approximate: _approximate,
    Breakpoint: _nothing,
    ProfilerEvent: _nothing,
    CompilerFence: _nothing,
    LaneId: lambda m, thread, op, values: thread.lane,
    **dict.fromkeys(warps.RULES, _meet),
    **atomics.MEANINGS,
}


def _goto(m: Machine, thread: Thread, t: Terminator, values: list[Any]) -> int:
    return 0


def _branch(m: Machine, thread: Thread, t: Terminator, values: list[Any]) -> int:
    if values[0] is UNDEF:
        raise MemoryFault("a branch depends on an undefined value")
    return 0 if values[0] else 1


def _return(m: Machine, thread: Thread, t: Terminator, values: list[Any]) -> int:
    frame = thread.frames.pop()
    for slot in reversed(frame.slots):
        m.memory.forget(slot)
    result = values[0] if values else None
    if frame.call is None:
        thread.result, thread.state = result, DONE
    elif values:
        thread.frames[-1].env[frame.call] = result
    return -1


def _panic(m: Machine, thread: Thread, t: Terminator, values: list[Any]) -> int:
    if UNDEF in values or message_pieces(t.attrs[0]) is None:
        raise MemoryFault("a panic shows an undefined value" if UNDEF in values else "a panic message has a stray brace")
    shown = [f"{v.address:#x}" if isinstance(v, Pointer) else v for v in values]
    raise MirPanic(message_text(t.attrs[0], [v.type.name for v in t.own_operands], shown), thread, _visible(thread, t.loc))


def _visible(thread: Thread, loc: Loc | None) -> Loc | None:
    """Where the user sees the panic: in the library it is the call that led there."""
    if loc is None or not loc.is_library:
        return loc
    for frame in reversed(thread.frames):
        if loc is not None and loc.visible is not None:
            return loc.visible
        loc = frame.call.loc if frame.call is not None else None
    return loc


EXITS: dict[type[Op], Callable[[Machine, Thread, Terminator, list[Any]], int]] = {
    Goto: _goto,
    CondBr: _branch,
    Return: _return,
    Panic: _panic,
}
