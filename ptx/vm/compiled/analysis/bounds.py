"""How great integers can be: after `find_bounds` a register may be known to hold no more than a number, in any lane, as an unsigned integer.

That is what a widening of a thread's index needs: a 32-bit `%ctaid.x * %ntid.x + %tid.x` that cannot wrap is in a row when it is widened.
Blocks are counted on only where a launch is `small`: no axis of the grid has more than 2**31 threads.
"""

from ptx.operands import Integer, Operand, SpecialRegister
from ptx.vm.compiled.analysis.assumptions import MOST_THREADS
from ptx.vm.compiled.cfg.graph import Copy, Op, Reg, find_register, operations, registers_of, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.cfg.graph import Graph

PATIENCE = 4
"""How often a bound may grow before it is given up (a counter of a loop grows for ever)."""


class Bounds:
    """The greatest value of each register that is known to have one; others hold anything of their width."""

    def __init__(self, graph: "Graph", block: tuple[int, int, int], small: bool) -> None:
        self.graph = graph
        self.known: dict[Reg, int] = {}
        self.grown: dict[Reg, int] = {}
        self.specials = {"%laneid": 31, "%warpid": 31}
        for axis, extent in zip("xyz", block):
            self.specials |= {f"%tid.{axis}": extent - 1, f"%ntid.{axis}": extent}
            if small:
                self.specials |= {f"%ctaid.{axis}": MOST_THREADS // extent - 1, f"%nctaid.{axis}": MOST_THREADS // extent}

    def of(self, op: Op, operand: Operand, kind: str) -> "int | None":
        """Returns the bound of a source of a type; None while no definition of it has been seen."""
        whole = (1 << int(kind[1:])) - 1
        if isinstance(operand, Integer):
            return operand.value & whole
        if isinstance(operand, SpecialRegister):
            return min(whole, self.specials.get(operand.name, whole))
        found = registers_of(op, operand)
        if len(found) != 1:
            return whole
        found_bound = self.known.get(find_register(self.graph, op, found[0]))
        return None if found_bound is None else min(whole, found_bound)

    def update(self, register: Reg, bound: int) -> bool:
        """Takes one definition into account; returns whether anything changed."""
        old = self.known.get(register)
        if old is not None and bound <= old:
            return False
        self.grown[register] = self.grown.get(register, 0) + 1
        self.known[register] = bound if self.grown[register] <= PATIENCE else ANYTHING
        return True


ANYTHING = (1 << 64) - 1


def find_bounds(graph: "Graph", facts: "Facts", block: tuple[int, int, int], small: bool) -> Bounds:
    """Returns the bounds of all registers."""
    bounds = Bounds(graph, block, small)
    unset = facts.live[facts.order[0]]
    for register in graph.registers:
        if unset >> register.index & 1:
            bounds.known[register] = 0  # registers start as zeros
    changed = True
    while changed:
        changed = False
        for each in facts.order:
            for item in operations(each):
                bound = _bound(item, bounds) if isinstance(item, Op) else _copied(item, bounds)
                for register in writes(item):
                    changed = (bound is not None and bounds.update(register, bound)) or changed
    return bounds


def _copied(copy: Copy, bounds: Bounds) -> "int | None":
    return bounds.known.get(copy.source) if isinstance(copy.source, Reg) else ANYTHING


def _bound(op: Op, bounds: Bounds) -> "int | None":
    """Returns the greatest result of an operation; None while a source is not known yet."""
    rule = RULES.get(op.meaning)
    kinds = [kind for _, kind, _ in op.forms]
    if rule is None or not all(kind[:1] in ("u", "s", "b") and kind[1:].isdigit() for kind in kinds) or len(op.targets) != 1:
        return ANYTHING
    if "sat" in op.resolved.values.values():
        return ANYTHING
    values = [bounds.of(op, operand, kind) for (_, kind, operand) in op.forms[1:]]
    if any(value is None for value in values):
        return None
    result = rule(op, [value for value in values if value is not None], kinds)
    return result if result < 1 << int(kinds[0][1:]) else ANYTHING


def _convert(op: Op, values: list[int], kinds: list[str]) -> int:
    """A value that may be negative widens to a great one."""
    is_signed, width = kinds[1][0] == "s", int(kinds[1][1:])
    return ANYTHING if is_signed and values[0] >> (width - 1) else values[0]


def _product(op: Op, values: list[int], kinds: list[str]) -> int:
    if op.resolved.has("hi"):
        return ANYTHING
    if op.meaning in ("mul_wide", "mad_wide") and any(value >> (int(kinds[1][1:]) - 1) for value in values[:2]) and kinds[1][0] == "s":
        return ANYTHING
    return values[0] * values[1] + (values[2] if len(values) > 2 else 0)


def _shift(op: Op, values: list[int], kinds: list[str]) -> int:
    return values[0] << values[1] if values[1] < 64 and isinstance(op.forms[2][2], Integer) else ANYTHING


RULES: "dict[str, Callable[[Op, list[int], list[str]], int]]" = {
    "mov": lambda op, values, kinds: values[0],
    "cvt": _convert,
    "add": lambda op, values, kinds: values[0] + values[1],
    "mul": _product, "mul_wide": _product, "mad": _product, "mad_wide": _product,
    "shl": _shift,
    "and": lambda op, values, kinds: min(values),
}  # fmt: skip
"""The greatest result of each meaning from the greatest sources; others are not known."""
