"""Vector registers as rows of scalar ones: after `spread`, no module has any, and every operand that named one names its elements.

`.reg .v2 .f32 pair;` becomes `.reg .f32 pair.x; .reg .f32 pair.y;`, the operand `pair` becomes `{pair.x, pair.y}`, and as an argument or
formal of a call it becomes two. PTX ISA, "Vectors" and "Vectors as Operands".
"""

from ptx.module import Function, Instruction, Module, Node, Parameter, RegisterDeclaration, ScopeClose, ScopeOpen
from ptx.operands import Arguments, Component, Operand, Pair, Register, Vector
from ptx.vm.errors import LoadError

SELECTORS = ("xyzw", "rgba")
MOST_REGISTERS = 1 << 20
"""How many elements the vector registers of a function may have together."""


def spread(module: Module) -> Module:
    """Returns the module without vector registers: itself if it has none."""
    if not any([declared.vector != 1 for function in module.functions() for declared in declarations(function)]):
        return module
    directives = [FunctionSpreader(item).spread() if isinstance(item, Function) else item for item in module.directives]
    return Module(module.version, module.targets, module.address_size, directives)


def declarations(function: Function) -> "list[RegisterDeclaration | Parameter]":
    """Returns what declares registers: formals and statements of the body."""
    found: list[RegisterDeclaration | Parameter] = [each for each in (*function.parameters, *function.returns) if each.space == "reg"]
    return [*found, *[item for item in function.body or () if type(item) is RegisterDeclaration]]


class FunctionSpreader:
    """Spreads one function; `scopes` holds how many elements the registers of each open scope have, by name."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.scopes: list[dict[str, int]] = [{}]
        self.made = 0

    def spread(self) -> Function:
        """Returns the function without vector registers."""
        old = self.function
        parameters, returns = self.formals(old.parameters), self.formals(old.returns)
        body = None if old.body is None else [made for item in old.body for made in self.item(item)]
        return Function(old.name, old.is_entry, parameters, returns, old.linkage, old.performance, body, old.attributes, old.line)

    def formals(self, formals: list[Parameter]) -> list[Parameter]:
        """Returns formals, those in vector registers as one for each element."""
        made = []
        for each in formals:
            if each.space != "reg" or each.vector == 1:
                made.append(each)
                continue
            names = self.declare(each.name, each.vector)
            made += [Parameter(each.type, name, space="reg", line=each.line) for name in names]
        return made

    def declare(self, name: str, elements: int) -> list[str]:
        """Makes a name a register of so many elements in the innermost scope; returns the elements' names."""
        self.scopes[-1][name] = elements
        self.made += elements
        if self.made > MOST_REGISTERS:
            raise LoadError(f"`{self.function.name}` declares more than {MOST_REGISTERS} elements of vector registers")
        return [f"{name}.{letter}" for letter in SELECTORS[0][:elements]]

    def item(self, item: Node) -> list[Node]:
        """Returns what an item of the body becomes."""
        if type(item) is Instruction:
            operands = tuple([self.operand(operand) for operand in item.operands])
            return [Instruction(item.name, operands, item.guard, item.guard_negated, item.location, item.line)]
        if type(item) is ScopeOpen:
            self.scopes.append({})
        elif type(item) is ScopeClose and len(self.scopes) > 1:
            self.scopes.pop()
        elif type(item) is RegisterDeclaration:
            return self.registers(item)
        return [item]

    def registers(self, item: RegisterDeclaration) -> list[Node]:
        """Returns a declaration, or one for each element; a scalar hides a vector of an outer scope."""
        if item.vector == 1 and item.count is not None:
            return [item]
        names = [item.name] if item.count is None else [f"{item.name}{index}" for index in range(min(item.count, MOST_REGISTERS))]
        made = [each for name in names for each in self.declare(name, item.vector)]
        return [item] if item.vector == 1 else [RegisterDeclaration(item.type, name, line=item.line) for name in made]

    def elements(self, name: str) -> int:
        """Returns how many elements a register has."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), 1)

    def operand(self, operand: Operand) -> Operand:
        """Returns what an operand becomes."""
        if isinstance(operand, Register) and (count := self.elements(operand.name)) > 1:
            return Vector(tuple([Register(f"{operand.name}.{letter}") for letter in SELECTORS[0][:count]]))
        if isinstance(operand, Component):
            return self.component(operand)
        if isinstance(operand, Vector):
            return Vector(tuple([self.operand(each) for each in operand.elements]))
        if isinstance(operand, Pair):
            return Pair(self.operand(operand.first), self.operand(operand.second))
        if isinstance(operand, Arguments):
            return Arguments(self.arguments(operand))
        return operand

    def component(self, operand: Component) -> Operand:
        """Returns the element that is named; what names none stays, and is refused by whoever reads it."""
        for letters in SELECTORS:
            at = letters.find(operand.selector) if len(operand.selector) == 1 else -1
            if 0 <= at < self.elements(operand.register.name) != 1:
                return Register(f"{operand.register.name}.{SELECTORS[0][at]}")
        return operand

    def arguments(self, operand: Arguments) -> tuple[Operand, ...]:
        """Returns the arguments of a call, vector registers as one for each element."""
        found: list[Operand] = []
        for each in operand.items:
            spread_out = self.operand(each)
            found += spread_out.elements if isinstance(each, Register) and isinstance(spread_out, Vector) else (spread_out,)
        return tuple(found)
