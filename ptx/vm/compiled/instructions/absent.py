"""Values of absent lanes: what a shuffle takes from a lane that is not there is *void*, and whoever uses it is told.

Which lanes of a register are void is kept beside it as 32 bits, for kernels with shuffles. Results are void where an operand is; a selection is where
the chosen operand is; `and` and `or` of predicates are not where the other one decides. Used is what is stored, is an address, or decides a branch or
a vote; merely computing with it is not.
"""

from ptx.operands import Operand
from ptx.vm.compiled.cfg.graph import Block, Graph, Op, Reg, find_register, operations, registers_of
from ptx.vm.compiled.instructions.warps import source_lanes
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP, lanes
from ptx.vm.compiled.watch.shadow import SITE_SHIFT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.compiled.control.warp import WarpFunction

VECTOR = f"<{WARP} x i32>"
USES = frozenset(("st", "atom", "red", "ld", "ldu", "vote", "match", "redux"))
"""Instructions that use their operands at once."""
NEVER = frozenset(("ld", "ldu", "atom", "vote", "match", "redux", "activemask", "elect"))
"""Instructions whose results are not void."""


class Absent:
    """The void lanes of one kernel's registers, while it is translated."""

    def __init__(self, graph: Graph, new_site: "Callable[[Op, int], int]") -> None:
        self.is_on = any(isinstance(op, Op) and op.meaning == "shfl" for block in graph.blocks for op in operations(block))
        self.new_site = new_site
        self.known: set[Reg] = set()

    # --- hooks -------------------------------------------------------------------------------------------------------------------------

    def before(self, b: Builder) -> None:
        """Looks at the operands of an instruction that uses them."""
        if self.is_on and b.op.meaning in USES:
            self._use(b, b.op, self._joined(b, b.op.sources))

    def branching(self, function: "WarpFunction", block: Block) -> None:
        """Looks at what decides a branch."""
        if not self.is_on or block.decides is None or not block.decides.varying:
            return
        ops = [op for op in block.ops if isinstance(op, Op)]
        if ops:
            b = Builder(function, ops[-1], 0)
            self._use(b, ops[-1], self._bits(b, block.decides))

    def after(self, b: Builder) -> None:
        """Says which lanes of the results are void."""
        targets = [register for register in b.op.targets if register.varying]
        if not self.is_on or not targets:
            return
        if b.op.meaning == "shfl":
            bits = self._shuffled(b)
        elif b.op.meaning in NEVER:
            bits = "0"
        elif b.op.meaning == "selp":
            bits = self._selected(b)
        elif b.op.meaning in ("and", "or") and b.type == "pred":
            bits = self._decided(b, b.op.meaning)
        else:
            bits = self._joined(b, b.op.sources)
        for register in targets:
            self._set(b, register, bits)

    # --- bits --------------------------------------------------------------------------------------------------------------------------

    def _place(self, b: Builder, register: Reg) -> str:
        if register not in self.known:
            self.known.add(register)
            b.function.seen.append((f"%V{register.index}", "i32"))
        return f"%V{register.index}"

    def _bits(self, b: Builder, register: Reg) -> str:
        return b.code.let(f"load i32, ptr {self._place(b, register)}") if register.varying else "0"

    def _operand(self, b: Builder, operand: Operand) -> str:
        return self._joined(b, [find_register(b.function.graph, b.op, each) for each in registers_of(b.op, operand)])

    def _joined(self, b: Builder, registers: "list[Reg]") -> str:
        bits = "0"
        for register in dict.fromkeys(registers):
            if register.varying:
                bits = self._or(b, bits, self._bits(b, register))
        return bits

    @staticmethod
    def _or(b: Builder, first: str, second: str) -> str:
        return second if first == "0" else first if second == "0" else b.code.let(f"or i32 {first}, {second}")

    @staticmethod
    def _and(b: Builder, first: str, second: str) -> str:
        return "0" if "0" in (first, second) else b.code.let(f"and i32 {first}, {second}")

    def _set(self, b: Builder, register: Reg, bits: str) -> None:
        code = b.code
        place = self._place(b, register)
        mask = code.bits(b.function.mask)
        if b.op.guard is not None:
            mask = code.let(f"and i32 {mask}, {code.bits(b.guard(WARP))}")
        kept = code.let(f"and i32 {code.let(f'load i32, ptr {place}')}, {code.let(f'xor i32 {mask}, -1')}")
        code.do(f"store i32 {self._or(b, kept, self._and(b, bits, mask))}, ptr {place}")

    def _predicate(self, b: Builder, operand: Operand) -> str:
        return b.code.bits(b.value(operand, "pred", False, WARP))

    def _selected(self, b: Builder) -> str:
        yes, no, condition = (self._operand(b, b.operand(position)) for position in (1, 2, 3))
        chosen = self._predicate(b, b.operand(3))
        other = b.code.let(f"xor i32 {chosen}, -1")
        return self._or(b, condition, self._or(b, self._and(b, yes, chosen), self._and(b, no, other)))

    def _decided(self, b: Builder, name: str) -> str:
        """`and` is void where one side is and the other does not make it false; `or` where it does not make it true."""
        sides = []
        for position in (1, 2):
            value = self._predicate(b, b.operand(position))
            sides.append((self._operand(b, b.operand(position)), value if name == "and" else b.code.let(f"xor i32 {value}, -1")))
        (first, first_open), (second, second_open) = sides
        left = self._and(b, first, self._or(b, second, second_open))
        return self._or(b, left, self._and(b, second, self._or(b, first, first_open)))

    def _shuffled(self, b: Builder) -> str:
        """A lane's result is void if its source is not there, is in another group, or is void itself."""
        code = b.code
        other = source_lanes(b, b.values["mode"])
        here = code.splat(code.bits(b.function.mask), "i32")
        members = code.let(f"and {VECTOR} {here}, {b.value(b.operand(4), 'u32', False, WARP)}")
        fine = code.let(f"trunc {VECTOR} {code.let(f'lshr {VECTOR} {members}, {other}')} to <{WARP} x i1>")
        own = code.let(f"icmp eq {VECTOR} {other}, {lanes()}")
        missing = code.bits(code.let(f"xor <{WARP} x i1> {code.let(f'or <{WARP} x i1> {fine}, {own}')}, splat (i1 true)"))
        value = self._operand(b, b.operand(1))
        if value != "0":
            taken = code.let(f"lshr {VECTOR} {code.splat(value, 'i32')}, {other}")
            missing = self._or(b, missing, code.bits(code.let(f"trunc {VECTOR} {taken} to <{WARP} x i1>")))
        return missing

    def _use(self, b: Builder, op: Op, bits: str) -> None:
        if bits == "0":
            return
        used = b.code.let(f"and i32 {bits}, {b.code.bits(b.function.mask)}")
        b.code.call("shadow.absent", "void", ("ptr", "%state"), ("i32", used), ("i32", str(self.new_site(op, 0) << SITE_SHIFT)))

