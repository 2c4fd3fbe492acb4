"""What a meaning sees of the instruction that it builds: modifiers, operands as slots of the register file, and the block being filled."""

from ptx.isa import WRITES, Resolved
from ptx.module import Instruction
from ptx.operands import Component, FloatBits, Integer, Negated, Operand, Register, Sink, SpecialRegister, Symbol, Vector
from ptx.vm.convert import reformat
from ptx.vm.errors import LoadError, Place
from ptx.vm.formats import FORMATS, Format
from ptx.vm.layout import Scope
from ptx.vm.registers import VIEW_SIZES, WIDTHS, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from ptx.vm.steps_absent import Shuffled
    from ptx.vm.translate import FunctionBuilder
    from ptx.vm.waiting import Thread

    Step: TypeAlias = Callable[[], None]
    Terminator: TypeAlias = Callable[[], int]
    Slot: TypeAlias = tuple[memoryview, int]
    Arrive: TypeAlias = Callable[["Thread", "Event"], None]

EXIT = -1
"""The code of a terminator that ends the thread."""
FIRST_EVENT = -2
"""The code of event 0; event n has FIRST_EVENT - n."""


class Event:
    """A synchronising instruction: where it stands, the block that follows it, and how a thread's arrival is handled.

    `arrive` reads the operands of the running thread and hands them to the scheduler. `aligned` barriers must be met by whole warps.
    `targets` are the registers that a warp instruction writes. `combine` turns the operands of all threads at a barrier into what each of them gets.
    `shuffled` are the registers of a shuffle.
    """

    __slots__ = ("aligned", "arrive", "combine", "name", "place", "resume", "shuffled", "targets")

    def __init__(self, name: str, place: Place, resume: int, arrive: "Arrive") -> None:
        self.name = name
        self.place = place
        self.resume = resume
        self.arrive = arrive
        self.aligned = False
        self.targets: list[tuple[memoryview, int]] = []
        self.combine: Callable[[list[int]], list[tuple[memoryview, int, int]]] | None = None
        self.shuffled: Shuffled | None = None


