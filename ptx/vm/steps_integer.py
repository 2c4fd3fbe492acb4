"""Meanings of integer, logic, shift and permute instructions: the functions of `ptx.vm.integer`, bound to registers.

The commonest operations are written out as closures of their own, because a call less is a fifth of their time; the rest goes through
`bind`, which calls a function on the operands' values and cuts the result to the destination's width.
"""

from ptx.operands import Pair
from ptx.vm import integer
from ptx.vm.context import Context
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Step: TypeAlias = Callable[[], None]
    Slot: TypeAlias = tuple[memoryview, int]


def is_integer(kind: str) -> bool:
    """Whether a type holds integers or plain bits (packed ones excluded)."""
    return kind[0] in "sub" and not kind.endswith("x2") and not kind.startswith("bf")


def bind(context: Context, function: "Callable[..., int]", kinds: "Sequence[str]", result: str) -> None:
    """Emits `d = function(operands)` with operands read as `kinds`, the result cut to the width of `result` and stored unsigned."""
    sources = [context.source(operand, kind) for operand, kind in zip(context.operands[1:], kinds)]
    target, index = context.target(context.operands[0], unsigned(result))
    context.emit(bound_step(function, sources, target, index, (1 << WIDTHS[result]) - 1))


def unsigned(kind: str) -> str:
    """Returns the unsigned type of a type's width."""
    return "pred" if kind == "pred" else f"u{WIDTHS[kind]}"


def bound_step(
    function: "Callable[..., int]", sources: "list[Slot]", target: memoryview, index: int, mask: int
) -> "Step":
    """Returns the step of a function of one to five operands."""
    if len(sources) == 1:
        ((a, i),) = sources

        def one() -> None:
            target[index] = function(a[i]) & mask

        return one
    if len(sources) == 2:
        (a, i), (b, j) = sources

        def two() -> None:
            target[index] = function(a[i], b[j]) & mask

        return two
    if len(sources) == 3:
        (a, i), (b, j), (c, k) = sources

        def three() -> None:
            target[index] = function(a[i], b[j], c[k]) & mask

        return three

    def many() -> None:
        target[index] = function(*[view[place] for view, place in sources]) & mask

    return many


def fast_two(name: str, a: "Slot", b: "Slot", d: "Slot", mask: int) -> "Step":
    """Returns the step of a common operation of two unsigned operands."""
    (x, i), (y, j), (z, k) = a, b, d

    def add() -> None:
        z[k] = x[i] + y[j] & mask

    def sub() -> None:
        z[k] = x[i] - y[j] & mask

    def mul() -> None:
        z[k] = x[i] * y[j] & mask

    def conjunction() -> None:
        z[k] = x[i] & y[j]

    def disjunction() -> None:
        z[k] = x[i] | y[j]

    def exclusive() -> None:
        z[k] = x[i] ^ y[j]

    return {"add": add, "sub": sub, "mul": mul, "and": conjunction, "or": disjunction, "xor": exclusive}[name]


def two_operands(context: Context, name: str) -> None:
    """Emits a common operation."""
    kind = unsigned(context.type)
    a, b = (context.source(operand, kind) for operand in context.operands[1:3])
    context.emit(fast_two(name, a, b, context.target(context.operands[0], kind), (1 << WIDTHS[kind]) - 1))


def add_or_sub(context: Context) -> None:
    """`add`, `sub` of integers, with `.sat` (s32 only) and packed halves."""
    name, kind = context.instruction.opcode, context.type
    if kind.endswith("x2"):
        halves(context, lambda a, b: a + b, 2)
    elif context.has("sat"):
        sign = 1 if name == "add" else -1
        bind(context, lambda a, b: integer.clamp(a + sign * b, kind), (kind, kind), kind)
    else:
        two_operands(context, name)


def halves(context: Context, function: "Callable[..., int]", count: int) -> None:
    """Emits an operation on both 16-bit halves (`.u16x2`, `.s16x2`)."""
    is_signed = context.type[0] == "s"

    def both(*words: int) -> int:
        result = 0
        for shift in (0, 16):
            parts = [word >> shift & 0xFFFF for word in words]
            result |= (function(*[integer.signed(part, 16) for part in parts] if is_signed else parts) & 0xFFFF) << shift
        return result

    bind(context, both, ["b32"] * count, "b32")


