"""Meanings of what threads do together: barriers, shuffles, votes, matches, reductions over a warp, and `nanosleep`.

Each ends the basic block with an event: the thread waits until the others of its barrier or mask are there, results are written to its
registers, and it goes on. PTX ISA, "Parallel Synchronization and Communication Instructions", and `shfl.sync`.
"""

from ptx.operands import Pair
from ptx.vm.context import Context, Event
from ptx.vm.errors import WarpMisuse
from ptx.vm.launched import WARP
from ptx.vm.registers import view_of
from ptx.vm.steps_absent import Shuffled, give_void
from ptx.vm.waiting import Thread, WarpGroup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Slot: TypeAlias = tuple[memoryview, int]
    Results: TypeAlias = dict[int, tuple[int, ...]]
    Rule: TypeAlias = Callable[["dict[int, tuple[int, ...]]", int], Results]
    """From the operands by lane and the mask to the results by lane."""

ALL_LANES = 0xFFFFFFFF
BARRIERS = 16
"""Named barriers of a block."""


# --- barriers ----------------------------------------------------------------------------------------------------------------------


def is_aligned(context: Context) -> bool:
    """Whether all threads of a warp must execute the barrier together: `bar`, and `barrier` with `.aligned`."""
    return context.instruction.opcode == "bar" or context.has("aligned")


