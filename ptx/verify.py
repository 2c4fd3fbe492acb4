"""A module without faults is one that ptxas accepts and a driver loads: names, types, operands, versions and targets all agree.

`verify` reports every fault with its PTX line and function, in the order of the text. It knows some rules that ptxas does not
enforce but drivers do (entry parameters must not point to shared or local memory), and is stricter than ptxas where ptxas would
silently change a value (a constant too wide for its type).
"""

from ptx.isa import OperandForm, Resolved, UnknownInstructionError, compatible, resolve
from ptx.isa_rows import TYPE_WIDTHS
from ptx.levels import SPECIAL_REGISTERS
from ptx.module import (
    CallPrototype,
    Function,
    Instruction,
    Label,
    Module,
    Node,
    Parameter,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    TargetList,
    Variable,
)
from ptx.operands import (
    Address,
    Arguments,
    Component,
    FloatBits,
    Integer,
    Negated,
    Operand,
    Pair,
    Register,
    Sink,
    SpecialRegister,
    Symbol,
    Vector,
)
from ptx.requirements import instruction_levels, item_levels, version_of_target
from ptx.scopes import Scopes, is_power_of_two, variable_faults

_NO_CONSTANTS = frozenset(("f16", "f16x2", "bf16", "bf16x2", "u16x2", "s16x2", "f32x2", "e4m3x2", "e5m2x2"))
_SHORT = ("u16", "s16", "b16")
_ALSO_AS = {"%tid": _SHORT, "%ntid": _SHORT, "%ctaid": _SHORT, "%nctaid": _SHORT, "%gridid": (*_SHORT, "u32", "s32", "b32")}
"""Narrower types at which old PTX may read a special register."""
_ADDRESS_TYPES = frozenset(("b32", "u32", "s32", "b64", "u64", "s64"))


class Fault:
    """One fault: `line` in the PTX text (0: the module was not parsed), `function` ("" at module level), `text`."""

    __slots__ = ("function", "line", "text")

    def __init__(self, line: int, function: str, text: str) -> None:
        self.line = line
        self.function = function
        self.text = text

    def __str__(self) -> str:
        place = f" (in {self.function})" if self.function else ""
        return f"PTX line {self.line}: {self.text}{place}" if self.line else f"{self.text}{place}"

    def __repr__(self) -> str:
        return f"Fault({self})"


def verify(module: Module) -> list[Fault]:
    """Returns all faults of a module in the order of its text; an empty list means that it is well formed."""
    faults: list[Fault] = []
    symbols = _module_symbols(module, faults)
    sm = _check_target(module, faults)
    for directive in module.directives:
        if isinstance(directive, Function):
            _FunctionCheck(directive, module, sm, symbols, faults).run()
    return faults


def _module_symbols(module: Module, faults: list[Fault]) -> dict[str, Node]:
    symbols: dict[str, Node] = {}
    for item in module.directives:
        if isinstance(item, Variable | Function):
            known = symbols.get(item.name)
            if known is not None and not _redeclares(known, item):
                faults.append(Fault(item.line, "", f"duplicate symbol `{item.name}`"))
            if known is None or isinstance(item, Function):
                symbols[item.name] = item
            if isinstance(item, Variable):
                faults.extend(Fault(item.line, "", text) for text in variable_faults(item))
    return symbols


def _redeclares(known: Node, item: Node) -> bool:
    """A function may be declared before it is defined; an extern variable may be followed by its definition."""
    if isinstance(known, Function) and isinstance(item, Function):
        return known.body is None or item.body is None
    return isinstance(known, Variable) and isinstance(item, Variable) and "extern" in (known.linkage, item.linkage)


