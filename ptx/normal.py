"""A module's normal form: two modules with the same normal form mean the same.

Registers are numbered by first use within their width, labels by position, local variables by first use, parameters by index;
scopes are flattened; functions and variables are sorted; locations, debug sections and pragmas are dropped; modifiers stand in the
order of the instruction table; constants are reduced to their type's width.
"""

from ptx.isa import Resolved, UnknownInstructionError, resolve
from ptx.isa_rows import TYPE_WIDTHS
from ptx.module import (
    Alias,
    CallPrototype,
    Function,
    Instruction,
    Label,
    MaskedSymbol,
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
    IndexedAddress,
    Integer,
    Negated,
    Operand,
    Pair,
    Register,
    Symbol,
    Vector,
)
from ptx.printer import function_lines, variable_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rename: TypeAlias = Callable[[str], str]


def normal_form(module: Module, ignore_names: bool = False) -> str:
    """Returns the text that stands for a module's meaning; with `ignore_names` symbols are renamed by first use."""
    lines = [f".version {module.version[0]}.{module.version[1]}", f".target {', '.join(module.targets)}"]
    functions = [NormalFunction(function) for function in _definitions(module)]
    variables = [item for item in module.directives if isinstance(item, Variable)]
    rename = _new_names(functions, variables) if ignore_names else _same
    lines.extend(sorted(variable_text(_renamed_variable(variable, rename)) for variable in variables))
    aliases = (item for item in module.directives if isinstance(item, Alias))
    lines.extend(sorted(f".alias {rename(item.name)}, {rename(item.target)};" for item in aliases))
    for _, text in sorted((rename(function.name), function.text(rename)) for function in functions):
        lines.append("")
        lines.extend(text)
    return "\n".join(lines) + "\n"


def _definitions(module: Module) -> list[Function]:
    """Returns functions with bodies, and declarations of what is not defined here."""
    defined = {function.name for function in module.functions() if function.body is not None}
    return [function for function in module.functions() if function.body is not None or function.name not in defined]


def _same(name: str) -> str:
    return name


def _new_names(functions: "list[NormalFunction]", variables: list[Variable]) -> "Rename":
    """Returns a renaming of all symbols by first use, in functions sorted by what they are without names."""

    def blank(_: str) -> str:
        return "symbol"

    names: dict[str, str] = {}
    for function in sorted(functions, key=lambda each: each.text(blank)):
        for name in (function.name, *function.symbols):
            names.setdefault(name, f"symbol{len(names)}")
    for variable in sorted(variables, key=lambda each: variable_text(_renamed_variable(each, blank))):
        names.setdefault(variable.name, f"symbol{len(names)}")
    return lambda name: names.get(name, name)


def _renamed_variable(variable: Variable, rename: "Rename") -> Variable:
    return Variable(
        variable.space,
        variable.type,
        rename(variable.name),
        variable.dimensions,
        variable.align,
        _renamed_initializer(variable.initializer, rename),
        variable.linkage,
        variable.vector,
        variable.attributes,
    )


def _renamed_initializer(value: object, rename: "Rename") -> object:
    """Initialisers nest as deep as an array has dimensions, which the parser limits."""
    if isinstance(value, tuple):
        return tuple(_renamed_initializer(part, rename) for part in value)
    if isinstance(value, Symbol):
        return Symbol(rename(value.name), value.offset)
    if isinstance(value, MaskedSymbol):
        return MaskedSymbol(value.function, rename(value.name), value.offset)
    return value


class _Scope:
    """One `{ }`: the width of each register (numbered families end in `<`), local variables, new names given so far, labels."""

    __slots__ = ("labels", "names", "variables", "widths")

    def __init__(self, labels: dict[str, str]) -> None:
        self.widths: dict[str, str] = {}
        self.variables: dict[str, Variable] = {}
        self.names: dict[str, str] = {}
        self.labels = labels

    def letter(self, register: str) -> str:
        """Returns the width letter of a register that this scope declares, or ""."""
        found = self.widths.get(register)
        cut = len(register) - 1
        while not found and cut > 0 and register[cut].isdigit():
            found = self.widths.get(register[:cut] + "<")
            cut -= 1
        return found or ""


