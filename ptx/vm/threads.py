"""Threads, and the scheduler that runs them: when it returns, every thread of the grid has ended or a fault was raised.

A thread runs alone until it ends, waits, or has used its time slice; so a kernel without synchronisation runs thread after thread at
full speed. Waiting threads keep their registers as bytes. Runnable threads take turns, and when no block ends in a whole round one more
block becomes resident: spin locks and flags between threads, warps and blocks always make progress. The order is fixed, so runs repeat.
"""

from collections import deque
from time import perf_counter

from ptx.isa import WRITES
from ptx.vm.context import EXIT, FIRST_EVENT, Event
from ptx.vm.errors import Fuel, VmError
from ptx.vm.launched import DEFAULT_FUEL, WARP
from ptx.vm.layout import Frame
from ptx.vm.machine import Machine
from ptx.vm.memory import unwritten
from ptx.vm.translate import MAY_WRITE
from ptx.vm.waiting import Barrier, Masks, Thread, WarpGroup, check_alignment, idle_loops, meet, met, mismatched_count, stuck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SLICE = 1024
"""Basic blocks that a thread runs before others get their turn."""
FUEL_AFTER_FAULT = 200_000
"""Basic blocks that earlier threads may still run after a fault, to see whether they fault too."""
WATCH_ROUND = 2
"""After so many rounds in which no block ended (and at twice, four times … as many) it is looked whether anything still changes."""
PROGRESS_SECONDS = 0.5
"""How often progress is told."""


class ResidentBlock:
    """A block whose threads are being run.

    `fresh` is the next thread that has not started, `ready` those that can go on, `later` those that had their turn in this round,
    `waiting` those that wait, by index; `exited` has a bit mask of ended lanes for each warp.
    """

    __slots__ = ("alive", "at", "barriers", "exited", "fresh", "groups", "index", "later", "ready", "shared", "waiting")

    def __init__(self, index: int, threads: int) -> None:
        self.index = index
        self.fresh = 0
        self.alive = threads
        self.exited: dict[int, int] = {}
        self.ready: deque[Thread] = deque()
        self.later: deque[Thread] = deque()
        self.waiting: dict[int, Thread] = {}
        self.barriers: dict[int, Barrier] = {}
        self.groups: dict[tuple[int, str, int], WarpGroup] = {}
        self.at: dict[tuple[int, ...], Masks] = {}
        self.shared: bytes | None = None


