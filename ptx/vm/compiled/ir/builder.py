"""What a meaning sees of the operation that it translates: operands as IR values of the types it asks for, and where results go.

A meaning is written once and serves both widths: `b.width` is 32 if the result differs between lanes, else 1. Floats are read by their
float type for arithmetic and as integers for everything that looks at bits; a lazily kept NaN becomes canonical when its bits are read.
"""

from ptx.operands import Address, FloatBits, Integer, Negated, Operand, Register, Sink, SpecialRegister, Symbol
from ptx.vm.compiled.cfg.graph import Op, Reg, Unsupported, find_register, registers_of
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.text import BITS, WARP, constant, float_constant, typed
from ptx.vm.context import Context
from ptx.vm.convert import reformat
from ptx.vm.formats import FORMATS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from ptx.vm.compiled.control.warp import WarpFunction
    from ptx.vm.compiled.ir.text import Code

    Lowering: TypeAlias = "Callable[[Builder], None]"

FLOAT_TYPES = {"f32": "float", "f64": "double"}
CANONICAL = {"float": 0x7FFFFFFF, "double": 0x7FF8000000000000}


def element(kind: str) -> str:
    """Returns the LLVM type of a PTX type: floats by themselves, everything else as integers."""
    if kind == "pred":
        return "i1"
    if kind not in WIDTHS:
        raise Unsupported(f"values of type .{kind}")
    return FLOAT_TYPES.get(kind) or f"i{WIDTHS[kind]}"


def integer_of(kind: str) -> str:
    """Returns the LLVM integer of a PTX type's width."""
    return "i1" if kind == "pred" else f"i{WIDTHS[kind]}"