def multiply(context: Context) -> None:
    """`mul.lo`, `mul.hi` of integers."""
    kind = context.type
    if context.has("lo"):
        two_operands(context, "mul")
        return
    width = WIDTHS[kind]
    bind(context, lambda a, b: a * b >> width, (kind, kind), kind)


def multiply_wide(context: Context) -> None:
    """`mul.wide`: the whole product, twice as wide."""
    kind = context.type
    wide = kind[0] + str(2 * WIDTHS[kind])
    (x, i), (y, j) = (context.source(operand, kind) for operand in context.operands[1:3])
    z, k = context.target(context.operands[0], wide)

    def step() -> None:
        z[k] = x[i] * y[j]

    context.emit(step)


def multiply_add(context: Context) -> None:
    """`mad.lo`, `mad.hi` (also saturating)."""
    kind, width = context.type, WIDTHS[context.type]
    if context.has("lo"):
        plain = unsigned(kind)
        (x, i), (y, j), (w, m) = (context.source(operand, plain) for operand in context.operands[1:4])
        z, k = context.target(context.operands[0], plain)
        mask = (1 << width) - 1

        def step() -> None:
            z[k] = x[i] * y[j] + w[m] & mask

        context.emit(step)
    elif context.has("sat"):
        bind(context, lambda a, b, c: integer.clamp((a * b >> width) + c, kind), (kind,) * 3, kind)
    else:
        bind(context, lambda a, b, c: (a * b >> width) + c, (kind,) * 3, kind)


def multiply_add_wide(context: Context) -> None:
    """`mad.wide`: the whole product plus a wide operand."""
    kind = context.type
    wide = f"{kind[0]}{2 * WIDTHS[kind]}"
    (x, i), (y, j) = (context.source(operand, kind) for operand in context.operands[1:3])
    w, m = context.source(context.operands[3], wide)
    z, k = context.target(context.operands[0], unsigned(wide))
    mask = (1 << WIDTHS[wide]) - 1

    def step() -> None:
        z[k] = x[i] * y[j] + w[m] & mask

    context.emit(step)


def multiply_24(context: Context) -> None:
    """`mul24`, `mad24`: products of 24-bit operands; `.hi` gives bits 16 to 47."""
    kind, shift = context.type, 16 if context.has("hi") else 0

    def low(value: int) -> int:
        return integer.signed(value, 24) if kind[0] == "s" else value & 0xFFFFFF

    if context.instruction.opcode == "mul24":
        bind(context, lambda a, b: low(a) * low(b) >> shift, (kind, kind), kind)
    elif context.has("sat"):
        def saturating(a: int, b: int, c: int) -> int:
            return integer.clamp(integer.signed(low(a) * low(b) >> shift, 32) + c, kind)

        bind(context, saturating, (kind,) * 3, kind)
    else:
        bind(context, lambda a, b, c: (low(a) * low(b) >> shift) + c, (kind,) * 3, kind)


def with_carry(context: Context) -> None:
    """`add.cc addc sub.cc subc mad.cc madc`: arithmetic that sets the carry flag (`.cc`), reads it (`…c`), or both."""
    opcode, kind, width = context.instruction.opcode, context.type, WIDTHS[context.type]
    flags, flag = context.machine.registers.at(context.machine.carry_slot(), "B")
    reads, sets = opcode.endswith("c"), context.has("cc")
    mask = (1 << width) - 1
    plain = unsigned(kind)
    product_kind = kind if opcode.startswith("mad") else plain
    sources = [context.source(operand, product_kind) for operand in context.operands[1:]]
    target, index = context.target(context.operands[0], plain)
    value = carry_value(opcode, context.has("hi"), width)

    def step() -> None:
        total = value(flags[flag] if reads else 0, *[view[place] for view, place in sources])
        target[index] = total & mask
        if sets:
            flags[flag] = total >> width & 1

    context.emit(step)


def carry_value(opcode: str, high: bool, width: int) -> "Callable[..., int]":
    """Returns the full sum of a carry instruction: bit `width` is the carry out.

    Subtraction adds the complement: its carry is 1 where nothing is borrowed. The manual does not say so, but nvcc's division of 128-bit
    integers reads the flag of `subc.cc` with `addc`.
    """
    mask = (1 << width) - 1
    if opcode.startswith("add"):
        return lambda carry, a, b: a + b + carry
    if opcode == "sub":
        return lambda _, a, b: a + (b ^ mask) + 1
    if opcode == "subc":
        return lambda carry, a, b: a + (b ^ mask) + carry
    shift = width if high else 0
    return lambda carry, a, b, c: (a * b >> shift & mask) + (c & mask) + carry


