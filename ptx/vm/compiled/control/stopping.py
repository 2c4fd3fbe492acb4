"""Barriers of a warp whose lanes are together: it saves what it still needs and returns; called again, it loads that and goes on."""

from ptx.vm.compiled.cfg.graph import Block, Op, Reg, operations, writes
from ptx.vm.compiled.cfg.order import reachable
from ptx.vm.compiled.ir.builder import Builder, element, place_of
from ptx.vm.compiled.ir.state import APART, MASKS, MOST_MASKS, SPENT, UNMET, WAIT_BYTES, WAIT_OFFSET
from ptx.vm.compiled.ir.text import BITS, MASK, WARP, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.control.warp import WarpFunction


def size_of(register: Reg) -> int:
    """Returns the bytes of a register in a warp's context."""
    size = WARP * max(1, BITS[element(register.kind)] // 8) if register.width > 1 else 8
    return (size + 63) // 64 * 64


class Stops:
    """Barriers in one function. `saved` are the places of registers in the warp's context, `homes` of those that live there."""

    def __init__(self, function: "WarpFunction") -> None:
        self.function = function
        self.code = function.code
        self.saved: dict[Reg, int] = {}
        self.homes: dict[Reg, int] = {}
        self.bytes = WAIT_BYTES
        self._lay_out()

    def _lay_out(self) -> None:
        """Gives every register that is live after a barrier a place in the warp's context.

        One that nothing writes after a barrier *lives* there: it is stored where it is computed, and neither saved nor loaded again.
        """
        facts = self.function.facts
        for register in (*self.function.graph.calls.kept, *self.function.graph.records):
            self.homes[register] = self.bytes
            self.bytes += size_of(register)
        live, changed = 0, sum(1 << register.index for register in self.function.graph.cells)
        for block in self.function.barriers:
            live |= facts.live[block.targets[0]]
            for after in reachable(block.targets[0]):
                for item in operations(after):
                    for register in writes(item):
                        changed |= 1 << register.index | (1 << register.void.index if register.void is not None else 0)
        fixed = ~(changed | facts.live[facts.order[0]])
        for register in self.function.graph.registers:
            if live >> register.index & 1 and register not in self.homes:
                places = self.homes if fixed >> register.index & 1 else self.saved
                places[register] = self.bytes
                self.bytes += size_of(register)

    def enter(self) -> None:
        """Begins, or goes on after a barrier."""
        code, barriers = self.code, self.function.barriers
        if barriers:
            code.do(f"switch i32 %from, label %begin [{' '.join(f'i32 {n + 1}, label %resume{n}' for n in range(len(barriers)))}]")
        else:
            code.do("br label %begin")
        code.label("begin")
        self.function.fill_local()
        code.do("br label %B0")
        for number, block in enumerate(barriers):
            self._resume(number, block)

    def wait_field(self, name: str) -> str:
        """The pointer to a field of the warp's context."""
        return self.code.let(f"getelementptr i8, ptr %context, i64 {WAIT_OFFSET[name]}")

    def _saved_registers(self, block: Block) -> "list[tuple[Reg, str, str]]":
        """The registers live after a barrier, with pointer and type in the context (masks as integers)."""
        found = []
        for register, offset in self.saved.items():
            if self.function.facts.live[block.targets[0]] >> register.index & 1:
                whole = typed(element(register.kind), register.width)
                found.append((register, self.code.let(f"getelementptr i8, ptr %context, i64 {offset}"), whole))
        return found

    def stop(self, block: Block) -> None:
        """Waits at a barrier."""
        code, op = self.code, block.op
        assert op is not None
        b = Builder(self.function, op, 0)
        if not self.function.facts.converged(block):
            self._all_here(block, op)
        number = self.function.barriers.index(block)
        first = 1 if op.meaning == "barrier_red" else 0
        last = b.count - 1 if op.meaning == "barrier_red" else b.count
        values = {"site": str(number), "lanes": code.bits(self.function.live), "number": self._uniform(b, first),
                  "count": self._uniform(b, first + 1) if last > first + 1 else "-1", "result": "0",
                  "kind": str(int(op.meaning != "barrier"))}  # fmt: skip
        values["payload"] = code.bits(b.value(op.operands[-1], "pred", False, WARP)) if op.meaning == "barrier_red" else "0"
        for name, value in values.items():
            code.do(f"store i32 {value}, ptr {self.wait_field(name)}")
        for register, pointer, whole in self._saved_registers(block):
            save(self.function, register, pointer, whole)
        count_barrier(self.function, block)
        self.keep_spent(save=True)
        code.do(f"ret i32 {number + 1}")

    def keep_spent(self, save: bool) -> None:
        """Saves or loads the count of jumps backwards: a loop around a barrier uses up fuel too."""
        kept = self.code.let(f"getelementptr i8, ptr %context, i64 {SPENT}")
        source, target = ("%spent", kept) if save else (kept, "%spent")
        self.code.do(f"store i64 {self.code.let(f'load i64, ptr {source}')}, ptr {target}")

    def _uniform(self, b: Builder, position: int) -> str:
        operand = b.operand(position)
        if b.differs(operand):
            raise b.refuse("a barrier whose number differs between lanes")
        return b.value(operand, "u32", False, 1)

    def _all_here(self, block: Block, op: Op) -> None:
        """Faults if living lanes wait elsewhere: they are at other barriers, for those run last."""
        code, function = self.code, self.function
        site = function.site(op)
        function.sites[site].others = sorted(function.facts.waiting[block], key=lambda each: each.number)
        missing = code.any(code.without(function.live, function.mask))
        apart, together = code.new_label("apart"), code.new_label("together")
        code.unlikely(missing, apart, together)
        code.label(apart)
        places = [block, *function.sites[site].others]
        if op.meaning == "barrier_arrive" or len(places) > MOST_MASKS or any(each.kind != "barrier" for each in places):
            function.note_fault(UNMET, site, code.without(function.live, function.mask))
            code.do("br label %done")
        else:
            self._wait_apart(block, site, places)
        code.label(together)

    def _wait_apart(self, block: Block, site: int, places: list[Block]) -> None:
        """Leaves word of who waits where and returns: Python reports it when the block's other warps wait too."""
        code, function = self.code, self.function
        number = function.barriers.index(block)
        for name, value in (("site", str(site)), ("lanes", code.bits(function.live)), ("kind", str(APART))):
            code.do(f"store i32 {value}, ptr {self.wait_field(name)}")
        for position, place in enumerate(places):
            lanes = function.mask if place is block else function.waiting_at(place)
            pointer = code.let(f"getelementptr i8, ptr %context, i64 {MASKS + 4 * position}")
            code.do(f"store i32 {code.bits(lanes)}, ptr {pointer}")
        function.sites[site].others = places
        code.do(f"ret i32 {number + 1}")

    def _resume(self, number: int, block: Block) -> None:
        code = self.code
        code.label(f"resume{number}")
        for register, pointer, whole in self._saved_registers(block):
            load(self.function, register, pointer, whole)
        self.keep_spent(save=False)
        lanes = code.mask(code.let(f"load i32, ptr {self.wait_field('lanes')}"))
        self.function.keep_mask("live", lanes)
        if block.op is not None and block.op.meaning == "barrier_red":
            b = Builder(self.function, block.op, 0)
            result = code.let(f"load i32, ptr {self.wait_field('result')}")
            kind = "u32" if b.has("popc") else "pred"
            value = result if kind == "u32" else code.let(f"trunc i32 {result} to i1")
            b.write(code.splat(value, "i32" if kind == "u32" else "i1", b.width), kind)
        code.do(f"br label %B{block.targets[0].number}")


def count_barrier(function: "WarpFunction", block: Block) -> None:
    """Counts a barrier as a jump backwards, for a loop may have no other; the fuel is looked at each time, as barriers may take long."""
    code = function.code
    due, spent = function.count_jump()
    fuel = function.field("fuel")
    empty = code.let(f"icmp ugt i64 {spent}, {code.let(f'load i64, ptr {fuel}')}")
    look, on = code.new_label("look"), code.new_label("on")
    code.unlikely(code.let(f"or i1 {due}, {empty}"), look, on)
    code.label(look)
    site = ("i64", str(function.site(None, place=block.place)))
    ended = code.call("tick", "i1", ("ptr", "%state"), ("i64", spent), site, ("i32", code.bits(function.live)), ("i1", "false"))
    code.do(f"br i1 {ended}, label %done, label %{on}")
    code.label(on)


def save(function: "WarpFunction", register: Reg, pointer: str, whole: str) -> None:
    """Stores a register in the context."""
    code = function.code
    value = code.let(f"load {whole}, ptr {place_of(register)}")
    if whole == MASK:
        value, whole = code.bits(value), "i32"
    code.do(f"store {whole} {value}, ptr {pointer}, align 8")


def load(function: "WarpFunction", register: Reg, pointer: str, whole: str) -> None:
    """Loads a register from the context."""
    code = function.code
    value = code.let(f"load {'i32' if whole == MASK else whole}, ptr {pointer}, align 8")
    code.do(f"store {whole} {code.mask(value) if whole == MASK else value}, ptr {place_of(register)}")
