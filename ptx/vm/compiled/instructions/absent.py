"""Values of absent lanes: what a shuffle takes from a lane that is not there is *void*, and its use is a fault (`ptx.vm.absent`).

Beside each register that may be void (`analysis.void`) stand 32 bits, one for each lane. While all lanes are there they are zeros, made by a few
scalar operations; what is more is out of line. Where a lane's last void value comes from is kept in memory, for the report.
"""

from itertools import product

from ptx.operands import Address, Operand
from ptx.vm.absent import SHUFFLE, SHUFFLE_MASK, computes, rule_of, uses
from ptx.vm.compiled.analysis.void import found_in, result_of
from ptx.vm.compiled.cfg.graph import Block, Copy, Op, Reg
from ptx.vm.compiled.instructions.bit_fields import table_result
from ptx.vm.compiled.instructions.taken import GATHER, TAKEN, routine
from ptx.vm.compiled.instructions.warps import source_lanes
from ptx.vm.compiled.ir.builder import Builder, integer_of, known_lanes, place_of
from ptx.vm.compiled.ir.state import VOID
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.accesses import generic_vector, place, space_of
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ptx.vm.compiled.analysis.void import Void
    from ptx.vm.compiled.cfg.meeting import Meeting
    from ptx.vm.compiled.control.warp import WarpFunction

VECTOR = f"<{WARP} x i32>"
WORD = f"<{WARP} x i64>"


