"""A launch under a sanitizer: after `WatchedExecution.run` what was wrong is in the report, and lanes without fault have gone on.

Blocks run in order on one thread. Faults of an access and panics end only their lanes; a deadlock, a divergent barrier, a loop without end or a warp
instruction outside its mask ends the launch, for nobody can say how threads would go on after it.
"""

import ctypes

from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.reports import error_of
from ptx.vm.compiled.schedule.barriers import Opening
from ptx.vm.compiled.schedule.doors import answering
from ptx.vm.compiled.schedule.execution import Execution
from ptx.vm.compiled.schedule.gathering import lanes_of
from ptx.vm.compiled.schedule.residents import Residents
from ptx.vm.compiled.schedule.workers import Worker
from ptx.vm.compiled.watch.areas import Area, ShadowPool, Shadows
from ptx.vm.compiled.watch.instrument import Watch
from ptx.vm.compiled.watch.judging import Judge
from ptx.vm.compiled.watch.knowledge import NO_FLIGHTS, Knowledge, Message, Party
from ptx.vm.compiled.watch.lane_orders import LaneOrders
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT
from ptx.vm.compiled.watch.phases import Phases
from ptx.vm.compiled.watch.races import Races
from ptx.vm.compiled.watch.shadow import BLOCK_BITS, EPOCHS, FLIGHT, SERIAL_SHIFT, WARP_BITS
from ptx.vm.compiled.watch.sites import OBJECTS
from ptx.vm.errors import VmError
from ptx.vm.findings import Finding, Report
from ptx.vm.machine import STACK_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:

    from ptx.vm.compiled.watch.sites import WatchedSite

TELL = ctypes.CFUNCTYPE(None, ctypes.c_int64)
SYNC = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint32, ctypes.c_void_p)
WORDS = ctypes.c_uint64 * WARP
MOST_FLIGHTS = EPOCHS - FLIGHT
LANES_APART = BLOCK_BITS | 1023 << THREAD_SHIFT
"""The bits of a shadow word in which different threads differ."""
FATAL = -1, -1
"""The key of the fault that ends a launch."""


