"""A kernel as a graph of basic blocks in which every call is inlined and every register is an object of its own.

After `ptx.vm.compiled.cfg.reading.build_graph` a block is a list of plain operations and one terminator. A guarded instruction that touches
memory or moves control is a branch around it; a guarded plain one keeps its guard. Names are resolved by the layout that the reference interpreter
uses (`ptx.vm.layout`), so both executors agree on every address. What cannot be compiled raises `Unsupported`.
"""

from ptx.isa import OperandForm, Resolved
from ptx.module import Instruction
from ptx.operands import (
    Address,
    Component,
    Operand,
    Pair,
    Symbol,
    Vector,
)
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.errors import Place
from ptx.vm.layout import Frame, Scope
from ptx.vm.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptx.vm.compiled.cfg.shared_calls import SharedCalls

MAX_OPERATIONS = 8_000
"""The most operations of a kernel after inlining; beyond it native code would take minutes to make."""
CARRY = "CC.CF"
PARTS = ("b0", "b1", "b2", "b3", "h0", "h1")
"""Selectors of bytes and halves of a register, which video instructions read."""
WHOLE = frozenset(("mma", "ldmatrix", "stmatrix", "movmatrix"))
"""Meanings at which all lanes of the warp meet, without a mask."""
WAITING = frozenset(("warp_sync", "shfl", "vote", "match", "redux", "elect", "activemask", *WHOLE))
"""Meanings at which the lanes of a warp meet."""
BARRIERS = frozenset(("barrier", "barrier_arrive", "barrier_red"))


class Unsupported(Exception):
    """The kernel has something that the compiled executor does not do; the text says what."""


class Reg:
    """One scalar register of one inlined function: its declared type, and what the analyses find out.

    `varying`: its lanes may differ. `stride`: it is `first + stride * lane` in every lane, so that only lane 0 is kept; None: it is a
    vector if it varies. `lazy`: only floating-point results are written to it, so a NaN may keep any bits until somebody looks at them.
    `void`: the register with the lanes whose value nobody gave (`ptx.vm.compiled.analysis.void`), None where there can be none.
    """

    __slots__ = ("index", "kind", "lazy", "name", "stride", "varying", "void")

    def __init__(self, index: int, kind: str, name: str) -> None:
        self.index = index
        self.kind = kind
        self.name = name
        self.varying = False
        self.stride: int | None = None
        self.lazy = False
        self.void: Reg | None = None

    @property
    def width(self) -> int:
        """The elements that are kept: one for each lane, or one."""
        return WARP if self.varying and self.stride is None else 1


class Instance:
    """One function at one place of inlining: its frame, where its local variables start, and its registers by slot."""

    __slots__ = ("base", "callers", "frame", "moves", "offsets", "registers")

    def __init__(self, frame: Frame, base: int, callers: "tuple[Place, ...]" = (), moves: bool = False) -> None:
        self.frame = frame
        self.moves = moves
        """Whether its local variables start there in a frame that each call makes anew (`ptx.vm.compiled.cfg.shared_calls`)."""
        self.callers = callers
        self.base = base
        self.offsets = {slot: base + offset for slot, offset in frame.symbols}
        self.registers: dict[int, Reg] = {}


