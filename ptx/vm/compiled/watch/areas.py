"""What native code and Python share in a watched launch: an `Area` for each worker, and the shadows of all memory that somebody may write."""

import ctypes
from threading import Lock

import numpy as np

from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.schedule.workers import ALIGN, Space, Worker, host_address
from ptx.vm.compiled.watch.knowledge import Party
from ptx.vm.compiled.watch.shadow import AREA_BYTES, AREA_OFFSET, EVENT, MOST_EPOCHS, ROW, SERIAL_SHIFT, SINCE
from ptx.vm.errors import LaunchError
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.vm.memory import Allocation

MOST_SERIALS = 1 << (64 - SERIAL_SHIFT)
EVENTS = 4096
"""Room for events until Python reads them."""


class Area:
    """The area of one worker, which runs one block at a time; `shadows` are those of the launch."""

    def __init__(self, worker: Worker, warps: int, local_bytes: int, shadows: "Shadows") -> None:
        self.worker = worker
        self.space = Space(AREA_BYTES, zero=True)
        self.events = np.zeros((EVENTS, len(EVENT)), np.uint64)
        self.marks = Space(warps * WARP * local_bytes + ALIGN, zero=True)
        self.rows = shadows.rows(worker)
        self.set("rows", self.rows.ctypes.data)
        self.set("row_count", len(self.rows) - 1)
        self.set("events", self.events.ctypes.data)
        self.set("event_limit", EVENTS - 2 * WARP)
        self.set("marks", self.marks.address)
        self.set("mark_warps", warps)
        self.set("mark_stride", WARP * local_bytes)
        worker.state.watch = self.space.address

    def _field(self, name: str) -> "ctypes.c_uint64":
        return ctypes.c_uint64.from_address(self.space.address + AREA_OFFSET[name])

    def get(self, name: str) -> int:
        """A field."""
        return self._field(name).value

    def set(self, name: str, value: int) -> None:
        """Sets a field."""
        self._field(name).value = value

    def who(self, warp: int) -> tuple[int, int]:
        """A warp of the block that runs."""
        return self.get("serial") >> SERIAL_SHIFT, warp

    def party(self, warp: int, lanes: int = (1 << WARP) - 1) -> Party:
        """Lanes of a warp of the block that runs, as the clock sees them."""
        since = ctypes.c_uint64.from_address(self.space.address + SINCE + 8 * warp).value
        return Party(*self.who(warp), lanes, self.get("base"), since)

    def tick(self) -> int:
        """Ticks the block's clock."""
        now = min(self.get("clock") + 1, MOST_EPOCHS)
        self.set("clock", now)
        return now

    def shared_word(self, address: int) -> "int | None":
        """Returns 8 bytes of shared memory, None where an address is not of such."""
        offset = address - (SHARED_WINDOW << OFFSET_BITS)
        if not 0 <= offset <= self.worker.state.shared_size - 8 or offset % 8:
            return None
        return ctypes.c_uint64.from_address(self.worker.shared.address + offset).value

    def order_lanes(self, warp: int, now: int) -> None:
        """The lanes of a warp are in order."""
        ctypes.c_uint64.from_address(self.space.address + SINCE + 8 * warp).value = now


class Shadows:
    """The shadows of a launch. They go back to the pool by `close`."""

    def __init__(self, pool: "ShadowPool", allocations: "list[Allocation | None]", shift: int, shared_size: int) -> None:
        self.pool = pool
        self.shift = shift
        self.shared_size = shared_size
        self.taken: list[tuple[Any, ...]] = []
        self.common = np.zeros((len(allocations) + 1, len(ROW)), np.uint64)
        known: dict[int, tuple[Any, ...]] = {}
        spans = [(host_address(each), number, each) for number, each in enumerate(allocations) if each is not None and is_shared_by_blocks(each)]
        for host, number, region, size in regions(spans):
            each = allocations[number]
            assert each is not None
            if region not in known:
                known[region] = self._new(size)
            self.common[number] = row(each.address, len(each.data), host, (host >> shift) - (region >> shift), known[region])

    def _new(self, size: int) -> "tuple[Any, ...]":
        found = self.pool.take((size >> self.shift) + 2 + (16 >> self.shift))
        self.taken.append(found)
        return found

    def rows(self, worker: Worker) -> "Any":
        """The rows of all allocations that have a shadow, with shared memory of the worker's own."""
        rows = self.common.copy()
        rows[SHARED_WINDOW] = row(SHARED_WINDOW << OFFSET_BITS, self.shared_size, worker.shared.address, 0, self._new(self.shared_size))
        rows[SHARED_WINDOW, ROW.index("own")] = 1
        return rows

    def close(self) -> None:
        """The launch is over."""
        self.pool.give(self.taken)
        self.taken = []


def row(start: int, size: int, host: int, index: int, shadow: "tuple[Any, ...]") -> list[int]:
    """Returns a row of the table that native code reads."""
    return [start, size, (host - start) % 2**64, *[each.ctypes.data + index * each.itemsize for each in shadow], 0]


def is_shared_by_blocks(allocation: "Allocation") -> bool:
    """Whether an allocation is memory of the launch that has a shadow if anybody may write it."""
    return allocation.kind in ("argument", "variable") and len(allocation.data) > 0


def regions(spans: "list[tuple[int, int, Allocation]]") -> "list[tuple[int, int, int, int]]":
    """Returns (host address, allocation number, start and bytes of its region) of all that may be written.

    Allocations that share memory of the host are in one region; a region that nobody may write has no shadow.
    """
    found: list[list[tuple[int, int, Allocation]]] = []
    end = -1
    for span in sorted(spans, key=lambda span: span[0]):
        if span[0] >= end or not found:
            found.append([])
        found[-1].append(span)
        end = max(end, span[0] + len(span[2].data)) if len(found[-1]) > 1 else span[0] + len(span[2].data)
    result = []
    for group in found:
        start = group[0][0]
        size = max(host + len(each.data) for host, _, each in group) - start
        if any(not each.data.readonly for _, _, each in group):
            result += [(host, number, start, size) for host, number, _ in group]
    return result


class ShadowPool:
    """Shadows that launches use one after another: what is in them is from blocks with lower serial numbers, so nothing has to be cleared."""

    def __init__(self) -> None:
        self.free: list[tuple[Any, ...]] = []
        self.serial = 1
        self.lock = Lock()

    def serials(self, blocks: int) -> int:
        """Returns the first of new serial numbers. Raises LaunchError where there are not enough in the world."""
        with self.lock:
            if blocks >= MOST_SERIALS:
                raise LaunchError(f"a grid of {blocks} blocks is too large for the sanitizer")
            if self.serial + blocks > MOST_SERIALS:
                self.serial, self.free = 1, []
            first, self.serial = self.serial, self.serial + blocks
            return first

    def take(self, count: int) -> "tuple[Any, ...]":
        """Returns the least free shadow of at least so many granules, or a new one: last write, last read, and their sites."""
        with self.lock:
            fitting = [each for each in self.free if len(each[0]) >= count]
            if fitting:
                found = min(fitting, key=lambda each: len(each[0]))
                self.free = [each for each in self.free if each is not found]
                return found
        return tuple(np.zeros(count, kind) for kind in (np.uint64, np.uint64, np.uint32, np.uint32))

    def give(self, shadows: "list[tuple[Any, ...]]") -> None:
        """Takes shadows back."""
        with self.lock:
            self.free += shadows
