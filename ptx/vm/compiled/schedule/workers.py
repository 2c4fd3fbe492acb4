"""What one thread needs to run blocks: after `Worker` its memory, its tables of allocations and the state that it shares with native code are there."""

import ctypes
import struct
from time import perf_counter

import numpy as np

from ptx.vm.compiled.ir.state import FIELDS, KINDS, ROW, Row, State
from ptx.vm.compiled.schedule.doors import Doors
from ptx.vm.errors import VmError
from ptx.vm.launched import WARP
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, SHARED_WINDOW, Allocation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.vm.compiled.schedule.barriers import BlockBarriers
    from ptx.vm.compiled.schedule.execution import Execution
    from ptx.vm.compiled.schedule.gathering import Gathering

FIRST_TICKS = 16
"""Blocks, or rounds of loops, until native code first looks at Python; then as many as take `execution.LOOK_SECONDS`."""
ALIGN = 64
ROW_WORDS = ROW // 8


class Space:
    """Aligned memory of the host."""

    __slots__ = ("address", "array", "size")

    def __init__(self, size: int, zero: bool = False) -> None:
        self.size = size
        self.array = (np.zeros if zero else np.empty)(size + 2 * ALIGN, np.uint8)
        self.address = (ctypes.addressof(ctypes.c_char.from_buffer(self.array.data)) + ALIGN - 1) // ALIGN * ALIGN


NOTHING = Space(0)
"""Memory that nobody needs."""


class Tables:
    """The allocation tables of a launch: rows for reading and for writing, and shadows where `ld.global.nc` is watched."""

    def __init__(self, allocations: "list[Allocation | None]", has_shadow: bool) -> None:
        self.count = len(allocations)
        kinds = bytes([0 if each is None else KINDS.get(each.kind, 0) for each in allocations] + [0])
        self.kinds = (ctypes.c_uint8 * (self.count + 1)).from_buffer_copy(kinds)
        self.keep: list[object] = []
        rows = [(number, each, host_address(each)) for number, each in enumerate(allocations) if each is not None and number != LOCAL_WINDOW]
        shadows = self._shadows(rows) if has_shadow else {}
        readable, writable = [0] * (ROW_WORDS * (self.count + 1)), [0] * (ROW_WORDS * (self.count + 1))
        for number, each, host in rows:
            start, size, at = each.address, len(each.data), ROW_WORDS * number
            place = (host - start) % 2**64, shadows.get(number, 0) % 2**64
            readable[at : at + ROW_WORDS] = start, size, *place
            writable[at : at + ROW_WORDS] = start, 0 if each.data.readonly else size, *place
        self.readable, self.writable = (
            (Row * (self.count + 1)).from_buffer_copy(struct.pack(f"={len(words)}Q", *words)) for words in (readable, writable)
        )

    def _shadows(self, rows: "list[tuple[int, Allocation, int]]") -> dict[int, int]:
        """Returns, for each allocation, the distance from its memory to its shadow; allocations that share memory share it too."""
        found: dict[int, int] = {}
        end = distance = 0
        for number, _, host in sorted(rows, key=lambda row: row[2]):
            if host >= end or not found:
                size = self._extent(rows, host)
                space = Space(size + WARP, zero=True)
                self.keep.append(space)
                end, distance = host + size, space.address - host
            found[number] = distance
        return found

    @staticmethod
    def _extent(rows: "list[tuple[int, Allocation, int]]", start: int) -> int:
        """Returns the bytes from an address on that allocations cover without a gap."""
        end = start
        for _, each, host in sorted(rows, key=lambda row: row[2]):
            if host >= start and host <= end:
                end = max(end, host + len(each.data))
        return end - start


def host_address(allocation: Allocation) -> int:
    """Returns where an allocation's bytes are in the host's memory."""
    if not len(allocation.data):
        return 0
    if allocation.identity > 0:
        return allocation.identity
    return int(np.frombuffer(allocation.data, np.uint8).__array_interface__["data"][0])