class NormalFunction:
    """One function with registers, labels, locals and parameters renamed; `symbols` are the module's names it uses, in order."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.name = function.name
        self.symbols: list[str] = []
        self.counts: dict[str, int] = {}
        self.items: list[Node] = []
        self.variables: list[Variable] = []
        self.parameters = {parameter.name: f"param_{index}" for index, parameter in enumerate(function.parameters)}
        self.parameters |= {parameter.name: f"return_{index}" for index, parameter in enumerate(function.returns)}
        self.label_scopes = _label_names(function)
        self.scopes = [_Scope(self.label_scopes[id(function)])]
        for item in function.body or ():
            self.add(item)

    def text(self, rename: "Rename") -> list[str]:
        """Returns the lines of the function, the module's symbols renamed."""
        function = self.function
        used = frozenset(self.symbols)
        items = [_with_names(item, lambda name: rename(name) if name in used else name) for item in self.items]
        normal = Function(
            rename(function.name),
            function.is_entry,
            [_renamed_parameter(parameter, self.parameters[parameter.name]) for parameter in function.parameters],
            [_renamed_parameter(parameter, self.parameters[parameter.name]) for parameter in function.returns],
            function.linkage,
            sorted((name, values) for name, values in function.performance if name != "pragma"),
            None if function.body is None else [*self.variables, *items],
            function.attributes,
        )
        lines: list[str] = []
        function_lines(normal, lines)
        return lines

    def add(self, item: Node) -> None:
        """Takes one item of the body, in order."""
        scope = self.scopes[-1]
        match item:
            case Instruction():
                self.items.append(self.instruction(item))
            case RegisterDeclaration():
                scope.widths[item.name if item.count is None else item.name + "<"] = _width_letter(item.type)
            case Variable():
                scope.variables[item.name] = item
            case Label():
                self.label(scope.labels[item.name])
            case TargetList():
                targets = tuple(self.label_of(target) or target for target in item.targets)
                self.items.append(TargetList(item.kind, self.new_name(item.name, "targets", scope), targets))
            case CallPrototype():
                self.items.append(_normal_prototype(item, self.new_name(item.name, "prototype", scope)))
            case ScopeOpen():
                self.scopes.append(_Scope(self.label_scopes[id(item)]))
            case ScopeClose() if len(self.scopes) > 1:
                self.scopes.pop()

    def label(self, name: str) -> None:
        """Writes a label unless nothing names it or the same one has just been written."""
        last = self.items[-1] if self.items else None
        if name and not (isinstance(last, Label) and last.name == name):
            self.items.append(Label(name))

    def new_name(self, name: str, kind: str, scope: _Scope) -> str:
        """Returns the name of a local thing, a fresh one (`kind_number`) at its first use."""
        known = scope.names.get(name)
        if known is None:
            number = self.counts.get(kind, 0)
            self.counts[kind] = number + 1
            known = scope.names[name] = f"{kind}{number}"
        return known

    def label_of(self, name: str) -> str | None:
        """Returns the new name of a label in reach, or None."""
        return next((scope.labels[name] for scope in reversed(self.scopes) if name in scope.labels), None)

    def instruction(self, item: Instruction) -> Instruction:
        """Returns the instruction with canonical name and renamed operands."""
        try:
            resolved: Resolved | None = resolve(item.name)
        except UnknownInstructionError:
            resolved = None
        chosen = None if resolved is None else resolved.operands_for(len(item.operands))
        types = [""] * len(item.operands) if chosen is None else [type_name for _, type_name in chosen]
        operands = tuple(self.operand(operand, type_name) for operand, type_name in zip(item.operands, types))
        guard = None if item.guard is None else self.register(item.guard)
        return Instruction(_canonical_name(item.name, resolved), operands, guard, item.guard_negated)

    def operand(self, operand: Operand, type_name: str) -> Operand:  # noqa: PLR0911 - one case per class
        """Returns a renamed operand; they nest no deeper than the parser allows."""
        match operand:
            case Register():
                return self.register(operand)
            case Integer() if type_name in TYPE_WIDTHS:
                return Integer(_wrapped(operand.value, TYPE_WIDTHS[type_name]))
            case Symbol():
                return Symbol(self.symbol(operand.name), operand.offset)
            case Address(base=Register() as base):
                return Address(self.register(base), operand.offset)
            case Address(base=Symbol() as base):
                return Address(Symbol(self.symbol(base.name)), operand.offset)
            case Pair():
                return Pair(self.operand(operand.first, type_name), self.operand(operand.second, "pred"))
            case Negated():
                return Negated(self.register(operand.register))
            case Component():
                return Component(self.register(operand.register), operand.selector)
            case Vector():
                return Vector(tuple(self.operand(element, type_name) for element in operand.elements))
            case Arguments():
                return Arguments(tuple(self.operand(element, "") for element in operand.items))
            case IndexedAddress():
                return IndexedAddress(tuple(self.operand(element, "") for element in operand.parts))
        return operand

    def register(self, register: Register) -> Register:
        """Returns the register's new name: `%`, a letter for its width, a number by first use."""
        for scope in reversed(self.scopes):
            letter = scope.letter(register.name)
            if letter:
                return Register(self.new_name(register.name, f"%{letter}", scope))
        return register

    def local_variable(self, name: str, scope: _Scope) -> str:
        """Names a variable of the body at its first use and keeps its declaration."""
        fresh = self.new_name(name, "local_", scope)
        self.variables.append(_renamed_variable(scope.variables[name], lambda _: fresh))
        return fresh

    def symbol(self, name: str) -> str:
        """Returns the new name of a label, parameter or local; a module's symbol keeps its own and is noted."""
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
            if name in scope.variables:
                return self.local_variable(name, scope)
        known = self.parameters.get(name) or self.label_of(name)
        if known is None:
            self.symbols.append(name)
        return known or name


