"""The functions of a module as a launch needs them: `reachable` gives all that may run, `code_addresses` the number that stands for each in memory.

A function's address may lie in a variable (a table of functions, a class's virtual methods), so a call by address may mean any of those.
"""

from ptx.module import Function, MaskedSymbol, Module
from ptx.operands import Register, Symbol
from ptx.vm.memory import OFFSET_BITS

CODE_WINDOW = 8
"""The allocation number of function addresses; nothing can be read there."""


def code_addresses(module: Module) -> dict[str, int]:
    """Returns the address of each function with a body, by name."""
    names = [function.name for function in module.functions() if function.body is not None]
    return {name: (CODE_WINDOW << OFFSET_BITS) + 16 * (1 + index) for index, name in enumerate(names)}


def flattened(value: object) -> list[object]:
    """Returns the values of an initialiser in order."""
    flat: list[object] = []
    work = [value]
    while work:
        each = work.pop()
        if isinstance(each, tuple):
            work += reversed(each)
        else:
            flat.append(each)
    return flat


def stored_functions(module: Module) -> list[str]:
    """Returns the names that stand in the initialisers of variables."""
    values = [value for variable in module.variables() for value in flattened(variable.initializer)]
    return [value.name for value in values if isinstance(value, (Symbol, MaskedSymbol))]


def calls_by_address(function: Function) -> bool:
    """Whether a function calls through a register."""
    return any([each.opcode == "call" and any([isinstance(part, Register) for part in each.operands]) for each in function.instructions()])


def reachable(module: Module, entry: Function) -> list[Function]:
    """Returns the entry and the functions with a body that it may call, in the module's order."""
    by_name = {function.name: function for function in module.functions() if function.body is not None}
    found = {entry.name}
    work = [entry]
    while work:
        function = work.pop()
        named = [part.name for each in function.instructions() for part in each.operands if isinstance(part, Symbol)]
        for name in named + (stored_functions(module) if calls_by_address(function) else []):
            if name in by_name and name not in found:
                found.add(name)
                work.append(by_name[name])
    return [function for function in module.functions() if function.name in found and function.body is not None]
