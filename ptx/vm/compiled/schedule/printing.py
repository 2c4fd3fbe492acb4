"""What kernels print: after `Printer.flush` the texts of `vprintf` have gone to Python's standard output, in the order of blocks and threads.

A warp prints for all its lanes at each call; as in the reference interpreter, a thread's texts up to its next barrier come together.
"""

import ctypes
import sys

from ptx.vm.compiled.instructions.hosted import RESULT_BYTES, argument_offsets
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.errors import Panic
from ptx.vm.host import formatted
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.schedule.execution import Execution
    from ptx.vm.compiled.schedule.workers import Worker

CELL = 4


class LaneMemory:
    """The memory that one lane of a worker's current warp sees, by generic address; raises IndexError outside of it."""

    __slots__ = ("execution", "lane", "worker")

    def __init__(self, execution: "Execution", worker: "Worker", lane: int) -> None:
        self.execution = execution
        self.worker = worker
        self.lane = lane

    def own(self, offset: int, size: int) -> bytes:
        """Returns bytes of the lane's own memory, which is interleaved by cells."""
        local_bytes = self.execution.kernel.local_bytes
        if offset < 0 or offset + size > local_bytes:
            raise IndexError(offset)
        return b"".join([ctypes.string_at(self._place(at), 1) for at in range(offset, offset + size)])

    def _place(self, offset: int) -> int:
        base = self.worker.local.address + self.worker.state.warp * WARP * self.execution.kernel.local_bytes
        return int(base + offset // CELL * CELL * WARP + CELL * self.lane + offset % CELL)

    def write_own(self, offset: int, data: bytes) -> None:
        """Changes bytes of the lane's own memory."""
        for index, byte in enumerate(data):
            ctypes.c_uint8.from_address(self._place(offset + index)).value = byte

    def read(self, address: int, size: int) -> bytes:
        """Returns bytes at a generic address."""
        window, offset = address >> OFFSET_BITS, address & OFFSET_MASK
        if window == LOCAL_WINDOW:
            return self.own(offset, size)
        if window != SHARED_WINDOW:
            return self.execution.machine.space.read(address, size)
        if offset + size > self.execution.shared_size:
            raise IndexError(address)
        return ctypes.string_at(self.worker.shared.address + offset, size)

    def text(self, address: int) -> str:
        """Returns a zero-terminated string."""
        if address >> OFFSET_BITS not in (LOCAL_WINDOW, SHARED_WINDOW):
            return self.execution.machine.space.text(address)
        found = bytearray()
        while (byte := self.read(address + len(found), 1)) != b"\0":
            found += byte
        return found.decode("utf-8", "replace")


class Printer:
    """Collects what threads print while a warp runs; unless `prints` it is forgotten then."""

    def __init__(self, execution: "Execution", prints: bool) -> None:
        self.execution = execution
        self.texts: list[tuple[int, str]] = []
        self.turn: tuple[int, ...] = ()
        self.prints = prints

    def print(self, number: int, site: int, lanes: int) -> None:
        """Prints for some lanes of a worker's current warp, called at a site."""
        worker = self.execution.workers[number]
        turn = number, worker.state.block, worker.state.warp, worker.state.entries
        if turn != self.turn:
            self.flush()
            self.turn = turn
        for lane in range(WARP):
            if lanes >> lane & 1:
                self._print_lane(LaneMemory(self.execution, worker, lane), site)

    def _print_lane(self, memory: LaneMemory, site: int) -> None:
        execution, state = self.execution, memory.worker.state
        op = execution.kernel.sites[site].op
        assert op is not None
        template, values, *result = argument_offsets(op)
        thread = WARP * state.warp + memory.lane
        try:
            first, start = (int.from_bytes(memory.own(offset, 8), "little") for offset in (template, values))
            text, count = formatted(memory.text(first), lambda offset, size: memory.read(start + offset, size), memory.text)
        except (IndexError, ValueError) as error:
            execution.machine.block_index, execution.machine.thread_index = state.block, thread
            raise execution.machine.fault(Panic, f"printf cannot read its arguments ({error})", op.place) from None
        self.texts.append((thread, text))
        if result:
            memory.write_own(result[0], count.to_bytes(RESULT_BYTES, "little"))

    def flush(self) -> None:
        """Writes what was collected, thread by thread."""
        for _, text in sorted(self.texts, key=lambda each: each[0]):
            if self.prints:
                sys.stdout.write(text)
        self.texts.clear()
