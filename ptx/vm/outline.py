"""What a launch must know of a module before its program: entries with their parameters, and variables with their first bytes.

After `outline_of` it is known of a parsed module; `to_bytes` and `from_bytes` keep it, so that a kernel whose native code is kept as well is
launched without a look at its text.
"""

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.module import Function, Module, Parameter, Variable


NO_SIZE = -1
"""The size of a parameter of a type that the machine does not have: its entry cannot be launched, others can."""


class OutlinedParameter(NamedTuple):
    """A parameter of an entry: its type without dot, bytes, alignment in bytes, and whether it has dimensions (a struct's bytes)."""

    name: str
    type: str
    size: int
    align: int
    is_struct: bool


class Entry(NamedTuple):
    """An entry: its parameters, and the directives that bind the shape of a launch (`Function.performance`)."""

    name: str
    parameters: tuple[OutlinedParameter, ...]
    performance: tuple[tuple[str, tuple[int | str, ...]], ...]


class OutlinedVariable(NamedTuple):
    """A variable in global or constant memory: `data` is how it begins, the rest of its `size` bytes are zeros."""

    name: str
    space: str
    size: int
    data: bytes

    def storage(self) -> bytearray:
        """Returns new memory with its first contents."""
        found = bytearray(self.size)
        found[: len(self.data)] = self.data
        return found


class Outline(NamedTuple):
    """See the module's docstring."""

    entries: tuple[Entry, ...]
    variables: tuple[OutlinedVariable, ...]

    def to_bytes(self) -> bytes:
        """Returns it as text."""
        import json

        variables = [[name, space, size, data.hex()] for name, space, size, data in self.variables]
        return json.dumps([self.entries, variables], separators=(",", ":")).encode()


def from_bytes(kept: bytes) -> Outline:
    """Returns what `to_bytes` wrote."""
    import json

    entries, variables = json.loads(kept)
    return Outline(
        tuple([Entry(name, tuple([OutlinedParameter(*each) for each in parameters]), tuple([(kind, tuple(values)) for kind, values in performance]))
               for name, parameters, performance in entries]),
        tuple([OutlinedVariable(name, space, size, bytes.fromhex(data)) for name, space, size, data in variables]),
    )  # fmt: skip


def outline_of(module: "Module", first: int) -> Outline:
    """Returns the outline of a parsed module whose variables get the allocation numbers from `first` on. Raises `LoadError`."""
    from ptx.vm.errors import LoadError
    from ptx.vm.functions import code_addresses
    from ptx.vm.machine import initial_bytes

    if module.address_size == 32:
        raise LoadError("modules with 32-bit addresses are not supported")
    refuse_doubles(module)
    variables = variables_of(module)
    symbols = symbols_of([each.name for each in variables], first) | code_addresses(module)
    made = []
    for each in variables:
        if each.linkage == "extern":
            raise LoadError(f"variable `{each.name}` is defined in another module")
        data = initial_bytes(each, symbols)
        made.append(OutlinedVariable(each.name, each.space, len(data), b"" if each.initializer is None else bytes(data).rstrip(b"\0")))
    return Outline(tuple(map(entry_of, module.entries())), tuple(made))


def symbols_of(names: list[str], first: int) -> dict[str, int]:
    """Returns the generic addresses of variables that are placed one after another."""
    from ptx.vm.memory import OFFSET_BITS

    return {name: (first + number) << OFFSET_BITS for number, name in enumerate(names)}


def entry_of(function: "Function") -> Entry:
    """Returns the outline of an entry."""
    performance = tuple([(name, tuple(values)) for name, values in function.performance])
    return Entry(function.name, tuple(map(parameter_of, function.parameters)), performance)


def parameter_of(parameter: "Parameter") -> OutlinedParameter:
    """Returns the outline of a parameter."""
    from ptx.vm.layout import variable_align, variable_size
    from ptx.vm.registers import WIDTHS

    if parameter.type not in WIDTHS:
        return OutlinedParameter(parameter.name, parameter.type, NO_SIZE, 1, False)
    size = variable_size(parameter.type, parameter.vector, parameter.dimensions)
    align = variable_align(parameter.type, parameter.vector, parameter.align)
    return OutlinedParameter(parameter.name, parameter.type, size, align, bool(parameter.dimensions))


def variables_of(module: "Module") -> "list[Variable]":
    """Returns the variables in global and constant memory, those of functions too."""
    from ptx.module import Variable

    bodies = [item for function in module.functions() for item in function.body or ()]
    return [each for each in (*module.variables(), *bodies) if isinstance(each, Variable) and each.space in ("global", "const")]


def refuse_doubles(module: "Module") -> None:
    """Raises `LoadError` if two functions with bodies, or two variables, have one name."""
    from ptx.vm.errors import LoadError

    seen: set[str] = set()
    defined: list[Function | Variable] = [function for function in module.functions() if function.body is not None]
    for each in (*defined, *module.variables()):
        if each.name in seen and each.linkage != "extern":
            raise LoadError(f"`{each.name}` is defined twice, again at PTX line {each.line}")
        seen.add(each.name)
