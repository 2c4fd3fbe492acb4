"""Lanes of a warp that take turns: after a block in `Facts.region` any block with lanes may run next, and the warp may stop anywhere.

The lanes that wait at each block stand in the warp's context, a word a block, so that a warp can return at any time and go on later. Of all
blocks with lanes the lowest from `%floor` on runs. Lanes in a loop that waits for others raise the floor above themselves after some
rounds; when there is nothing above, the warp returns, so that others run (`RUNS`). When no block can run because all lanes wait at barriers
or for lanes that are elsewhere, it returns too (`WAITS`), until they are released.
"""

from ptx.vm.compiled.cfg.graph import Block, whole_warp
from ptx.vm.compiled.control.endless import unchanged
from ptx.vm.compiled.control.masks import Masks
from ptx.vm.compiled.control.stopping import count_barrier, load, save, size_of
from ptx.vm.compiled.ir.builder import Builder, element, known_lanes
from ptx.vm.compiled.ir.state import GATHERS, MISUSE, WAIT_BYTES, WAIT_OFFSET
from ptx.vm.compiled.ir.text import MASK, WARP, typed
from ptx.vm.compiled.ir.text import lanes as lane_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Reg
    from ptx.vm.compiled.cfg.preparing import Prepared
    from ptx.vm.compiled.control.warp import WarpFunction

RUNS, WAITS, RELEASED = 1, 2, 3
"""What a warp returns if it can go on, or if all its lanes wait; it is called again with `RUNS`, or `RELEASED` if all may go on."""
ROUNDS = 32
"""Jumps backwards in a loop that waits for others, until these get their turn."""
IDLE = 12
"""As many a jump counts by the same lanes as the one before: it seems that they cannot go on by themselves."""
STEP = 16
"""Blocks that are looked at at once."""
VECTOR = f"<{WARP} x i32>"
WORDS = 4 * WARP


class Layout:
    """Where things are in a warp's context: the lanes at each block by its number, those parked at barriers, what each lane brought there."""

    __slots__ = ("blocks", "bytes", "counts", "masks", "numbers", "parked", "parks", "results", "spent")

    def __init__(self, order: list[Block], parks: list[Block]) -> None:
        self.blocks = (len(order) + STEP - 1) // STEP * STEP + STEP
        self.parks = parks
        self.spent = WAIT_BYTES
        self.masks = WAIT_BYTES + 64
        self.parked = self.masks + 4 * self.blocks
        end = self.parked + (4 * len(parks) + 63) // 64 * 64
        self.numbers, self.counts, self.results = end, end + WORDS, end + 2 * WORDS
        self.bytes = end + 3 * WORDS


