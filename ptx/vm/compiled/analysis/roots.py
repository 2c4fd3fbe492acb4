"""Where addresses come from: after `find_roots` a register may be known to be a kernel's pointer parameter plus a number with some zeros at its end.

Such an access is checked against the array of that parameter, whose row is looked up once for the whole warp, and needs no test of its
alignment where the zeros are enough. An address outside of that array goes the slow way, which looks at all arrays.
"""

from typing import NamedTuple

from ptx.operands import Address, Integer, Operand, Symbol
from ptx.vm.compiled.analysis.assumptions import ALIGNED
from ptx.vm.compiled.cfg.graph import Copy, Op, Reg, find_register, operations, registers_of, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.cfg.graph import Graph

ALL = 64


class Origin(NamedTuple):
    """`root` plus a multiple of `2**zeros`; `root` is the offset of a pointer parameter, None if it is only a number."""

    root: "int | None"
    zeros: int


NUMBER = Origin(None, 0)


def find_roots(graph: "Graph", facts: "Facts", pointers: tuple[int, ...]) -> dict[Reg, Origin]:
    """Returns the origin of every register that has one."""
    known: dict[Reg, Origin] = {}
    unset = facts.live[facts.order[0]]
    for register in graph.registers:
        if unset >> register.index & 1:
            known[register] = Origin(None, ALL)
    changed = True
    while changed:
        changed = False
        for each in facts.order:
            for item in operations(each):
                changed = _update(graph, item, pointers, known) or changed
    return {register: origin for register, origin in known.items() if origin != NUMBER}


def _update(graph: "Graph", item: "Op | Copy", pointers: tuple[int, ...], known: dict[Reg, Origin]) -> bool:
    changed = False
    for register in writes(item):
        origin = _origin(graph, item, pointers, known) if isinstance(item, Op) else _copied(item, known)
        if origin is None:
            continue
        old = known.get(register)
        merged = origin if old is None else Origin(old.root, min(old.zeros, origin.zeros)) if old.root == origin.root else NUMBER
        if merged != old:
            known[register], changed = merged, True
    return changed


def _copied(copy: Copy, known: "Mapping[Reg, Origin]") -> "Origin | None":
    return known.get(copy.source) if isinstance(copy.source, Reg) else NUMBER


def _origin(graph: "Graph", op: Op, pointers: tuple[int, ...], known: "Mapping[Reg, Origin]") -> "Origin | None":
    """Returns the origin of a result, None while a source has none yet."""
    if op.meaning == "ld":
        return _parameter(graph, op, pointers)
    rule = RULES.get(op.meaning)
    kinds = [kind for _, kind, _ in op.forms]
    if rule is None or not all(kind[:1] in ("u", "s", "b") and kind[1:].isdigit() for kind in kinds) or len(op.targets) != 1:
        return NUMBER
    if "sat" in op.resolved.values.values() or "hi" in op.resolved.values.values():
        return NUMBER
    values = [_source(graph, op, operand, known) for _, _, operand in op.forms[1:]]
    if None in values:
        return None
    return rule(op, [value for value in values if value is not None], kinds)


def _parameter(graph: "Graph", op: Op, pointers: tuple[int, ...]) -> Origin:
    """Returns the origin of a loaded pointer parameter."""
    address = op.operands[1]
    if not isinstance(address, Address) or not isinstance(address.base, Symbol) or not op.instance.frame.function.is_entry:
        return NUMBER
    start = graph.machine.parameters.get(address.base.name)
    if start is None or op.resolved.type[1:] != "64" or op.scope.find("variables", address.base.name) is not None:
        return NUMBER
    offset = start + address.base.offset + address.offset
    return Origin(offset, ALL) if offset in pointers else NUMBER


def _source(graph: "Graph", op: Op, operand: Operand, known: "Mapping[Reg, Origin]") -> "Origin | None":
    if isinstance(operand, Integer):
        return Origin(None, zeros_of(operand.value))
    if isinstance(operand, Symbol):
        return _symbol(graph, op, operand)
    found = registers_of(op, operand)
    return known.get(find_register(graph, op, found[0])) if len(found) == 1 else NUMBER


def _symbol(graph: "Graph", op: Op, operand: Symbol) -> Origin:
    """Returns how far the address of a variable is aligned."""
    slot = op.scope.find("variables", operand.name)
    if slot is not None:
        return Origin(None, zeros_of(op.instance.offsets[slot] + operand.offset))
    if op.instance.frame.function.is_entry and operand.name in graph.machine.parameters:
        return NUMBER
    address = graph.machine.symbol_address(operand.name, op.instance.frame)
    return NUMBER if address is None else Origin(None, zeros_of(address + operand.offset))


def zeros_of(value: int) -> int:
    """Returns the zeros at the end of a number."""
    return ALL if value == 0 else min(ALL, (value & -value).bit_length() - 1)


def end_zeros(origin: Origin) -> int:
    """Returns the zeros at the end of a value, its root included."""
    return origin.zeros if origin.root is None else min(ALIGNED, origin.zeros)


def _sum(first: Origin, second: Origin) -> Origin:
    zeros = min(first.zeros, second.zeros)
    if first.root is not None and second.root is not None:
        return NUMBER
    return Origin(first.root if first.root is not None else second.root, zeros)


def _add(op: Op, values: list[Origin], kinds: list[str]) -> Origin:
    if op.meaning == "sub" and values[1].root is not None:
        return NUMBER
    return _sum(values[0], values[1]) if kinds[0][1:] == "64" else Origin(None, min(end_zeros(values[0]), end_zeros(values[1])))


def _product(op: Op, values: list[Origin], kinds: list[str]) -> Origin:
    product = Origin(None, min(ALL, end_zeros(values[0]) + end_zeros(values[1])))
    return _sum(product, values[2]) if len(values) > 2 else product


def _shift(op: Op, values: list[Origin], kinds: list[str]) -> Origin:
    amount = op.forms[2][2]
    return Origin(None, min(ALL, end_zeros(values[0]) + amount.value)) if isinstance(amount, Integer) and 0 <= amount.value < ALL else NUMBER


def _move(op: Op, values: list[Origin], kinds: list[str]) -> Origin:
    return values[0] if kinds[0][1:] == "64" else Origin(None, end_zeros(values[0]))


def _address(op: Op, values: list[Origin], kinds: list[str]) -> Origin:
    """Global addresses are generic ones; the other spaces have their own."""
    return values[0] if {"global", "const", "param"} & set(op.resolved.values.values()) else NUMBER


RULES: "dict[str, Callable[[Op, list[Origin], list[str]], Origin]]" = {
    "mov": _move, "cvta": _address, "add": _add, "sub": _add, "mul": _product, "mul_wide": _product, "mad": _product, "mad_wide": _product,
    "shl": _shift,
    "cvt": lambda op, values, kinds: Origin(None, end_zeros(values[0])),
    "and": lambda op, values, kinds: Origin(None, max(end_zeros(values[0]), end_zeros(values[1]))),
    "or": lambda op, values, kinds: Origin(None, min(end_zeros(values[0]), end_zeros(values[1]))),
}  # fmt: skip
"""How each meaning makes origins; other results have none."""
