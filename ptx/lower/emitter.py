"""The lowering of one function while it goes on: which register holds which value, and the block that instructions are appended to.

Blocks are visited so that a definition comes before its uses (reverse postorder); they are laid out later, in the function's own
order.
"""
from __future__ import annotations

from dialect.dominance import DomTree, dominators
from dialect.op import Op
from dialect.ops import Const, StaticAddress, Undef
from ptx.lower.errors import InternalLoweringError
from ptx.lower.names import Names
from ptx.lower.registers import LONG, WORD, arithmetic, class_of, float_bits, immediate
from ptx.lower.select import is_symbol, place_of, signed64
from ptx.module import Instruction
from ptx.operands import Address, Integer, Register, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from dialect.cfg import Cfg
    from dialect.function import Function
    from dialect.op import Loc, Number, Value
    from dialect.types import Type
    from ptx.lower.context import Context
    from ptx.lower.machine import MachineBlock
    from ptx.lower.registers import RegisterClass
    from ptx.lower.select import Place
    from ptx.module import Location, Node, Variable
    from ptx.operands import Operand

_IMMEDIATE_REACH = 1 << 31
_CONSTANTS = (Const, Undef)


class Emitter:
    """State of the lowering of `function`; `needed` says which values get registers."""

    __slots__ = (
        "_addresses", "_classes", "_tree", "block", "cfg", "context", "function", "hints", "labels", "loc", "location", "names", "needed",
        "pairs", "record", "registers", "slots", "symbols", "values",
    )  # fmt: skip

    def __init__(self, context: Context, function: Function, cfg: Cfg, needed: dict[Value, None]) -> None:
        self.context, self.function, self.cfg, self.needed = context, function, cfg, needed
        self.values: dict[Value, Operand] = {}
        self.pairs: dict[Value, tuple[Operand, Operand]] = {}
        """The halves of each 128-bit integer."""
        self.symbols: dict[Value, str] = {}
        """The name of each slot and of each parameter passed by value."""
        self.hints: dict[str, str] = {}
        """The source name of a register, where it has one, by serial name."""
        self.registers: list[Register] = []
        """Every register by serial number."""
        self.names, self.labels = Names(context.symbols), Names()
        """The names of parameters and slots, and of labels."""
        self.slots: list[Variable] = []
        self.record = ""
        """The name of the hidden parameter with the address of the panic record."""
        self._classes: list[RegisterClass] = []
        self._addresses: dict[tuple[Value, Value, int], tuple[int, Register]] = {}
        self._tree: DomTree | None = None
        self.block: MachineBlock
        self.loc: Loc | None = None
        self.location: Location | None = None

    def at(self, loc: Loc | None) -> None:
        """From here on instructions belong to this source position."""
        self.loc, self.location = loc, self.context.location(loc)

    @property
    def result_name(self) -> str:
        """The name of the return parameter."""
        return "func_retval0"

    # Registers

    def new(self, register_class: RegisterClass, hint: str = "") -> Register:
        """A fresh register; `hint` is the source name that it may get."""
        register = Register(str(len(self.registers)))
        self._classes.append(register_class)
        self.registers.append(register)
        if hint:
            self.hints[register.name] = hint
        return register

    def like(self, register: Register) -> Register:
        """A fresh register of the same class."""
        return self.new(self.class_of(register))

    def class_of(self, register: Register) -> RegisterClass:
        """The class of a register that `new` made."""
        return self._classes[int(register.name)]

    def define(self, op: Value) -> Register:
        """The register that the value of `op` will stand in."""
        register = self.new(class_of(op.type, self.loc), op.name)
        self.values[op] = register
        return register

    def parameter(self, param: Value) -> Register:
        """The register of a block parameter, made when the first edge to its block is."""
        found = self.values.get(param)
        return found if type(found) is Register else self.define(param)

    def reg(self, value: Value) -> Register:
        """The register that holds `value`; a constant is moved into a fresh one."""
        operand = self.src(value)
        return operand if type(operand) is Register else self.materialise(value.type, operand)

    def src(self, value: Value) -> Operand:
        """The value as a source operand: its register, or an immediate where its type has them."""
        found = self.values.get(value)
        if found is not None:
            return found
        class_of(value.type, self.loc)
        if isinstance(value, _CONSTANTS):
            return self._constant(value)
        if is_symbol(value):
            return self._once((value, value, 0), lambda: self._symbol_address(value))
        at = value if isinstance(value, Op) else self.function.blocks[0].terminator
        raise InternalLoweringError(self.function.name, at, f"`{value.name or value.type}` is used where no definition reaches")

    def _symbol_address(self, root: Value) -> Register:
        symbol, start = self.symbol_of(root)
        register = self.emit("mov.u64", self.new(LONG), Symbol(symbol))
        return self.emit("add.s64", self.new(LONG), register, Integer(start)) if start else register

    # 128-bit integers

    def pair(self, value: Value) -> tuple[Operand, Operand]:
        """The lower and the upper half of a 128-bit integer."""
        if isinstance(value, _CONSTANTS):
            number = int(value.value) if isinstance(value, Const) else 0
            return Integer(signed64(number)), Integer(signed64(number >> 64))
        return self.pairs[value]

    def define_pair(self, value: Value) -> tuple[Register, Register]:
        """The registers that the halves of `value` will stand in."""
        name = value.name
        halves = self.new(LONG, name and name + "_low"), self.new(LONG, name and name + "_high")
        self.pairs[value] = halves
        return halves

    def parameter_pair(self, param: Value) -> tuple[Register, Register]:
        """The registers of a block parameter, made when the first edge to its block is."""
        found = self.pairs.get(param)
        return found if found is not None else self.define_pair(param)  # type: ignore[return-value]

    def low(self, value: Value) -> Register:
        """The register of an integer, or of the lower half of a 128-bit one."""
        if value.type.bits < 128:
            return self.reg(value)
        half = self.pair(value)[0]
        return half if type(half) is Register else self.emit("mov.b64", self.new(LONG), half)

    def low_word(self, value: Value) -> Register:
        """The lower 32 bits of an integer."""
        register = self.low(value)
        return register if value.type.bits < 64 else self.emit("cvt.u32.u64", self.new(WORD), register)

    def _constant(self, value: Const | Undef) -> Operand:
        number = value.value if isinstance(value, Const) else 0
        operand = immediate(value.type, number)
        if operand is not None:
            return operand
        register_class = class_of(value.type, self.loc)
        return self.emit(register_class.move, self.new(register_class), Integer(_pattern(value.type, number)))

    def edge_argument(self, value: Value) -> Operand:
        """The value as the source of a move on an edge, which may be a constant of any type."""
        if not isinstance(value, _CONSTANTS) or value in self.values:
            return self.src(value)
        number = value.value if isinstance(value, Const) else 0
        return immediate(value.type, number) or Integer(_pattern(value.type, number))

    def materialise(self, type: Type, operand: Operand) -> Register:
        """A fresh register of the type's class that holds the operand."""
        register_class = class_of(type, self.loc)
        return self.emit(register_class.move, self.new(register_class), operand)

    # Instructions

    def emit(self, name: str, destination: Register, *sources: Operand) -> Register:
        """Appends an instruction that writes `destination`, and returns it."""
        self.block.code.append((Instruction(name, (destination, *sources), location=self.location), destination))
        return destination

    def effect(self, name: str, *operands: Operand) -> None:
        """Appends an instruction that writes no register."""
        self.block.code.append((Instruction(name, operands, location=self.location), None))

    def item(self, node: Node) -> None:
        """Appends a scope mark or a declaration."""
        self.block.code.append((node, None))

    # Addresses

    def symbol_of(self, root: Value) -> tuple[str, int]:
        """The name under which a slot, a static or a by-value parameter is declared, and how far behind it the value begins."""
        if isinstance(root, StaticAddress):
            return self.context.static_place(root)
        return self.symbols[root], 0

    def address(self, pointer: Value) -> tuple[Address, str]:
        """The memory operand for an access through `pointer`, and the narrowest space that it is known to lie in."""
        place = place_of(pointer)
        space = place.root.type.space
        if place.index is None and is_symbol(place.root) and abs(place.offset) < _IMMEDIATE_REACH:
            symbol, start = self.symbol_of(place.root)
            return Address(Symbol(symbol), start + place.offset), space
        base, offset = self._near(place)
        return Address(base, offset), space

    def _near(self, place: Place) -> tuple[Register, int]:
        """The register of root and index together, and an offset that an instruction can hold."""
        base = self.reg(place.root) if place.index is None else self._indexed(place.root, place.index, place.scale)
        if -_IMMEDIATE_REACH <= place.offset < _IMMEDIATE_REACH:
            return base, place.offset
        return self.emit("add.s64", self.new(LONG), base, Integer(place.offset)), 0

    def sum_register(self, place: Place, hint: str) -> Register:
        """The register that holds the address of `place`: an existing one where nothing is left to add."""
        base = self.reg(place.root) if place.index is None else self._indexed(place.root, place.index, place.scale)
        if not place.offset:
            return base
        return self.emit("add.s64", self.new(LONG, hint), base, Integer(place.offset))

    def _indexed(self, root: Value, index: Value, scale: int) -> Register:
        """`root + index · scale`, by a product and a sum: ptxas shares the one and fuses both where that pays (`mad.wide` it splits again)."""
        return self._once((root, index, scale), lambda: self._sum(self.reg(root), self._scaled(index, scale)))

    def _sum(self, base: Register, bytes_further: Register) -> Register:
        return self.emit("add.s64", self.new(LONG), base, bytes_further)

    def _scaled(self, index: Value, scale: int) -> Register:
        """`index · scale` in 64 bits, the index extended by its own sign."""
        if scale == 1 and index.type.bits >= 64:
            return self.low(index)
        return self._once((index, index, scale), lambda: self._product(index, scale))

    def _once(self, key: tuple[Value, Value, int], compute: Callable[[], Register]) -> Register:
        """What `compute` gives, or an earlier result for the same key whose block dominates this one."""
        number = self.block.source.index if self.block.source is not None else 0
        found = self._addresses.get(key)
        if found is not None and (found[0] == number or self._dominates(found[0], number)):
            return found[1]
        register = compute()
        self._addresses[key] = (number, register)
        return register

    def _dominates(self, a: int, b: int) -> bool:
        if self._tree is None:
            self._tree = DomTree(dominators(self.cfg))
        return self._tree.dominates(a, b)

    def _product(self, index: Value, scale: int) -> Register:
        register, result = self.low(index), self.new(LONG)
        if index.type.bits < 64:
            kind = arithmetic(index.type)
            if 1 < scale < _IMMEDIATE_REACH:
                return self.emit(f"mul.wide.{kind}", result, register, Integer(scale))
            register = self.emit(f"cvt.{kind[0]}64.{kind}", self.new(LONG) if scale > 1 else result, register)
            if scale == 1:
                return register
        if scale & (scale - 1):
            return self.emit("mul.lo.s64", result, register, Integer(scale))
        return self.emit("shl.b64", result, register, Integer(scale.bit_length() - 1))

    # Address spaces

    def to_generic(self, register: Register, space: str) -> Register:
        """The generic address of a pointer into `space`."""
        if space == "generic":
            return register
        return self.emit(f"cvta.{space}.u64", self.new(LONG), register)

    def from_generic(self, register: Register, space: str, hint: str = "") -> Register:
        """The address in `space` of a generic pointer that lies there."""
        if space == "generic":
            return register
        return self.emit(f"cvta.to.{space}.u64", self.new(LONG, hint), register)


def _pattern(type: Type, number: Number) -> int:
    """The bits of a constant that has no immediate among operands but can be moved: `bool` and the half types."""
    return int(number) if type.kind == "bool" else float_bits(type, number)
