"""Blocks that take turns: when `run_in_turns` returns, every block has ended, or a fault is noted.

Blocks run in order on one thread. One that cannot end because its threads wait for others stays resident, with shared memory and contexts
of its own, and one more block begins; so flags between blocks, and barriers of a whole grid, always make progress. When a round changes
nothing, nothing ever will: all that happens is decided by what was looked at.
"""

from hashlib import blake2b

import numpy as np

from ptx.vm.compiled.schedule.gathering import Contexts
from ptx.vm.waiting import Thread, idle_loops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.schedule.execution import Execution
    from ptx.vm.compiled.schedule.workers import Worker
    from ptx.vm.errors import VmError

ENDED, FAULTED, STOPPED, UNFINISHED = range(4)
"""What `run` returns."""
MOST_BYTES = 1 << 30
"""Memory for resident blocks; with less than that they are as many as it takes."""
MOST_COMPARED = 1 << 26
"""Bytes that are looked at to see whether anything changes."""
ROUNDS_AFTER_FAULT = 64
"""Rounds that earlier blocks may still run after a fault, to see whether they fault too."""


class Residents:
    """The blocks that are being run: each with a worker. `reverse`: the last block begins first."""

    def __init__(self, execution: "Execution", reverse: bool = False) -> None:
        self.execution = execution
        self.reverse = reverse
        self.running: list[tuple[Worker, int]] = []
        self.idle: list[Worker] = []
        self.following = 0
        self.quiet_rounds = 0
        self.seen = b""
        self.after_fault = 0

    def run(self) -> None:
        """Runs all blocks."""
        while self._begin() or self.running:
            ended = self._round()
            if self.execution.stopped is not None or self._is_over():
                return
            self.quiet_rounds = 0 if ended else self.quiet_rounds + 1
            if not ended and not self._may_begin():
                self._look()

    # --- turns -----------------------------------------------------------------------------------------------------------------------

    def _begin(self) -> bool:
        """Starts one more block, or alone as many as end by themselves; returns whether there was one."""
        if not self._may_begin() or (self.running and not self.quiet_rounds):
            return False
        worker = self.idle.pop() if self.idle else self.execution.new_worker()
        total = self.execution.total
        first, last = self.following, self.following + 1 if self.running else total
        if self.reverse:
            first, last = total - 1 - self.following, total - self.following
        worker.state.goes_on = 0
        result = self.execution.run_range(worker, first, last)
        self.following += last - first if result == ENDED else worker.state.block + 1 - first
        self._settle(worker, worker.state.block, result)
        return True

    def _may_begin(self) -> bool:
        execution = self.execution
        return self.following < execution.total and execution.is_fine() and len(self.running) * self._size() < MOST_BYTES

    def _size(self) -> int:
        return sum(space.array.nbytes for worker in self.execution.workers[:1] for space in (worker.shared, worker.local, worker.contexts))

    def _settle(self, worker: "Worker", block: int, result: int) -> None:
        if result == UNFINISHED:
            self.running.append((worker, block))
        elif result == ENDED:
            self.idle.append(worker)

    def _round(self) -> bool:
        """Gives every resident block a turn; returns whether one ended."""
        before, self.running = self.running, []
        for worker, block in before:
            if self.execution.stopped is None and block < self.execution.first_fault.value:
                worker.state.goes_on = 1
                self._settle(worker, block, self.execution.run_range(worker, block, block + 1))
        return len(self.running) < len(before)

    def _is_over(self) -> bool:
        """Whether a fault was found and no earlier block can change that any more."""
        if self.execution.is_fine():
            return False
        self.after_fault += 1
        return not self.running or self.after_fault > ROUNDS_AFTER_FAULT

    # --- looking whether anything changes --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Raises if nothing changes any more: after 2, 4, 8 … rounds without an end it is compared with the round after."""
        if not self.execution.is_fine() or not self.running:
            return
        rounds = self.quiet_rounds
        if rounds >= 2 and rounds & (rounds - 1) == 0:
            self.seen = self._digest()
        elif self.seen and (rounds - 1) & (rounds - 2) == 0 and self.seen == self._digest():
            raise self._idle()

    def _digest(self) -> bytes:
        """Returns a digest of all that decides what happens next; nothing where that is too much to look at."""
        parts: list[object] = [each.data for each in self.execution.machine.space.allocations if each is not None and not each.data.readonly]
        for worker, _ in self.running:
            parts += [worker.shared.array, worker.local.array, worker.states.array, self._contexts(worker)]
        sizes: list[int] = [memoryview(part).nbytes for part in parts]  # type: ignore[arg-type]
        if sum(sizes) > MOST_COMPARED:
            return b""
        digest = blake2b()
        for part in parts:
            digest.update(part)  # type: ignore[arg-type]
        return digest.digest()

    def _contexts(self, worker: "Worker") -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        """Returns the contexts of a block's warps without their count of jumps."""
        kernel = self.execution.kernel
        assert kernel.turns is not None
        start = worker.contexts.address - worker.contexts.array.ctypes.data
        found = worker.contexts.array[start : start + kernel.warps * kernel.context_bytes].copy()
        for warp in range(kernel.warps):
            at = warp * kernel.context_bytes + kernel.turns.layout.spent
            found[at : at + 8] = 0
        return found

    def _idle(self) -> "VmError":
        """Returns the fault of threads that wait for memory that nobody changes."""
        worker, block = self.running[0]
        machine, contexts = self.execution.machine, Contexts(worker.state, self.execution.kernel)
        machine.block_index = block
        threads = []
        for warp in contexts.alive():
            for index, at in contexts.running(warp).items():
                thread = Thread(index)
                thread.position = at.number
                machine.block_places[at.number] = at.place
                threads.append(thread)
        return idle_loops(machine, threads)

