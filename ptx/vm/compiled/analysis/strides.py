"""How integers change from lane to lane: after `find_strides` a register may be known to be `base + stride * lane` within each segment.

A *segment* is a row of lanes with the same `%tid.y` and `%tid.z`: the whole warp if a row of the block is a multiple of 32 threads, else
16, 8 or 4 lanes. Arithmetic is modulo 2**width; a widening may break the row once where the narrow value wraps, which the first and the
last lane show at run time. Sums of two values that may both wrap are not known, so that two breaks can never hide each other. A register that
some lanes get here and others there has no stride, though each definition has one: lanes would be on two rows.

Where the whole warp is one segment and nothing may break, `mark_strides` has only lane 0 kept: the arithmetic is a scalar's, and a vector
is made where one is wanted.
"""

from ptx.operands import FloatBits, Integer, Operand, SpecialRegister, Symbol
from ptx.vm.compiled.analysis.convergence import lane_special
from ptx.vm.compiled.cfg.graph import Copy, Op, Reg, find_register, operations, registers_of, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from ptx.vm.compiled.analysis.bounds import Bounds
    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.cfg.graph import Graph
    from ptx.vm.compiled.cfg.preparing import Prepared

    Stride: TypeAlias = "tuple[int, int] | None"
    """(stride, how many widenings may have wrapped), None if unknown."""

WARP = 32
SMALLEST_SEGMENT = 4
KEPT = frozenset(("b32", "u32", "s32", "b64", "u64", "s64"))
"""Types of which only lane 0 may be kept."""


def segment_of(block: tuple[int, int, int]) -> int:
    """Returns the lanes of a segment; 0 if there are none that are regular."""
    if block[0] % WARP == 0 or (block[1] == 1 and block[2] == 1):
        return WARP
    return block[0] if WARP % block[0] == 0 and block[0] >= SMALLEST_SEGMENT else 0


def find_strides(graph: "Graph", facts: "Facts", block: tuple[int, int, int], bounds: "Bounds", guesses: bool = False) -> "dict[Reg, tuple[int, int]]":
    """Returns the stride of every varying register that has one, and how often it may break. What is read before it is written is zero in all lanes.

    With `guesses` a register with several definitions has the stride of one of them: such an access must look at every lane's address.
    """
    if not segment_of(block):
        return {}
    unset = facts.live[facts.order[0]]
    known: dict[Reg, Stride] = {register: (0, 0) for register in bounds.graph.registers if register.varying and unset >> register.index & 1}
    changed = True
    while changed:
        changed = False
        for each in facts.order:
            kept = facts.kept(each)
            for item in operations(each):
                changed = _update(bounds, facts, item, known, guesses, kept) or changed
    return {register: stride for register, stride in known.items() if stride is not None}


def mark_strides(strides: "dict[Reg, tuple[int, int]]", prepared: "Prepared", block: tuple[int, int, int]) -> None:
    """Marks the registers of which lane 0 is enough: they never break, are never read before they are written, and no lanes meet by them."""
    if segment_of(block) != WARP:
        return
    unset = prepared.facts.live[prepared.facts.order[0]]
    meeting = {register for each in prepared.meetings.by_name.values() for register in (each.site, each.mask)}
    for register, (stride, breaks) in strides.items():
        if not breaks and register.kind in KEPT and not unset >> register.index & 1 and register not in meeting:
            register.stride = stride


def _update(bounds: "Bounds", facts: "Facts", item: "Op | Copy", known: "dict[Reg, Stride]", guesses: bool, kept: int) -> bool:
    """Takes one operation's results into account; `kept` are the registers (bits) that it writes in some lanes only."""
    changed = False
    for register in writes(item):
        if not register.varying:
            continue
        whole = guesses or not kept >> register.index & 1
        stride: Stride = None
        if isinstance(item, Op) and item.guard is None and whole:
            stride = _stride(bounds, facts, item, known)
        elif isinstance(item, Copy) and isinstance(item.source, Reg) and whole:
            stride = known.get(item.source, UNSEEN) if item.source.varying else (0, 0)
        if stride == UNSEEN:
            continue
        if guesses:
            stride = stride and (stride[0], 0)
            if known.get(register) in (None, (0, 0)) and stride not in (None, known.get(register)):
                known[register] = stride
                changed = True
            continue
        if register not in known:
            known[register] = stride
            changed = True
        elif known[register] != stride and known[register] is not None:
            old = known[register]
            merged = None if old is None or stride is None or old[0] != stride[0] else (old[0], max(old[1], stride[1]))
            changed = changed or merged != old
            known[register] = merged
    return changed


UNSEEN = (0, -1)
"""The stride of a register that no definition has reached yet."""


