"""A launch under a sanitizer: after `WatchedExecution.run` what was wrong is in the report, and lanes without fault have gone on.

Blocks run in order on one thread. Faults of an access and panics end only their lanes; a deadlock, a divergent barrier, a loop without end or a warp
instruction outside its mask ends the launch, for nobody can say how threads would go on after it.
"""

import ctypes
from threading import Lock

import numpy as np

from ptx.vm.compiled.barriers import BlockBarriers, Opening
from ptx.vm.compiled.execution import ALIGN, Execution, Space, Worker, answering, host_address
from ptx.vm.compiled.knowledge import Knowledge, Message
from ptx.vm.compiled.races import Races
from ptx.vm.compiled.reports import error_of
from ptx.vm.compiled.shadow import AREA_BYTES, AREA_OFFSET, EVENT, EVENT_BYTES, MOST_EPOCHS, ROW, ROW_BYTES, SERIAL_SHIFT, SINCE
from ptx.vm.compiled.text import WARP
from ptx.vm.errors import LaunchError
from ptx.vm.findings import Finding, Report
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.vm.compiled.watch import Watch
    from ptx.vm.errors import VmError
    from ptx.vm.memory import Allocation

MOST_SERIALS = 1 << (64 - SERIAL_SHIFT)
EVENTS = 4096
"""Room for events until Python reads them."""
TELL = ctypes.CFUNCTYPE(None, ctypes.c_int64)
SYNC = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint32, ctypes.c_void_p)


