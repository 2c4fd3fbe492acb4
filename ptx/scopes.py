"""The names of a function, scope by scope: what is declared twice is told, what is looked up is found innermost first."""

from ptx.isa_rows import TYPE_WIDTHS
from ptx.module import Function, Label, Node, RegisterDeclaration, ScopeClose, ScopeOpen, Variable
from ptx.printer import is_name


class Scope:
    """Names of one `{ }`: registers with (type, vector), numbered registers by prefix, other names, labels."""

    __slots__ = ("labels", "names", "numbered", "registers")

    def __init__(self, labels: set[str]) -> None:
        self.registers: dict[str, tuple[str, int]] = {}
        self.numbered: dict[str, list[tuple[int, str, int]]] = {}
        self.names: dict[str, Node] = {}
        self.labels = labels


class Scopes:
    """The open scopes of one function, innermost last. Methods that declare return what is wrong, as texts."""

    __slots__ = ("labels", "open", "parameters", "symbols")

    def __init__(self, function: Function, symbols: dict[str, Node]) -> None:
        self.parameters: dict[str, Node] = {each.name: each for each in (*function.parameters, *function.returns)}
        self.symbols = symbols
        self.labels = _labels_by_scope(function)
        self.open = [Scope(self.labels[id(function)])]
        for each in (*function.parameters, *function.returns):
            if each.space == "reg":
                self.open[0].registers[each.name] = (each.type, each.vector)

    def enter(self, item: ScopeOpen) -> None:
        """Opens a scope."""
        self.open.append(Scope(self.labels[id(item)]))

    def leave(self) -> list[str]:
        """Closes the innermost scope."""
        if len(self.open) == 1:
            return ["`}` closes no scope"]
        self.open.pop()
        return []

    def declare(self, name: str, item: Node) -> list[str]:
        """Declares a variable, label, list of targets or prototype."""
        faults = []
        if name in self.open[-1].names or (len(self.open) == 1 and name in self.parameters):
            faults.append(f"duplicate name `{name}`")
        if not is_name(name):
            faults.append(f"`{name}` is not a name")
        self.open[-1].names[name] = item
        return faults

    def declare_registers(self, item: RegisterDeclaration) -> list[str]:
        """Declares one register or a numbered family."""
        scope, faults = self.open[-1], []
        if item.type not in TYPE_WIDTHS and item.type != "pred":
            faults.append(f"unknown register type `.{item.type}`")
        if not is_name(item.name):
            faults.append(f"`{item.name}` is not a name")
        if item.count is None:
            if item.name in scope.registers or (item.name[-1:].isdigit() and scope.numbered and self.register(item.name)):
                faults.append(f"duplicate register `{item.name}`")
            scope.registers[item.name] = (item.type, item.vector)
        else:
            groups = scope.numbered.setdefault(item.name, [])
            if groups:
                faults.append(f"duplicate registers `{item.name}<{item.count}>`")
            groups.append((item.count, item.type, item.vector))
        return faults

    def register(self, name: str) -> tuple[str, int] | None:
        """Returns (type, vector) of a declared register, or None."""
        prefix = name.rstrip("0123456789")
        digits = name[len(prefix) :]
        for scope in reversed(self.open):
            found = scope.registers.get(name)
            if found is not None:
                return found
            if scope.numbered:
                for cut in range(len(digits)):
                    index = digits[cut:]
                    for count, type_name, vector in scope.numbered.get(prefix + digits[:cut], ()):
                        if int(index) < count and (index == "0" or index[0] != "0"):
                            return type_name, vector
        return None

    def symbol(self, name: str) -> object | None:
        """Returns what declares a name: an item of the body, a parameter or a directive of the module; None if nothing does."""
        for scope in reversed(self.open):
            if name in scope.names:
                return scope.names[name]
        return self.parameters.get(name) or self.symbols.get(name)

    def has_label(self, name: str) -> bool:
        """Tells whether a label is in reach."""
        return any(name in scope.labels for scope in self.open)


def is_power_of_two(number: int) -> bool:
    """Tells whether a number is 1, 2, 4, …"""
    return number > 0 and number & (number - 1) == 0


def variable_faults(variable: Variable) -> "list[str]":
    """Returns what is wrong with one variable's declaration."""
    faults = []
    if not is_name(variable.name):
        faults.append(f"`{variable.name}` is not a name")
    if variable.type not in TYPE_WIDTHS:
        faults.append(f"unknown type `.{variable.type}` of `{variable.name}`")
    if variable.align is not None and not is_power_of_two(variable.align):
        faults.append(f"the alignment of `{variable.name}` is not a power of two")
    if variable.initializer is not None and variable.space not in ("global", "const"):
        faults.append(f"`.{variable.space}` variable `{variable.name}` cannot have an initialiser")
    if None in variable.dimensions[1:]:
        faults.append(f"only the first dimension of `{variable.name}` may be open")
    return faults


def _labels_by_scope(function: Function) -> dict[int, set[str]]:
    """Returns the labels of each scope by the identity of its `ScopeOpen` (of the function itself for the outermost)."""
    found: dict[int, set[str]] = {id(function): set()}
    stack = [id(function)]
    for item in function.body or ():
        if isinstance(item, ScopeOpen):
            stack.append(id(item))
            found[id(item)] = set()
        elif isinstance(item, ScopeClose) and len(stack) > 1:
            stack.pop()
        elif isinstance(item, Label):
            found[stack[-1]].add(item.name)
    return found