def _stride(bounds: "Bounds", facts: "Facts", op: Op, known: "dict[Reg, Stride]") -> "Stride":
    rule = RULES.get(op.meaning)
    kinds = [kind for _, kind, _ in op.forms]
    if rule is None or not all(kind[:1] in ("u", "s", "b") and kind[1:].isdigit() for kind in kinds) or len(op.targets) != 1:
        return None
    values = [operand_stride(bounds.graph, facts, op, operand, known) for _, _, operand in op.forms[1:]]
    if UNSEEN in values:
        return UNSEEN
    if op.meaning in WIDENINGS and int(kinds[0][1:]) > int(kinds[1][1:]):
        count = 1 if op.meaning == "cvt" else 2
        wide = [_widened(value, bounds.of(op, operand, kind), kind) for value, (_, kind, operand) in zip(values[:count], op.forms[1:])]
        values = [*wide, *values[count:]]
    return rule(op, values, kinds)


def operand_stride(graph: "Graph", facts: "Facts", op: Op, operand: Operand, known: "dict[Reg, Stride]") -> "Stride":
    """Returns the stride of a source: 0 for constants and for scalars."""
    if isinstance(operand, SpecialRegister):
        if not lane_special(operand.name, facts):
            return 0, 0
        return {"%tid.x": (1, 0), "%laneid": (1, 0), "%tid.y": (0, 0), "%tid.z": (0, 0)}.get(operand.name)
    if isinstance(operand, (Integer, FloatBits)):
        return 0, 0
    found = registers_of(op, operand)
    if not found:
        return (0, 0) if isinstance(operand, Symbol) else None
    register = find_register(graph, op, found[0])
    if len(found) > 1:
        return None
    return known.get(register, UNSEEN) if register.varying else (0, 0)


def _sum(first: "Stride", second: "Stride", sign: int = 1) -> "Stride":
    if first is None or second is None or (first[1] and second[1]):
        return None
    return first[0] + sign * second[0], max(first[1], second[1])


def _times(stride: "Stride", factor: "int | None") -> "Stride":
    if stride is None or (factor is None and stride[0] != 0):
        return None
    return stride[0] * (factor or 0), stride[1]


def _constant(op: Op, position: int) -> "int | None":
    operand = op.forms[position][2]
    return operand.value if isinstance(operand, Integer) else None


def _product(op: Op, values: "list[Stride]") -> "Stride":
    first, second = values[0], values[1]
    if first is None or second is None:
        return None
    if first == (0, 0) and second == (0, 0):
        return 0, 0
    if second == (0, 0):
        return _times(first, _constant(op, 2))
    return _times(second, _constant(op, 1)) if first == (0, 0) else None


def _widened(stride: "Stride", bound: "int | None", kind: str) -> "Stride":
    """The stride after a widening: it may break once, unless nothing changes or no lane's value is near the end of its type.

    With all values in the lower half of the type, two neighbours are as far apart as their difference modulo its size says.
    """
    if stride is None or stride[0] == 0:
        return stride
    half = 1 << (int(kind[1:]) - 1)
    if bound is not None and bound < half and abs(stride[0]) < half:
        return stride
    return None if stride[1] else (stride[0], 1)


def _move(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    return values[0]


def _convert(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    if "sat" in op.resolved.values.values():
        return None
    to_bits, from_bits = int(kinds[0][1:]), int(kinds[1][1:])
    if to_bits < from_bits:
        return values[0] if to_bits >= 32 else None
    return values[0]


def _add(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    if "sat" in op.resolved.values.values():
        return None
    return _sum(values[0], values[1], -1 if op.meaning == "sub" else 1)


def _multiply(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    return None if "hi" in op.resolved.values.values() else _product(op, values)


def _multiply_wide(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    return _product(op, values)


def _multiply_add(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    product = _multiply_wide(op, values[:2], kinds) if op.meaning == "mad_wide" else _multiply(op, values[:2], kinds)
    return _sum(product, values[2])


WIDENINGS = frozenset(("cvt", "mul_wide", "mad_wide"))
"""Meanings that may widen a source."""


def _shift(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    amount = _constant(op, 2)
    width = int(kinds[0][1:])
    if values[0] is not None and values[0][0] == 0 and values[1] == (0, 0):
        return values[0]
    return None if amount is None or not 0 <= amount < width else _times(values[0], 1 << amount)


def _same(op: Op, values: "list[Stride]", kinds: list[str]) -> "Stride":
    """Any function of values that are the same in the whole segment is the same too."""
    return (0, 0) if all(value == (0, 0) for value in values) else None


RULES = {
    "mov": _move, "cvta": _move, "cvt": _convert, "add": _add, "sub": _add, "mul": _multiply, "mul_wide": _multiply_wide,
    "mad": _multiply_add, "mad_wide": _multiply_add, "shl": _shift, "div": _same, "rem": _same, "and": _same, "or": _same,
    "xor": _same, "shr": _same, "min": _same, "max": _same, "bfe": _same,
}  # fmt: skip
"""How each meaning changes strides; other results have none."""
