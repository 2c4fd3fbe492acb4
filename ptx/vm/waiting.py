"""Threads that wait: their saved state, the barriers and warp groups they wait at, and the reports when they wait for ever."""

from ptx.vm.errors import BarrierDivergence, Deadlock, VmError
from ptx.vm.launched import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptx.vm.context import Event
    from ptx.vm.copies import Copies
    from ptx.vm.errors import Place, Problem
    from ptx.vm.launched import Launched
    from ptx.vm.layout import Frame


class Thread:
    """A thread that has run and is not running now: where it continues, its registers, local memory and call frames.

    `pending` are results to be written to its registers when it continues. `event` is what it waits at, None if it can run; `mask` the
    lanes that it waits for at a warp instruction. `spent` counts the basic blocks it has run in whole slices, and its events; `spins` tells that its last
    one brought it back to the same state without writing. `copies` are its asynchronous copies that are not made yet.
    """

    __slots__ = ("copies", "event", "frame", "frame_base", "index", "local", "mask", "pending", "position", "registers", "spent", "spins", "stack")

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


def stuck(machine: "Launched", waiting: "Mapping[int, Thread]") -> VmError:
    """Returns the fault of a block whose threads all wait: divergence if a warp is split at a barrier, else a deadlock."""
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
