"""Barriers of a block whose lanes come one by one: who waits where is read from the warps' contexts, and lanes are released there.

The rules are those of the reference interpreter (`ptx.vm.threads`), thread by thread.
"""

import ctypes

from ptx.vm.compiled.cfg.graph import Block, Op, whole_warp
from ptx.vm.compiled.control.turns import RUNS, WAITS
from ptx.vm.compiled.ir.state import GATHERS, WAIT_OFFSET, State
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.reports import event_at
from ptx.vm.compiled.schedule.barriers import Opening
from ptx.vm.context import Event
from ptx.vm.errors import VmError, WarpMisuse
from ptx.vm.launched import Launched
from ptx.vm.steps_sync import BARRIERS
from ptx.vm.waiting import Barrier, Thread, check_alignment, mismatched_count, stuck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.native.kept import CompiledKernel

GO, FAULT, NOTHING = 1, 2, 3
ALL = 0xFFFFFFFF


class Contexts:
    """What warps left in their contexts, as Python sees it."""

    def __init__(self, state: State, kernel: "CompiledKernel") -> None:
        assert kernel.turns is not None
        self.state = state
        self.kernel = kernel
        self.tables = kernel.turns
        self.layout = kernel.turns.layout

    def status(self, warp: int) -> ctypes.c_int32:
        """The state of a warp."""
        return ctypes.c_int32.from_address(self.state.states + 4 * warp)

    def word(self, warp: int, offset: int) -> ctypes.c_uint32:
        """A word of a warp's context."""
        return ctypes.c_uint32.from_address(self.state.contexts + warp * self.kernel.context_bytes + offset)

    def alive(self) -> list[int]:
        """The warps that have not ended."""
        return [warp for warp in range(self.kernel.warps) if self.status(warp).value >= 0]

    def live(self, warp: int) -> int:
        """The living lanes of a warp."""
        return self.word(warp, WAIT_OFFSET["lanes"]).value

    def waiting_at(self, warp: int, block: Block) -> int:
        """The living lanes of a warp that wait at a block."""
        return self.word(warp, self.layout.masks + 4 * block.number).value & self.live(warp)

    def parked(self, warp: int, position: int) -> ctypes.c_uint32:
        """The lanes of a warp at a barrier."""
        return self.word(warp, self.layout.parked + 4 * position)

    def meeting(self, warp: int) -> dict[int, Thread]:
        """The threads of a warp that wait for other lanes."""
        found = {}
        for meeting in self.tables.meetings:
            lanes = self.waiting_at(warp, meeting.block)
            for lane in lanes_of(lanes):
                site = meeting.sites[self.word(warp, meeting.site_at + (4 * lane if meeting.site_varies else 0)).value]
                thread = found[warp * WARP + lane] = Thread(warp * WARP + lane)
                thread.event = self.tables.event(site)
                thread.mask = self.word(warp, meeting.mask_at + (4 * lane if meeting.mask_varies else 0)).value
                suspect, other = (self.word(warp, at + 4 * lane).value if at else 0 for at in meeting.suspects)
                thread.suspect = (suspect - 1, other) if suspect else None
        for block in self.tables.order:
            op = whole_warp(block)
            if op is None:
                continue
            for lane in lanes_of(self.waiting_at(warp, block)):
                thread = found[warp * WARP + lane] = Thread(warp * WARP + lane)
                thread.event, thread.mask = self.tables.at_whole(op), ALL
        return found

    def running(self, warp: int) -> "dict[int, Block]":
        """The threads of a warp that could go on, with the block each is at."""
        common = {meeting.block for meeting in self.tables.meetings} | {block for block in self.tables.order if whole_warp(block) is not None}
        return {warp * WARP + lane: block for block in self.tables.order if block not in common for lane in lanes_of(self.waiting_at(warp, block))}


class Tables:
    """What is known of a kernel whose lanes take turns: the layout of contexts, blocks in order, meetings, and events of instructions."""

    def __init__(self, layout: "Layout", order: list[Block], meetings: "list[MeetingPlaces]") -> None:
        self.layout = layout
        self.order = order
        self.meetings = meetings
        self.events: dict[Block, Event] = {}
        self.whole: dict[Op, Event] = {}

    def event(self, block: Block) -> Event:
        """The instruction of a block at which threads wait."""
        if block not in self.events:
            assert isinstance(block.op, Op)
            self.events[block] = event_at(block.op)
        return self.events[block]

    def at_whole(self, op: Op) -> Event:
        """The event of an instruction at which all lanes meet."""
        if op not in self.whole:
            self.whole[op] = event_at(op)
            self.whole[op].aligned = True
        return self.whole[op]


class MeetingPlaces:
    """A meeting's block and sites, and where each lane's site and mask are in a context, and what it suspects (0: nowhere)."""

    __slots__ = ("block", "mask_at", "mask_varies", "site_at", "site_varies", "sites", "suspects")

    def __init__(self, block: Block, sites: list[Block], suspects: list[int], site: tuple[int, bool], mask: tuple[int, bool]) -> None:
        self.suspects = suspects
        self.block = block
        self.sites = sites
        self.site_at, self.site_varies = site
        self.mask_at, self.mask_varies = mask


def lanes_of(mask: int) -> list[int]:
    """The lanes of a mask."""
    return [lane for lane in range(WARP) if mask >> lane & 1]