class Scheduler:
    """Runs a prepared machine over its whole grid."""

    def __init__(
        self, machine: Machine, frame: Frame, fuel: int | None = None, progress: "Callable[[int, int], None] | None" = None
    ) -> None:
        self.machine = machine
        self.frame = frame
        self.fuel = DEFAULT_FUEL if fuel is None else fuel
        self.progress = progress
        self.threads = machine.shape.threads
        self.headers = [self._header(index) for index in range(self.threads)]
        self.template = self._template()
        self.fault: VmError | None = None
        self.fault_at = (0, 0)
        self.left_after_fault = FUEL_AFTER_FAULT
        self.block = ResidentBlock(0, 0)
        self.total = machine.shape.grid[0] * machine.shape.grid[1] * machine.shape.grid[2]
        self.told = perf_counter()
        self.quiet_rounds = 0
        self.moved = False
        """Whether a thread ended or came to another in this round: those that had their turn before may not have seen what it wrote."""

    def _header(self, index: int) -> bytes:
        lane = index % WARP
        x, y, z = self.machine.thread_coordinates(index)
        below = (1 << lane) - 1
        upto = below | 1 << lane
        masks = (1 << lane, below, upto, 0xFFFFFFFF & ~upto, 0xFFFFFFFF & ~below)
        return b"".join(value.to_bytes(8, "little") for value in (x, y, z, 0, lane, index // WARP, *masks))

    def _template(self) -> bytes:
        private = bytearray(self.machine.private)
        for slot, offset in self.frame.symbols:
            private[8 * slot : 8 * slot + 8] = offset.to_bytes(8, "little")
        return bytes(private)

    # --- the grid ----------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs every block; raises the fault of the least (block, thread)."""
        self.machine.scheduler = self
        resident: list[ResidentBlock] = []
        following, finished = 0, False
        while True:
            if following < self.total and self.fault is None and not (resident and finished):
                resident.append(ResidentBlock(following, self.threads))
                following += 1
            if not resident:
                break
            self.moved = False
            finished, watched = self._round(resident), self._is_watched()
            self.quiet_rounds = 0 if finished else self.quiet_rounds + 1
            everyone = watched and not finished and not self.moved and following == self.total and self.fault is None
            if everyone and all(thread.spins for block in resident for thread in block.ready):
                self.machine.block_index = resident[0].index
                raise idle_loops(self.machine, resident[0].ready)
            self._tell(following - len(resident))
        if self.fault is not None:
            raise self.fault

    def _round(self, resident: list[ResidentBlock]) -> bool:
        """Gives every thread of the resident blocks one turn; returns whether a block ended."""
        ended = []
        for block in resident:
            self._enter(block)
            self._turns(block)
            if block.ready:
                block.shared = bytes(self.machine.shared)
            else:
                ended.append(block)
        for block in ended:
            resident.remove(block)
        return bool(ended)

    def _enter(self, block: ResidentBlock) -> None:
        machine = self.machine
        self.block = block
        machine.block_index = block.index
        view, specials = machine.registers.views["Q"], machine.specials
        for axis, value in zip("xyz", machine.block_coordinates(block.index)):
            view[specials[f"%ctaid.{axis}"]] = value
            view[specials[f"%clusterid.{axis}"]] = value
        if block.shared is not None:
            machine.shared[:] = block.shared
        elif len(machine.shared):
            machine.shared[:] = unwritten(len(machine.shared))

    def _tell(self, done: int) -> None:
        if self.progress is not None:
            now = perf_counter()
            if now - self.told >= PROGRESS_SECONDS:
                self.told = now
                self.progress(done, self.total)

    # --- the threads of a block --------------------------------------------------------------------------------------------------

    def _turns(self, block: ResidentBlock) -> None:
        """Runs the block's threads, each for at most one slice, until all have had it or wait."""
        while self.fault is None and block.fresh < self.threads:
            block.fresh += 1
            self._start(block.fresh - 1)
        while True:
            while block.ready:
                thread = block.ready.popleft()
                if self.fault is None or (block.index, thread.index) < self.fault_at:
                    self._continue(thread)
            if not self._complete_soft(block):
                break
        if block.waiting and not block.later and self.fault is None:
            raise stuck(self.machine, block.waiting)
        block.ready, block.later = block.later, deque()

    def _start(self, index: int) -> None:
        machine = self.machine
        buffer, header = machine.registers.buffer, self.headers[index]
        buffer[: machine.private] = self.template
        buffer[: len(header)] = header
        machine.stack, machine.copies = [], None
        machine.frame = self.frame
        machine.frame_base = 0
        if machine.follows:
            machine.void, machine.taken = set(), None
        if len(machine.local):
            machine.local[: self.frame.size] = unwritten(self.frame.size)
        self._run(index, self.frame.entry, None)

    def _continue(self, thread: Thread) -> None:
        machine = self.machine
        machine.registers.buffer[: machine.private] = thread.registers
        machine.local[: len(thread.local)] = thread.local
        machine.stack, machine.frame, machine.frame_base = thread.stack, thread.frame, thread.frame_base
        machine.copies = thread.copies
        machine.void, machine.taken = thread.void, thread.taken
        if thread.at is not None:
            masks, mask = thread.at
            masks.left(thread.lane, mask)
            thread.at = None
        for view, index, value in thread.pending:
            view[index] = value
        thread.pending = []
        self._run(thread.index, thread.position, thread)

    def _run(self, index: int, position: int, thread: Thread | None) -> None:
        """Runs a thread from a basic block on, until it ends, waits, faults, or its slice is over."""
        machine = self.machine
        machine.thread_index = index
        blocks = machine.blocks
        try:
            if thread is not None and self._is_watched():
                position = self._run_watched(thread, position)
            else:
                for _ in range(SLICE):
                    steps, terminate = blocks[position]  # type: ignore[misc]
                    for step in steps:
                        step()
                    position = terminate()
                    if position < 0:
                        break
            while position in machine.call_places:
                position = self._step(position)
            if position >= 0:
                self._preempt(self._save(thread, index, position), SLICE)
                return
            self.moved = True
            if position == EXIT:
                self._exit(index)
                return
            event = machine.events[FIRST_EVENT - position]
            thread = self._save(thread, index, event.resume)
            thread.spent += 1
            self._check_fuel(thread)
            event.arrive(thread, event)
        except VmError as error:
            self._fail(index, error)

    def _step(self, position: int) -> int:
        """Runs a basic block that begins behind a call: until it has taken the results, nobody else may return from a function."""
        steps, terminate = self.machine.blocks[position]  # type: ignore[misc]
        for step in steps:
            step()
        return terminate()

    def _is_watched(self) -> bool:
        return self.quiet_rounds >= WATCH_ROUND and self.quiet_rounds & (self.quiet_rounds - 1) == 0

    def _run_watched(self, thread: Thread, position: int) -> int:
        """Runs one slice and looks whether the thread comes back to a state that it had: then only others can change its course.

        A thread that repeats without reading memory never ends, whatever others do. Sets `thread.spins` if it changed nothing.
        """
        machine = self.machine
        start, before, shared = position, self._state(), machine.shared_state()
        effects, repeats = 0, False
        for _ in range(SLICE):
            effects |= machine.block_effects.get(position, 0)
            steps, terminate = machine.blocks[position]  # type: ignore[misc]
            for step in steps:
                step()
            position = terminate()
            if position < 0:
                break
            if position == start and not repeats and self._state() == before:
                repeats = not effects & MAY_WRITE or (shared is not None and machine.shared_state() == shared)
        thread.spins = repeats and not effects & WRITES
        if repeats and not effects:
            raise machine.fault(Fuel, "the loop never ends: it repeats and nothing changes", machine.place_of_block(start))
        return position

    def _state(self) -> tuple[object, ...]:
        """Returns all that decides what the running thread does next, the registers of its open calls included."""
        machine = self.machine
        return bytes(machine.registers.buffer[: machine.private]), bytes(machine.local), *machine.stack

    def _save(self, thread: Thread | None, index: int, position: int) -> Thread:
        machine = self.machine
        if thread is None:
            thread = Thread(index)
        thread.position = position
        thread.registers = bytes(machine.registers.buffer[: machine.private])
        thread.local = bytes(machine.local[: machine.frame_base + machine.frame.size]) if len(machine.local) else b""
        thread.stack, thread.frame, thread.frame_base = machine.stack, machine.frame, machine.frame_base
        thread.copies = machine.copies
        thread.void, thread.taken = machine.void, machine.taken
        return thread

    def _preempt(self, thread: Thread, spent: int) -> None:
        thread.spent += spent
        thread.spins = thread.spins and self._is_watched()
        self.block.later.append(thread)
        if self.fault is not None:
            self.left_after_fault -= spent
            if self.left_after_fault < 0:
                raise self.fault
        self._check_fuel(thread)

    def _check_fuel(self, thread: Thread) -> None:
        if thread.spent > self.fuel:
            place = self.machine.place_of_block(thread.position)
            raise self.machine.fault(Fuel, f"the thread ran {thread.spent} basic blocks without end; is there a loop that never ends?", place)

    def pause(self, thread: Thread, spent: int = 1) -> None:
        """Puts a thread back until the next round (`nanosleep`)."""
        self._preempt(thread, spent)

    def _fail(self, index: int, error: VmError) -> None:
        """Keeps the fault of the least thread; later threads do not run any more."""
        at = (self.block.index, index)
        if self.fault is None or at < self.fault_at:
            self.fault, self.fault_at = error, at
        self.block.later = deque(thread for thread in self.block.later if thread.index != index)

    def _exit(self, index: int) -> None:
        block = self.block
        block.alive -= 1
        if not self.machine.events:
            return
        block.exited[index // WARP] = block.exited.get(index // WARP, 0) | 1 << index % WARP
        for number in list(block.barriers):
            self._complete_barrier(block, number)
        for key in [key for key in block.groups if key[0] == index // WARP]:
            self._complete_group(block, key)

    def _release(self, block: ResidentBlock, threads: list[Thread]) -> None:
        for thread in threads:
            thread.event, thread.mask, thread.suspect = None, 0, None
            if thread.at is not None:
                masks, mask = thread.at
                masks.leave(thread.lane, mask)
            del block.waiting[thread.index]
            block.ready.append(thread)

    # --- barriers and warps ------------------------------------------------------------------------------------------------------

    def arrive_barrier(self, thread: Thread, event: Event, number: int, count: int | None, payload: int = 0) -> None:
        """A thread waits at barrier `number` until `count` threads (None: all that are alive) are there."""
        block = self.block
        barrier = block.barriers.setdefault(number, Barrier(count))
        if barrier.count != count:
            raise mismatched_count(self.machine, event, number, count, barrier.count)
        thread.event = event
        block.waiting[thread.index] = thread
        barrier.waiting.append((thread, payload))
        self._complete_barrier(block, number)

    def announce_barrier(self, thread: Thread, event: Event, number: int, count: int) -> None:
        """A thread counts at barrier `number` but goes on (`bar.arrive`)."""
        block = self.block
        barrier = block.barriers.setdefault(number, Barrier(count))
        if barrier.count != count:
            raise mismatched_count(self.machine, event, number, count, barrier.count)
        barrier.announced += 1
        block.ready.append(thread)
        self._complete_barrier(block, number)

    def _complete_barrier(self, block: ResidentBlock, number: int) -> None:
        barrier = block.barriers[number]
        expected = block.alive if barrier.count is None else barrier.count
        if len(barrier.waiting) + barrier.announced < expected or not barrier.waiting:
            return
        del block.barriers[number]
        barrier.waiting.sort(key=lambda entry: entry[0].index)
        check_alignment(self.machine, barrier, block.waiting)
        payloads = [payload for _, payload in barrier.waiting]
        for thread, _ in barrier.waiting:
            if thread.event is not None and thread.event.combine is not None:
                thread.pending = thread.event.combine(payloads)
        self._release(block, [thread for thread, _ in barrier.waiting])

    def arrive_warp(self, thread: Thread, event: Event, mask: int, operands: tuple[int, ...], group: "WarpGroup") -> None:
        """A thread waits for the lanes of `mask` of its warp to come to an instruction of the same form; `group` is used if it is the first.

        A soft group is of those that come to the same instruction through the same calls.
        """
        block = self.block
        calls = [after for after, *_ in thread.stack] if group.soft else []
        name = " ".join([event.name, *[f"{number:08}" for number in (*calls, event.resume)]]) if group.soft else event.name
        key = (thread.warp, name, mask)
        group = block.groups.setdefault(key, group)
        group.threads[thread.lane] = thread
        group.operands[thread.lane] = operands
        thread.mask = mask
        thread.event = event
        block.waiting[thread.index] = thread
        if not group.soft:
            at = block.at.setdefault((thread.warp, event.resume, *[after for after, *_ in thread.stack]), Masks())
            higher = meet(at, thread, mask, block.waiting)
            if higher is not None:
                self._fail(higher.index, met(self.machine, higher))
        self._complete_group(block, key)

    def _complete_group(self, block: ResidentBlock, key: tuple[int, str, int], forced: bool = False) -> None:
        group = block.groups[key]
        warp, _, mask = key
        existing = (1 << min(WARP, self.threads - warp * WARP)) - 1
        needed = mask & existing & ~block.exited.get(warp, 0)
        arrived = sum(1 << lane for lane in group.threads)
        if needed & ~arrived and not forced:
            return
        del block.groups[key]
        for lane in sorted(group.threads):
            suspect = group.threads[lane].suspect
            if suspect is not None and suspect[0] not in group.threads:
                self._fail(group.threads[lane].index, met(self.machine, group.threads[lane]))
                break
        group.combine(group)
        self._release(block, [group.threads[lane] for lane in sorted(group.threads)])

    def _complete_soft(self, block: ResidentBlock) -> bool:
        """Completes one group that does not wait for absent lanes (`activemask`), the first in the text, so that lanes come together again.

        Returns whether there was one.
        """
        for key in sorted(key for key, group in block.groups.items() if group.soft):
            self._complete_group(block, key, forced=True)
            return True
        return False
