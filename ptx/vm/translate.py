"""From PTX to closures: after `translate`, every reachable function is a row of basic blocks whose steps are ready to call.

A step is a function without arguments that reads and writes the register file; a block's terminator returns the number of the next
block, or a negative code that suspends the thread: `EXIT`, or one for each synchronising instruction (`Event`). All names, widths and
modifiers are resolved here, once, so nothing is decided while threads run. What the machine does not know is refused here.
"""

from ptx.isa import READS, WRITES, Resolved, UnknownInstructionError, resolve
from ptx.module import (
    Function,
    Instruction,
    Label,
    Location,
    Module,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    TargetList,
    Variable,
)
from ptx.operands import Address, Component, FloatBits, Integer, Negated, Operand, Register, Sink, SpecialRegister, Symbol, Vector
from ptx.vm.convert import reformat
from ptx.vm.errors import LoadError, Place, UnknownInstruction
from ptx.vm.formats import FORMATS, Format
from ptx.vm.registers import VIEW_SIZES, WIDTHS, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias

    from ptx.vm.machine import Machine
    from ptx.vm.waiting import Thread

    Step: TypeAlias = Callable[[], None]
    Terminator: TypeAlias = Callable[[], int]
    Block: TypeAlias = tuple[tuple[Step, ...], Terminator]
    Slot: TypeAlias = tuple[memoryview, int]
    Meaning: TypeAlias = Callable[["Context"], None]
    Arrive: TypeAlias = Callable[["Thread", "Event"], None]

EXIT = -1
"""The code of a terminator that ends the thread."""
FIRST_EVENT = -2
"""The code of event 0; event n has FIRST_EVENT - n."""


class Event:
    """A synchronising instruction: where it stands, the block that follows it, and how a thread's arrival is handled.

    `arrive` reads the operands of the running thread and hands them to the scheduler. `aligned` barriers must be met by whole warps.
    `combine` turns the operands of all threads at a barrier into what each of them gets.
    """

    __slots__ = ("aligned", "arrive", "combine", "name", "place", "resume")

    def __init__(self, name: str, place: Place, resume: int, arrive: "Arrive") -> None:
        self.name = name
        self.place = place
        self.resume = resume
        self.arrive = arrive
        self.aligned = False
        self.combine: Callable[[list[int]], list[tuple[memoryview, int, int]]] | None = None


def variable_size(type_name: str, vector: int, dimensions: tuple[int | None, ...]) -> int:
    """Returns the bytes of a variable or parameter; an open dimension counts as 0."""
    size = WIDTHS[type_name] // 8 * vector
    for dimension in dimensions:
        size *= dimension or 0
    return size


def variable_align(type_name: str, vector: int, align: int | None) -> int:
    """Returns the alignment in bytes: the stated one or the type's own."""
    return align or WIDTHS[type_name] // 8 * vector


def align_up(offset: int, align: int) -> int:
    """Returns the least multiple of `align` that is not less than `offset`."""
    return (offset + align - 1) // align * align


class Scope:
    """One `{ }` of a body: names of registers (type, slot, elements), of local-memory variables and of labels."""

    __slots__ = ("labels", "parent", "registers", "tables", "variables")

    def __init__(self, parent: "Scope | None") -> None:
        self.parent = parent
        self.registers: dict[str, tuple[str, int, int]] = {}
        self.variables: dict[str, int] = {}
        self.labels: dict[str, int] = {}
        self.tables: dict[str, tuple[str, ...]] = {}

    def find(self, table: str, name: str) -> "Any":
        """Returns what a name means in the innermost scope that declares it in the given table, or None."""
        scope: Scope | None = self
        while scope is not None:
            known = getattr(scope, table).get(name)
            if known is not None:
                return known
            scope = scope.parent
        return None


class Frame:
    """The layout of one function: its registers are slots `first` to `end`, its local variables and parameters `size` bytes of local memory.

    `symbols` lists (slot, offset) of the slots that hold the addresses of those variables while the function runs; `entry` is the number
    of its first block. `parameters` and `returns` give, for each formal, (space, slot, size in bytes).
    """

    __slots__ = ("calls", "end", "entry", "first", "function", "parameters", "returns", "root", "scopes", "size", "symbols")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.first = 0
        self.end = 0
        self.entry = 0
        self.size = 0
        self.symbols: list[tuple[int, int]] = []
        self.parameters: list[tuple[str, int, int]] = []
        self.returns: list[tuple[str, int, int]] = []
        self.calls: list[str] = []
        self.root = Scope(None)
        self.scopes: list[Scope] = []


