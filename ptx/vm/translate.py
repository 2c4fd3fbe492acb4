"""From PTX to closures: after `translate`, every reachable function is a row of basic blocks whose steps are ready to call.

A step is a function without arguments that reads and writes the register file; a block's terminator returns the number of the next
block, or a negative code that suspends the thread: `EXIT`, or one for each synchronising instruction (`Event`). All names, widths and
modifiers are resolved here, once, so nothing is decided while threads run. What the machine does not know is refused here.
"""

from ptx.isa import READS, WRITES, Resolved, UnknownInstructionError, resolve
from ptx.module import Function, Instruction, Label, Location
from ptx.operands import Address, Sink
from ptx.vm.context import Context, Event
from ptx.vm.errors import LoadError, Place, UnknownInstruction
from ptx.vm.host import HOST_FUNCTIONS
from ptx.vm.layout import Frame, Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from ptx.vm.context import Arrive, Step, Terminator
    from ptx.vm.machine import Machine

    Block: TypeAlias = tuple[tuple[Step, ...], Terminator]
    Meaning: TypeAlias = Callable[[Context], None]


OWN_SPACES = ("local", "param")
"""Spaces in which other threads change nothing: accesses to them are no effects."""
MAY_WRITE = 1 << 16
"""The effect of what may leave memory as it is: an atomic operation, a store that may go to local memory."""


def effects_of(instruction: Instruction, resolved: Resolved) -> int:
    """What an instruction does to memory that threads share: `READS`, `WRITES`, `MAY_WRITE`. What a function does is noted at its own blocks."""
    opcode = instruction.opcode
    if opcode == "call" and not any([str(operand) in HOST_FUNCTIONS for operand in instruction.operands]):
        return 0
    spaces = [value.partition("::")[0] for value in resolved.values.values()]
    if any([space in OWN_SPACES for space in spaces]):
        return 0
    effects = resolved.form.effects & (READS | WRITES)
    unsure = opcode in ("atom", "red") or (opcode == "st" and not any([space in ("global", "shared") for space in spaces]))
    return effects & ~WRITES | MAY_WRITE if effects & WRITES and unsure else effects


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
        self.followed: frozenset[int] = frozenset()
        self.cells: dict[int, list[tuple[list[int], int]]] = {}
        self.follow: Callable[[Context, frozenset[int], Sequence[tuple[list[int], int]]], None] | None = None

    def build(self) -> None:
        """Builds every block; falling off the end of the body is a `ret`."""
        body = self.frame.function.body or []
        for item, scope in zip(body, self.frame.scopes):
            if type(item) is Label:
                scope.labels[item.name] = self.machine.new_block()
        if self.machine.follows:
            from ptx.vm.steps_absent import follow, followed_slots

            self.followed, self.cells = followed_slots(self.frame)
            self.follow = follow
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
        self.machine.block_lines.setdefault(self.current, []).append(instruction.line)
        try:
            resolved = resolve(instruction.name)
        except UnknownInstructionError as error:
            raise UnknownInstruction(str(error), place) from None
        self.machine.add_effects(self.current, effects_of(instruction, resolved))
        meaning = self.meanings.get(resolved.form.meaning)
        if meaning is None:
            raise UnknownInstruction(f"`{instruction.name}` is not supported by the virtual machine", place)
        if resolved.operands_for(len(instruction.operands)) is None and instruction.opcode != "call":
            raise LoadError(f"`{instruction}` has {len(instruction.operands)} operands, which does not fit", place)
        for word in resolved.values.values():
            if word in self.refused:
                raise UnknownInstruction(f"`{instruction.name}` is not supported by the virtual machine: {self.refused[word]}", place)
        context = Context(self, instruction, resolved, scope, place)
        if self.follow is not None and self.followed:
            self.follow(context, self.followed, self.cells.get(id(instruction), ()))
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
