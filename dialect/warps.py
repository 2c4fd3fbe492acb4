"""What warp ops mean in the interpreter: threads that came to one wait until all lanes of the mask have, then each gets its result.

Lanes that have ended or do not exist are not waited for. Lanes that name different masks meet apart from each other, each group on its own; that
a lane of a mask names another one, or that lanes of a mask wait at different ops, is an error.
"""
from __future__ import annotations

from . import scalar
from .memory import UNDEF, MemoryFault
from .ops import ActiveMask, Ballot, Elect, MatchAll, MatchAny, Shuffle, SyncWarp, Vote, WarpReduce
from .threads import DONE, MEETING, RUNNING, BarrierError, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .op import Op

    Lanes = dict[int, list[Any]]
    """The operands by lane."""

LANES = 32


def _shuffle(op: Op, lanes: Lanes) -> dict[int, Any]:
    results = {}
    for lane, (_, value, distance) in lanes.items():
        other = _source(op.attrs[0], lane, distance % LANES)
        results[lane] = value if other is None else lanes[other][1] if other in lanes else UNDEF
    return results


def _source(mode: str, lane: int, distance: int) -> int | None:
    """The lane that is read; None for one beyond the warp."""
    if mode == "idx":
        return distance
    other = lane ^ distance if mode == "xor" else lane + distance if mode == "down" else lane - distance
    return other if 0 <= other < LANES else None


def _vote(op: Op, lanes: Lanes) -> dict[int, Any]:
    bits = [condition for _, condition in lanes.values()]
    same = len(dict.fromkeys(bits)) == 1
    return dict.fromkeys(lanes, {"all": all(bits), "any": any(bits), "uni": same}[op.attrs[0]])


def _ballot(op: Op, lanes: Lanes) -> dict[int, Any]:
    return dict.fromkeys(lanes, sum([1 << lane for lane, (_, condition) in lanes.items() if condition]))


def _match_any(op: Op, lanes: Lanes) -> dict[int, Any]:
    same: dict[Any, int] = {}
    for lane, (_, value) in lanes.items():
        same[value] = same.get(value, 0) | 1 << lane
    return {lane: same[value] for lane, (_, value) in lanes.items()}


def _match_all(op: Op, lanes: Lanes) -> dict[int, Any]:
    values = dict.fromkeys([value for _, value in lanes.values()])
    return dict.fromkeys(lanes, sum([1 << lane for lane in lanes]) if len(values) == 1 else 0)


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def _reduce(op: Op, lanes: Lanes) -> dict[int, Any]:
    result, *rest = [value for _, value in lanes.values()]
    for value in rest:
        result = _OPERATIONS[op.attrs[0]](result, value)
    return dict.fromkeys(lanes, scalar.wrap(op.type, result))


def _elect(op: Op, lanes: Lanes) -> dict[int, Any]:
    return {lane: lane == min(lanes) for lane in lanes}


def _active_mask(op: Op, lanes: Lanes) -> dict[int, Any]:
    return dict.fromkeys(lanes, sum([1 << lane for lane in lanes]))


RULES: dict[type[Op], Callable[[Op, Lanes], dict[int, Any]]] = {
    Shuffle: _shuffle,
    Vote: _vote,
    Ballot: _ballot,
    MatchAny: _match_any,
    MatchAll: _match_all,
    WarpReduce: _reduce,
    Elect: _elect,
    ActiveMask: _active_mask,
    SyncWarp: lambda op, lanes: {},
}
"""The results by lane from the operands of the lanes that met."""


def arrive(thread: Thread, op: Op, values: list[Any]) -> None:
    """A thread comes to a warp op with its operands, and waits. Raises MemoryFault."""
    if type(op) is not Shuffle and UNDEF in values or UNDEF in values[:1] or UNDEF in values[2:]:
        raise MemoryFault(f"an undefined value is passed to {op.mnemonic}")
    if values and not values[0] >> thread.lane & 1:
        raise MemoryFault(f"lane {thread.lane} is not in its own mask {values[0]:#010x}")
    thread.state, thread.operands = MEETING, values


def release(threads: list[Thread]) -> bool:
    """Lets the warps of a block go on whose lanes have all come to their op; whether there were any. `threads` are all threads of the block.

    `gpu.active_mask` waits until no thread of the block can run, and takes who is there; of several the first in the text goes on, so that
    lanes come together again.
    """
    groups: dict[tuple[object, ...], list[Thread]] = {}
    for thread in threads:
        if thread.state == MEETING:
            groups.setdefault((thread.warp, *thread.place()), []).append(thread)
    if not groups:
        return False
    meetings = [meeting for group in groups.values() for meeting in _by_mask(group)]
    alive: dict[int, int] = {}
    for thread in threads:
        if thread.state != DONE:
            alive[thread.warp] = alive.get(thread.warp, 0) | 1 << thread.lane
    complete = [group for group in meetings if _is_complete(group, alive)]
    if not complete and not any([thread.state == RUNNING for thread in threads]):
        soft = [group for group in groups.values() if isinstance(group[0].at_op(), ActiveMask)]
        complete = [min(soft, key=lambda group: (group[0].warp, group[0].position()))] if soft else []
    for group in complete:
        _finish(group)
    return bool(complete)


def _by_mask(group: list[Thread]) -> list[list[Thread]]:
    """The threads of one warp at one op by the masks that they name. Raises BarrierError where a lane of a mask names another one."""
    by_mask: dict[int, list[Thread]] = {}
    for thread in group:
        for mask, others in by_mask.items():
            named = thread.operands[0] if thread.operands else 0
            if mask != named and (mask >> thread.lane & 1 or any([named >> other.lane & 1 for other in others])):
                text = f"lane {thread.lane} names the mask {named:#010x}, but lane {others[0].lane} names {mask:#010x}"
                raise BarrierError(text, thread, thread.at_op().loc)
        by_mask.setdefault(thread.operands[0] if thread.operands else 0, []).append(thread)
    return list(by_mask.values())


def _is_complete(group: list[Thread], alive: dict[int, int]) -> bool:
    """Whether all lanes of the mask have come."""
    first = group[0]
    if not first.operands:
        return False
    arrived = sum([1 << thread.lane for thread in group])
    return not first.operands[0] & alive[first.warp] & ~arrived


def _finish(group: list[Thread]) -> None:
    op = group[0].at_op()
    results = RULES[type(op)](op, {thread.lane: thread.operands for thread in group})
    for thread in group:
        if results:
            thread.frames[-1].env[op] = results[thread.lane]
        thread.state, thread.operands = RUNNING, []