class WatchedExecution(Execution):
    """See the module. `report` gets the findings, at most `most` different ones."""

    report: Report
    most: int
    reverse: bool
    pool: "ShadowPool"
    is_over = False
    """Whether the launch was ended before its time."""

    # --- running -----------------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs all blocks and notes what is wrong."""
        assert self.kernel.watch is not None
        self.watch: Watch = self.kernel.watch
        self.knowledge = Knowledge()
        self.first_serial = self.pool.serials(self.total)
        self.races = Races(self.machine, self.watch.sites, self.knowledge, self.first_serial)
        self.faults: dict[tuple[int, int], Finding] = {}
        self.workers.append(Worker(self, 0))
        self.taken: list[tuple[Any, ...]] = []
        try:
            self._prepare(self.workers[0])
            self._run_blocks()
            self._flush(0)
        finally:
            self.pool.give(self.taken)
        if self.stopped is not None:
            raise self.stopped
        self._fatal()
        self.is_over = bool(self.workers[0].state.stop) or (-1, -1) in self.faults
        self.report.add([*self.faults.values(), *self.races.finish()], self.most)

    def _run_blocks(self) -> None:
        if not self.reverse:
            self.run_range(self.workers[0], 0, self.total)
            return
        for block in range(self.total - 1, -1, -1):
            self.run_range(self.workers[0], block, block + 1)
            if self.stopped is not None or self.workers[0].state.stop or not self.is_fine():
                return

    def _fatal(self) -> None:
        """Notes the fault that ended the launch."""
        worker = self.workers[0]
        error = worker.barriers.error
        if error is None and worker.state.fault:
            error = error_of(worker.state, self.kernel, self.machine, self.sites)
        if error is not None:
            self.faults[-1, -1] = Finding(error.kind, error.problem, error.place, error=error)

    # --- the shared area ----------------------------------------------------------------------------------------------------------------

    def _prepare(self, worker: Worker) -> None:
        self.area = Space(AREA_BYTES, zero=True)
        self.events = np.zeros((EVENTS, len(EVENT)), np.uint64)
        mark_bytes = self.kernel.warps * WARP * self.kernel.local_bytes
        self.marks = Space(mark_bytes + ALIGN, zero=True)
        rows = self._rows(worker)
        self.row_table = rows
        self.functions = (
            TELL(answering(self._flush, self.stop, None)),
            SYNC(self._synchronised),
            TELL(answering(self._fault, self.stop, None)),
        )
        values = {"launch": self.first_serial << SERIAL_SHIFT, "rows": rows.ctypes.data, "row_count": len(rows) - 1, "events": self.events.ctypes.data,
                  "event_limit": EVENTS - 2 * WARP, "marks": self.marks.address, "mark_bytes": mark_bytes,
                  "mark_stride": WARP * self.kernel.local_bytes}  # fmt: skip
        values |= {name: ctypes.cast(each, ctypes.c_void_p).value or 0 for name, each in zip(("flush", "sync", "fault"), self.functions)}
        for name, value in values.items():
            self._set(name, value)
        worker.state.watch = self.area.address
        assert isinstance(worker.barriers, BlockBarriers)
        worker.barriers.opening = BarrierOpening(self, worker)

    def _field(self, name: str) -> "ctypes.c_uint64":
        return ctypes.c_uint64.from_address(self.area.address + AREA_OFFSET[name])

    def _get(self, name: str) -> int:
        return self._field(name).value

    def _set(self, name: str, value: int) -> None:
        self._field(name).value = value

    def _rows(self, worker: Worker) -> "Any":
        """The rows of all allocations that have a shadow: those that somebody may write."""
        allocations = self.machine.space.allocations
        rows = np.zeros((len(allocations) + 1, len(ROW)), np.uint64)
        spans = [(host_address(each), number, each) for number, each in enumerate(allocations) if each is not None and is_shared_by_blocks(each)]
        for host, number, region, size in regions(spans):
            each = allocations[number]
            assert each is not None
            if region not in self.shadows:
                self.shadows[region] = self._shadow(size)
            self._row(rows, number, each.address, len(each.data), host, (host >> self.watch.shift) - (region >> self.watch.shift), self.shadows[region])
        start = SHARED_WINDOW << OFFSET_BITS
        own = self._shadow(self.shared_size)
        self._row(rows, SHARED_WINDOW, start, self.shared_size, worker.shared.address, 0, own)
        rows[SHARED_WINDOW, ROW.index("own")] = 1
        return rows

    def _shadow(self, size: int) -> "tuple[Any, ...]":
        """The shadow of a stretch of memory."""
        found = self.pool.take((size >> self.watch.shift) + 2 + (16 >> self.watch.shift))
        self.taken.append(found)
        return found

    @property
    def shadows(self) -> "dict[int, tuple[Any, ...]]":
        """The shadows of this launch by host address."""
        if not hasattr(self, "_shadows"):
            self._shadows: dict[int, tuple[Any, ...]] = {}
        return self._shadows

    @staticmethod
    def _row(rows: "Any", number: int, start: int, size: int, host: int, index: int, shadow: "tuple[Any, ...]") -> None:
        places = [each.ctypes.data + index * each.itemsize for each in shadow]
        rows[number] = [start, size, (host - start) % 2**64, *places, 0]

    # --- what native code tells ------------------------------------------------------------------------------------------------------------

    def _flush(self, worker: int) -> None:
        count = self._get("event_count")
        if count:
            self.races.consume(self.events[:count])
            self._set("event_count", 0)
        if len(self.races.found) + len(self.faults) + len(self.report.findings) >= self.most:
            self.report.is_cut = True
            self.workers[0].state.stop = 1

    def _fault(self, worker: int) -> None:
        state = self.workers[0].state
        key = int(state.fault), int(state.fault_site)
        if key in self.faults:
            self.faults[key].count += 1
            return
        error = error_of(state, self.kernel, self.machine, self.sites)
        self.faults[key] = found = Finding(error.kind, error.problem, error.place, error=error)
        fill(found, error)
        if len(self.races.found) + len(self.faults) + len(self.report.findings) >= self.most:
            self.workers[0].state.stop = 1

    def _synchronised(self, worker: int, number: int, lanes: int, addresses: int) -> None:
        try:
            self._learn(self.watch.sites[number], [ctypes.c_uint64.from_address(addresses + 8 * lane).value for lane in range(WARP) if lanes >> lane & 1])
        except BaseException as problem:  # noqa: BLE001 (raised again when native code has returned)
            self.stop(problem)

    def who(self, warp: int) -> tuple[int, int]:
        """A warp of the running block."""
        return self._get("serial") >> SERIAL_SHIFT, warp

    def tick(self) -> int:
        """Ticks the block's clock."""
        now = min(self._get("clock") + 1, MOST_EPOCHS)
        self._set("clock", now)
        return now

    def base(self) -> int:
        """The time of the block's last full barrier."""
        return self._get("base")

    def flush(self) -> None:
        """Judges what happened until now by what is known now."""
        self._flush(0)

    def order_lanes(self, warp: int, now: int) -> None:
        """The lanes of a warp are in order."""
        ctypes.c_uint64.from_address(self.area.address + SINCE + 8 * warp).value = now

    def _learn(self, site: "Any", addresses: list[int]) -> None:
        """A fence, or a strong access."""
        self.flush()
        warp = int(self.workers[0].state.warp)
        who, known = self.who(warp), self.knowledge
        if site.is_fence:
            self._fence(site, who)
            return
        keys = [known.key(address, who[0]) for address in dict.fromkeys(addresses)]
        if site.reads:
            messages = [message for key in keys for message in known.at.get(key, ())]
            if site.acquires:
                self._acquire(who, messages)
            elif messages:
                waiting = known.pending.setdefault(who, [])
                waiting += [message for message in messages if message not in waiting]
        if site.writes:
            message = known.fenced.get(who)
            if site.releases:
                message = known.message(who, self.tick(), self.base(), site.is_narrow)
            for key in keys:
                known.publish(key, message, site.is_atomic)

    def _fence(self, site: "Any", who: tuple[int, int]) -> None:
        known = self.knowledge
        if site.acquires:
            self._acquire(who, known.pending.pop(who, []))
        if site.releases:
            known.fenced[who] = known.message(who, self.tick(), self.base(), site.is_narrow)

    def _acquire(self, who: tuple[int, int], messages: "list[Message]") -> None:
        if messages:
            now = self.tick()
            if self.knowledge.acquire(who, messages, now):
                self.order_lanes(who[1], now)