class Gathering:
    """The barriers of the block that a worker runs."""

    def __init__(self, state: State, kernel: "CompiledKernel", machine: Launched) -> None:
        self.contexts = Contexts(state, kernel)
        self.state = state
        self.machine = machine
        self.block = -1
        self.barriers: dict[int, Barrier] = {}
        self.waiting: dict[int, Thread] = {}
        self.parks: dict[int, int] = {}
        self.error: VmError | None = None
        self.released = False
        self.opening = Opening()

    def decide(self) -> int:
        """Takes new arrivals into account; returns whether threads were released, a fault was found, or neither."""
        if self.block != self.state.block:
            self.block, self.barriers, self.waiting, self.parks = self.state.block, {}, {}, {}
        self.machine.block_index = self.block
        self.released = False
        try:
            for warp in self.contexts.alive():
                self._arrivals(warp)
            for number in list(self.barriers):
                self._complete(number)
            if not self.released and all(self.contexts.status(warp).value == WAITS for warp in self.contexts.alive()):
                raise stuck(self.machine, self._everyone())
        except VmError as error:
            self.error = error
            return FAULT
        for warp in self.contexts.alive():
            self.contexts.word(warp, WAIT_OFFSET["kind"]).value = GATHERS
        return GO if self.released else NOTHING

    def _everyone(self) -> dict[int, Thread]:
        """Returns all threads that wait."""
        found = dict(self.waiting)
        for warp in self.contexts.alive():
            found |= self.contexts.meeting(warp)
        return found

    def _arrivals(self, warp: int) -> None:
        contexts = self.contexts
        for position, block in enumerate(contexts.layout.parks):
            new = contexts.parked(warp, position).value & contexts.live(warp)
            for lane in lanes_of(new):
                if warp * WARP + lane not in self.waiting:
                    self._arrive(warp, lane, position, block)

    def _arrive(self, warp: int, lane: int, position: int, block: Block) -> None:
        index, contexts = warp * WARP + lane, self.contexts
        event = contexts.tables.event(block)
        self.machine.thread_index = index
        number, count = self._operands(warp, lane, event)
        barrier = self.barriers.setdefault(number, Barrier(count))
        if barrier.count != count:
            raise mismatched_count(self.machine, event, number, count, barrier.count)
        assert block.op is not None
        self.parks[index] = position
        if block.op.meaning == "barrier_arrive":
            barrier.announced += 1
            self._release(index, 0)
            self.opening.arrived(number, warp)
            self._complete(number)
            return
        thread = self.waiting[index] = Thread(index)
        thread.event = event
        barrier.waiting.append((thread, contexts.word(warp, contexts.layout.results + 4 * lane).value))
        self._complete(number)

    def _operands(self, warp: int, lane: int, event: Event) -> tuple[int, int | None]:
        """Returns and checks a barrier's number and thread count."""
        contexts, threads = self.contexts, self.machine.shape.threads
        number = contexts.word(warp, contexts.layout.numbers + 4 * lane).value
        wanted = contexts.word(warp, contexts.layout.counts + 4 * lane).value
        if number >= BARRIERS:
            raise self.machine.fault(WarpMisuse, f"barrier {number} does not exist: a block has {BARRIERS}", event.place)
        if wanted == ALL:
            return number, None
        if wanted % WARP or wanted == 0 or wanted > (threads + WARP - 1) // WARP * WARP:
            problem = f"barrier {number} for {wanted} threads: must be a multiple of {WARP} in the block"
            raise self.machine.fault(WarpMisuse, problem, event.place)
        return number, min(wanted, threads)

    def _complete(self, number: int) -> None:
        """Releases the threads of a barrier if all are there."""
        barrier = self.barriers[number]
        expected = sum(self.contexts.live(warp).bit_count() for warp in self.contexts.alive()) if barrier.count is None else barrier.count
        if len(barrier.waiting) + barrier.announced < expected or not barrier.waiting:
            return
        del self.barriers[number]
        barrier.waiting.sort(key=lambda entry: entry[0].index)
        check_alignment(self.machine, barrier, self._everyone())
        payloads = [payload for _, payload in barrier.waiting]
        everyone = len(barrier.waiting) == sum(self.contexts.live(warp).bit_count() for warp in self.contexts.alive())
        self.opening.opened(number, sorted({thread.index // WARP for thread, _ in barrier.waiting}), everyone)
        for thread, _ in barrier.waiting:
            del self.waiting[thread.index]
            self._release(thread.index, self._reduced(thread.index, payloads))

    def _reduced(self, index: int, payloads: list[int]) -> int:
        op = self.contexts.layout.parks[self.parks[index]].op
        if op is None or op.meaning != "barrier_red":
            return 0
        if op.resolved.has("popc"):
            return sum(payloads)
        return int(all(payloads) if op.resolved.has("and") else any(payloads))

    def _release(self, index: int, result: int) -> None:
        """Lets a thread go on behind its barrier."""
        warp, lane = divmod(index, WARP)
        contexts, position = self.contexts, self.parks.pop(index)
        contexts.parked(warp, position).value &= ~(1 << lane)
        contexts.word(warp, contexts.layout.masks + 4 * contexts.layout.parks[position].targets[0].number).value |= 1 << lane
        contexts.word(warp, contexts.layout.results + 4 * lane).value = result
        contexts.status(warp).value = RUNS
        self.released = True


if TYPE_CHECKING:
    from ptx.vm.compiled.control.turns import Layout