class Worker:
    """What one thread needs to run blocks."""

    def __init__(self, execution: "Execution", number: int) -> None:
        kernel = execution.kernel
        self.shared = Space(execution.shared_size + ALIGN)
        self.local = Space(kernel.warps * WARP * kernel.local_bytes + ALIGN)
        self.contexts = Space(kernel.warps * kernel.context_bytes)
        self.states = Space(4 * kernel.warps)
        self.values = Space(8 * WARP * execution.most_values)
        self.queues = Space(queue_header() * kernel.warps if kernel.has_queues else 0, zero=True)
        self.records: dict[int, Space] = {}
        self.cells, self.stack = first_stack(kernel.warps) if kernel.has_stack else (0, NOTHING)
        self.readable, self.writable = (self._table(table, execution) for table in (execution.tables.readable, execution.tables.writable))
        self.state = State(*([0] * len(FIELDS)))
        self._fill(execution, number)
        self.first_state = bytes(self.state)
        self.kernel, self.machine = kernel, execution.machine
        self._barriers: BlockBarriers | Gathering | None = None
        self.last_look = perf_counter()
        self.ticks = FIRST_TICKS

    def reset(self) -> None:
        """Makes it as new: blocks find nothing of those before, but for memory that they write before they read it."""
        ctypes.memmove(ctypes.addressof(self.state), self.first_state, len(self.first_state))
        self._barriers = None
        self.last_look, self.ticks = perf_counter(), FIRST_TICKS

    def size(self) -> int:
        """Bytes of its memory."""
        return sum([each.size for each in (self.shared, self.local, self.contexts, self.states, self.values, self.queues, self.stack)])

    @property
    def barriers(self) -> "BlockBarriers | Gathering":
        """The barriers of its block, as far as Python decides them."""
        if self._barriers is None:
            from ptx.vm.compiled.schedule.barriers import BlockBarriers
            from ptx.vm.compiled.schedule.gathering import Gathering

            self._barriers = (Gathering if self.kernel.takes_turns else BlockBarriers)(self.state, self.kernel, self.machine)
        return self._barriers

    def misused(self, block: int) -> VmError | None:
        """Returns what was wrong at a barrier of a block, if anything was."""
        barriers = self._barriers
        return None if barriers is None or barriers.block != block else barriers.error

    def _table(self, table: "Any", execution: "Execution") -> "Any":
        own = type(table).from_buffer_copy(table)
        start = SHARED_WINDOW << OFFSET_BITS
        own[SHARED_WINDOW] = Row(start, execution.shared_size, (self.shared.address - start) % 2**64, self._shadow(execution))
        return own

    def _shadow(self, execution: "Execution") -> int:
        """Returns the distance to the shadow of shared memory, which stays empty."""
        if not execution.kernel.has_shadow:
            return 0
        self.shadow = Space(execution.shared_size + WARP, zero=True)
        return (self.shadow.address - self.shared.address) % 2**64

    def _fill(self, execution: "Execution", number: int) -> None:
        state, grid = self.state, execution.machine.shape.grid
        state.readable, state.writable = ctypes.addressof(self.readable), ctypes.addressof(self.writable)
        state.allocations, state.kinds = execution.tables.count, ctypes.addressof(execution.tables.kinds)
        state.parameters, state.parameter_base = execution.parameters
        state.shared, state.shared_size = self.shared.address, execution.shared_size
        state.local, state.local_size = self.local.address, execution.local_size
        state.contexts, state.states, state.values = self.contexts.address, self.states.address, self.values.address
        state.ticks, state.fuel, state.worker = FIRST_TICKS, execution.fuel, number
        state.grid_x, state.grid_y, state.grid_z = grid
        state.dynamic_size = execution.machine.shape.shared
        state.first_fault = ctypes.addressof(execution.first_fault)
        state.stack, state.stack_cells = self.stack.address, self.cells
        state.queues = self.queues.address
        self.doors = Doors.take(execution.kernel.doors, execution)
        for name, address in self.doors.addresses:
            setattr(state, name, address)

    def grow_stack(self, warps: int) -> None:
        """Makes the stacks twice as large, with what they hold."""
        size = self.stack.size // warps
        larger = Space(2 * size * warps)
        for warp in range(warps):
            ctypes.memmove(larger.address + 2 * warp * size, self.stack.address + warp * size, size)
        self.cells, self.stack = 2 * self.cells, larger
        self.state.stack, self.state.stack_cells = larger.address, self.cells


def queue_header() -> int:
    """Returns the bytes of a warp's queue of asynchronous copies."""
    from ptx.vm.compiled.instructions.queue_layout import HEADER

    return HEADER


def first_stack(warps: int) -> tuple[int, Space]:
    """Returns the cells of a lane's first stack, and the stacks of so many warps."""
    from ptx.vm.compiled.control.stacks import FIRST_CELLS, ROW

    return FIRST_CELLS, Space(ROW * FIRST_CELLS * warps)