class WatchedExecution(Execution):
    """See the module. `report` gets the findings, at most `most` different ones."""

    report: Report
    most: int
    reverse: bool
    pool: ShadowPool
    slow_lanes = 0
    """Lanes whose accesses were touched one by one."""
    is_over = False
    """Whether the launch was ended before its time."""

    # --- running -----------------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs all blocks and notes what is wrong."""
        assert isinstance(self.kernel.watch, Watch)
        self.watch = self.kernel.watch
        self.lane_orders = LaneOrders()
        self.knowledge = Knowledge(self.lane_orders)
        self.judge = Judge(self.watch, self.knowledge, self.lane_orders)
        self.objects: dict[object, Phases] = {}
        self.flights = 0
        self.first_serial = self.pool.serials(self.total)
        self.races = Races(self.machine, self.watch, self.judge, self._block_of)
        self.faults: dict[tuple[int, int], Finding] = {}
        self.areas: list[Area] = []
        self.shadows = Shadows(self.pool, self.machine.space.allocations, self.watch.shift, self.shared_size)
        self.functions: list[object] = []
        self.is_first = not self.reverse
        try:
            self._run_blocks()
            self.flush()
        finally:
            self.shadows.close()
            self.print_rest()
        if self.stopped is not None:
            raise self.stopped
        self._fatal()
        self.slow_lanes = sum(area.get("slow_lanes") for area in self.areas)
        self.is_over = any(worker.state.stop for worker in self.workers) or FATAL in self.faults
        self.report.add([*self.faults.values(), *self.races.finish()], self.most)

    def _run_blocks(self) -> None:
        if self.kernel.waits:
            try:
                Residents(self, self.reverse).run()
            except VmError as error:
                self.faults[FATAL] = finding_of(error)
            return
        worker = self.new_worker()
        if not self.reverse:
            self.run_range(worker, 0, self.total)
            return
        for block in range(self.total - 1, -1, -1):
            self.run_range(worker, block, block + 1)
            if self.stopped is not None or worker.state.stop or not self.is_fine():
                return

    def _fatal(self) -> None:
        """Notes the fault that ended the launch: that of the least block."""
        for worker in self.workers:
            error = worker.barriers.error
            block = worker.barriers.block
            if error is None and worker.state.fault:
                error, block = error_of(worker.state, self.kernel, self.machine, self.sites), worker.state.fault_block
            if error is not None and (FATAL not in self.faults or block == self.first_fault.value):
                self.faults[FATAL] = finding_of(error)

    def new_worker(self) -> Worker:
        """Returns one more worker, watched."""
        worker = super().new_worker()
        number = len(self.areas)
        area = Area(worker, self.kernel.warps, self.kernel.local_bytes, self.shadows)
        self.areas.append(area)
        functions = (
            TELL(answering(self._flush, self.stop, None)), SYNC(self._synchronised), TELL(answering(self._fault, self.stop, None)),
        )  # fmt: skip
        self.functions.append(functions)
        for name, each in zip(("flush", "sync", "fault"), functions):
            area.set(name, ctypes.cast(each, ctypes.c_void_p).value or 0)
        area.set("worker", number)
        area.set("launch", self.first_serial << SERIAL_SHIFT)
        area.set("first_turn", self.total - 1 if self.reverse else 0)
        area.set("turn_step", -1 if self.reverse else 1)
        area.set("threads", self.machine.shape.threads)
        area.set("apart", (LANES_APART if self.watch.has_parts else WARP_BITS) % 2**64)
        area.set("mark_bytes", WARP * self.first_local_bytes())
        worker.barriers.opening = BarrierOpening(self, area)
        return worker

    def _block_of(self, serial: int) -> int:
        """Returns the block that has a serial number."""
        turn = serial - self.first_serial
        return self.total - 1 - turn if self.reverse else turn

    def first_local_bytes(self) -> int:
        """Returns how much of a thread's own memory begins with its block, and not with a call."""
        size = self.kernel.local_bytes
        return size - STACK_BYTES if self.kernel.has_stack and size > STACK_BYTES else size

    def run_range(self, worker: Worker, first: int, last: int) -> int:
        """Runs some blocks; what happened in them is judged before others run."""
        result = super().run_range(worker, first, last)
        self._flush(int(worker.state.worker))
        return result

    # --- what native code tells ------------------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Judges what happened until now by what is known now; more will be known."""
        for number in range(len(self.areas)):
            self._flush(number)
        self.judge.forget_verdicts()

    def _flush(self, number: int) -> None:
        area = self.areas[number]
        count = area.get("event_count")
        if count:
            self.races.consume(area.events[:count], (area.who(0)[0], area.get("base")))
            area.set("event_count", 0)
            self._stop_if_full()

    def _stop_if_full(self) -> None:
        """Ends the launch when there are as many findings as wanted."""
        if len(self.races.found) + len(self.faults) + len(self.report.findings) >= self.most:
            for worker in self.workers:
                worker.state.stop = 1

    def _fault(self, number: int) -> None:
        state = self.workers[number].state
        key = int(state.fault), int(state.fault_site)
        if key in self.faults:
            self.faults[key].count += 1
            return
        self.faults[key] = finding_of(error_of(state, self.kernel, self.machine, self.sites))
        self._stop_if_full()

    def _synchronised(self, number: int, site: int, lanes: int, addresses: int) -> None:
        try:
            self._learn(self.areas[number], self.watch.sites[site], lanes, addresses)
        except BaseException as problem:  # noqa: BLE001 (raised again when native code has returned)
            self.stop(problem)

    def _learn(self, area: Area, site: "WatchedSite", lanes: int, pointer: int) -> None:
        """A fence, a strong access, or a barrier of some lanes of a warp."""
        self.flush()
        party = area.party(int(area.worker.state.warp), lanes)
        if site.is_fence:
            self._fence(area, site, party)
            return
        words = words_at(pointer, lanes)
        if site.meaning == "warp_sync":
            self.lane_orders.sync(party.who, dict(zip(lanes_of(lanes), words)), area.tick())
        elif site.meaning in OBJECTS:
            self._operate(area, site, party, list(zip(words, words_at(pointer + 8 * WARP, lanes))))
        else:
            self._strong(area, site, party, words)

    def _strong(self, area: Area, site: "WatchedSite", party: Party, addresses: list[int]) -> None:
        """Strong accesses of some lanes, each at its address."""
        known = self.knowledge
        if site.reads:
            for address, some in Places(party, addresses).parties():
                self._read(area, site, some, list(known.at.get(known.key(address, party.serial), ())))
        if site.writes:
            now = area.tick() if site.releases else 0
            for address, some in Places(area.party(party.warp, party.lanes), addresses).parties():
                messages = [known.message(some, now, site.is_narrow)] if site.releases else known.after_fence(party.who, some.lanes)
                known.publish(known.key(address, party.serial), messages, site.is_atomic)

    def _operate(self, area: Area, site: "WatchedSite", party: Party, pairs: "list[tuple[int, int]]") -> None:
        """Operations of some lanes on mbarrier objects: each an address and an operand."""
        now, flights = area.tick(), self._flight(area) if site.meaning == "cp_async_arrive" else NO_FLIGHTS
        for address, some in Places(party, [address for address, _ in pairs]).parties():
            word = area.shared_word(address)
            if word is None:
                continue
            message = self.knowledge.message(some, now, False, flights) if site.releases else None
            phases = self.objects.setdefault(self.knowledge.key(address, party.serial), Phases())
            learnt: list[Message] = []
            for own, operand in pairs:
                if own == address:
                    word, found = phases.operate(site, word, operand, message)
                    learnt += [each for each in found if each not in learnt]
            self._acquire(area, some, learnt)

    def _flight(self, area: Area) -> frozenset[int]:
        """Returns the epoch of the copies that an mbarrier tracks from now on."""
        self.flights = self.flights % MOST_FLIGHTS + 1
        area.set("flight", FLIGHT + self.flights)
        return frozenset((FLIGHT + self.flights,))

    def _read(self, area: Area, site: "WatchedSite", party: Party, messages: "list[Message]") -> None:
        if site.acquires:
            self._acquire(area, party, messages)
        elif messages:
            self.knowledge.wait(party, messages)

    def _fence(self, area: Area, site: "WatchedSite", party: Party) -> None:
        known = self.knowledge
        if site.acquires:
            self._acquire(area, party, known.waited(party.who, party.lanes))
        if site.releases:
            now = area.tick()
            known.fence(party, known.message(party, now, site.is_narrow))

    def _acquire(self, area: Area, party: Party, messages: "list[Message]") -> None:
        if messages:
            now = area.tick()
            if self.knowledge.acquire(party, messages, now):
                area.order_lanes(party.warp, now)