class Op:
    """One operation: the instruction with its row, how its names resolve, and the registers it writes and reads.

    `forms` pairs each operand with its form and type. `label` is the last label before it (panic sites go by it).
    """

    __slots__ = ("forms", "guard", "instance", "instruction", "label", "number", "place", "renamed", "resolved", "scope", "sources", "stands_for", "targets")

    def __init__(self, instruction: Instruction, resolved: Resolved, instance: Instance, scope: Scope, place: Place) -> None:
        self.instruction = instruction
        self.resolved = resolved
        self.instance = instance
        self.scope = scope
        self.place = place
        self.label = ""
        self.number = 0
        self.forms: tuple[tuple[OperandForm, str, Operand], ...] = ()
        self.targets: list[Reg] = []
        self.sources: list[Reg] = []
        self.guard: tuple[Reg, bool] | None = None
        self.renamed: dict[Reg, Reg] = {}
        """Registers that stand for others here (`ptx.vm.compiled.cfg.splitting`)."""
        self.stands_for: Op | None = None
        """The warp instruction to whose meeting it brings an operand (`ptx.vm.compiled.cfg.meeting`)."""

    @property
    def meaning(self) -> str:
        """The key of the instruction table under which its meaning stands."""
        return self.resolved.form.meaning

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The operands as written."""
        return self.instruction.operands


class Copy:
    """A copy that a call makes: `size` bytes of local memory between offsets, or a register to a register or constant.

    `variables` are those copied to and from, each an instance and a slot, where memory is copied by an inlined call.
    """

    __slots__ = ("place", "size", "source", "target", "variables")

    def __init__(self, place: Place, target: "Reg | int", source: "Reg | int | Operand", size: int) -> None:
        self.place = place
        self.target = target
        self.source = source
        self.size = size
        self.variables: tuple[tuple[Instance, int], tuple[Instance, int]] | None = None


class Block:
    """A basic block. `kind` is how it ends: `jump`, `branch` (by `guard`; `targets` are taken, not taken), `switch`, `exit`, `trap`, `barrier`.

    A `switch` goes to the target at the position of `selector`'s value in `cases`, to the last target for any other.
    A `meet` goes to the first target if all living lanes are there, and those of each lane's mask (`selector`) have the same; else to the second.
    `op` is the instruction of a switch, trap or barrier, `decider` that of a branch. `number` orders the blocks: of all that wait, the lowest runs.
    """

    __slots__ = ("cases", "decider", "guard", "kind", "met", "number", "op", "ops", "place", "selector", "targets", "waits")

    def __init__(self, place: Place) -> None:
        self.ops: list[Op | Copy] = []
        self.kind = "exit"
        self.guard: tuple[Reg, bool] | None = None
        self.selector: Reg | None = None
        self.cases: list[int] = []
        self.targets: list[Block] = []
        self.op: Op | None = None
        self.decider: Op | None = None
        self.place = place
        self.number = -1
        self.waits = False
        self.met = False
        """Whether its lanes are known to be all that wait for each other (`ptx.vm.compiled.cfg.meeting`)."""

    @property
    def decides(self) -> "Reg | None":
        """The register by whose value lanes go to one of the targets."""
        return None if self.kind == "meet" else self.guard[0] if self.guard is not None else self.selector

    def is_return(self) -> bool:
        """Whether it does nothing but end the thread."""
        return self.kind == "exit" and not self.ops


class Graph:
    """All blocks of a kernel, the first being the entry; all registers."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.blocks: list[Block] = []
        self.registers: list[Reg] = []
        self.count = 0
        self.is_split = False
        """Whether dead ends have been copied for each of their edges."""
        self.carry = self.new_register("pred", CARRY)
        self.records: list[Reg] = []
        """The registers that keep where lanes took values that nobody gave."""
        self.cells: list[Reg] = []
        """The registers that keep which lanes have such values in cells of local variables."""
        self.moving: list[Instance] = []
        """The instances of functions that may be running more than once."""
        self.calls: SharedCalls

    def new_register(self, kind: str, name: str) -> Reg:
        """Returns a new register."""
        register = Reg(len(self.registers), kind, name)
        self.registers.append(register)
        return register

    def register(self, op: "Op", operand: Operand) -> Reg:
        """Returns the object of a register operand."""
        return find_register(self, op, operand)

    def formal(self, callee: Instance, slot: int) -> Reg:
        """Returns the register of a parameter or result of a function."""
        kind = next(kind for kind, own, _ in callee.frame.root.registers.values() if own == slot)
        return callee.registers.setdefault(slot, self.new_register(kind, f"formal{slot}"))

    def new_block(self, place: Place) -> Block:
        """Returns a new block."""
        block = Block(place)
        self.blocks.append(block)
        return block

    def counted(self, op: "Op | Copy") -> "Op | Copy":
        """Counts an operation; too many are refused."""
        self.count += 1
        if self.count > MAX_OPERATIONS:
            raise Unsupported(f"the kernel has more than {MAX_OPERATIONS} instructions after inlining")
        return op


def whole_warp(block: Block) -> "Op | None":
    """Returns the instruction at which all lanes of a warp meet, if the block begins with one."""
    first = block.ops[0] if block.ops else None
    return first if isinstance(first, Op) and first.meaning in WHOLE else None


def jump(block: Block, target: Block) -> None:
    """Ends a block with a jump."""
    block.kind, block.targets = "jump", [target]


def switch(graph: Graph, block: Block, op: Op, cases: list[int], targets: list[Block]) -> None:
    """Ends a block with a jump by the value of an instruction's register; another value is a fault of that instruction."""
    otherwise = graph.new_block(op.place)
    otherwise.kind, otherwise.op = "trap", op
    block.kind, block.op, block.selector, block.cases, block.targets = "switch", op, op.sources[0], cases, [*targets, otherwise]


def registers_of(op: Op, operand: Operand) -> "list[Operand]":
    """Returns the declared registers in an operand: `Register`, `Component`, or the name of a formal in a register."""
    if isinstance(operand, Component):
        return [operand.register if operand.selector in PARTS else operand]
    if isinstance(operand, Vector):
        return [found for element in operand.elements for found in registers_of(op, element)]
    if isinstance(operand, Pair):
        return [*registers_of(op, operand.first), *registers_of(op, operand.second)]
    if isinstance(operand, Symbol):
        return [operand] if op.scope.find("registers", operand.name) is not None else []
    if isinstance(operand, Address) and isinstance(operand.base, Symbol):
        return []
    return list(operand.registers())


def find_register(graph: Graph, op: Op, operand: Operand) -> Reg:
    """Returns the object of a register operand."""
    name = operand.register.name if isinstance(operand, Component) else getattr(operand, "name", "")
    known = op.scope.find("registers", name)
    if known is None:
        raise Unsupported(f"`{operand}` is not a declared register")
    kind, slot, elements = known
    if isinstance(operand, Component):
        index = max("xyzw".find(operand.selector), "rgba".find(operand.selector))
        if len(operand.selector) != 1 or not 0 <= index < elements:
            raise Unsupported(f"`{operand}` is no element of a vector register")
        slot += index
    registers = op.instance.registers
    if slot not in registers:
        registers[slot] = graph.new_register(kind, str(operand))
    return op.renamed.get(registers[slot], registers[slot])


def operations(block: Block) -> "Iterator[Op | Copy]":
    """Yields all operations of a block, its last instruction included."""
    yield from block.ops
    if block.op is not None:
        yield block.op


def reads(item: "Op | Copy") -> "list[Reg]":
    """Returns the registers that an operation reads; a guarded one also reads what it may leave as it was."""
    if isinstance(item, Copy):
        return [item.source] if isinstance(item.source, Reg) else []
    return [*item.sources, *([] if item.guard is None else [item.guard[0], *item.targets])]


def writes(item: "Op | Copy") -> "list[Reg]":
    """Returns the registers that an operation writes."""
    if isinstance(item, Copy):
        return [item.target] if isinstance(item.target, Reg) else []
    return item.targets