class Builder(Expressions):
    """One operation being translated in one basic block; `mask` is the lanes that execute it (a vector of i1)."""

    __slots__ = ("function", "keeps", "op")

    def __init__(self, function: "WarpFunction", op: Op, keeps: int) -> None:
        super().__init__(function.code, max((register.width for register in op.targets), default=1), function.host_halves)
        self.function = function
        self.op = op
        self.keeps = keeps

    # --- the instruction -----------------------------------------------------------------------------------------------------------

    @property
    def values(self) -> "Mapping[str, str]":
        """The modifier groups that are present."""
        return self.op.resolved.values

    @property
    def type(self) -> str:
        """The instruction's type."""
        return self.op.resolved.type

    def has(self, word: str) -> bool:
        """Whether the mnemonic has a modifier."""
        return self.op.resolved.has(word)

    def operand(self, position: int) -> Operand:
        """An operand as written."""
        return self.op.operands[position]

    @property
    def count(self) -> int:
        """How many operands there are."""
        return len(self.op.operands)

    def refuse(self, reason: str) -> Unsupported:
        """The reason why the operation is not compiled."""
        return Unsupported(f"`{self.op.instruction}`: {reason}")

    # --- reading ---------------------------------------------------------------------------------------------------------------------

    def register_value(self, register: Reg) -> str:
        """The value of a register by itself (the carry flag)."""
        return self._register(register, register.kind, False, self.width)

    def read(self, position: int, kind: str, wider: bool = False) -> str:
        """The value of an operand as a PTX type, at the operation's width: float types as floats, others as integers."""
        return self.value(self.operand(position), kind, wider, self.width)

    def bits(self, position: int, kind: str, wider: bool = False) -> str:
        """The encoding of an operand of a PTX type, as an integer."""
        return self.value(self.operand(position), "b" + str(WIDTHS[kind]) if kind in FLOAT_TYPES else kind, wider, self.width)

    def constant_operand(self, operand: Operand) -> "int | None":
        """The value of an integer constant, or of a register that only ever holds one, else None."""
        if isinstance(operand, Integer):
            return operand.value
        if isinstance(operand, Register) and registers_of(self.op, operand):
            return self.function.constants.get(find_register(self.function.graph, self.op, operand))
        return None

    def differs(self, operand: Operand) -> bool:
        """Whether the lanes' values of an operand may differ."""
        if isinstance(operand, SpecialRegister):
            return self.function.specials.width(operand.name) == WARP
        return any(find_register(self.function.graph, self.op, each).varying for each in registers_of(self.op, operand))

    def value(self, operand: Operand, kind: str, wider: bool, width: int) -> str:
        """See `read`."""
        if isinstance(operand, (Integer, FloatBits)):
            return self._literal(operand, kind, width)
        if isinstance(operand, Negated):
            return self.code.let(f"xor {typed('i1', width)} {self.value(operand.register, 'pred', False, width)}, {constant('true', 'i1', width)}")
        if isinstance(operand, SpecialRegister):
            return self._special(operand.name, kind, width)
        if registers_of(self.op, operand):
            return self._register(find_register(self.function.graph, self.op, operand), kind, wider, width)
        if isinstance(operand, Symbol):
            return self._symbol(operand, kind, width)
        raise self.refuse(f"`{operand}` cannot be read")

    def _literal(self, operand: "Integer | FloatBits", kind: str, width: int) -> str:
        target = element(kind)
        if isinstance(operand, Integer):
            bits = int(operand.value != 0) if kind == "pred" else operand.value & ((1 << WIDTHS[kind]) - 1)
        else:
            form, origin = FORMATS.get(kind), FORMATS[f"f{operand.width}"]
            bits = operand.bits & ((1 << WIDTHS[kind]) - 1) if form is None or form is origin else reformat(form, origin, "rn", operand.bits)
        if target in ("float", "double"):
            return constant(float_constant(bits, target), target, width)
        return constant(("true" if bits else "false") if kind == "pred" else bits, target, width)

    def _special(self, name: str, kind: str, width: int) -> str:
        text, own = self.function.specials.read(name, self)
        target = integer_of(kind)
        if own == WARP and width == 1:
            assert self._keeps_first(), f"{name} is no scalar"
            text, own = self.function.specials.first[name], 1
        base, value = ("i64", text) if name in self.function.specials.wide else ("i32", text)
        if BITS[target] != BITS[base]:
            how = "trunc" if BITS[target] < BITS[base] else "zext"
            if value.startswith(("%", "<", "splat")):
                value = self.code.let(f"{how} {typed(base, own)} {value} to {typed(target, own)}")
        value = value if own == width else self.code.splat(value, target)
        if kind in FLOAT_TYPES:
            value = self.code.let(f"bitcast {typed(target, width)} {value} to {typed(FLOAT_TYPES[kind], width)}")
        return value

    def _symbol(self, operand: Symbol, kind: str, width: int) -> str:
        value = self.address_constant(operand.name, operand.offset)
        target = integer_of(kind)
        if value.startswith("%"):
            if target != "i64":
                value = self.code.let(f"trunc i64 {value} to {target}")
            return self.code.splat(value, target, width)
        return constant(int(value) & ((1 << BITS[target]) - 1), target, width)

    def address_constant(self, name: str, offset: int) -> str:
        """The address of a variable in its own space, as an i64 (kernel parameters are placed anew for each launch)."""
        slot = self.op.scope.find("variables", name)
        if slot is not None:
            return str(self.op.instance.offsets[slot] + offset)
        machine = self.function.graph.machine
        if self.op.instance.frame.function.is_entry and name in machine.parameters:
            return self.code.let(f"add i64 %parameter.base, {machine.parameters[name] + offset}")
        known = machine.symbol_address(name, self.op.instance.frame)
        if known is None:
            raise self.refuse(f"`{name}` is not declared")
        return str(known + offset)

    def _register(self, register: Reg, kind: str, wider: bool, width: int) -> str:
        self.check_width(register, kind, wider)
        own, stored = min(register.width, width), element(register.kind)
        if register.stride is not None and width == WARP:
            own, value = WARP, every_lane(self.code, register)
        elif register.width > width:
            if not self._keeps_first():
                raise AssertionError(f"{register.name} is no scalar")
            value = self.code.let(f"extractelement {typed(stored, WARP)} {self.code.let(f'load {typed(stored, WARP)}, ptr {place_of(register)}')}, i64 0")
        else:
            value = self.code.let(f"load {typed(stored, own)}, ptr {place_of(register)}")
        wanted = element(kind)
        if stored != wanted:
            value = self._reinterpret(register, value, stored, wanted, kind, own)
        elif register.lazy and kind not in FLOAT_TYPES:
            value = canonical(self.code, value, FLOAT_TYPES_OF_WIDTH[BITS[stored]], stored, own)
        return value if own == width else self.code.splat(value, wanted)

    def _keeps_first(self) -> bool:
        """Whether only lane 0 of the result is kept, so that lane 0 of every source is wanted."""
        return bool(self.op.targets) and all(register.stride is not None for register in self.op.targets)

    def _reinterpret(self, register: Reg, value: str, stored: str, wanted: str, kind: str, own: int) -> str:
        if register.lazy and kind not in FLOAT_TYPES:
            value = canonical(self.code, value, FLOAT_TYPES_OF_WIDTH[BITS[stored]], stored, own)
        if BITS[stored] == BITS[wanted]:
            return self.code.let(f"bitcast {typed(stored, own)} {value} to {typed(wanted, own)}")
        plain = f"i{BITS[stored]}"
        if stored != plain:
            value = self.code.let(f"bitcast {typed(stored, own)} {value} to {typed(plain, own)}")
        value = self.code.let(f"trunc {typed(plain, own)} {value} to {typed(f'i{BITS[wanted]}', own)}")
        if wanted in ("float", "double"):
            value = self.code.let(f"bitcast {typed(f'i{BITS[wanted]}', own)} {value} to {typed(wanted, own)}")
        return value

    def check_width(self, register: Reg, kind: str, wider: bool) -> None:
        """Refuses a register whose declared width does not go with the type."""
        declared = register.kind
        exact = WIDTHS[declared] == WIDTHS[kind] and (declared == "pred") == (kind == "pred")
        if not exact and not (wider and kind != "pred" and declared != "pred" and WIDTHS[declared] > WIDTHS[kind]):
            raise self.refuse(f"`{register.name}` is declared .{declared} but used as .{kind}")

    # --- writing ---------------------------------------------------------------------------------------------------------------------

    def write(self, text: str, kind: str, wider: bool = False, arithmetic: bool = False) -> None:
        """Writes the result to the first operand; `arithmetic`: a NaN in it is to be canonical."""
        self.write_to(self.operand(0), text, kind, wider, arithmetic)

    def write_to(self, operand: Operand, text: str, kind: str, wider: bool = False, arithmetic: bool = False) -> None:
        """Writes a value of a PTX type (floats as floats where the type is one, else integers) to a register operand."""
        if isinstance(operand, Sink):
            return
        register = find_register(self.function.graph, self.op, operand)
        self.check_width(register, kind, wider)
        self.write_register(register, text, kind, arithmetic)

    def write_bits(self, text: str, kind: str, wider: bool = False) -> None:
        """Writes an encoding (an integer) to the first operand."""
        self.write_to(self.operand(0), text, "b" + str(WIDTHS[kind]) if kind in FLOAT_TYPES else kind, wider)

    def write_register(self, register: Reg, text: str, kind: str, arithmetic: bool = False) -> None:
        """Writes a value of the operation's width to a register, extended if the register is wider."""
        code, width = self.code, self.width
        have, stored = element(kind), element(register.kind)
        if arithmetic and not register.lazy:
            text = canonical(code, text, have, have, width)
        if BITS[have] != BITS[stored]:
            if have in ("float", "double"):
                text = code.let(f"bitcast {typed(have, width)} {text} to {typed(f'i{BITS[have]}', width)}")
            plain = f"i{BITS[stored]}"
            text = code.let(f"{'sext' if kind[0] == 's' else 'zext'} {typed(f'i{BITS[have]}', width)} {text} to {typed(plain, width)}")
            have = plain
        if have != stored:
            text = code.let(f"bitcast {typed(have, width)} {text} to {typed(stored, width)}")
        if register.width > width:
            text, width = code.splat(text, stored), WARP
        elif register.width < width:
            text, width = self._of_first_lane(text, stored, register), 1
        self._store(register, text, stored, width)

    def _of_first_lane(self, text: str, stored: str, register: Reg) -> str:
        """The element of lane 0 where that is what is kept, else of the first lane that is here: a target of which all lanes agree."""
        lane = "0"
        if register.stride is None:
            lane = self.code.call("llvm.cttz.i32", "i32", ("i32", self.code.bits(self.function.mask)), ("i1", "true"))
        return self.code.let(f"extractelement {typed(stored, WARP)} {text}, i32 {lane}")

    def _store(self, register: Reg, text: str, stored: str, width: int) -> None:
        code, place, whole = self.code, place_of(register), typed(stored, width)
        condition = self._condition(register, width)
        if condition:
            old = code.let(f"load {whole}, ptr {place}")
            text = code.let(f"select {typed('i1', width)} {condition}, {whole} {text}, {whole} {old}")
        code.do(f"store {whole} {text}, ptr {place}")

    def _condition(self, register: Reg, width: int) -> str:
        """The lanes that write, "" for all that matter: those of the guard, and of the block if others still need the old value."""
        guard = "" if self.op.guard is None else self.guard(width)
        if width == 1 or not self.keeps >> register.index & 1:
            return guard
        return self.code.both(self.function.mask, guard) if guard else self.function.mask

    def guard(self, width: int) -> str:
        """The value of the operation's guard."""
        assert self.op.guard is not None
        register, wanted = self.op.guard
        value = self._register(register, "pred", False, width)
        return value if wanted else self.code.let(f"xor {typed('i1', width)} {value}, {constant('true', 'i1', width)}")