class Turns:
    """The turns of one function; `homes` are the few registers that are always in the context, the others are saved wherever the warp stops."""

    def __init__(self, function: "WarpFunction", prepared: "Prepared") -> None:
        self.function = function
        self.code = function.code
        self.facts = prepared.facts
        self.spins = prepared.spins
        self.meetings = {meeting.block: meeting for meeting in prepared.meetings.by_name.values()}
        self.masks = {block: Masks(self, meeting) for block, meeting in self.meetings.items() if meeting.mask.varying}
        self.layout = Layout(prepared.facts.order, function.barriers)
        self.homes: dict[Reg, int] = {}
        self.saved: dict[Reg, int] = {}
        self.bytes = self.layout.bytes
        live = 0
        for block in self.facts.region:
            live |= self.facts.live[block]
        for register in (*function.graph.calls.kept, *function.graph.records, *[each for masks in self.masks.values() for each in masks.registers]):
            self.homes[register] = self.bytes
            self.bytes += size_of(register)
        for register in function.graph.registers:
            if live >> register.index & 1 and register not in self.homes:
                self.saved[register] = self.bytes
                self.bytes += size_of(register)

    # --- the context -----------------------------------------------------------------------------------------------------------------

    def at(self, offset: int) -> str:
        """A pointer into the context."""
        return self.code.let(f"getelementptr i8, ptr %context, i64 {offset}")

    def place(self, block: Block) -> str:
        """The pointer to the lanes that wait at a block."""
        return self.at(self.layout.masks + 4 * block.number)

    def waiting_at(self, block: Block) -> str:
        """The living lanes that wait at a block."""
        return self.code.both(self.code.mask(self.code.let(f"load i32, ptr {self.place(block)}")), self.function.live)

    def add(self, block: Block, lanes: str) -> None:
        """Adds lanes to those that wait at a block."""
        pointer = self.place(block)
        old = self.code.let(f"load i32, ptr {pointer}")
        self.code.do(f"store i32 {self.code.let(f'or i32 {old}, {self.code.bits(lanes)}')}, ptr {pointer}")

    def clear(self, block: Block) -> None:
        """Nobody waits at a block."""
        self.code.do(f"store i32 0, ptr {self.place(block)}")

    # --- beginning, going on, stopping -----------------------------------------------------------------------------------------------

    def slots(self) -> None:
        """Makes the variables of the dispatcher."""
        for name in ("floor", "scan", "rounds", "going"):
            self.code.do(f"%{name} = alloca i32")
            self.code.do(f"store i32 0, ptr %{name}")

    def enter(self) -> None:
        """Begins, or goes on."""
        code, layout = self.code, self.layout
        code.do(f"store i32 {GATHERS}, ptr {self.wait_field('kind')}")
        code.do(f"switch i32 %from, label %begin [i32 {RUNS}, label %resume i32 {RELEASED}, label %release]")
        code.label("begin")
        code.call("llvm.memset.p0.i64", "void", ("ptr", self.at(layout.spent)), ("i8", "0"), ("i64", str(layout.numbers - layout.spent)), ("i1", "false"))
        code.do(f"store i32 {GATHERS}, ptr {self.wait_field('kind')}")
        self.function.fill_local()
        if self.facts.order[0] in self.facts.region:
            self.add(self.facts.order[0], self.function.live)
        code.do("br label %B0")
        code.label("release")
        code.do(f"store i32 {GATHERS}, ptr {self.wait_field('kind')}")
        for position, block in enumerate(layout.parks):
            pointer = self.at(layout.parked + 4 * position)
            self.add(block.targets[0], code.mask(code.let(f"load i32, ptr {pointer}")))
            code.do(f"store i32 0, ptr {pointer}")
        code.do("br label %resume")
        code.label("resume")
        self._each_register(load)
        live = code.let(f"load i32, ptr {self.wait_field('lanes')}")
        self.function.keep_mask("live", code.mask(live))
        code.do(f"store i64 {code.let(f'load i64, ptr {self.at(layout.spent)}')}, ptr %spent")
        code.do("br label %dispatch")

    def _each_register(self, what: "object") -> None:
        for register, offset in self.saved.items():
            what(self.function, register, self.at(offset), typed(element(register.kind), register.width))  # type: ignore[operator]

    def wait_field(self, name: str) -> str:
        """The pointer to a field of the warp's context."""
        return self.at(WAIT_OFFSET[name])

    def finish(self) -> None:
        """Writes the dispatcher and the ways out."""
        code, layout = self.code, self.layout
        order = [block for block in self.facts.order if block in self.facts.region]
        code.label("dispatch")
        code.do(f"store i32 {code.let('load i32, ptr %floor')}, ptr %scan")
        code.do("br label %scanning")
        code.label("scanning")
        found = self._next(code.let("load i32, ptr %scan"), layout.blocks)
        code.do(f"switch i32 {found}, label %none [{' '.join(f'i32 {block.number}, label %B{block.number}' for block in order)}]")
        code.label("none")
        floor = code.let("load i32, ptr %floor")
        code.do(f"br i1 {code.let(f'icmp eq i32 {floor}, 0')}, label %idle, label %stop")
        code.label("idle")
        total = layout.blocks + len(layout.parks)
        some = code.let(f"icmp ult i32 {self._next('0', (total + STEP - 1) // STEP * STEP)}, {total}")
        code.do(f"br i1 {some}, label %stop, label %done")
        code.label("stop")
        runs = code.let(f"icmp ne i32 {code.let('load i32, ptr %floor')}, 0")
        self._each_register(save)
        code.do(f"store i32 {code.bits(self.function.live)}, ptr {self.wait_field('lanes')}")
        code.do(f"store i64 {code.let('load i64, ptr %spent')}, ptr {self.at(layout.spent)}")
        code.do(f"ret i32 {code.let(f'select i1 {runs}, i32 {RUNS}, i32 {WAITS}')}")

    def _next(self, start: str, end: int) -> str:
        live = self.code.bits(self.function.live)
        return self.code.call("next", "i32", ("ptr", self.at(self.layout.masks)), ("i32", live), ("i32", start), ("i32", str(end)))

    # --- blocks ----------------------------------------------------------------------------------------------------------------------

    def begin(self, block: Block) -> None:
        """Begins a block that the dispatcher chose: its lanes are those that wait there, where lanes meet those that are complete."""
        code = self.code
        lanes = self.waiting_at(block)
        if block in self.meetings or whole_warp(block) is not None:
            complete = self._complete(self.meetings[block].mask, lanes) if block in self.meetings else self._all_or_none(lanes)
            none, some = code.new_label("incomplete"), code.new_label("complete")
            code.do(f"br i1 {code.any(complete)}, label %{some}, label %{none}")
            code.label(none)
            code.do(f"store i32 {block.number + 1}, ptr %scan")
            code.do("br label %scanning")
            code.label(some)
            code.do(f"store i32 {code.bits(code.without(lanes, complete))}, ptr {self.place(block)}")
            lanes = complete
        else:
            self.clear(block)
        self.function.keep_mask("mask", lanes)
        if block in self.masks:
            self.masks[block].complete(lanes)
        code.do(f"br label %G{block.number}")
        code.label(f"G{block.number}")

    def _all_or_none(self, lanes: str) -> str:
        """Returns lanes if they are all that live."""
        here = self.code.bits(lanes)
        all_here = self.code.let(f"icmp eq i32 {here}, {self.code.bits(self.function.live)}")
        return self.code.mask(self.code.let(f"select i1 {all_here}, i32 {here}, i32 0"))

    def _complete(self, register: "Reg", lanes: str) -> str:
        """Returns the lanes whose masks' living lanes are all there, with the same mask."""
        code = self.code
        live, here = code.bits(self.function.live), code.bits(lanes)
        masks = self._register(register)
        if not register.varying:
            missing = code.let(f"and i32 {code.let(f'and i32 {masks}, {live}')}, {code.let(f'xor i32 {here}, -1')}")
            return code.both(lanes, code.splat(code.let(f"icmp eq i32 {missing}, 0"), "i1"))
        groups = code.call("groups", VECTOR, (VECTOR, masks), ("i32", here))
        wanted = code.let(f"and {VECTOR} {masks}, {code.splat(live, 'i32')}")
        missing = code.let(f"and {VECTOR} {wanted}, {code.let(f'xor {VECTOR} {groups}, splat (i32 -1)')}")
        return code.both(lanes, code.let(f"icmp eq {VECTOR} {missing}, zeroinitializer"))

    def _register(self, register: "Reg") -> str:
        return known_lanes(self.code, register)

    def meet(self, block: Block) -> None:
        """Goes to the instruction where it stands if all living lanes are here, and none waits for one with another mask."""
        code, function, register = self.code, self.function, block.selector
        assert register is not None
        masks = self._register(register)
        vector = masks if register.varying else code.splat(masks, "i32")
        own = code.let(f"trunc {VECTOR} {code.let(f'lshr {VECTOR} {vector}, {lane_numbers()}')} to {MASK}")
        self._check_own(block, code.without(function.mask, own), vector)
        live = code.bits(function.live)
        first = masks
        same = code.let(f"icmp eq i32 {code.bits(function.mask)}, {live}")
        if register.varying:
            lane = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(function.mask)), ("i1", "true"))
            first = code.let(f"extractelement {VECTOR} {vector}, i32 {lane}")
            other = code.any(code.both(function.mask, code.let(f"icmp ne {VECTOR} {vector}, {code.splat(first, 'i32')}")))
            same = code.let(f"and i1 {same}, {code.let(f'xor i1 {other}, true')}")
        covers = code.let(f"icmp eq i32 {code.let(f'and i32 {first}, {live}')}, {live}")
        here, arrive = block.targets
        together, apart = code.new_label("together"), code.new_label("apart")
        code.do(f"br i1 {code.let(f'and i1 {same}, {covers}')}, label %{together}, label %{apart}")
        if register.varying:
            code.label(apart)
            apart = code.new_label("apart")
            complete = code.bits(self._complete(register, function.mask))
            code.do(f"br i1 {code.let(f'icmp eq i32 {complete}, {live}')}, label %{together}, label %{apart}")
        code.label(together)
        code.do(f"br label %G{here.number}")
        code.label(apart)
        masks_of = self.masks.get(arrive.targets[0])
        if masks_of is not None:
            masks_of.arrive(block, code.bits(function.mask))
        code.do(f"br label %G{arrive.number}")

    def _check_own(self, block: Block, bad: str, masks: str) -> None:
        """Faults lanes that are not in their own mask."""
        code, function = self.code, self.function
        wrong, fine = code.new_label("misuse"), code.new_label("member")
        code.unlikely(code.any(bad), wrong, fine)
        code.label(wrong)
        lane = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(bad)), ("i1", "true"))
        address = code.let(f"zext i32 {code.let(f'extractelement {VECTOR} {masks}, i32 {lane}')} to i64")
        function.note_fault(MISUSE, function.site(block.op), bad, address)
        function.drop_faulted()
        code.do(f"br label %{fine}")
        code.label(fine)

    # --- handing over ------------------------------------------------------------------------------------------------------------------

    def hand_over(self, block: Block, ways: "list[tuple[Block, str]]") -> None:
        """Gives lanes to the next blocks. If all living lanes go one way they go on at once."""
        code, function = self.code, self.function
        for target, lanes in ways:
            if target.is_return():
                function.end_lanes(lanes)
        kept = [(target, lanes) for target, lanes in ways if not target.is_return()]
        live = code.bits(function.live)
        for target, lanes in kept if len(kept) <= 4 else ():
            if target not in self.meetings:
                self._go_together(block, target, lanes, live, len(ways) > 1)
        for target, lanes in kept:
            self.add(target, lanes)
        back = min((target.number for target, _ in kept if target.number <= block.number), default=-1)
        if back >= 0:
            self._go_back(block, self.facts.order[back], "dispatch")
        code.do("br label %dispatch")

    def _go_together(self, block: Block, target: Block, lanes: str, live: str, may_be_none: bool) -> None:
        code = self.code
        bits = code.bits(lanes)
        all_go = code.let(f"icmp eq i32 {bits}, {live}")
        if may_be_none:
            all_go = code.let(f"and i1 {all_go}, {code.let(f'icmp ne i32 {bits}, 0')}")
        together, apart = code.new_label("all"), code.new_label("some")
        code.do(f"br i1 {all_go}, label %{together}, label %{apart}")
        code.label(together)
        if target.number <= block.number:
            self._go_back(block, target, lanes)
        self.function.keep_mask("mask", lanes)
        code.do(f"br label %G{target.number}")
        code.label(apart)

    def _go_back(self, block: Block, target: Block, lanes: str) -> None:
        """Counts a jump backwards; in a loop that waits for others these get their turn now and then. `lanes` are not added yet, or `dispatch`."""
        code, function = self.code, self.function
        look, on = code.new_label("look"), code.new_label("on")
        due, spent = function.count_jump()
        code.unlikely(due, look, on)
        code.label(look)
        site = function.site(None, place=target.place)
        waiting = function.live if lanes == "dispatch" else lanes
        same = unchanged(function, block, target)
        ended = code.call("tick", "i1", ("ptr", "%state"), ("i64", spent), ("i64", str(site)), ("i32", code.bits(waiting)), ("i1", same))
        code.do(f"br i1 {ended}, label %done, label %{on}")
        code.label(on)
        if block not in self.spins or target not in self.spins:
            return
        going = code.bits(self.waiting_at(target) if lanes == "dispatch" else lanes)
        same = code.let(f"icmp eq i32 {going}, {code.let('load i32, ptr %going')}")
        code.do(f"store i32 {going}, ptr %going")
        rounds = code.let(f"add i32 {code.let('load i32, ptr %rounds')}, {code.let(f'select i1 {same}, i32 {IDLE}, i32 1')}")
        code.do(f"store i32 {rounds}, ptr %rounds")
        yields, stays = code.new_label("yields"), code.new_label("stays")
        code.do(f"br i1 {code.let(f'icmp ult i32 {rounds}, {ROUNDS}')}, label %{stays}, label %{yields}")
        code.label(yields)
        code.do("store i32 0, ptr %rounds")
        if lanes != "dispatch":
            self.add(target, lanes)
        code.do(f"store i32 {target.number + 1}, ptr %floor")
        code.do("br label %dispatch")
        code.label(stays)

    def sleep(self) -> None:
        """Lanes want to wait: the next jump backwards gives others their turn."""
        self.code.do(f"store i32 {ROUNDS}, ptr %rounds")

    # --- barriers ----------------------------------------------------------------------------------------------------------------------

    def stop(self, block: Block) -> None:
        """Parks lanes at a barrier; if all living lanes are at one, native code can release them by itself."""
        code, op, function = self.code, block.op, self.function
        assert op is not None
        b = Builder(function, op, 0)
        first, last = (1, b.count - 1) if op.meaning == "barrier_red" else (0, b.count)
        named = [op.operands[position] if position < last else None for position in (first, first + 1)]
        for operand, name, offset in zip(named, ("number", "count"), (self.layout.numbers, self.layout.counts)):
            value = "splat (i32 -1)" if operand is None else b.value(operand, "u32", False, WARP)
            self._bring(value, offset)
            if operand is None or not b.differs(operand):
                code.do(f"store i32 {'-1' if operand is None else b.value(operand, 'u32', False, 1)}, ptr {self.wait_field(name)}")
        if op.meaning == "barrier_red":
            payload = b.value(op.operands[-1], "pred", False, WARP)
            self._bring(code.let(f"zext {MASK} {payload} to {VECTOR}"), self.layout.results)
        kind = str(GATHERS)
        if op.meaning == "barrier" and not any(operand is not None and b.differs(operand) for operand in named):
            together = code.let(f"icmp eq i32 {code.bits(function.mask)}, {code.bits(function.live)}")
            kind = code.let(f"select i1 {together}, i32 0, i32 {GATHERS}")
        code.do(f"store i32 {kind}, ptr {self.wait_field('kind')}")
        pointer = self.at(self.layout.parked + 4 * self.layout.parks.index(block))
        old = code.let(f"load i32, ptr {pointer}")
        code.do(f"store i32 {code.let(f'or i32 {old}, {code.bits(function.mask)}')}, ptr {pointer}")
        count_barrier(function, block)
        code.do("br label %dispatch")

    def _bring(self, value: str, offset: int) -> None:
        """Stores a value of each active lane."""
        code, pointer = self.code, self.at(offset)
        old = code.let(f"load {VECTOR}, ptr {pointer}, align 4")
        chosen = code.let(f"select {MASK} {self.function.mask}, {VECTOR} {value}, {VECTOR} {old}")
        code.do(f"store {VECTOR} {chosen}, ptr {pointer}, align 4")

    def result(self, b: Builder) -> None:
        """Writes what a barrier with a reduction gave."""
        value = b.code.let(f"load {VECTOR}, ptr {self.at(self.layout.results)}, align 4")
        kind = "u32" if b.has("popc") else "pred"
        b.write(value if kind == "u32" else b.code.let(f"trunc {VECTOR} {value} to {MASK}"), kind)


def barrier_result(b: Builder) -> None:
    """After `bar.red`."""
    stops = b.function.stops
    assert isinstance(stops, Turns)
    stops.result(b)


def sleep(b: Builder) -> None:
    """`nanosleep`: other lanes, warps and blocks get their turn where lanes take turns."""
    if isinstance(b.function.stops, Turns) and b.function.block in b.function.facts.region:
        b.function.stops.sleep()


MEANINGS = {"barrier_red": barrier_result, "nanosleep": sleep}
"""The meanings defined here, by the instruction table's key."""

__all__ = ["MEANINGS", "RELEASED", "RUNS", "WAITS", "Layout", "Turns"]