class Absent:
    """The void lanes of one kernel's registers, while it is translated."""

    def __init__(self, function: "WarpFunction", void: "Void") -> None:
        self.function = function
        self.where, self.masks = void.records
        self.cells = void.cells
        self.sites: dict[Op, int] = {}

    # --- hooks -------------------------------------------------------------------------------------------------------------------------

    def before(self, b: Builder) -> None:
        """Looks at the operands of an instruction that uses them, and says which lanes of other results will be void."""
        op = b.op
        if b.function.block.kind == "meet" and b.function.block.op is not None:
            self._use(b, b.function.block.op, self._joined(b, op.sources))
        elif op.stands_for is not None and uses(op.stands_for.resolved):
            self._use(b, op.stands_for, self._joined(b, op.sources))
        elif op.meaning == "st":
            self._stored(b)
        elif uses(op.resolved):
            self._use(b, op, self._joined(b, op.sources))
        elif op.meaning == SHUFFLE:
            self._use(b, op, self._operand(b, op.operands[SHUFFLE_MASK]))
        targets = [register for register in op.targets if register.void is not None]
        if op in self.cells:
            self._moved(b, op)
        elif op.meaning != SHUFFLE and targets:
            bits = self._computed(b) if computes(op.resolved) else "0"
            for register in targets:
                self._set(b, register, bits)

    def _moved(self, b: Builder, op: Op) -> None:
        """A load or store of a local variable's cells."""
        code, mask = b.code, b.code.bits(b.function.mask)
        for register, cell in self.cells[op]:
            if op.meaning == "st":
                self._merge(b, cell, "0" if register is None else self._bits(b, register), mask)
            elif register is not None and register.void is not None:
                self._keep(b, register, code.let(f"load i32, ptr {place_of(cell)}"), mask)

    def ending(self, function: "WarpFunction", block: Block) -> None:
        """Looks at what decides a branch, and at what threads bring to a barrier."""
        op = block.decider or block.op
        if op is not None and op.resolved.form.effects:
            b = Builder(function, op, 0)
            used = op.sources if block.kind == "barrier" else [] if block.decides is None else [block.decides]
            self._use(b, op, self._joined(b, used))

    def copied(self, b: "Any") -> None:
        """Says which lanes of a copied register or variable are void; what a call gives and takes in registers is not followed."""
        copy: Copy = b.copy
        for source, cell in self.cells.get(copy, ()):
            self._merge(b, cell, "0" if source is None else b.code.let(f"load i32, ptr {place_of(source)}"), b.code.bits(b.function.mask))
        if isinstance(copy.target, Reg) and copy.target.void is not None:
            source = copy.source.void if isinstance(copy.source, Reg) and not copy.size else None
            self._keep(b, copy.target, "0" if source is None else b.code.let(f"load i32, ptr {place_of(source)}"), b.code.bits(b.function.mask))

    def shuffled(self, b: Builder, missing: str) -> None:
        """Says which lanes of a shuffle's results are void: those in `missing` (bits), whose source is not there, and those that take what is void."""
        op = b.op
        offset = self._or(b, self._operand(b, op.operands[2]), self._operand(b, op.operands[3]))
        value = self._operand(b, op.operands[1])
        results = found_in(b.function.graph, op, result_of(op))
        for register in op.targets:
            if register.void is not None and register not in results:
                self._set(b, register, offset)
        for register in results:
            if register.void is not None:
                some = self._or(b, missing, self._or(b, offset, value))
                self._set(b, register, self._rarely(b, some, lambda: self._taken(b, missing, value, offset)))

    # --- which lanes are void ------------------------------------------------------------------------------------------------------------

    def _bits(self, b: Builder, register: Reg) -> str:
        return "0" if register.void is None else b.code.let(f"load i32, ptr {place_of(register.void)}")

    def _operand(self, b: Builder, operand: Operand) -> str:
        return self._joined(b, found_in(b.function.graph, b.op, operand))

    def _joined(self, b: Builder, registers: "list[Reg]") -> str:
        bits = "0"
        for register in dict.fromkeys(registers):
            bits = self._or(b, bits, self._bits(b, register))
        return bits

    @staticmethod
    def _or(b: Builder, first: str, second: str) -> str:
        return second if first == "0" else first if second == "0" else b.code.let(f"or i32 {first}, {second}")

    @staticmethod
    def _and(b: Builder, first: str, second: str) -> str:
        return "0" if "0" in (first, second) else b.code.let(f"and i32 {first}, {second}")

    def _set(self, b: Builder, register: Reg, bits: str) -> None:
        """Keeps the void lanes of a result: all that matter are written, or those of the guard or the mask."""
        mask = b.code.bits(b.function.mask)
        if b.op.guard is None:
            self._keep(b, register, bits, mask)
            return
        unsure = self._bits(b, b.op.guard[0])
        written = self._or(b, b.code.bits(b.guard(WARP)), unsure)
        self._keep(b, register, self._or(b, bits, unsure), mask, written)

    @staticmethod
    def _keep(b: "Any", register: Reg, bits: str, mask: str, written: str = "") -> None:
        assert register.void is not None
        if b.keeps >> register.index & 1:
            written = b.code.let(f"and i32 {mask}, {written}") if written else mask
        Absent._merge(b, register.void, bits, written)

    @staticmethod
    def _merge(b: "Any", kept: Reg, bits: str, written: str) -> None:
        """Stores bits for the lanes that are written, all if that is ""."""
        code, pointer = b.code, place_of(kept)
        if written:
            others = code.let(f"and i32 {code.let(f'load i32, ptr {pointer}')}, {code.let(f'xor i32 {written}, -1')}")
            bits = others if bits == "0" else code.let(f"or i32 {others}, {code.let(f'and i32 {bits}, {written}')}")
        code.do(f"store i32 {bits}, ptr {pointer}")

    def _rarely(self, b: Builder, bits: str, found: "Callable[[], str]") -> str:
        """The bits that `found` makes if some are set, else none."""
        if bits == "0":
            return "0"
        code = b.code
        usual, rare, rare_end, end = (code.new_label(stem) for stem in ("void.none", "void.some", "void.found", "void.known"))
        code.unlikely(code.let(f"icmp ne i32 {bits}, 0"), rare, usual)
        code.label(usual)
        code.do(f"br label %{end}")
        code.label(rare)
        result = found()
        code.do(f"br label %{rare_end}")
        code.label(rare_end)
        code.do(f"br label %{end}")
        code.label(end)
        return code.let(f"phi i32 [0, %{usual}], [{result}, %{rare_end}]")

    def _computed(self, b: Builder) -> str:
        rule = rule_of(b.op.resolved)
        some = self._joined(b, b.op.sources)
        if rule == "select":
            return self._rarely(b, some, lambda: self._selected(b))
        if rule in ("zero", "ones"):
            return self._rarely(b, some, lambda: self._absorbed(b, rule))
        if rule == "sum":
            return self._rarely(b, some, lambda: self._or(b, self._absorbed(b, "zero"), self._operand(b, b.operand(3))))
        if rule == "table":
            return self._rarely(b, some, lambda: self._looked_up(b))
        if rule in ("and", "or"):
            return self._rarely(b, some, lambda: self._compared(b, rule))
        return some

    def _predicate(self, b: Builder, operand: Operand) -> str:
        return b.code.bits(b.value(operand, "pred", False, WARP))

    def _selected(self, b: Builder) -> str:
        yes, no, condition = (self._operand(b, b.operand(position)) for position in (1, 2, 3))
        chosen = self._predicate(b, b.operand(3))
        other = b.code.let(f"xor i32 {chosen}, -1")
        return self._or(b, condition, self._or(b, self._and(b, yes, chosen), self._and(b, no, other)))

    def _absorbed(self, b: Builder, rule: str) -> str:
        """Void where one side is and the other does not decide the result (or is void too)."""
        sides = []
        for position in (1, 2):
            kind = b.op.forms[position][1]
            plain = kind if kind == "pred" else f"b{integer_of(kind)[1:]}"
            whole = f"<{WARP} x {integer_of(plain)}>"
            deciding = "zeroinitializer" if rule == "zero" else f"splat ({integer_of(plain)} -1)"
            leaves_open = b.code.bits(b.code.let(f"icmp ne {whole} {b.value(b.operand(position), plain, False, WARP)}, {deciding}"))
            sides.append((self._operand(b, b.operand(position)), leaves_open))
        (first, first_open), (second, second_open) = sides
        left = self._and(b, first, self._or(b, second, second_open))
        return self._or(b, left, self._and(b, second, self._or(b, first, first_open)))

    def _looked_up(self, b: Builder) -> str:
        """Void where the result depends on what void operands are: it is not the same for zeros and ones in their places, in any combination."""
        code, ones = b.code, "splat (i32 -1)"
        choices = []
        for position in (1, 2, 3):
            value, void = b.value(b.operand(position), "b32", False, WARP), self._operand(b, b.operand(position))
            where = code.mask(void) if void != "0" else ""
            selected = [code.let(f"select <{WARP} x i1> {where}, {VECTOR} {bits}, {VECTOR} {value}") for bits in ("zeroinitializer", ones) if where]
            choices.append(selected or [value])
        table = b.constant_operand(b.operand(4)) or 0
        first, *others = [table_result(b, list(operands), table) for operands in product(*choices)]
        bits = "0"
        for other in others:
            bits = self._or(b, bits, code.bits(code.let(f"icmp ne {VECTOR} {first}, {other}")))
        return bits

    def _compared(self, b: Builder, rule: str) -> str:
        """Void where the predicate is, or where the comparison is and the predicate leaves the result open."""
        joined = self._predicate(b, b.operand(3))
        leaves_open = joined if rule == "and" else b.code.let(f"xor i32 {joined}, -1")
        compared = self._or(b, self._operand(b, b.operand(1)), self._operand(b, b.operand(2)))
        return self._or(b, self._and(b, compared, leaves_open), self._operand(b, b.operand(3)))

    def _taken(self, b: Builder, missing: str, value: str, offset: str) -> str:
        """Which lanes take nothing, out of line; where they took it from is kept."""
        function, code = b.function, b.code
        others, here = source_lanes(b, b.values["mode"]), code.bits(function.mask)
        meeting = None if function.turns is None else function.turns.meetings.get(function.block)
        first = self._site(b, [b.op] if meeting is None else [site.op for site in meeting.sites if site.op is not None])
        if meeting is None and not b.differs(b.op.operands[SHUFFLE_MASK]):
            kind, name = "i32", TAKEN
            site, masks = str(first), b.value(b.op.operands[SHUFFLE_MASK], "u32", False, 1)
        else:
            kind, name = VECTOR, f"{TAKEN}.each"
            site, masks = self._site_of_lanes(b, first, meeting), b.value(b.op.operands[SHUFFLE_MASK], "u32", False, WARP)
        function.routines.setdefault(name, routine(name, kind))
        function.declared[GATHER] = f"declare {VECTOR} @{GATHER}(<{WARP} x ptr>, <{WARP} x i1>, {VECTOR})"
        return code.let(
            f"call i32 @{name}(ptr %state, ptr {place_of(self.where)}, ptr {place_of(self.masks)}, i32 {here}, i32 {missing}, {VECTOR} {others}, "
            f"{kind} {masks}, i32 {value}, i32 {offset}, {kind} {site})"
        )

    def _site(self, b: Builder, ops: "list[Op]") -> int:
        """The number of the shuffle's place, the first of several where lanes meet."""
        if b.op not in self.sites:
            self.sites[b.op] = b.function.sites_of(ops)
        return self.sites[b.op]

    @staticmethod
    def _site_of_lanes(b: Builder, first: int, meeting: "Meeting | None") -> str:
        """The number of each lane's place: lanes that meet may come from several."""
        if meeting is None:
            return f"splat (i32 {first})"
        own = known_lanes(b.code, meeting.site)
        own = own if meeting.site.width == WARP or meeting.site.stride is not None else b.code.splat(own, "i32")
        return b.code.let(f"add {VECTOR} {own}, splat (i32 {first})")

    # --- use -----------------------------------------------------------------------------------------------------------------------------

    def _stored(self, b: Builder) -> None:
        """A store uses its address, and what it stores unless that goes to the lane's own memory."""
        address, data = b.op.operands[0], b.op.operands[1]
        self._use(b, b.op, self._operand(b, address))
        space = space_of(b.op)
        if space != "local":
            self._use(b, b.op, self._operand(b, data), address if space == "generic" else None)

    def _use(self, b: Builder, op: Op, bits: str, address: "Operand | None" = None) -> None:
        if bits == "0":
            return
        code, function = b.code, b.function
        used = code.let(f"and i32 {bits}, {code.bits(function.mask)}")
        rare, fine = code.new_label("void.used"), code.new_label("void.unused")
        code.unlikely(code.let(f"icmp ne i32 {used}, 0"), rare, fine)
        code.label(rare)
        if isinstance(address, Address) and "global" not in b.op.resolved.name.split("."):
            used = self._shared(b, used, address, fine)
        if function.watch is None or not function.watch.uses_absent(b, op, used):
            function.note_fault(VOID, function.site(op), code.mask(used), self._record(b, used))
            function.drop_faulted()
        code.do(f"br label %{fine}")
        code.label(fine)

    @staticmethod
    def _shared(b: Builder, used: str, address: Address, fine: str) -> str:
        """Leaves out the lanes whose generic address is in their own memory."""
        code = b.code
        numbers = code.let(f"lshr {WORD} {generic_vector(b, place(b, address))}, splat (i64 {OFFSET_BITS})")
        common = code.bits(code.let(f"icmp ne {WORD} {numbers}, splat (i64 {LOCAL_WINDOW})"))
        used = code.let(f"and i32 {used}, {common}")
        some = code.new_label("void.stored")
        code.do(f"br i1 {code.let(f'icmp ne i32 {used}, 0')}, label %{some}, label %{fine}")
        code.label(some)
        return used

    def _record(self, b: Builder, used: str) -> str:
        """What is kept of the lowest lane's void value: its record, and above it the mask."""
        code = b.code
        lane = code.call("llvm.cttz.i32", "i32", ("i32", used), ("i1", "true"))
        words = []
        for register in (self.where, self.masks):
            pointer = code.let(f"getelementptr i32, ptr {place_of(register)}, i32 {lane}")
            words.append(code.let(f"zext i32 {code.let(f'load i32, ptr {pointer}')} to i64"))
        return code.let(f"or i64 {words[0]}, {code.let(f'shl i64 {words[1]}, 32')}")
