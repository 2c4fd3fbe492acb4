"""Meanings of shifts, bit fields, permutations and moves (PTX ISA, "Logic and Shift Instructions", `bfe`, `bfi`, `prmt`, `mov`)."""

from ptx.operands import FloatBits, Integer, Operand, Sink
from ptx.vm import integer
from ptx.vm.context import Context
from ptx.vm.registers import WIDTHS, view_of
from ptx.vm.steps_integer import bind, plain, unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def shift(context: Context) -> None:
    """`shl`, `shr`: amounts beyond the width act like the width."""
    kind, width = context.type, WIDTHS[context.type]
    x, i = context.source(context.operands[1], kind)
    y, j = context.source(context.operands[2], "u32")
    z, k = context.target(context.operands[0], unsigned(kind))
    mask = (1 << width) - 1
    if context.instruction.opcode == "shl":

        def left() -> None:
            amount = y[j]
            z[k] = x[i] << amount & mask if amount < width else 0

        context.emit(left)
        return

    def right() -> None:
        amount = y[j]
        z[k] = x[i] >> (amount if amount < width else width) & mask

    context.emit(right)


def find_leading(context: Context) -> None:
    """`bfind{.shiftamt}`."""
    width, wants = WIDTHS[context.type], context.has("shiftamt")
    bind(context, lambda a: integer.find_leading(a, width, wants), (context.type,), "u32")


def extract(context: Context) -> None:
    """`bfe`."""
    width, is_signed = WIDTHS[context.type], context.type[0] == "s"
    kinds = (unsigned(context.type), "u32", "u32")
    bind(context, lambda a, b, c: integer.extract(a, b, c, width, is_signed), kinds, context.type)


def insert(context: Context) -> None:
    """`bfi`."""
    width = WIDTHS[context.type]
    bind(context, lambda a, b, c, e: integer.insert(a, b, c, e, width), (context.type, context.type, "u32", "u32"), context.type)


def extend(context: Context) -> None:
    """`szext`."""
    mode, is_signed = context.values["mode"], context.type[0] == "s"
    bind(context, lambda a, b: integer.extend(a, b, is_signed, mode), ("u32", "u32"), context.type)


def mask_bits(context: Context) -> None:
    """`bmsk`."""
    mode = context.values["mode"]
    bind(context, lambda a, b: integer.mask_bits(a, b, mode), ("u32", "u32"), "b32")


def dot_product(context: Context) -> None:
    """`dp4a`, `dp2a`: byte products added to a third operand."""
    first, second = context.values["atype"][0] == "s", context.values["btype"][0] == "s"
    high = context.has("hi")
    if context.instruction.opcode == "dp4a":
        bind(context, lambda a, b, c: integer.dot_bytes(a, b, first, second) + c, ("u32",) * 3, "u32")
    else:
        bind(context, lambda a, b, c: integer.dot_halves(a, b, first, second, high) + c, ("u32",) * 3, "u32")


def funnel(context: Context) -> None:
    """`shf`."""
    direction, mode = context.values["direction"], context.values["mode"]
    bind(context, lambda a, b, c: integer.funnel(direction, mode, a, b, c), ("u32",) * 3, "u32")


def permute(context: Context) -> None:
    """`prmt`, with its special modes."""
    modes = integer.PERMUTE_MODES.get(context.values.get("mode", ""))
    if modes is None:
        bind(context, integer.permute, ("b32",) * 3, "b32")
    else:
        bind(context, lambda a, b, c: integer.permute(a, b, modes[c & 3]), ("b32",) * 3, "b32")


def move(context: Context) -> None:
    """`mov`: a copy; to or from a vector it packs or unpacks, the first element lowest; with `.v2` or `.v4` it copies the elements."""
    destination, source = context.operands
    kind = context.type
    parts = context.vector(destination), context.vector(source)
    if "vec" in context.values:
        move_elements(context, *parts)
        return
    if len(parts[0]) == 1 and len(parts[1]) == 1 and kind != "b128":
        slot = context.source_slot(parts[1][0], kind)
        if context.alias(parts[0][0], slot):
            return
        y, j = context.machine.registers.at(slot, view_of(kind))
        z, k = context.target(parts[0][0], kind)

        def copy() -> None:
            z[k] = y[j]

        context.emit(copy)
        return
    read, write = bytes_of(context, parts[1], kind), bytes_of(context, parts[0], kind)

    def repack() -> None:
        data = b"".join([view[start:end] for view, start, end in read])
        offset = 0
        for view, start, end in write:
            view[start:end] = data[offset : offset + end - start]
            offset += end - start

    context.emit(repack)


def move_elements(context: Context, targets: "tuple[Operand, ...]", sources: "tuple[Operand, ...]") -> None:
    """Emits the copy of a vector's elements, all of which are read first."""
    if {len(targets), len(sources)} != {context.resolved.vector}:
        raise context.refuse(f"both operands must be vectors of {context.resolved.vector}")
    reads = [context.source(each, context.type) for each in sources]
    writes = [context.target(each, context.type) for each in targets]

    def copy() -> None:
        values = [view[index] for view, index in reads]
        for (view, index), value in zip(writes, values):
            view[index] = value

    context.emit(copy)


def bytes_of(context: Context, elements: "tuple[Operand, ...]", kind: str) -> "list[tuple[memoryview, int, int]]":
    """Returns the bytes of each element of a packed value in the register file."""
    buffer = context.machine.registers.buffer
    if not elements:
        raise context.refuse("a vector has at least one element")
    size = WIDTHS[kind] // 8 // len(elements)
    places = []
    for element in elements:
        if isinstance(element, (Integer, FloatBits)):
            slot = context.machine.constant(context.constant(element, f"b{8 * size}"), 8 * size)
        elif isinstance(element, Sink):
            slot = context.machine.registers.reserve(2)
        else:
            declared, slot = context.register(element)
            if WIDTHS[declared] != 8 * size:
                raise context.refuse(f"`{element}` is declared .{declared}, not {8 * size} bits")
        places.append((buffer, 8 * slot, 8 * slot + size))
    return places


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "popc": plain(lambda _, __: int.bit_count, ("T",), "u32"),
    "clz": plain(lambda width, _: lambda a: integer.leading_zeros(a, width), ("T",), "u32"),
    "bfind": find_leading,
    "fns": plain(lambda _, __: integer.find_nth, ("u32", "u32", "s32")),
    "brev": plain(lambda width, _: lambda a: integer.reverse(a, width), ("T",)),
    "bfe": extract,
    "bfi": insert,
    "szext": extend,
    "bmsk": mask_bits,
    "dp4a": dot_product,
    "dp2a": dot_product,
    "shl": shift,
    "shr": shift,
    "shf": funnel,
    "prmt": permute,
    "mov": move,
}
"""The meanings defined here, by the instruction table's key."""