def _check_target(module: Module, faults: list[Fault]) -> int:
    """Returns the module's sm number, 0 if it is unknown."""
    target = module.targets[0] if module.targets else ""
    digits = target.removeprefix("sm_").rstrip("af")
    if not target.startswith("sm_") or not digits.isdigit():
        faults.append(Fault(0, "", f"unknown target `{target}`"))
        return 0
    needed = version_of_target(int(digits))
    if module.version < needed:
        faults.append(Fault(0, "", f"target {target} needs .version {needed[0]}.{needed[1]} or higher"))
    return int(digits)


class _FunctionCheck:
    """Checks one function."""

    def __init__(self, function: Function, module: Module, sm: int, symbols: dict[str, Node], faults: list[Fault]) -> None:
        self.function = function
        self.module = module
        self.sm = sm
        self.symbols = symbols
        self.faults = faults
        self.files = module.files()
        self.scopes = Scopes(function, symbols)
        self.line = function.line

    def fault(self, text: str) -> None:
        self.faults.append(Fault(self.line, self.function.name, text))

    def report(self, texts: list[str]) -> None:
        for text in texts:
            self.fault(text)

    def run(self) -> None:
        self.check_signature()
        for item in self.function.body or ():
            self.check_item(item)

    def check_signature(self) -> None:
        names: set[str] = set()
        for parameter in (*self.function.returns, *self.function.parameters):
            if parameter.name in names:
                self.fault(f"duplicate parameter `{parameter.name}`")
            names.add(parameter.name)
            if parameter.type not in TYPE_WIDTHS and parameter.type not in ("pred", "texref", "samplerref", "surfref"):
                self.fault(f"unknown type `.{parameter.type}` of parameter `{parameter.name}`")
            for align in (parameter.align, parameter.pointer_align):
                if align is not None and not is_power_of_two(align):
                    self.fault(f"the alignment of `{parameter.name}` is not a power of two")
            if parameter.name == "_":
                self.fault("a parameter has no name")
        if self.function.is_entry:
            self.check_entry_signature()

    def check_entry_signature(self) -> None:
        if self.function.returns:
            self.fault("an entry returns nothing")
        for parameter in self.function.parameters:
            if parameter.space != "param":
                self.fault(f"entry parameter `{parameter.name}` must be in .param space")
            if parameter.pointer in ("shared", "local"):
                self.fault(f"entry parameter `{parameter.name}` must not point to .{parameter.pointer}: drivers refuse to load it")

    def check_item(self, item: Node) -> None:
        self.line = getattr(item, "line", 0)
        match item:
            case Instruction():
                self.check_instruction(item)
            case RegisterDeclaration():
                self.report(self.scopes.declare_registers(item))
                for level in item_levels(item):
                    self.check_level(level, f".{item.type} registers")
            case Variable():
                self.report(self.scopes.declare(item.name, item))
                self.report(variable_faults(item))
            case Label() | TargetList() | CallPrototype():
                self.report(self.scopes.declare(item.name, item))
                for target in item.targets if isinstance(item, TargetList) and item.kind == "branchtargets" else ():
                    self.check_label(target)
            case ScopeOpen():
                self.scopes.enter(item)
            case ScopeClose():
                self.report(self.scopes.leave())

    def check_label(self, name: str) -> None:
        if not self.scopes.has_label(name):
            self.fault(f"label `{name}` does not exist")

    def check_instruction(self, instruction: Instruction) -> None:
        if instruction.guard is not None:
            self.check_type(instruction.guard, "pred", False, "guard")
        if instruction.location is not None and instruction.location.file not in self.files:
            self.fault(f".loc names file {instruction.location.file}, which no .file declares")
        try:
            resolved = resolve(instruction.name)
        except UnknownInstructionError as error:
            self.fault(str(error))
            return
        for level in instruction_levels(instruction):
            self.check_level(level, f"`{instruction.name}`")
        if resolved.form.operands and resolved.form.operands[0].kind == "call":
            self.check_call(instruction)
            return
        operands = resolved.operands_for(len(instruction.operands))
        if operands is None:
            self.fault(f"`{instruction.name}` does not take {len(instruction.operands)} operands")
            return
        for operand, (form, type_name) in zip(instruction.operands, operands):
            self.check_operand(operand, form, type_name, resolved)

    def check_level(self, level: "tuple[tuple[int, int], int]", what: str) -> None:
        version, sm = level
        if version > self.module.version:
            self.fault(f"{what} needs .version {version[0]}.{version[1]} or higher")
        if self.sm and sm > self.sm:
            self.fault(f"{what} needs .target sm_{sm} or higher")

    def check_operand(self, operand: Operand, form: OperandForm, type_name: str, resolved: Resolved) -> None:
        if "/" in type_name:
            type_name = self.alternative(operand, type_name)
        if form.kind == "address":
            self.check_address(operand, resolved.values.get("space" if form.name == "a" else "global") or resolved.values.get("global", ""))
        elif form.kind == "label":
            self.check_target(operand, resolved)
        elif form.kind == "sink":
            if not isinstance(operand, Sink):
                self.fault(f"`{operand}` must be `_`")
        elif form.kind == "constant":
            if not isinstance(operand, Integer):
                self.fault(f"`{operand}` must be an integer constant")
            elif form.allowed and operand.value not in form.allowed:
                self.fault(f"`{operand}` must be one of {', '.join(map(str, form.allowed))}")
        elif form.kind == "movable":
            self.check_movable(operand, form, type_name, resolved)
        else:
            self.check_value(operand, form, type_name, resolved)

    def alternative(self, operand: Operand, type_names: str) -> str:
        """Returns which of two types an operand has: a predicate's or the other."""
        found = self.scopes.register(operand.name) if isinstance(operand, Register) else None
        is_predicate = isinstance(operand, Negated) or (found is not None and found[0] == "pred")
        return type_names.split("/")[is_predicate]

    def check_target(self, operand: Operand, resolved: Resolved) -> None:
        if not isinstance(operand, Symbol):
            self.fault(f"`{operand}` is not a label")
        elif resolved.form.opcode == "brx":
            if not isinstance(self.scopes.symbol(operand.name), TargetList):
                self.fault(f"`{operand}` is not a list of branch targets")
        else:
            self.check_label(operand.name)

    def check_address(self, operand: Operand, space: str) -> None:
        if not isinstance(operand, Address):
            self.fault(f"`{operand}` is not an address")
        elif isinstance(operand.base, Register):
            found = self.scopes.register(operand.base.name)
            if found is None:
                self.fault(f"register `{operand.base}` is not declared")
            elif found[0] not in _ADDRESS_TYPES or found[1] != 1:
                self.fault(f"`{operand.base}` of type .{found[0]} cannot hold an address")
        elif operand.base is None:
            if space != "local":
                self.fault(f"the absolute address `{operand}` is allowed only in .local space")
        else:
            self.check_space(operand.base.name, space.partition("::")[0])

    def check_space(self, name: str, space: str) -> None:
        found = self.scopes.symbol(name)
        if found is None:
            self.fault(f"`{name}` is not declared")
        elif isinstance(found, Variable | Parameter) and space and found.space != space:
            self.fault(f"`{name}` is in .{found.space} space, not .{space}")

    def check_value(self, operand: Operand, form: OperandForm, type_name: str, resolved: Resolved) -> None:
        if isinstance(operand, Pair):
            if not form.pair:
                self.fault(f"`{operand}` is a pair where one operand belongs")
            else:
                self.check_scalar(operand.first, form, type_name)
                self.check_destination(operand.second, "pred")
            return
        if form.pair == "required":
            self.fault(f"`{resolved.name}` needs a pair `d|p`")
        size = (resolved.vector if form.vector == "vec" else int(form.vector)) if form.vector else 1
        if isinstance(operand, Vector) and (size > 1 or len(operand.elements) == 1):
            if len(operand.elements) != size:
                self.fault(f"`{operand}` must have {size} elements")
            for element in operand.elements:
                self.check_scalar(element, form, type_name)
        elif form.vector == "1":
            self.fault(f"`{operand}` must be a vector of 1 .{type_name}")
        elif size > 1:
            self.check_vector_register(operand, type_name, size)
        else:
            self.check_scalar(operand, form, type_name)

    def check_vector_register(self, operand: Operand, type_name: str, size: int) -> None:
        found = self.scopes.register(operand.name) if isinstance(operand, Register) else None
        if found is None or found[1] != size or not compatible(found[0], type_name, False):
            self.fault(f"`{operand}` must be a vector of {size} .{type_name}")

    def check_destination(self, operand: Operand, type_name: str) -> None:
        if isinstance(operand, Register):
            self.check_type(operand, type_name, False, "destination")
        elif not isinstance(operand, Sink):
            self.fault(f"`{operand}` is not a destination")

    def check_scalar(self, operand: Operand, form: OperandForm, type_name: str) -> None:
        match operand:
            case Register():
                self.check_type(operand, type_name, form.wider, "operand")
            case Component():
                self.check_component(operand, type_name, form.wider)
            case Sink() if form.destination:
                pass
            case SpecialRegister() if form.special:
                self.check_special(operand, form, type_name)
            case Negated() if not form.destination and (form.negatable or type_name == "pred"):
                self.check_type(operand.register, "pred", False, "operand")
            case Integer() | FloatBits() if not form.destination:
                self.check_constant(operand, type_name)
                if form.allowed and isinstance(operand, Integer) and operand.value not in form.allowed:
                    self.fault(f"`{operand}` must be one of {', '.join(map(str, form.allowed))}")
            case _:
                self.fault(f"`{operand}` cannot be {'a destination' if form.destination else 'an operand'} here")

    def check_component(self, operand: Component, type_name: str, wider: bool) -> None:
        found = self.scopes.register(operand.register.name)
        if found is None:
            self.fault(f"register `{operand.register}` is not declared")
        elif found[1] == 1:
            self.fault(f"`{operand.register}` is not a vector register")
        elif not compatible(found[0], type_name, wider):
            self.fault(f"`{operand}` is .{found[0]} where .{type_name} belongs")

    def check_constant(self, operand: "Integer | FloatBits", type_name: str) -> None:
        width = TYPE_WIDTHS.get(type_name, 1)
        if type_name in _NO_CONSTANTS:
            self.fault(f"constant `{operand}` where .{type_name} belongs, which must be in a register")
        elif isinstance(operand, FloatBits):
            if type_name[0] != "f" and (type_name[0] != "b" or width != operand.width):
                self.fault(f"floating constant `{operand}` where .{type_name} belongs")
        elif type_name in ("f32", "f64"):
            self.fault(f"integer constant `{operand}` where .{type_name} belongs")
        elif not -(1 << max(width - 1, 0)) <= operand.value < 1 << width:
            self.fault(f"constant `{operand}` does not fit .{type_name}")

    def check_type(self, operand: Register, type_name: str, wider: bool, role: str) -> None:
        found = self.scopes.register(operand.name)
        if found is None:
            self.fault(f"register `{operand}` is not declared")
        elif found[1] != 1 or not compatible(found[0], type_name, wider):
            vector = "" if found[1] == 1 else f".v{found[1]} "
            self.fault(f"{role} `{operand}` is {vector}.{found[0]} where .{type_name} belongs")

    def check_movable(self, operand: Operand, form: OperandForm, type_name: str, resolved: Resolved) -> None:
        if isinstance(operand, SpecialRegister):
            if resolved.form.opcode in ("mapa", "getctarank"):
                self.fault(f"`{operand}` cannot be an address")
            self.check_special(operand, form, type_name)
        elif isinstance(operand, Symbol):
            if form.destination or self.scopes.symbol(operand.name) is None:
                self.fault(f"`{operand.name}` is not declared")
            elif type_name not in _ADDRESS_TYPES:
                self.fault(f"the address of `{operand.name}` does not fit .{type_name}")
            elif resolved.form.opcode in ("cvta", "mapa", "getctarank") and not resolved.has("to"):
                space = resolved.values.get("space") or "shared"
                self.check_space(operand.name, space.partition("::")[0])
        elif isinstance(operand, Vector):
            self.check_packed(operand, form, type_name)
        elif not (isinstance(operand, Register) and self.is_packed_register(operand, type_name)):
            self.check_scalar(operand, form, type_name)

    def is_packed_register(self, operand: Register, type_name: str) -> bool:
        """Whether it is a vector register that fills the whole, as `{%v.x, %v.y}` would."""
        kind, elements = self.scopes.register(operand.name) or ("", 1)
        return elements > 1 and type_name[0] == "b" and elements * TYPE_WIDTHS.get(kind, 0) == TYPE_WIDTHS[type_name]

    def check_special(self, operand: SpecialRegister, form: OperandForm, type_name: str) -> None:
        name = operand.name.partition(".")[0]
        scalar = SPECIAL_REGISTERS[name].removeprefix("v4")
        if form.destination or ("." in operand.name) != SPECIAL_REGISTERS[name].startswith("v4"):
            self.fault(f"`{operand}` cannot be used here")
        elif not compatible(scalar, type_name, form.wider) and type_name not in _ALSO_AS.get(name, ()):
            self.fault(f"`{operand}` is .{scalar} where .{type_name} belongs")

    def check_packed(self, operand: Vector, form: OperandForm, type_name: str) -> None:
        """The parts of `mov.b64 %rd1, {%r1, %r2}` fill the whole, all of one width; one part alone stands for itself."""
        if type_name[0] != "b":
            self.fault(f"`{operand}` where .{type_name} belongs: only untyped bits are packed")
        part = TYPE_WIDTHS.get(type_name, 0) // len(operand.elements)
        for element in operand.elements:
            if isinstance(element, Register):
                found = self.scopes.register(element.name)
                if found is None:
                    self.fault(f"register `{element}` is not declared")
                elif TYPE_WIDTHS.get(found[0], 0) != part:
                    self.fault(f"`{element}` is .{found[0]} where {part} bits belong")
            elif isinstance(element, Sink) != form.destination and not isinstance(element, Integer | FloatBits):
                self.fault(f"`{element}` cannot be a part here")

    def check_call(self, instruction: Instruction) -> None:
        operands = instruction.operands
        if len(operands) < 3 or not isinstance(operands[0], Arguments) or not isinstance(operands[2], Arguments):
            self.fault("a call needs results, a function and arguments")
            return
        callee: object = operands[1]
        if isinstance(callee, Symbol):
            callee = self.scopes.symbol(callee.name)
        elif isinstance(callee, Register):
            self.check_type(callee, "b64", False, "callee")
            callee = self.scopes.symbol(operands[3].name) if len(operands) > 3 and isinstance(operands[3], Symbol) else None
            if isinstance(callee, TargetList):
                callee = self.symbols.get(callee.targets[0])
        if not isinstance(callee, Function | CallPrototype):
            self.fault(f"`{operands[1]}` is not a function" if len(operands) < 4 else f"`{operands[3]}` is not a prototype")
            return
        self.check_arguments(operands[0], len(callee.returns), f"`{operands[1]}` returns")
        self.check_arguments(operands[2], len(callee.parameters), f"`{operands[1]}` takes")

    def check_arguments(self, arguments: Arguments, count: int, what: str) -> None:
        if len(arguments.items) != count:
            self.fault(f"{what} {count} value(s), {len(arguments.items)} given")
        for item in arguments.items:
            if isinstance(item, Register) and self.scopes.register(item.name) is None:
                self.fault(f"register `{item}` is not declared")
            elif isinstance(item, Symbol) and self.scopes.symbol(item.name) is None:
                self.fault(f"`{item.name}` is not declared")
