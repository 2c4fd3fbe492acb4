"""Barriers that native code does not release by itself: numbers, counts, arrivals, reductions, and blocks that are stuck.

The rules are those of the reference interpreter (`ptx.vm.threads`), for warps instead of threads.
"""

import ctypes

from ptx.operands import Integer
from ptx.vm.compiled.cfg.graph import Block
from ptx.vm.compiled.ir.state import APART, HELD, MASKS, WAIT_OFFSET, State
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.reports import event_of, waiting_threads
from ptx.vm.errors import VmError, WarpMisuse
from ptx.vm.launched import Launched
from ptx.vm.steps_sync import BARRIERS
from ptx.vm.waiting import Barrier, Thread, check_alignment, mismatched_count, stuck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.native.kept import CompiledKernel
    from ptx.vm.context import Event

GO, FAULT = 1, 2


class Opening:
    """Hears of barriers that are opened here; a sanitizer's does something."""

    def arrived(self, number: int, warp: int) -> None:
        """A warp arrived at a barrier and goes on."""

    def opened(self, number: int, warps: list[int], everyone: bool) -> None:
        """The warps that waited at a barrier go on; `everyone`: all that are left in the block."""


class BlockBarriers:
    """The barriers of the block that a worker runs."""

    def __init__(self, state: State, kernel: "CompiledKernel", machine: Launched) -> None:
        self.state = state
        self.kernel = kernel
        self.machine = machine
        self.block = -1
        self.barriers: dict[int, Barrier] = {}
        self.events: dict[Block, Event] = {}
        self.error: VmError | None = None
        self.waiting: dict[int, Thread] = {}
        self.opening = Opening()

    def decide(self) -> int:
        """Handles the warps that came to barriers; returns whether some go on (1) or a fault was found (2)."""
        if self.block != self.state.block:
            self.block, self.barriers, self.waiting = self.state.block, {}, {}
        self.machine.block_index = self.block
        try:
            self._arrivals()
            for number in list(self.barriers):
                self._complete(number)
            if not any(0 <= self._status(warp).value < HELD for warp in range(self.kernel.warps)):
                raise stuck(self.machine, self.waiting)
        except VmError as error:
            self.error = error
            return FAULT
        return GO

    def _status(self, warp: int) -> ctypes.c_int32:
        return ctypes.c_int32.from_address(self.state.states + 4 * warp)

    def _field(self, warp: int, name: str) -> ctypes.c_uint32:
        return ctypes.c_uint32.from_address(self.state.contexts + warp * self.kernel.context_bytes + WAIT_OFFSET[name])

    def _arrivals(self) -> None:
        for warp in range(self.kernel.warps):
            if 0 <= self._status(warp).value < HELD:
                self._arrive(warp)

    def _arrive(self, warp: int) -> None:
        if self._field(warp, "kind").value == APART:
            self._arrive_apart(warp)
            return
        block = self.kernel.barriers[self._field(warp, "site").value]
        event = self.events.setdefault(block, event_of(block))
        lanes = self._field(warp, "lanes").value
        number, count = self._operands(warp, event, lanes)
        barrier = self.barriers.setdefault(number, Barrier(count))
        if barrier.count != count:
            raise mismatched_count(self.machine, event, number, count, barrier.count)
        assert block.op is not None
        if block.op.meaning == "barrier_arrive":
            barrier.announced += lanes.bit_count()
            self.opening.arrived(number, warp)
            return
        self._status(warp).value |= HELD
        threads = waiting_threads(warp * WARP, lanes, event)
        self.waiting |= threads
        payload = self._field(warp, "payload").value
        barrier.waiting += [(thread, payload >> thread.lane & 1) for thread in threads.values()]

    def _arrive_apart(self, warp: int) -> None:
        """Lanes of one warp wait at different barriers: each counts at its own."""
        self._status(warp).value |= HELD
        for position, block in enumerate(self.kernel.sites[self._field(warp, "site").value].others):
            lanes = ctypes.c_uint32.from_address(self.state.contexts + warp * self.kernel.context_bytes + MASKS + 4 * position).value
            threads = waiting_threads(warp * WARP, lanes, self.events.setdefault(block, event_of(block)))
            self.waiting |= threads
            operands = () if block.op is None else block.op.operands
            if threads and len(operands) == 1 and isinstance(operands[0], Integer):
                barrier = self.barriers.setdefault(operands[0].value, Barrier(None))
                barrier.waiting += [(thread, 0) for thread in threads.values()]

    def _operands(self, warp: int, event: "Event", lanes: int) -> tuple[int, int | None]:
        """Returns and checks a barrier's number and thread count."""
        number = self._field(warp, "number").value
        wanted: int | None = self._field(warp, "count").value
        threads = self.machine.shape.threads
        self.machine.thread_index = warp * WARP + (lanes & -lanes).bit_length() - 1
        if number >= BARRIERS:
            raise self.machine.fault(WarpMisuse, f"barrier {number} does not exist: a block has {BARRIERS}", event.place)
        if wanted == 0xFFFFFFFF:
            return number, None
        assert wanted is not None
        if wanted % WARP or wanted == 0 or wanted > (threads + WARP - 1) // WARP * WARP:
            problem = f"barrier {number} for {wanted} threads: must be a multiple of {WARP} in the block"
            raise self.machine.fault(WarpMisuse, problem, event.place)
        return number, min(wanted, threads)

    def _alive(self) -> int:
        warps = [warp for warp in range(self.kernel.warps) if self._status(warp).value >= 0]
        return sum(self._field(warp, "lanes").value.bit_count() for warp in warps)

    def _complete(self, number: int) -> None:
        """Releases the warps of a barrier if all threads are there."""
        barrier = self.barriers[number]
        expected = self._alive() if barrier.count is None else barrier.count
        if len(barrier.waiting) + barrier.announced < expected or not barrier.waiting:
            return
        del self.barriers[number]
        barrier.waiting.sort(key=lambda entry: entry[0].index)
        check_alignment(self.machine, barrier, self.waiting)
        payloads = [payload for _, payload in barrier.waiting]
        warps = sorted({thread.warp for thread, _ in barrier.waiting})
        self.opening.opened(number, warps, len(barrier.waiting) == self._alive())
        for warp in warps:
            self._status(warp).value &= ~HELD
            self._field(warp, "result").value = self._reduced(warp, payloads)
        for thread, _ in barrier.waiting:
            del self.waiting[thread.index]

    def _reduced(self, warp: int, payloads: list[int]) -> int:
        op = self.kernel.barriers[self._field(warp, "site").value].op
        if op is None or op.meaning != "barrier_red":
            return 0
        if op.resolved.has("popc"):
            return sum(payloads)
        return int(all(payloads) if op.resolved.has("and") else any(payloads))