class Context:
    """What a meaning gets to build the code of one instruction: its parts, its operands as slots, and the block being filled."""

    __slots__ = ("builder", "frame", "instruction", "machine", "place", "resolved", "scope")

    def __init__(self, builder: "FunctionBuilder", instruction: Instruction, resolved: Resolved, scope: Scope, place: Place) -> None:
        self.builder = builder
        self.machine = builder.machine
        self.frame = builder.frame
        self.instruction = instruction
        self.resolved = resolved
        self.scope = scope
        self.place = place

    @property
    def values(self) -> "Mapping[str, str]":
        """The modifier groups that are present, by name."""
        return self.resolved.values

    @property
    def type(self) -> str:
        """The instruction's type."""
        return self.resolved.type

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The operands as written."""
        return self.instruction.operands

    def has(self, word: str) -> bool:
        """Whether the mnemonic has this modifier."""
        return self.resolved.has(word)

    def emit(self, step: "Step") -> None:
        """Adds a step to the current block."""
        self.builder.steps.append(step)

    def end(self, terminator: "Terminator") -> None:
        """Ends the current block."""
        self.builder.close(terminator)

    def suspend(self, arrive: "Arrive") -> Event:
        """Ends the current block with an event; the thread continues at the next block when the scheduler says so."""
        return self.builder.suspend(self.instruction.name, self.place, arrive)

    def refuse(self, reason: str) -> LoadError:
        """Returns the error that this instruction cannot be run."""
        return LoadError(f"`{self.instruction}`: {reason}", self.place)

    def register(self, operand: Operand) -> tuple[str, int]:
        """Returns the declared type and the slot of a register operand."""
        if isinstance(operand, Component):
            known = self.scope.find("registers", operand.register.name)
            index = "xyzw".find(operand.selector) if operand.selector in tuple("xyzw") else "rgba".find(operand.selector)
            if known is None or not 0 <= index < known[2]:
                raise self.refuse(f"`{operand}` is no element of a vector register")
            return known[0], known[1] + index
        known = self.scope.find("registers", operand.name) if isinstance(operand, (Register, Symbol)) else None
        if known is None:
            raise self.refuse(f"`{operand}` is not a declared register")
        return known[0], known[1]

    def target(self, operand: Operand, kind: str, wider: bool = False) -> "Slot":
        """Returns the place that a destination of a type is written to, as seen by that type (by the register's own width if `wider`)."""
        if isinstance(operand, Sink):
            return self.machine.registers.at(self.machine.scratch(), view_of(kind))
        declared, slot = self.register(operand)
        self._check_width(operand, declared, kind, wider)
        return self.machine.registers.at(slot, widened_view(kind, declared) if wider else view_of(kind))

    def _check_width(self, operand: Operand, declared: str, kind: str, wider: bool) -> None:
        for name in (declared, kind):
            if name not in WIDTHS:
                raise self.refuse(f"there is no type .{name}")
        exact = WIDTHS[declared] == WIDTHS[kind] and (declared == "pred") == (kind == "pred")
        if not exact and not (wider and kind != "pred" and declared != "pred" and WIDTHS[declared] > WIDTHS[kind]):
            raise self.refuse(f"`{operand}` is declared .{declared} but used as .{kind}")

    def source(self, operand: Operand, kind: str, wider: bool = False, letter: str = "") -> "Slot":
        """Returns the place that a source of a type is read from; constants and symbols get a slot of their own."""
        return self.machine.registers.at(self.source_slot(operand, kind, wider), letter or view_of(kind))

    def source_slot(self, operand: Operand, kind: str, wider: bool = False) -> int:
        """Returns the slot of a source."""
        if isinstance(operand, (Register, Component)) or self.is_register(operand):
            declared, slot = self.register(operand)
            self._check_width(operand, declared, kind, wider)
            return slot
        if isinstance(operand, (Integer, FloatBits)):
            return self.machine.constant(self.constant(operand, kind), WIDTHS[kind])
        if isinstance(operand, SpecialRegister):
            return self.special(operand)
        if isinstance(operand, Symbol):
            return self.address_slot(operand)
        if isinstance(operand, Negated):
            return self._complement(operand)
        raise self.refuse(f"`{operand}` cannot be read as .{kind}")

    def is_register(self, operand: Operand) -> bool:
        """Whether a name without `%` is that of a register (a formal parameter in a register)."""
        return isinstance(operand, Symbol) and self.scope.find("registers", operand.name) is not None

    def _complement(self, operand: Negated) -> int:
        view, index = self.source(operand.register, "pred")
        slot = self.machine.scratch()
        target, place = self.machine.registers.at(slot, "B")

        def complement() -> None:
            target[place] = 1 - view[index]

        self.emit(complement)
        return slot

    def special(self, operand: SpecialRegister) -> int:
        """Returns the slot of a special register; clocks are read by a step of their own first."""
        slot = self.machine.specials.get(operand.name)
        if slot is not None:
            return slot
        clock = self.machine.clock(operand.name)
        if clock is None:
            raise self.refuse(f"special register {operand.name} is not supported")
        self.machine.add_effects(self.builder.current, WRITES)
        slot = self.machine.scratch()
        view, index = self.machine.registers.at(slot, "Q")

        def read_clock() -> None:
            view[index] = clock()

        self.emit(read_clock)
        return slot

    def alias(self, operand: Operand, slot: int) -> bool:
        """Makes a register another name of a slot that never changes while a thread runs; returns whether that is allowed.

        It is for a register that is assigned once, in the function's first block: every use then comes after it.
        """
        builder = self.builder
        if not isinstance(operand, Register) or self.instruction.guard is not None or not builder.in_first_block:
            return False
        if builder.assignments.get(operand.name) != 1 or slot not in self.machine.fixed_slots:
            return False
        scope: Scope | None = self.scope
        while scope is not None and operand.name not in scope.registers:
            scope = scope.parent
        if scope is None or scope.registers[operand.name][0] in ("pred", "b128"):
            return False
        scope.registers[operand.name] = (scope.registers[operand.name][0], slot, 1)
        return True

    def constant(self, operand: Operand, kind: str) -> int:
        """Returns the encoding of a constant in a type."""
        if isinstance(operand, FloatBits):
            origin = FORMATS[f"f{operand.width}"]
            form: Format | None = FORMATS.get(kind)
            if form is None or form is origin:
                return operand.bits & ((1 << WIDTHS[kind]) - 1)
            return reformat(form, origin, "rn", operand.bits)
        if isinstance(operand, Integer):
            if kind == "pred":
                return int(operand.value != 0)
            return operand.value & ((1 << WIDTHS[kind]) - 1)
        raise self.refuse(f"`{operand}` must be a constant")

    def address_slot(self, symbol: Symbol) -> int:
        """Returns a slot with the address of a variable in its own space (a generic one for global, constant and kernel parameters)."""
        local = self.scope.find("variables", symbol.name)
        if local is None:
            known = self.machine.symbol_address(symbol.name, self.frame)
            if known is None:
                raise self.refuse(f"`{symbol.name}` is not declared")
            return self.machine.constant(known + symbol.offset, 64)
        if symbol.offset == 0:
            return int(local)
        registers = self.machine.registers
        slot, offset = self.machine.scratch(), symbol.offset
        (target, place), (view, index) = registers.at(slot, "Q"), registers.at(local, "Q")

        def add_offset() -> None:
            target[place] = view[index] + offset

        self.emit(add_offset)
        return slot

    def vector(self, operand: Operand) -> tuple[Operand, ...]:
        """Returns the elements of a vector operand, or the operand alone."""
        return operand.elements if isinstance(operand, Vector) else (operand,)

    def label(self, name: str) -> int:
        """Returns the block number of a label."""
        known = self.scope.find("labels", name)
        if known is None:
            raise self.refuse(f"label `{name}` is not declared")
        return int(known)


def widened_view(kind: str, declared: str) -> str:
    """Returns the view of a register that may be wider than the value: signed values are sign-extended, others zero-extended."""
    size = WIDTHS[declared] // 8
    if declared == "b128" or size == WIDTHS[kind] // 8:
        return view_of(kind)
    letters = "bhiq" if kind[0] == "s" else "BHIQ"
    return next(letter for letter in letters if VIEW_SIZES[letter] == size)
