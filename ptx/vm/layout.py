"""The layout of a function: after `lay_out` each register, local variable and parameter has its slot in the register file.

Local variables and parameters of functions lie in the thread's local memory; a slot holds the address of each. PTX ISA, "Variables",
"Parameterized variable names", "Function declarations".
"""

from ptx.module import Function, Instruction, Label, RegisterDeclaration, ScopeClose, ScopeOpen, TargetList, Variable
from ptx.vm.errors import LoadError
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.operands import Operand
    from ptx.vm.machine import Machine


def variable_size(type_name: str, vector: int, dimensions: tuple[int | None, ...]) -> int:
    """Returns the bytes of a variable or parameter; an open dimension counts as 0."""
    size = _bytes(type_name) * vector
    for dimension in dimensions:
        size *= dimension or 0
    return size


def variable_align(type_name: str, vector: int, align: int | None) -> int:
    """Returns the alignment in bytes: the stated one or the type's own."""
    return align or _bytes(type_name) * vector


def _bytes(type_name: str) -> int:
    bits = WIDTHS.get(type_name)
    if bits is None:
        raise LoadError(f"there is no type .{type_name}")
    return bits // 8


def align_up(offset: int, align: int) -> int:
    """Returns the least multiple of `align` that is not less than `offset`."""
    return (offset + align - 1) // align * align


MANY = 4096
"""A declaration of more registers than that gives places only to those that instructions name: each thread keeps a copy of all."""


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

    `align` is the largest alignment among those, at least 16.
    `symbols` lists (slot, offset) of the slots that hold the addresses of those variables while the function runs; `entry` is the number
    of its first block. `parameters` and `returns` give, for each formal, (space, slot, size in bytes).
    """

    __slots__ = ("align", "calls", "end", "entry", "first", "function", "parameters", "returns", "root", "scopes", "size", "symbols")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.first = 0
        self.end = 0
        self.entry = 0
        self.size = 0
        self.align = 16
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
        elif type(item) is Label:
            _declare_label(frame, scope, item)
        elif type(item) is RegisterDeclaration:
            _declare_registers(frame, scope, item, machine)
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


def _declare_label(frame: Frame, scope: Scope, item: Label) -> None:
    """Notes a label; its block gets its number when code is built."""
    if item.name in scope.labels:
        raise LoadError(f"label `{item.name}` stands twice in `{frame.function.name}`, again at PTX line {item.line}")
    scope.labels[item.name] = -1


def _declare_local(frame: Frame, scope: Scope, name: str, machine: "Machine", size: int, align: int) -> int:
    if name in scope.variables:
        raise LoadError(f"`{name}` is declared twice in `{frame.function.name}`")
    offset = align_up(frame.size, align)
    frame.size, frame.align = offset + size, max(frame.align, align)
    slot = machine.registers.reserve()
    frame.symbols.append((slot, offset))
    scope.variables[name] = slot
    return slot


def _declare_registers(frame: Frame, scope: Scope, item: RegisterDeclaration, machine: "Machine") -> None:
    per_element = 2 if item.type == "b128" else 1
    names = [item.name] if item.count is None else [f"{item.name}{index}" for index in range(item.count)]
    if len(names) > MANY:
        used = {register.name for each in frame.function.instructions() for operand in _operands(each) for register in operand.registers()}
        names = [name for name in names if name in used]
    for name in names:
        if name in scope.registers:
            raise LoadError(f"register `{name}` is declared twice in `{frame.function.name}`, again at PTX line {item.line}")
        scope.registers[name] = (item.type, machine.registers.reserve(per_element * item.vector), item.vector)


def _operands(instruction: Instruction) -> "tuple[Operand, ...]":
    return instruction.operands if instruction.guard is None else (*instruction.operands, instruction.guard)