def invert(context: Context) -> None:
    """`not`: of a predicate its complement."""
    kind = context.type
    mask = 1 if kind == "pred" else (1 << WIDTHS[kind]) - 1
    x, i = context.source(context.operands[1], kind)
    z, k = context.target(context.operands[0], kind)

    def step() -> None:
        z[k] = x[i] ^ mask

    context.emit(step)


def logic_operation(context: Context) -> None:
    """`and`, `or`, `xor`, of predicates too."""
    name, kind = context.instruction.opcode, context.type
    a, b = (context.source(operand, kind) for operand in context.operands[1:3])
    context.emit(fast_two(name, a, b, context.target(context.operands[0], kind), 0))


def logic_table(context: Context) -> None:
    """`lop3`: any function of three bits; `.and`/`.or` with a predicate also tell whether the result is not zero."""
    operands = list(context.operands)
    table = context.constant(operands[4], "b32")
    if table > 255:
        raise context.refuse("the table of lop3 has 8 bits")
    if not isinstance(operands[0], Pair) or len(operands) < 6:
        bind(context, lambda a, b, c, _: integer.logic(a, b, c, table), ("b32",) * 4, "b32")
        return
    (x, i), (y, j), (w, o) = (context.source(operand, "b32") for operand in operands[1:4])
    q, m = context.source(operands[5], "pred")
    z, k = context.target(operands[0].first, "b32")
    p, n = context.target(operands[0].second, "pred")
    both = context.has("and")

    def step() -> None:
        result = integer.logic(x[i], y[j], w[o], table) & 0xFFFFFFFF
        z[k] = result
        p[n] = bool(result) & q[m] if both else bool(result) | q[m]

    context.emit(step)


def extremes(context: Context) -> None:
    """`min`, `max` of integers and packed halves; `.relu` makes negative results 0."""
    kind = context.type
    choose: Callable[..., int] = min if context.instruction.opcode == "min" else max
    function = (lambda a, b: max(0, choose(a, b))) if context.has("relu") else choose
    if kind.endswith("x2"):
        halves(context, function, 2)
    else:
        bind(context, function, (kind, kind), kind)


def magnitude(context: Context) -> None:
    """`abs`, `neg` of integers; the least value keeps its bits."""
    function: Callable[[int], int] = abs if context.instruction.opcode == "abs" else lambda a: -a
    bind(context, function, (context.type,), context.type)


def plain(function: "Callable[[int, str], Callable[..., int]]", kinds: "Sequence[str]", result: str = "") -> "Callable[[Context], None]":
    """Returns the meaning of an instruction whose function depends on width and type only; `T` in `kinds` is the instruction's type."""

    def meaning(context: Context) -> None:
        kind = context.type
        chosen = function(WIDTHS[kind], kind)
        bind(context, chosen, [kind if each == "T" else each for each in kinds], result or kind)

    return meaning


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "add_carry": with_carry,
    "sub_borrow": with_carry,
    "mad_carry": with_carry,
    "mul_wide": multiply_wide,
    "mad": multiply_add,
    "mad_wide": multiply_add_wide,
    "mul24": multiply_24,
    "mad24": multiply_24,
    "sad": plain(lambda _, __: lambda a, b, c: abs(a - b) + c, ("T", "T", "T")),
    "rem": plain(lambda _, __: integer.remainder, ("T", "T")),
    "and": logic_operation,
    "or": logic_operation,
    "xor": logic_operation,
    "not": invert,
    "cnot": plain(lambda _, __: lambda a: int(a == 0), ("T",)),
    "lop3": logic_table,
}
"""The meanings of integers alone, by the instruction table's key."""

SHARED_MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "add": add_or_sub,
    "sub": add_or_sub,
    "mul": multiply,
    "div": plain(lambda _, __: integer.divide, ("T", "T")),
    "abs": magnitude,
    "neg": magnitude,
    "min": extremes,
    "max": extremes,
}
"""The integer half of meanings that floats have too."""

__all__ = ["MEANINGS", "SHARED_MEANINGS", "bind", "bound_step", "is_integer", "unsigned"]
