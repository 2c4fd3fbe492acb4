"""Threads that wait: their saved state, the barriers and warp groups they wait at, and the reports when they wait for ever."""

from ptx.vm.absent import differing_masks
from ptx.vm.errors import BarrierDivergence, Deadlock, VmError, WarpMisuse
from ptx.vm.launched import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptx.vm.context import Event
    from ptx.vm.copies import Copies
    from ptx.vm.errors import Place, Problem
    from ptx.vm.launched import Launched
    from ptx.vm.layout import Frame
    from ptx.vm.steps_absent import Taken


class Thread:
    """A thread that has run and is not running now: where it continues, its registers, local memory and call frames.

    `pending` are results to be written to its registers when it continues. `event` is what it waits at, None if it can run; `mask` the
    lanes that it waits for at a warp instruction. `spent` counts the basic blocks it has run in whole slices, and its events; `spins` tells that its last
    one brought it back to the same state without writing. `copies` are its asynchronous copies that are not made yet.
    `void` and `taken` say which of its registers hold what no lane gave. `at` are the lanes at the warp instruction where it is, and its mask;
    `suspect` a lane, with its mask, that it waits for and that came there with another.
    """

    __slots__ = (
        "at", "copies", "event", "frame", "frame_base", "index", "local", "mask", "pending", "position", "registers", "spent", "spins", "stack",
        "suspect", "taken", "void",
    )  # fmt: skip

    def __init__(self, index: int) -> None:
        self.index = index
        self.position = 0
        self.registers = b""
        self.copies: Copies | None = None
        self.local = b""
        self.stack: list[tuple[int, Frame, int, bytes]] = []
        self.frame_base = 0
        self.frame: Frame
        self.event: Event | None = None
        self.mask = 0
        self.pending: list[tuple[memoryview, int, int]] = []
        self.spent = 0
        self.spins = False
        self.void: set[int] = set()
        self.taken: Taken | None = None
        self.at: tuple[Masks, int] | None = None
        self.suspect: tuple[int, int] | None = None

    @property
    def warp(self) -> int:
        """The number of its warp in the block."""
        return self.index // WARP

    @property
    def lane(self) -> int:
        """Its lane in the warp."""
        return self.index % WARP


class Barrier:
    """The state of one named barrier of a block: who waits (with an operand each), how many only announced themselves, the count."""

    __slots__ = ("announced", "count", "waiting")

    def __init__(self, count: int | None) -> None:
        self.count = count
        self.waiting: list[tuple[Thread, int]] = []
        self.announced = 0