def barrier_operands(context: Context, first: int, last: int) -> "Callable[[], tuple[int, int | None]]":
    """Returns a function that reads and checks a barrier's number and thread count (None: all threads)."""
    number_view, number = context.source(context.operands[first], "u32")
    count = context.source(context.operands[first + 1], "u32") if last > first + 1 else None
    machine, place, threads = context.machine, context.place, context.machine.shape.threads

    def read() -> tuple[int, int | None]:
        name = number_view[number]
        wanted = None if count is None else count[0][count[1]]
        if name >= BARRIERS:
            raise machine.fault(WarpMisuse, f"barrier {name} does not exist: a block has {BARRIERS}", place)
        if wanted is not None and (wanted % WARP or wanted == 0 or wanted > (threads + WARP - 1) // WARP * WARP):
            raise machine.fault(WarpMisuse, f"barrier {name} for {wanted} threads: must be a multiple of {WARP} in the block", place)
        return name, wanted if wanted is None or wanted < threads else threads

    return read


def barrier(context: Context) -> None:
    """`bar.sync`, `barrier.sync`."""
    read = barrier_operands(context, 0, len(context.operands))
    machine = context.machine

    def arrive(thread: Thread, event: Event) -> None:
        number, count = read()
        machine.scheduler.arrive_barrier(thread, event, number, count)

    context.suspend(arrive).aligned = is_aligned(context)


def barrier_arrive(context: Context) -> None:
    """`bar.arrive`: counts, and goes on at once."""
    read = barrier_operands(context, 0, len(context.operands))
    machine = context.machine

    def arrive(thread: Thread, event: Event) -> None:
        number, count = read()
        machine.scheduler.announce_barrier(thread, event, number, count or 0)

    context.suspend(arrive)


def barrier_reduce(context: Context) -> None:
    """`bar.red.{and,or,popc}`: every thread gets the reduction of the predicates of all."""
    read = barrier_operands(context, 1, len(context.operands) - 1)
    view, index = context.source(context.operands[-1], "pred")
    counts = context.has("popc")
    target, place = context.target(context.operands[0], "u32" if counts else "pred")
    every = context.has("and")
    machine = context.machine

    def arrive(thread: Thread, event: Event) -> None:
        number, count = read()
        machine.scheduler.arrive_barrier(thread, event, number, count, view[index])

    def combine(values: list[int]) -> list[tuple[memoryview, int, int]]:
        result = sum(values) if counts else int(all(values) if every else any(values))
        return [(target, place, result)]

    event = context.suspend(arrive)
    event.aligned = is_aligned(context)
    event.combine = combine


# --- warps -------------------------------------------------------------------------------------------------------------------------


def collective(context: Context, sources: "list[Slot]", mask: "Slot", targets: "list[Slot]", rule: "Rule") -> Event:
    """Ends the block with an event at which the lanes of a mask meet; `rule` makes each lane's results, one for each target."""
    machine, place = context.machine, context.place
    mask_view, mask_index = mask

    def combine(group: WarpGroup) -> None:
        results = rule(group.operands, group.mask)
        for lane, thread in group.threads.items():
            places = [] if thread.event is None else thread.event.targets
            thread.pending = [(view, index, value) for (view, index), value in zip(places, results.get(lane, ()))]
        if event.shuffled is not None:
            give_void(machine, group, lambda lane: shuffle_source(context.values["mode"], lane, *group.operands[lane][1:])[0])

    def arrive(thread: Thread, event: Event) -> None:
        members = mask_view[mask_index]
        if not members >> thread.lane & 1:
            raise machine.fault(WarpMisuse, f"lane {thread.lane} is not in its own mask 0x{members:08x}", place)
        operands = tuple([view[index] for view, index in sources])
        machine.scheduler.arrive_warp(thread, event, members, operands, WarpGroup(members, combine))

    event = context.suspend(arrive)
    event.targets = targets
    return event


def warp_sync(context: Context) -> None:
    """`bar.warp.sync`: the lanes of the mask wait for each other."""
    collective(context, [], context.source(context.operands[0], "u32"), [], lambda _, __: {})


def shuffle_source(mode: str, lane: int, offset: int, control: int) -> tuple[int, bool]:
    """Returns the lane that a `shfl` reads and whether it is in range (PTX ISA, `shfl.sync`, the pseudocode)."""
    clamp, segment = control & 31, control >> 8 & 31
    offset &= 31
    highest = lane & segment | clamp & ~segment & 31
    lowest = lane & segment
    if mode == "up":
        other = lane - offset
        return (other, True) if other >= highest else (lane, False)
    if mode == "down":
        other = lane + offset
    elif mode == "bfly":
        other = lane ^ offset
    else:
        other = lowest | offset & ~segment & 31
    return (other, True) if other <= highest else (lane, False)


def shuffle(context: Context) -> None:
    """`shfl.sync`: the value of another lane; of a lane that is not there, the own value. The predicate tells whether it was in range."""
    destination = context.operands[0]
    both = isinstance(destination, Pair)
    first = destination.first if isinstance(destination, Pair) else destination
    targets = [context.target(first, "b32")]
    if isinstance(destination, Pair):
        targets.append(context.target(destination.second, "pred"))
    sources = [context.source(operand, "b32") for operand in context.operands[1:4]]
    mode = context.values["mode"]

    def rule(operands: "dict[int, tuple[int, ...]]", _: int) -> "Results":
        results: Results = {}
        for lane, (value, offset, control) in operands.items():
            other, in_range = shuffle_source(mode, lane, offset, control)
            taken = operands[other][0] if other in operands else value
            results[lane] = (taken, int(in_range)) if both else (taken,)
        return results

    collective(context, sources, context.source(context.operands[4], "b32"), targets, rule).shuffled = Shuffled(context)


def vote(context: Context) -> None:
    """`vote.sync.{all,any,uni,ballot}` over the lanes that are there."""
    ballot = context.has("ballot")
    targets = [context.target(context.operands[0], "b32" if ballot else "pred")]
    mode = context.values.get("mode", "ballot")

    def rule(operands: "dict[int, tuple[int, ...]]", _: int) -> "Results":
        bits = [value for (value,) in operands.values()]
        result = {
            "all": int(all(bits)), "any": int(any(bits)), "uni": int(len(set(bits)) == 1),
            "ballot": sum(1 << lane for lane, (value,) in operands.items() if value),
        }[mode]  # fmt: skip
        return dict.fromkeys(operands, (result,))

    collective(context, [context.source(context.operands[1], "pred")], context.source(context.operands[2], "u32"), targets, rule)


def match(context: Context) -> None:
    """`match.any.sync`: the lanes with the same value; `match.all.sync`: all lanes (and true) if the values are one, else 0."""
    destination = context.operands[0]
    first = destination.first if isinstance(destination, Pair) else destination
    targets = [context.target(first, "u32")]
    if isinstance(destination, Pair):
        targets.append(context.target(destination.second, "pred"))
    every = context.has("all")

    def rule(operands: "dict[int, tuple[int, ...]]", _: int) -> "Results":
        lanes: dict[int, int] = {}
        for lane, (value,) in operands.items():
            lanes[value] = lanes.get(value, 0) | 1 << lane
        if not every:
            return {lane: (lanes[value],) for lane, (value,) in operands.items()}
        same = len(lanes) == 1
        present = sum(1 << lane for lane in operands)
        return dict.fromkeys(operands, (present if same else 0, int(same)))

    sources = [context.source(context.operands[1], context.type)]
    collective(context, sources, context.source(context.operands[2], "u32"), targets, rule)


def reduce_warp(context: Context) -> None:
    """`redux.sync`: the reduction of the values of all lanes of the mask."""
    kind = context.type
    name = context.values.get("op", "add")
    target, index = context.target(context.operands[0], "u32")
    source = context.source(context.operands[1], kind, letter=view_of(kind))

    def rule(operands: "dict[int, tuple[int, ...]]", _: int) -> "Results":
        values = [value for (value,) in operands.values()]
        result = values[0]
        for value in values[1:]:
            result = REDUCTIONS[name](result, value)
        return dict.fromkeys(operands, (result & ALL_LANES,))

    collective(context, [source], context.source(context.operands[2], "u32"), [(target, index)], rule)


REDUCTIONS: "dict[str, Callable[[int, int], int]]" = {
    "add": lambda a, b: a + b,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}
"""The operations of `redux`."""


def elect(context: Context) -> None:
    """`elect.sync`: the lowest lane of the mask is the leader; its lane number, and whether this is it."""
    destination = context.operands[0]
    if not isinstance(destination, Pair):
        raise context.refuse("elect.sync has two destinations")
    targets = [context.target(destination.first, "u32"), context.target(destination.second, "pred")]

    def rule(operands: "dict[int, tuple[int, ...]]", _: int) -> "Results":
        leader = min(operands)
        return {lane: (leader, int(lane == leader)) for lane in operands}

    collective(context, [], context.source(context.operands[1], "u32"), targets, rule)


def active_mask(context: Context) -> None:
    """`activemask`: the lanes that come to this instruction before anything else has to happen."""
    target, index = context.target(context.operands[0], "b32")
    machine = context.machine

    def combine(group: WarpGroup) -> None:
        present = sum(1 << lane for lane in group.threads)
        for thread in group.threads.values():
            thread.pending = [(view, place, present) for view, place in ([] if thread.event is None else thread.event.targets)]

    def arrive(thread: Thread, event: Event) -> None:
        machine.scheduler.arrive_warp(thread, event, ALL_LANES, (), WarpGroup(ALL_LANES, combine, soft=True))

    context.suspend(arrive).targets = [(target, index)]


def sleep(context: Context) -> None:
    """`nanosleep`: gives the other threads a turn."""
    machine = context.machine

    def arrive(thread: Thread, event: Event) -> None:
        machine.scheduler.pause(thread)

    context.suspend(arrive)


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "barrier": barrier,
    "barrier_arrive": barrier_arrive,
    "barrier_red": barrier_reduce,
    "warp_sync": warp_sync,
    "shfl": shuffle,
    "vote": vote,
    "match": match,
    "redux": reduce_warp,
    "elect": elect,
    "activemask": active_mask,
    "nanosleep": sleep,
}
"""The meanings defined here, by the instruction table's key."""

__all__ = ["MEANINGS", "shuffle_source"]
