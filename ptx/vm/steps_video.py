"""Meanings of the video instructions, of `cvt.pack` and of cache policies (PTX ISA, "Scalar Video Instructions", "SIMD Video Instructions").

Operands are read as exact integers, parts of registers too (`%r1.b0`, `%r1.h1`), so that nothing overflows before it is cut or clamped.
"""

from ptx.operands import Component, Operand
from ptx.vm.context import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[], int]
    Both = Callable[[int, int], int]

COMPARISONS: "dict[str, Both]" = {
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
}
OPERATIONS: "dict[str, Both]" = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "avrg": lambda a, b: (a + b + (a + b >= 0)) >> 1,
    "absdiff": lambda a, b: abs(a - b),
    "min": min,
    "max": max,
}
"""What each instruction does, by its name without `v` and number of lanes; averages of negative sums are rounded down."""
POLICY = 0x1000000000000000
"""What a cache policy is here: no access looks at it."""


def as_signed(value: int, bits: int, kind: str) -> int:
    """Returns the low bits of a value as a number of a type's sign."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind[0] == "s" and value >> (bits - 1) else value


def clamped(value: int, bits: int, kind: str) -> int:
    """Returns the nearest number of so many bits."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    return min(max(value, low), high)


def part(context: Context, operand: Operand, kind: str) -> "Read":
    """Returns a function that reads a source, or the byte or half of it that is named, as a number of a type's sign."""
    position, bits = 0, 32
    if isinstance(operand, Component) and operand.selector in ("b0", "b1", "b2", "b3", "h0", "h1"):
        bits = 8 if operand.selector[0] == "b" else 16
        position, operand = bits * int(operand.selector[1]), operand.register
    view, index = context.source(operand, "u32")
    return lambda: as_signed(view[index] >> position, bits, kind)


def shifted(context: Context) -> "Both":
    """Returns `vshl` or `vshr`."""
    wraps, left = context.has("wrap"), context.instruction.opcode == "vshl"

    def shift(a: int, b: int) -> int:
        amount = b & 31 if wraps else min(b, 32)
        return a << amount if left else a >> amount

    return shift


def operation(context: Context, name: str) -> "Both":
    """Returns what an instruction does with two numbers."""
    if name == "set":
        return COMPARISONS[context.values["cmp"]]
    return OPERATIONS[name] if name in OPERATIONS else shifted(context)


def video(context: Context) -> None:
    """`vadd vsub vabsdiff vmin vmax vshl vshr vset`, with a second operation or without."""
    both = operation(context, context.instruction.opcode[1:])
    kind = context.values.get("dtype", "u32")
    a = part(context, context.operands[1], context.values["atype"])
    b = part(context, context.operands[2], context.values.get("btype", "u32"))
    second = OPERATIONS[context.values["op2"]] if "op2" in context.values else None
    c = part(context, context.operands[3], kind) if second else None
    saturates = context.has("sat")
    target, index = context.target(context.operands[0], "u32")

    def step() -> None:
        value = both(a(), b())
        value = clamped(value, 32, kind) if saturates else as_signed(value, 32, kind)
        target[index] = (second(value, c()) if second and c else value) & 0xFFFFFFFF

    context.emit(step)


def video_lanes(context: Context) -> None:
    """The same on two halves or four bytes; with `.add` the sum of all lanes and the third operand."""
    opcode = context.instruction.opcode
    both, bits = operation(context, opcode[1:-1]), 32 // int(opcode[-1])
    kind, left, right = (context.values.get(name, "u32") for name in ("dtype", "atype", "btype"))
    (x, i), (y, j), (w, h) = (context.source(operand, "u32") for operand in context.operands[1:4])
    target, index = context.target(context.operands[0], "u32")
    adds, saturates = "add" in context.values, context.has("sat")

    def step() -> None:
        values = [both(as_signed(x[i] >> at, bits, left), as_signed(y[j] >> at, bits, right)) for at in range(0, 32, bits)]
        if adds:
            target[index] = (w[h] + sum(values)) & 0xFFFFFFFF
            return
        values = [clamped(value, bits, kind) for value in values] if saturates else values
        target[index] = sum([(value & ((1 << bits) - 1)) << bits * lane for lane, value in enumerate(values)])

    context.emit(step)


def pack(context: Context) -> None:
    """`cvt.pack`: two integers, clamped, side by side; above them the low bits of a third operand."""
    kind = context.values["dtype"]
    bits = int(kind[1:])
    (x, i), (y, j) = (context.source(operand, "s32") for operand in context.operands[1:3])
    rest = context.source(context.operands[3], "u32") if len(context.operands) > 3 else None
    target, index = context.target(context.operands[0], "u32")
    mask = (1 << bits) - 1

    def step() -> None:
        value = (clamped(x[i], bits, kind) & mask) << bits | clamped(y[j], bits, kind) & mask
        target[index] = value if rest is None else (rest[0][rest[1]] << 2 * bits | value) & 0xFFFFFFFF

    context.emit(step)


def policy(context: Context) -> None:
    """`createpolicy`: a number that accesses take and do not look at."""
    target, index = context.target(context.operands[0], "u64")

    def step() -> None:
        target[index] = POLICY

    context.emit(step)


MEANINGS = {"video": video, "video_lanes": video_lanes, "cvt_pack_integers": pack, "policy": policy}
"""The meanings defined here, by the instruction table's key."""
