"""Running native code over a grid: after `Execution.run` every block has ended, or the fault of the least block and thread was raised.

Blocks run in order on the calling thread; if their order cannot be seen, the rest of a job that takes longer is shared among threads (native
code runs without Python's lock). Native code looks at Python every few milliseconds, so an interrupt ends a launch at once.
"""

import ctypes
import os
from threading import Thread
from time import perf_counter

from ptx.vm.compiled.schedule.workers import Space, Tables, Worker
from ptx.vm.errors import VmError
from ptx.vm.launched import DEFAULT_FUEL, WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.compiled.native.kept import CompiledKernel
    from ptx.vm.compiled.schedule.printing import Printer
    from ptx.vm.launched import Launched

LOOK_SECONDS = 0.02
SHARE_SECONDS = 0.001
"""A job that is estimated to take longer than this is shared among threads."""
PIECES = 16
"""Pieces of a shared job for each thread: the last of them is what others may have to wait for."""
NEVER = (1 << 63) - 1


def processors() -> int:
    """Returns how many processors the calling thread may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Execution:
    """One launch of a compiled kernel. `machine` knows shape, address space and threads; `parameters` are host and virtual address.

    `is_first`: it is no repetition of a launch, whose prints have been seen.
    """

    def __init__(
        self,
        kernel: "CompiledKernel",
        machine: "Launched",
        sizes: tuple[int, int],
        parameters: tuple[int, int],
        fuel: int | None,
        sites: "Mapping[str, object]",
        progress: "Callable[[int, int], None] | None",
    ) -> None:
        self.kernel = kernel
        self.machine = machine
        self.shared_size, self.local_size = sizes
        self.parameters = parameters
        self.fuel = DEFAULT_FUEL if fuel is None else fuel
        self.sites = sites
        self.progress = progress
        self.tables = Tables(machine.space.allocations, kernel.has_shadow)
        self.most_values = kernel.most_values
        self.keeps_doors = False
        self.first_fault = ctypes.c_int64(NEVER)
        self.workers: list[Worker] = []
        self.stopped: BaseException | None = None
        self.printer: Printer | None = None
        self.is_first = True
        self.total = machine.shape.grid[0] * machine.shape.grid[1] * machine.shape.grid[2]

    # --- what native code asks -------------------------------------------------------------------------------------------------------

    def poll(self, number: int) -> int:
        """Lets Python handle signals and tells progress; returns whether to stop."""
        worker = self.workers[number]
        now = perf_counter()
        passed = max(now - worker.last_look, 1e-6)
        worker.ticks = max(1, min(8 * worker.ticks, int(worker.ticks * LOOK_SECONDS / passed)))
        worker.state.ticks, worker.last_look = worker.ticks, now
        if self.progress is not None and number == 0:
            self.progress(worker.state.block, self.total)
        return int(self.stopped is not None)

    def barrier(self, number: int) -> int:
        """Decides what the warps of a worker's block do that wait at barriers."""
        return self.workers[number].barriers.decide()

    def grow(self, number: int) -> int:
        """Gives the lanes of a worker twice as much stack."""
        self.workers[number].grow_stack(self.kernel.warps)
        return 0

    def exact(self, asked: "tuple[int, int, int]") -> None:
        """Puts exact results of an approximate function in place of the operands of some lanes."""
        from ptx.vm import approximate
        from ptx.vm.compiled.instructions.approximations import FUNCTIONS, RESULT_FORMATS

        function, values, lanes = asked
        name, number = divmod(function, len(RESULT_FORMATS))
        exact, form = approximate.FUNCTIONS[FUNCTIONS[name]], RESULT_FORMATS[number]
        word = {16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[form.bits]
        for lane in range(WARP):
            if lanes >> lane & 1:
                place = word.from_address(values + form.bits // 8 * lane)
                place.value = exact(form, place.value)

    def room(self, asked: int) -> int:
        """Makes room for more asynchronous copies of a warp."""
        from ptx.vm.compiled.instructions.queue_layout import HEADER, make_room

        worker = self.workers[asked >> 32]
        return make_room(worker.queues.address + HEADER * (asked & 0xFFFFFFFF), worker.records, Space)

    def hosted(self, asked: "tuple[int, int, int]") -> None:
        """Prints for some lanes of a worker's warp."""
        if self.printer is None:
            from ptx.vm.compiled.schedule.printing import Printer

            self.printer = Printer(self, self.is_first)
        self.printer.print(*asked)

    def print_rest(self) -> None:
        """Prints what threads have printed last."""
        if self.printer is not None:
            self.printer.flush()

    def stop(self, problem: BaseException) -> None:
        """Keeps what went wrong in Python and tells native code to return."""
        self.stopped = self.stopped or problem
        for worker in self.workers:
            worker.state.stop = 1

    # --- running -----------------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs all blocks."""
        try:
            self._run()
        finally:
            if not self.keeps_doors:
                self.leave()

    def leave(self) -> None:
        """Gives the functions of its workers back to the kernel: it will not run again."""
        for worker in self.workers:
            worker.doors.leave(self.kernel.doors)

    def again(self) -> None:
        """Runs all blocks as if nothing had run before, with the memory and the functions of the last run."""
        self.keeps_doors = True
        self.first_fault.value = NEVER
        self.stopped = self.printer = None
        for worker in self.workers:
            worker.reset()
        self.run()

    def kept_bytes(self) -> int:
        """How much memory another run uses again."""
        return sum([worker.size() for worker in self.workers])

    def _run(self) -> None:
        if self.kernel.waits:
            from ptx.vm.compiled.schedule.residents import Residents

            try:
                Residents(self).run()
            except VmError as error:
                self.stopped = self.stopped or error
            self._raise()
            return
        if not self.workers:
            self.new_worker()
        if self.kernel.in_order or processors() == 1 or self.total < 2:
            self.run_range(self.workers[0], 0, self.total)
        else:
            self._run_shared()
        self._raise()

    def new_worker(self) -> Worker:
        """Returns one more worker."""
        self.workers.append(Worker(self, len(self.workers)))
        return self.workers[-1]

    def run_range(self, worker: Worker, first: int, last: int) -> int:
        """Runs some blocks one after another; returns what native code tells (`ptx.vm.compiled.schedule.blocks`, `rounds`)."""
        return int(self.kernel.code.run(ctypes.addressof(worker.state), first, last))

    def _run_shared(self) -> None:
        """Runs blocks alone for a while, then shares what is left if it takes long."""
        done, count, started = 0, 1, perf_counter()
        while done < self.total and self.is_fine():
            count = min(count, self.total - done)
            self.run_range(self.workers[0], done, done + count)
            done += count
            passed = perf_counter() - started
            if passed / done * (self.total - done) > SHARE_SECONDS and passed > SHARE_SECONDS / 4:
                self._share(done, passed / done)
                return
            count = 2 * count

    def is_fine(self) -> bool:
        """Whether nothing has gone wrong."""
        return self.stopped is None and self.first_fault.value == NEVER

    def _share(self, done: int, seconds: float) -> None:
        """Runs the blocks from `done` on in pieces, each taken by the next free thread."""
        threads = min(processors(), self.total - done)
        self.workers += [Worker(self, number) for number in range(len(self.workers), threads)]
        size = max(1, min((self.total - done) // (PIECES * threads), int(LOOK_SECONDS / max(seconds, 1e-7)) + 1))
        starts = iter(range(done, self.total, size))

        def work(number: int) -> None:
            for start in starts:
                if not self.is_fine() and start > self.first_fault.value:
                    return
                self.run_range(self.workers[number], start, min(start + size, self.total))
                if self.stopped is not None or self.workers[number].state.fault:
                    return

        self._together(work, threads)

    def _together(self, work: "Callable[[int], None]", threads: int) -> None:
        """Calls a function in so many threads and returns when all have ended; an interrupt ends them first."""

        def guarded(number: int) -> None:
            try:
                work(number)
            except BaseException as problem:  # noqa: BLE001 (it is raised in the thread that launched)
                self.stop(problem)

        running = [Thread(target=guarded, args=(number,)) for number in range(threads)]
        for each in running:
            each.start()
        while any([each.is_alive() for each in running]):
            try:
                for each in running:
                    each.join(LOOK_SECONDS)
            except BaseException as problem:  # noqa: BLE001 (an interrupt)
                self.stop(problem)

    def _raise(self) -> None:
        self.print_rest()
        if self.stopped is not None:
            raise self.stopped
        if self.first_fault.value == NEVER:
            return
        block = self.first_fault.value
        for worker in self.workers:
            problem = worker.misused(block)
            if problem is not None:
                raise problem
            if worker.state.fault and worker.state.fault_block == block:
                from ptx.vm.compiled.native.reports import error_of

                raise error_of(worker.state, self.kernel, self.machine, self.sites)
        raise AssertionError("a fault without a report")