FLOAT_TYPES_OF_WIDTH = {32: "float", 64: "double"}


def canonical(code: "Code", value: str, kind: str, stored: str, width: int) -> str:
    """A float with NaN made canonical; `stored` is the type in which `value` is given and returned (the float, or an integer).

    The choice is between integers: between floats LLVM may leave it out, because any NaN is as good as another there.
    """
    whole, plain = typed(kind, width), f"i{BITS[kind]}"
    number = value if stored == kind else code.let(f"bitcast {typed(stored, width)} {value} to {whole}")
    bits = value if stored == plain else code.let(f"bitcast {whole} {number} to {typed(plain, width)}")
    unordered = code.let(f"fcmp uno {whole} {number}, {number}")
    nan = constant(CANONICAL[kind], plain, width)
    chosen = code.let(f"select {typed('i1', width)} {unordered}, {typed(plain, width)} {nan}, {typed(plain, width)} {bits}")
    return chosen if stored == plain else code.let(f"bitcast {typed(plain, width)} {chosen} to {whole}")


def every_lane(code: "Code", register: Reg) -> str:
    """The vector of a register of which only lane 0 is kept."""
    assert register.stride is not None
    kind = element(register.kind)
    first = code.splat(code.let(f"load {kind}, ptr {place_of(register)}"), kind)
    if register.stride == 0:
        return first
    mask = (1 << BITS[kind]) - 1
    steps = "<" + ", ".join(f"{kind} {register.stride * lane & mask}" for lane in range(WARP)) + ">"
    return code.let(f"add <{WARP} x {kind}> {first}, {steps}")


def known_lanes(code: "Code", register: Reg) -> str:
    """The value of a register: a vector if its lanes may differ, else a scalar."""
    if register.stride is not None:
        return every_lane(code, register)
    return code.let(f"load {typed(element(register.kind), register.width)}, ptr {place_of(register)}")


def place_of(register: Reg) -> str:
    """The name of the stack slot of a register (which LLVM turns into values)."""
    return f"%R{register.index}"


__all__ = ["Address", "Builder", "Context", "canonical", "element", "integer_of", "place_of"]