class Masks:
    """The lanes of a warp at one of its instructions by their masks (as bits): those that wait, and those that may go on but have not yet."""

    __slots__ = ("leaving", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[int, int] = {}
        self.leaving: dict[int, int] = {}

    def leave(self, lane: int, mask: int) -> None:
        """A lane may go on."""
        self._move(self.waiting, lane, mask)
        self.leaving[mask] = self.leaving.get(mask, 0) | 1 << lane

    def left(self, lane: int, mask: int) -> None:
        """A lane goes on."""
        self._move(self.leaving, lane, mask)

    @staticmethod
    def _move(lanes: dict[int, int], lane: int, mask: int) -> None:
        lanes[mask] &= ~(1 << lane)
        if not lanes[mask]:
            del lanes[mask]

    def arrive(self, lane: int, mask: int, thread_of: "Callable[[int], Thread]") -> "tuple[int, int] | None":
        """A lane arrives (`thread_of` gives those that wait): returns two that wait for each other with different masks, the higher one last.

        Where only one waits for the other, that one may still come with the same mask; until then it is suspected.
        """
        own = 1 << lane
        pair = None
        named: dict[int, int] = {}
        for mask2, lanes in self.waiting.items():
            if mask2 == mask:
                continue
            if mask2 & own and mask & lanes:
                both = sorted([(max(lane, each), min(lane, each)) for each in lanes_of(mask & lanes)])[0][::-1]
                pair = both if pair is None or both[1] < pair[1] else pair
            elif mask2 & own:
                for each in lanes_of(lanes):
                    thread_of(each).suspect = thread_of(each).suspect or (lane, mask)
            named |= dict.fromkeys(lanes_of(mask & lanes), mask2)
        for mask2, lanes in self.leaving.items():
            if mask2 != mask and not mask2 & own:
                named |= dict.fromkeys(lanes_of(mask & lanes), mask2)
        thread_of(lane).suspect = (min(named), named[min(named)]) if named else None
        self.waiting[mask] = self.waiting.get(mask, 0) | own
        return pair


def lanes_of(mask: int) -> list[int]:
    """The lanes of a mask."""
    return [lane for lane in range(WARP) if mask >> lane & 1]


class WarpGroup:
    """Threads of a warp that wait for the others of their mask; `operands` by lane. `combine` sets each thread's pending results.

    A `soft` group does not wait for lanes that go elsewhere.
    """

    __slots__ = ("combine", "mask", "operands", "soft", "threads")

    def __init__(self, mask: int, combine: "Callable[[WarpGroup], None]", soft: bool = False) -> None:
        self.mask = mask
        self.soft = soft
        self.combine = combine
        self.threads: dict[int, Thread] = {}
        self.operands: dict[int, tuple[int, ...]] = {}


def ranges(numbers: list[int]) -> str:
    """Returns sorted numbers as text: `0-3, 7`."""
    parts: list[str] = []
    first = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number == last + 1:
            last = number
            continue
        parts.append(str(first) if first == last else f"{first}-{last}")
        first = last = number
    return ", ".join(parts)


def clauses(machine: "Launched", problem: str, what: str, threads: "Iterable[Thread]") -> "Problem":
    """Returns the problem, and one clause for each place where threads are, in the order of their first threads (linear indices)."""
    places: dict[tuple[str, ...], tuple[str, Place, list[int]]] = {}
    for thread in sorted(threads, key=lambda each: each.index):
        place = place_of(machine, thread)
        if place is not None:
            does = f"{what} for the lanes of 0x{thread.mask:08x}" if thread.mask else what
            key = (does, *[str(each) for each in (place, *place.callers)])
            places.setdefault(key, (does, place, []))[2].append(thread.index)
    parts: list[str | Place] = []
    for does, place, indices in places.values():
        parts += [f"{'; ' if parts else f'{problem}: '}threads {ranges(indices)} {does} at ", place]
    return tuple(parts) or problem


def place_of(machine: "Launched", thread: Thread) -> "Place | None":
    """Returns where a thread waits, or goes on."""
    place = thread.event.place if thread.event is not None else machine.place_of_block(thread.position)
    return None if place is None else machine.standing(place, thread.stack)


def who_waits_where(machine: "Launched", problem: str, waiting: "Mapping[int, Thread]") -> "Problem":
    """Returns the problem and the places where threads wait."""
    return clauses(machine, problem, "wait", waiting.values())


def report(machine: "Launched", kind: type[VmError], problem: str, waiting: "Mapping[int, Thread]", index: int) -> VmError:
    """Returns a fault of one waiting thread that says where all the others wait."""
    block, thread = machine.block_coordinates(machine.block_index), machine.thread_coordinates(index)
    details = {"waiting": sorted(waiting)}
    return kind(who_waits_where(machine, problem, waiting), place_of(machine, waiting[index]), block, thread, details)


def waits_with(thread: Thread, other: Thread) -> bool:
    """Whether two threads wait at one instruction, reached through the same calls."""
    return thread.event is other.event and [after for after, *_ in thread.stack] == [after for after, *_ in other.stack]


def check_alignment(machine: "Launched", barrier: Barrier, waiting: "Mapping[int, Thread]") -> None:
    """Raises `BarrierDivergence` if the threads of one warp came to the barrier by different `.aligned` instructions, or different calls."""
    first: dict[int, Thread] = {}
    for thread, _ in barrier.waiting:
        other = first.setdefault(thread.warp, thread)
        if not waits_with(thread, other) and other.event is not None and other.event.aligned:
            raise report(machine, BarrierDivergence, "threads of one warp are at different barriers", waiting, thread.index)


def mismatched_count(machine: "Launched", event: "Event", number: int, count: int | None, other: int | None) -> VmError:
    """Returns the fault of a barrier that threads use with different thread counts."""
    own, others = ("all threads" if value is None else f"{value} threads" for value in (count, other))
    return machine.fault(BarrierDivergence, f"barrier {number} is used for {own} here and for {others} elsewhere", event.place)


def meet(at: Masks, thread: Thread, mask: int, waiting: "Mapping[int, Thread]") -> "Thread | None":
    """A thread arrives where lanes of its warp may be, at one instruction through the same calls.

    Returns one that waits for another with a different mask and that for it, the higher of the two.
    """
    thread.at, first = (at, mask), thread.index - thread.lane
    pair = at.arrive(thread.lane, mask, lambda lane: waiting[first + lane])
    if pair is None:
        return None
    lower, higher = (waiting[first + lane] for lane in pair)
    higher.suspect = (lower.lane, lower.mask)
    return higher


def met(machine: "Launched", thread: Thread) -> VmError:
    """Returns the fault of a thread that waits for a lane that was at its instruction with another mask."""
    assert thread.suspect is not None
    block, index = machine.block_coordinates(machine.block_index), machine.thread_coordinates(thread.index)
    return WarpMisuse(differing_masks(thread.lane, thread.mask, *thread.suspect), place_of(machine, thread), block, index)


def waits_in_vain(thread: Thread, waiting: "Mapping[int, Thread]") -> bool:
    """Whether a thread waits for a lane that came with another mask, and has not come again with the same since."""
    if thread.suspect is None or thread.event is None:
        return False
    other = waiting.get(thread.index - thread.lane + thread.suspect[0])
    return other is None or other.mask != thread.mask or other.event is None or other.event.name != thread.event.name


def stuck(machine: "Launched", waiting: "Mapping[int, Thread]") -> VmError:
    """Returns the fault of a block whose threads all wait: masks that met, divergence if a warp is split at a barrier, else a deadlock."""
    for index in sorted(waiting):
        if waits_in_vain(waiting[index], waiting):
            return met(machine, waiting[index])
    warps: dict[int, Thread] = {}
    for index in sorted(waiting):
        thread = waiting[index]
        first = warps.setdefault(thread.warp, thread)
        if not waits_with(thread, first) and any([each.event is not None and each.event.aligned for each in (first, thread)]):
            return report(machine, BarrierDivergence, "threads of one warp wait at different places", waiting, index)
    return report(machine, Deadlock, "nothing can release the threads that wait", waiting, min(waiting))


def idle_loops(machine: "Launched", threads: "Iterable[Thread]") -> VmError:
    """Returns the fault of threads that all wait in loops for memory that nobody changes any more."""
    looping = sorted(threads, key=lambda each: each.index)
    text = clauses(machine, "threads wait for memory that nobody changes", "loop", looping)
    block, index = machine.block_coordinates(machine.block_index), machine.thread_coordinates(looping[0].index)
    return Deadlock(text, place_of(machine, looping[0]), block, index)