def lay_out(frame: Frame, machine: "Machine") -> None:
    """Gives every register, local variable and parameter of a function its slot; fills `frame.scopes`, one scope for each body item."""
    registers = machine.registers
    frame.first = registers.slots
    if not frame.function.is_entry:
        for formals, places in ((frame.function.parameters, frame.parameters), (frame.function.returns, frame.returns)):
            for formal in formals:
                places.append(_lay_out_formal(frame, machine, formal))
    scope = frame.root
    for item in frame.function.body or ():
        if type(item) is ScopeOpen:
            scope = Scope(scope)
        elif type(item) is RegisterDeclaration:
            _declare_registers(scope, item, machine)
        elif type(item) is Variable and item.space in ("local", "param"):
            _declare_local(frame, scope, item.name, machine, *_extent(item))
        elif type(item) is TargetList:
            scope.tables[item.name] = item.targets
        frame.scopes.append(scope)
        if type(item) is ScopeClose and scope.parent is not None:
            scope = scope.parent
    frame.end = registers.slots


def _extent(item: "Any") -> tuple[int, int]:
    return variable_size(item.type, item.vector, item.dimensions), variable_align(item.type, item.vector, item.align)


def _lay_out_formal(frame: Frame, machine: "Machine", formal: "Any") -> tuple[str, int, int]:
    size, align = _extent(formal)
    if formal.space == "reg":
        slot = machine.registers.reserve(max(1, size // 8))
        frame.root.registers[formal.name] = (formal.type, slot, 1)
        return "reg", slot, size
    return "param", _declare_local(frame, frame.root, formal.name, machine, size, align), size


def _declare_local(frame: Frame, scope: Scope, name: str, machine: "Machine", size: int, align: int) -> int:
    offset = align_up(frame.size, align)
    frame.size = offset + size
    slot = machine.registers.reserve()
    frame.symbols.append((slot, offset))
    scope.variables[name] = slot
    return slot


def _declare_registers(scope: Scope, item: RegisterDeclaration, machine: "Machine") -> None:
    per_element = 2 if item.type == "b128" else 1
    names = [item.name] if item.count is None else [f"{item.name}{index}" for index in range(item.count)]
    for name in names:
        scope.registers[name] = (item.type, machine.registers.reserve(per_element * item.vector), item.vector)


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


class FunctionBuilder:
    """Fills the machine's blocks with the code of one function."""

    def __init__(
        self, frame: Frame, machine: "Machine", meanings: "Mapping[str, Meaning]", refused: "Mapping[str, str]"
    ) -> None:
        self.refused = refused
        self.frame = frame
        self.machine = machine
        self.meanings = meanings
        self.steps: list[Step] = []
        self.current = 0
        self.is_open = False
        self.location: Location | None = None
        self.label: str | None = None
        self.in_first_block = True
        self.assignments = count_assignments(frame.function)

    def build(self) -> None:
        """Builds every block; falling off the end of the body is a `ret`."""
        body = self.frame.function.body or []
        for item, scope in zip(body, self.frame.scopes):
            if type(item) is Label:
                scope.labels[item.name] = self.machine.new_block()
        self.frame.entry = self.open(self.machine.new_block())
        for item, scope in zip(body, self.frame.scopes):
            if type(item) is Label:
                self.label = item.name
                self._begin(scope.labels[item.name])
            elif type(item) is Instruction:
                self._instruction(item, scope)
        self._instruction(Instruction("ret", line=self.frame.function.line), self.frame.root)

    def open(self, block: int) -> int:
        """Makes a block the one being filled."""
        self.current = block
        self.steps = []
        self.is_open = True
        return block

    def _begin(self, block: int) -> None:
        self.in_first_block = False
        if self.is_open:
            self.close(lambda: block)
        self.open(block)

    def close(self, terminator: "Terminator") -> None:
        """Ends the current block."""
        self.machine.set_block(self.current, tuple(self.steps), terminator)
        self.is_open = False
        self.in_first_block = False

    def suspend(self, name: str, place: Place, arrive: "Arrive") -> Event:
        """Ends the current block with an event and opens the one after it."""
        resume = self.machine.new_block()
        event = Event(name, place, resume, arrive)
        code = self.machine.add_event(event)
        self.close(lambda: code)
        self.open(resume)
        return event

    def _instruction(self, instruction: Instruction, scope: Scope) -> None:
        if not self.is_open:
            self.open(self.machine.new_block())
        if instruction.location is not None:
            self.location = instruction.location
        place = self.machine.place(self.frame.function, instruction, self.location)
        self.machine.block_places.setdefault(self.current, place)
        try:
            resolved = resolve(instruction.name)
        except UnknownInstructionError as error:
            raise UnknownInstruction(str(error), place) from None
        self.machine.add_effects(self.current, resolved.form.effects & (READS | WRITES))
        meaning = self.meanings.get(resolved.form.meaning)
        if meaning is None:
            raise UnknownInstruction(f"`{instruction.name}` is not supported by the virtual machine", place)
        if resolved.operands_for(len(instruction.operands)) is None and instruction.opcode != "call":
            raise LoadError(f"`{instruction}` has {len(instruction.operands)} operands, which does not fit", place)
        for word in resolved.values.values():
            if word in self.refused:
                raise UnknownInstruction(f"`{instruction.name}` is not supported by the virtual machine: {self.refused[word]}", place)
        context = Context(self, instruction, resolved, scope, place)
        if instruction.guard is None:
            meaning(context)
        else:
            self._guarded(context, meaning)

    def _guarded(self, context: Context, meaning: "Meaning") -> None:
        """Builds `@p instruction`: plain steps become one step with a test, everything else a branch around it."""
        view, index = context.source(context.instruction.guard or Sink(), "pred")
        unless = 1 if context.instruction.guard_negated else 0
        before, block = self.steps, self.current
        inner = self.open(self.machine.new_block())
        self.machine.block_places[inner] = context.place
        self.machine.add_effects(inner, self.machine.block_effects.get(block, 0))
        meaning(context)
        if self.is_open and self.current == inner:
            steps = tuple(self.steps)
            self.current, self.steps = block, before
            self.steps.append(guarded_step(view, index, unless, steps))
            return
        after = self.machine.new_block()
        if self.is_open:
            self.close(lambda: after)
        self.machine.set_block(block, tuple(before), guarded_branch(view, index, unless, inner, after))
        self.open(after)


def count_assignments(function: Function) -> dict[str, int]:
    """Returns how many instructions have each register, by name, as their first operand or in it: at least as many as assign it."""
    counts: dict[str, int] = {formal.name: 1 for formal in (*function.parameters, *function.returns) if formal.space == "reg"}
    for instruction in function.instructions():
        first = instruction.operands[0] if instruction.operands else None
        if first is not None and not isinstance(first, Address):
            for register in first.registers():
                counts[register.name] = counts.get(register.name, 0) + 1
    return counts


def guarded_step(view: memoryview, index: int, unless: int, steps: "tuple[Step, ...]") -> "Step":
    """Returns a step that runs others if the predicate differs from `unless`."""
    if len(steps) == 1:
        (only,) = steps

        def run_one() -> None:
            if view[index] != unless:
                only()

        return run_one

    def run_all() -> None:
        if view[index] != unless:
            for step in steps:
                step()

    return run_all


def guarded_branch(view: memoryview, index: int, unless: int, inside: int, after: int) -> "Terminator":
    """Returns a terminator that goes to one of two blocks by a predicate."""
    if unless:
        return lambda: after if view[index] else inside
    return lambda: inside if view[index] else after


def reachable(module: Module, entry: Function) -> list[Function]:
    """Returns the entry and the functions with a body that it may call, in the module's order."""
    by_name = {function.name: function for function in module.functions() if function.body is not None}
    found = {entry.name}
    work = [entry]
    while work:
        for instruction in work.pop().instructions():
            for operand in instruction.operands:
                name = operand.name if isinstance(operand, Symbol) else ""
                if name in by_name and name not in found:
                    found.add(name)
                    work.append(by_name[name])
    return [function for function in module.functions() if function.name in found and function.body is not None]