class Places:
    """The addresses of some lanes: which lanes have each."""

    def __init__(self, party: Party, addresses: list[int]) -> None:
        self.party = party
        self.lanes: dict[int, int] = {}
        for lane, address in zip(lanes_of(party.lanes), addresses):
            self.lanes[address] = self.lanes.get(address, 0) | 1 << lane

    def parties(self) -> "list[tuple[int, Party]]":
        """Returns each address with its lanes."""
        return [(address, self.party._replace(lanes=lanes)) for address, lanes in self.lanes.items()]


class BarrierOpening(Opening):
    """Hears of barriers that Python opens: they order the warps that take part."""

    def __init__(self, execution: WatchedExecution, area: Area) -> None:
        self.execution = execution
        self.area = area

    def _message(self, warp: int) -> Message:
        area = self.area
        now = area.tick()
        return self.execution.knowledge.message(area.party(warp), now, False)

    def _place(self, number: int) -> tuple[int, int]:
        return self.area.who(0)[0], number

    def arrived(self, number: int, warp: int) -> None:
        """A warp arrived and goes on."""
        self.execution.flush()
        self.execution.knowledge.arrived.setdefault(self._place(number), []).append(self._message(warp))

    def opened(self, number: int, warps: list[int], everyone: bool) -> None:
        """The warps that waited go on; `everyone`: they are all there are."""
        area, known = self.area, self.execution.knowledge
        self.execution.flush()
        if everyone:
            area.set("base", area.tick())
            return
        messages = [*known.arrived.pop(self._place(number), []), *[self._message(warp) for warp in warps]]
        now = area.tick()
        for warp in warps:
            known.acquire(area.party(warp), messages, now)
            area.order_lanes(warp, now)


def words_at(pointer: int, lanes: int) -> list[int]:
    """Returns the words of some lanes."""
    found = WORDS.from_address(pointer)[:]
    return [found[lane] for lane in lanes_of(lanes)]


def finding_of(error: VmError) -> Finding:
    """Returns a fault as a finding, with what it says of memory."""
    finding = Finding(error.kind, error.problem, error.place, error=error)
    finding.details = dict(error.details)
    finding.name = str(error.details.get("name") or "")
    offset, size = error.details.get("offset"), error.details.get("size")
    if isinstance(offset, int) and isinstance(size, int) and finding.name and size:
        finding.offset, finding.element = offset, offset // size
    return finding