def _renamed_parameter(parameter: Parameter, name: str) -> Parameter:
    return Parameter(
        parameter.type,
        name,
        parameter.align,
        parameter.dimensions,
        parameter.pointer,
        parameter.pointer_align,
        parameter.space,
        parameter.vector,
    )


def _normal_prototype(item: CallPrototype, name: str) -> CallPrototype:
    returns = [_renamed_parameter(parameter, "_") for parameter in item.returns]
    return CallPrototype(name, returns, [_renamed_parameter(parameter, "_") for parameter in item.parameters], item.noreturn)


def _wrapped(value: int, width: int) -> int:
    """Returns the value modulo 2**width as a signed number."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _width_letter(type_name: str) -> str:
    return {8: "b", 16: "h", 32: "r", 64: "d", 128: "q"}.get(TYPE_WIDTHS.get(type_name, 0), "p")


def _canonical_name(name: str, resolved: Resolved | None) -> str:
    """Returns the mnemonic with its modifiers in the order of the table's row."""
    if resolved is None:
        return name
    words = [resolved.values[group.name] for group in resolved.form.groups if group.name in resolved.values]
    return ".".join([resolved.form.opcode, *words])


def _label_names(function: Function) -> dict[int, dict[str, str]]:
    """Returns for each scope (by the identity of its `ScopeOpen`, or of the function) the new names of its labels.

    Labels with no instruction between them are one label; labels that nothing names get "" and vanish.
    """
    used = _used_names(function)
    scopes: dict[int, dict[str, str]] = {id(function): {}}
    stack = [scopes[id(function)]]
    number, fresh = 0, True
    for item in function.body or ():
        if isinstance(item, ScopeOpen):
            stack.append(scopes.setdefault(id(item), {}))
        elif isinstance(item, ScopeClose) and len(stack) > 1:
            stack.pop()
        elif isinstance(item, Label):
            if item.name in used:
                number += fresh
                fresh = False
            stack[-1][item.name] = f"L{number}" if item.name in used else ""
        elif isinstance(item, Instruction):
            fresh = True
    return scopes


def _used_names(function: Function) -> set[str]:
    used: set[str] = set()
    for item in function.body or ():
        if isinstance(item, TargetList):
            used.update(item.targets)
        elif isinstance(item, Instruction):
            used.update(operand.name for operand in item.operands if isinstance(operand, Symbol))
    return used


def _with_names(item: Node, rename: "Rename") -> Node:
    """Returns the item with the module's symbols renamed."""
    if not isinstance(item, Instruction):
        return item
    operands = tuple(_operand_with_names(operand, rename) for operand in item.operands)
    return Instruction(item.name, operands, item.guard, item.guard_negated)


def _operand_with_names(operand: Operand, rename: "Rename") -> Operand:
    match operand:
        case Symbol():
            return Symbol(rename(operand.name), operand.offset)
        case Address(base=Symbol() as base):
            return Address(Symbol(rename(base.name)), operand.offset)
        case Arguments():
            return Arguments(tuple(_operand_with_names(item, rename) for item in operand.items))
    return operand
