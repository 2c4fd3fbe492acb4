"""Threads that wait: their saved state, the barriers and warp groups they wait at, and the reports when they wait for ever."""

from ptx.vm.errors import BarrierDivergence, Deadlock, VmError
from ptx.vm.machine import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptx.vm.context import Event
    from ptx.vm.layout import Frame
    from ptx.vm.machine import Machine


class Thread:
    """A thread that has run and is not running now: where it continues, its registers, local memory and call frames.

    `pending` are results to be written to its registers when it continues. `event` is what it waits at, None if it can run. `spent`
    counts the basic blocks it has run in whole slices; `spins` tells that its last one brought it back to the same state without writing.
    """

    __slots__ = ("event", "frame", "frame_base", "index", "local", "pending", "position", "registers", "spent", "spins", "stack")

    def __init__(self, index: int) -> None:
        self.index = index
        self.position = 0
        self.registers = b""
        self.local = b""
        self.stack: list[tuple[int, Frame, int, bytes]] = []
        self.frame_base = 0
        self.frame: Frame
        self.event: Event | None = None
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


def who_waits_where(waiting: "Mapping[int, Thread]") -> str:
    """Returns one clause for each instruction that threads wait at, in the order of their first threads (linear indices)."""
    places: dict[str, list[int]] = {}
    for index in sorted(waiting):
        event = waiting[index].event
        if event is not None:
            places.setdefault(str(event.place), []).append(index)
    return "; ".join(f"threads {ranges(indices)} wait at {place}" for place, indices in places.items())


def report(machine: "Machine", kind: type[VmError], problem: str, waiting: "Mapping[int, Thread]", index: int) -> VmError:
    """Returns a fault of one waiting thread that says where all the others wait."""
    event = waiting[index].event
    block, thread = machine.block_coordinates(machine.block_index), machine.thread_coordinates(index)
    details = {"waiting": sorted(waiting)}
    return kind(f"{problem}: {who_waits_where(waiting)}", None if event is None else event.place, block, thread, details)


def check_alignment(machine: "Machine", barrier: Barrier, waiting: "Mapping[int, Thread]") -> None:
    """Raises `BarrierDivergence` if the threads of one warp came to the barrier by different `.aligned` instructions."""
    first: dict[int, Event | None] = {}
    for thread, _ in barrier.waiting:
        event = first.setdefault(thread.warp, thread.event)
        if event is not thread.event and event is not None and event.aligned:
            raise report(machine, BarrierDivergence, "threads of one warp are at different barriers", waiting, thread.index)


def mismatched_count(machine: "Machine", event: "Event", number: int, count: int | None, other: int | None) -> VmError:
    """Returns the fault of a barrier that threads use with different thread counts."""
    own, others = ("all threads" if value is None else f"{value} threads" for value in (count, other))
    return machine.fault(BarrierDivergence, f"barrier {number} is used for {own} here and for {others} elsewhere", event.place)


def stuck(machine: "Machine", waiting: "Mapping[int, Thread]") -> VmError:
    """Returns the fault of a block whose threads all wait: divergence if a warp is split at a barrier, else a deadlock."""
    warps: dict[int, Event | None] = {}
    for index in sorted(waiting):
        event = waiting[index].event
        first = warps.setdefault(index // WARP, event)
        if first is not event and ((first is not None and first.aligned) or (event is not None and event.aligned)):
            return report(machine, BarrierDivergence, "threads of one warp wait at different places", waiting, index)
    return report(machine, Deadlock, "nothing can release the threads that wait", waiting, min(waiting))


def idle_loops(machine: "Machine", threads: "Iterable[Thread]") -> VmError:
    """Returns the fault of threads that all wait in loops for memory that nobody changes any more."""
    places: dict[str, list[int]] = {}
    for thread in sorted(threads, key=lambda each: each.index):
        places.setdefault(str(machine.place_of_block(thread.position)), []).append(thread.index)
    text = "; ".join(f"threads {ranges(indices)} loop at {place}" for place, indices in places.items())
    first = min(threads, key=lambda each: each.index)
    block, index = machine.block_coordinates(machine.block_index), machine.thread_coordinates(first.index)
    return Deadlock(f"threads wait for memory that nobody changes: {text}", machine.place_of_block(first.position), block, index)