class BarrierOpening(Opening):
    """Hears of barriers that Python opens: they order the warps that take part."""

    def __init__(self, execution: WatchedExecution, worker: Worker) -> None:
        self.execution = execution
        self.worker = worker

    def _message(self, warp: int) -> Message:
        execution = self.execution
        who = execution.who(warp)
        return execution.knowledge.message(who, execution.tick(), execution.base(), False)

    def arrived(self, number: int, warp: int) -> None:
        """A warp arrived and goes on."""
        self.execution.flush()
        self.execution.knowledge.arrived.setdefault(number, []).append(self._message(warp))

    def opened(self, number: int, warps: list[int], everyone: bool) -> None:
        """The warps that waited go on; `everyone`: they are all there are."""
        execution = self.execution
        execution.flush()
        known = execution.knowledge
        if everyone:
            execution._set("base", execution.tick())
            return
        messages = [*known.arrived.pop(number, []), *[self._message(warp) for warp in warps]]
        now = execution.tick()
        for warp in warps:
            known.acquire(execution.who(warp), messages, now)
            execution.order_lanes(warp, now)


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


def fill(finding: Finding, error: "VmError") -> None:
    """Puts into a finding what an error says of memory."""
    details = error.details
    finding.details = dict(details)
    finding.name = str(details.get("name") or "")
    offset, size = details.get("offset"), details.get("size")
    if isinstance(offset, int) and isinstance(size, int) and finding.name and size:
        finding.offset, finding.element = offset, offset // size


__all__ = ["EVENT_BYTES", "ROW_BYTES", "WatchedExecution"]
