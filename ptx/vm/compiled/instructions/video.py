"""Video instructions, `cvt.pack` and cache policies as LLVM IR: parts of words widened to 64 bits, so that nothing overflows before it is cut or clamped."""

from ptx.operands import Component
from ptx.vm.compiled.cfg.graph import PARTS
from ptx.vm.compiled.ir.builder import Builder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering

WIDE = "i64"
POLICY = 1 << 60
"""What a cache policy is: no access looks at it."""


def part_of(b: Builder, word: str, first: int, bits: int, kind: str) -> str:
    """Returns some bits of a 32-bit word as a wide number of a type's sign."""
    shifted = b.binary("shl", WIDE, b.resize(word, "i32", WIDE, False), b.const(64 - bits - first, WIDE))
    return b.binary("ashr" if kind[0] == "s" else "lshr", WIDE, shifted, b.const(64 - bits, WIDE))


def clamped(b: Builder, value: str, bits: int, kind: str) -> str:
    """Returns the nearest number of so many bits."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    return b.intrinsic("smin", WIDE, b.intrinsic("smax", WIDE, value, b.const(low, WIDE)), b.const(high, WIDE))


def source(b: Builder, position: int, kind: str) -> str:
    """Returns a source, or the byte or half of it that is named, as a wide number."""
    operand = b.operand(position)
    if isinstance(operand, Component) and operand.selector in PARTS:
        bits = 8 if operand.selector[0] == "b" else 16
        return part_of(b, b.value(operand.register, "u32", False, b.width), bits * int(operand.selector[1]), bits, kind)
    return part_of(b, b.read(position, "u32"), 0, 32, kind)


def shifted_left(b: Builder, value: str, amount: str) -> str:
    """Returns a number of 33 bits times a power of two of at most 32: what is too large for 64 bits stays far too large for 32."""
    most = b.intrinsic("umin", WIDE, amount, b.const(31, WIDE))
    large = b.binary("shl", WIDE, value, most)
    if b.has("sat"):
        large = clamped(b, large, 40, "s40")
    return b.binary("shl", WIDE, large, b.binary("sub", WIDE, amount, most))


def result(b: Builder, name: str, first: str, second: str) -> str:
    """Returns what an instruction does with two wide numbers."""
    if name in ("min", "max"):
        return b.intrinsic(f"s{name}", WIDE, first, second)
    if name == "set":
        operator = b.values["cmp"]
        test = b.compare(operator if operator in ("eq", "ne") else "s" + operator, WIDE, first, second)
        return b.resize(test, "i1", WIDE, False)
    if name in ("shl", "shr"):
        amount = b.intrinsic("umin", WIDE, second, b.const(32, WIDE)) if b.has("clamp") else b.binary("and", WIDE, second, b.const(31, WIDE))
        return shifted_left(b, first, amount) if name == "shl" else b.binary("ashr", WIDE, first, amount)
    if name == "absdiff":
        return b.intrinsic("smax", WIDE, b.binary("sub", WIDE, first, second), b.binary("sub", WIDE, second, first))
    total = b.binary("sub" if name == "sub" else "add", WIDE, first, second)
    if name != "avrg":
        return total
    up = b.resize(b.compare("sge", WIDE, total, b.const(0, WIDE)), "i1", WIDE, False)
    return b.binary("ashr", WIDE, b.binary("add", WIDE, total, up), b.const(1, WIDE))


def video(b: Builder) -> None:
    """`vadd vsub vabsdiff vmin vmax vshl vshr vset`, with a second operation or without."""
    kind = b.values.get("dtype", "u32")
    value = result(b, b.op.instruction.opcode[1:], source(b, 1, b.values["atype"]), source(b, 2, b.values.get("btype", "u32")))
    if b.has("sat"):
        value = clamped(b, value, 32, kind)
    if "op2" in b.values:
        value = part_of(b, b.resize(value, WIDE, "i32", False), 0, 32, kind)
        value = result(b, b.values["op2"], value, source(b, 3, kind))
    b.write(b.resize(value, WIDE, "i32", False), "u32")


def video_lanes(b: Builder) -> None:
    """The same on two halves or four bytes; with `.add` the sum of all lanes and the third operand."""
    opcode = b.op.instruction.opcode
    bits, kind = 32 // int(opcode[-1]), b.values.get("dtype", "u32")
    words = b.read(1, "u32"), b.read(2, "u32")
    kinds = b.values["atype"], b.values["btype"]
    total = source(b, 3, "u32") if "add" in b.values else b.const(0, WIDE)
    for first in range(0, 32, bits):
        value = result(b, opcode[1:-1], *[part_of(b, word, first, bits, each) for word, each in zip(words, kinds)])
        if "add" not in b.values:
            value = clamped(b, value, bits, kind) if b.has("sat") else value
            value = b.binary("and", WIDE, value, b.const((1 << bits) - 1, WIDE))
            value = b.binary("shl", WIDE, value, b.const(first, WIDE))
        total = b.binary("add", WIDE, total, value)
    b.write(b.resize(total, WIDE, "i32", False), "u32")


def pack(b: Builder) -> None:
    """`cvt.pack`."""
    kind = b.values["dtype"]
    bits = int(kind[1:])
    high, low = (b.binary("and", WIDE, clamped(b, source(b, at, "s32"), bits, kind), b.const((1 << bits) - 1, WIDE)) for at in (1, 2))
    value = b.binary("or", WIDE, b.binary("shl", WIDE, high, b.const(bits, WIDE)), low)
    if b.count > 3:
        value = b.binary("or", WIDE, value, b.binary("shl", WIDE, source(b, 3, "u32"), b.const(2 * bits, WIDE)))
    b.write(b.resize(value, WIDE, "i32", False), "u32")


def policy(b: Builder) -> None:
    """`createpolicy`."""
    b.write(b.const(POLICY, WIDE), "u64")


MEANINGS: "dict[str, Lowering]" = {"video": video, "video_lanes": video_lanes, "cvt_pack_integers": pack, "policy": policy}
"""The meanings that are compiled, by the instruction table's key."""
