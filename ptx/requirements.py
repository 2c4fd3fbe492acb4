"""The lowest `.version` and `.target` that a module's content allows are known: computed from the instruction table and from the
directives used. Drivers refuse newer PTX than they know, so a module states no more than it needs.
"""

from ptx.isa_rows import TYPE_WIDTHS, rows_of
from ptx.levels import FLOOR_SM, FLOOR_VERSION, SPECIAL_REGISTER_NEEDS, TARGET_VERSIONS, parse_level
from ptx.module import Alias, Function, Instruction, Module, Node, RegisterDeclaration, Variable
from ptx.operands import SpecialRegister

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Level: TypeAlias = tuple[tuple[int, int], int]

_PERFORMANCE = {
    "noreturn": "6.4/70",
    "reqnctapercluster": "7.8/90",
    "explicitcluster": "7.8/90",
    "maxclusterrank": "7.8/90",
    "blocksareclusters": "9.0/90",
}
_LARGE_PARAMETERS = 4352
"""Bytes of entry parameters that every PTX version allows; up to 32764 from 8.1 on (section 5.1.6.1)."""


def requirements(module: Module) -> "Level":
    """Returns the lowest ((major, minor), sm) at which every instruction and directive of the module is accepted.

    Instructions that the table does not know are left out. The version is at least the one that introduced the target.
    """
    version, sm = FLOOR_VERSION, FLOOR_SM
    for found in _levels(module):
        version, sm = max(version, found[0]), max(sm, found[1])
    return max(version, version_of_target(sm)), sm


def version_of_target(sm: int) -> tuple[int, int]:
    """Returns the first PTX version that knows a target (that of the next known lower one if the number is unknown)."""
    known = [number for number in TARGET_VERSIONS if number <= sm]
    return TARGET_VERSIONS[max(known)] if known else FLOOR_VERSION


def _levels(module: Module) -> "Iterator[Level]":
    for directive in module.directives:
        if isinstance(directive, Function):
            yield from _function_levels(directive)
        else:
            yield from item_levels(directive)


def _function_levels(function: Function) -> "Iterator[Level]":
    for name, _ in function.performance:
        if name in _PERFORMANCE:
            yield parse_level(_PERFORMANCE[name])
    if function.is_entry and parameter_bytes(function) > _LARGE_PARAMETERS:
        yield parse_level("8.1/70")
    seen: set[tuple[str, int]] = set()
    for item in function.body or ():
        if type(item) is not Instruction:
            yield from item_levels(item)
        elif (key := (item.name, len(item.operands))) not in seen:
            seen.add(key)
            yield from instruction_levels(item)
        else:
            yield from _register_levels(item)


def parameter_bytes(function: Function) -> int:
    """Returns the bytes that a function's parameters take, each at its own alignment."""
    offset = 0
    for parameter in function.parameters:
        size = TYPE_WIDTHS.get(parameter.type, 8) // 8 * parameter.vector
        align = parameter.align or size
        for dimension in parameter.dimensions:
            size *= dimension or 0
        offset = (offset + align - 1) // align * align + size
    return offset


def item_levels(item: Node) -> "Iterator[Level]":
    """Yields the levels that one item of a body or module needs above the floor."""
    if isinstance(item, Instruction):
        yield from instruction_levels(item)
    elif isinstance(item, Alias):
        yield parse_level("6.3/70")
    elif isinstance(item, RegisterDeclaration | Variable) and item.type == "b128":
        yield parse_level("8.3/70")


_MAY_EXCEED: dict[str, bool] = {}


def may_exceed_floor(name: str) -> bool:
    """Tells whether some row that the mnemonic might belong to needs more than the floor, without reading the rows: most do not.

    A row can be meant if all its mandatory words stand in the mnemonic. Its need as a whole counts then, and one under a condition
    if a word of that stands in the mnemonic, or cannot be seen there.
    """
    found = _MAY_EXCEED.get(name)
    return found if found is not None else _MAY_EXCEED.setdefault(name, _may_exceed(name))


def _may_exceed(name: str) -> bool:
    words = name.split(".")
    for syntax, _, properties in rows_of(words[0]):
        if "needs" in properties and _may_be_meant(words, syntax, properties):
            for need in properties["needs"].split():
                condition = need.rpartition("=")[0]
                if not condition or any(word in words or word[0] in "?-" for word in condition.replace("+", "/").split("/")):
                    return True
    return False


def _may_be_meant(words: list[str], syntax: str, properties: dict[str, str]) -> bool:
    parts = syntax.partition(" ")[0].replace("{.", ".?").split(".")
    mandatory = [part for part in parts[1:] if not part.startswith("?")]
    return all(any(word in words for word in properties.get(part, part).split()) for part in mandatory)


def instruction_levels(instruction: Instruction) -> "Iterator[Level]":
    """Yields the level of an instruction's row and of the special registers it reads; nothing if the table does not know it."""
    if may_exceed_floor(instruction.name):
        from ptx.isa import UnknownInstructionError, resolve

        try:
            resolved = resolve(instruction.name)
        except UnknownInstructionError:
            return
        yield resolved.minimum(len(instruction.operands))
    yield from _register_levels(instruction)


def _register_levels(instruction: Instruction) -> "Iterator[Level]":
    for operand in instruction.operands:
        if type(operand) is SpecialRegister:
            level = SPECIAL_REGISTER_NEEDS.get(operand.name.partition(".")[0])
            if level is not None:
                yield parse_level(level)
