"""Logic, shifts, bit fields and permutations as LLVM IR: after each instruction the destination holds what PTX ISA says for every operand.

LLVM leaves shifts by the width or more undefined; here each has PTX's result.
"""

from ptx.operands import Pair
from ptx.vm.compiled.instructions.rounding import leading_zeros
from ptx.vm.compiled.ir.builder import Builder, integer_of
from ptx.vm.compiled.ir.text import BITS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering

def logic(b: Builder) -> None:
    """`and`, `or`, `xor`, of predicates too."""
    kind = b.type
    b.write(b.binary(b.op.meaning, integer_of(kind), b.bits(1, kind), b.bits(2, kind)), kind)


def invert(b: Builder) -> None:
    """`not`."""
    kind = b.type
    ones = b.const("true" if kind == "pred" else -1, integer_of(kind))
    b.write(b.binary("xor", integer_of(kind), b.bits(1, kind), ones), kind)


def logical_not(b: Builder) -> None:
    """`cnot`: 1 for zero, else 0."""
    kind, whole = b.type, integer_of(b.type)
    zero = b.compare("eq", whole, b.read(1, kind), b.const(0, whole))
    b.write(b.cast("zext", "i1", zero, whole), kind)


def logic_table(b: Builder) -> None:
    """`lop3`, also with a predicate of its result."""
    table = b.constant_operand(b.operand(4))
    if table is None or not 0 <= table <= 255:
        raise b.refuse("the table of lop3 is no constant of 8 bits")
    result = table_result(b, [b.read(position, "b32") for position in (1, 2, 3)], table)
    destination = b.operand(0)
    if not isinstance(destination, Pair):
        b.write(result, "b32")
        return
    nonzero = b.compare("ne", "i32", result, b.const(0, "i32"))
    name = "and" if b.has("and") else "or"
    other = b.read(5, "pred")
    b.write_to(destination.first, result, "b32")
    b.write_to(destination.second, b.binary(name, "i1", nonzero, other), "pred")


def table_result(b: Builder, operands: list[str], table: int) -> str:
    """Returns the or of the minterms of a table of three bits."""
    ones = b.const(-1, "i32")
    inverse = [b.binary("xor", "i32", operand, ones) for operand in operands]
    result = b.const(0, "i32")
    for index in range(8):
        if table >> index & 1:
            picked = [operands[i] if index >> (2 - i) & 1 else inverse[i] for i in range(3)]
            term = b.binary("and", "i32", b.binary("and", "i32", picked[0], picked[1]), picked[2])
            result = b.binary("or", "i32", result, term)
    return result


def shift(b: Builder) -> None:
    """`shl`, `shr`: amounts of the width or more act like the width."""
    kind = b.type
    whole, width = integer_of(kind), WIDTHS[kind]
    name = "shl" if b.op.meaning == "shl" else "ashr" if kind[0] == "s" else "lshr"
    value = b.bits(1, kind)
    amount = b.constant_operand(b.operand(2))
    if amount is not None:
        b.write(_shifted_by(b, name, whole, width, value, amount & 0xFFFFFFFF), kind)
        return
    wanted = b.read(2, "u32")
    least = b.resize(b.intrinsic("umin", "i32", wanted, b.const(width - 1, "i32")), "i32", whole, False)
    shifted = b.binary(name, whole, value, least)
    if name != "ashr":
        shifted = b.choose(b.compare("ugt", "i32", wanted, b.const(width - 1, "i32")), whole, b.const(0, whole), shifted)
    b.write(shifted, kind)


def _shifted_by(b: Builder, name: str, whole: str, width: int, value: str, amount: int) -> str:
    if amount >= width and name != "ashr":
        return b.const(0, whole)
    return b.binary(name, whole, value, b.const(min(amount, width - 1), whole))


def funnel(b: Builder) -> None:
    """`shf`."""
    low, high, amount = (b.resize(b.read(position, "u32"), "i32", "i64", False) for position in (1, 2, 3))
    if b.has("clamp"):
        amount = b.intrinsic("umin", "i64", amount, b.const(32, "i64"))
    else:
        amount = b.binary("and", "i64", amount, b.const(31, "i64"))
    both = b.binary("or", "i64", b.binary("shl", "i64", high, b.const(32, "i64")), low)
    left = b.values["direction"] == "l"
    result = b.binary("shl" if left else "lshr", "i64", both, amount)
    if left:
        result = b.binary("lshr", "i64", result, b.const(32, "i64"))
    b.write(b.resize(result, "i64", "i32", False), "u32")


def count_bits(b: Builder) -> None:
    """`popc`."""
    kind, whole = b.type, integer_of(b.type)
    b.write(b.resize(b.intrinsic("ctpop", whole, b.read(1, kind)), whole, "i32", False), "u32")


def count_leading(b: Builder) -> None:
    """`clz`."""
    kind, whole = b.type, integer_of(b.type)
    b.write(b.resize(leading_zeros(b, whole, b.read(1, kind)), whole, "i32", False), "u32")


def find_leading(b: Builder) -> None:
    """`bfind`: the highest bit that differs from the sign; -1 if there is none."""
    kind, whole, signed = b.type, integer_of(b.type), b.type[0] == "s"
    width = WIDTHS[kind]
    value = b.read(1, kind)
    if signed:
        value = b.binary("xor", whole, value, b.binary("ashr", whole, value, b.const(width - 1, whole)))
    zeros = leading_zeros(b, whole, value)
    position = zeros if b.has("shiftamt") else b.binary("sub", whole, b.const(width - 1, whole), zeros)
    none = b.compare("eq", whole, value, b.const(0, whole))
    b.write(b.resize(b.choose(none, whole, b.const(-1, whole), position), whole, "i32", True), "u32")


def reverse(b: Builder) -> None:
    """`brev`."""
    kind, whole = b.type, integer_of(b.type)
    b.write(b.intrinsic("bitreverse", whole, b.read(1, kind)), kind)


def low_bits(b: Builder, amount: str, whole: str) -> str:
    """Returns a mask of as many ones as an amount of the type says, all if it is the width or more."""
    width = BITS[whole]
    some = b.binary("sub", whole, b.binary("shl", whole, b.const(1, whole), b.intrinsic("umin", whole, amount, b.const(width - 1, whole))), b.const(1, whole))
    return b.choose(b.compare("uge", whole, amount, b.const(width, whole)), whole, b.const(-1, whole), some)


def byte_operand(b: Builder, position: int, whole: str) -> str:
    """Returns a position or length: the low byte of an operand, in a type."""
    return b.resize(b.binary("and", "i32", b.read(position, "u32"), b.const(255, "i32")), "i32", whole, False)


def bounded(b: Builder, name: str, whole: str, value: str, amount: str) -> str:
    """Returns a shift by any amount."""
    width = BITS[whole]
    shifted = b.binary(name, whole, value, b.intrinsic("umin", whole, amount, b.const(width - 1, whole)))
    if name == "ashr":
        return shifted
    return b.choose(b.compare("uge", whole, amount, b.const(width, whole)), whole, b.const(0, whole), shifted)


def extract(b: Builder) -> None:
    """`bfe`: past the top the field goes on with the sign bit (or 0)."""
    kind, whole, signed = b.type, integer_of(b.type), b.type[0] == "s"
    width = WIDTHS[kind]
    value, position, length = b.read(1, kind), byte_operand(b, 2, whole), byte_operand(b, 3, whole)
    ones = low_bits(b, length, whole)
    field = b.binary("and", whole, bounded(b, "ashr" if signed else "lshr", whole, value, position), ones)
    if signed:
        last = b.binary("sub", whole, b.binary("add", whole, position, length), b.const(1, whole))
        top = b.intrinsic("umin", whole, last, b.const(width - 1, whole))
        sign = b.binary("and", whole, b.binary("lshr", whole, value, top), b.const(1, whole))
        extended = b.binary("or", whole, field, b.binary("xor", whole, ones, b.const(-1, whole)))
        field = b.choose(b.compare("ne", whole, sign, b.const(0, whole)), whole, extended, field)
        field = b.choose(b.compare("eq", whole, length, b.const(0, whole)), whole, b.const(0, whole), field)
    b.write(field, kind)


def insert(b: Builder) -> None:
    """`bfi`: bits beyond the width are dropped."""
    kind, whole = b.type, integer_of(b.type)
    source, target = b.read(1, kind), b.read(2, kind)
    position, length = byte_operand(b, 3, whole), byte_operand(b, 4, whole)
    field = bounded(b, "shl", whole, low_bits(b, length, whole), position)
    put = b.binary("and", whole, bounded(b, "shl", whole, source, position), field)
    b.write(b.binary("or", whole, b.binary("and", whole, target, b.binary("xor", whole, field, b.const(-1, whole))), put), kind)


def limited(b: Builder, position: int) -> str:
    """Returns an operand of `bmsk` or `szext`: at most 32, or modulo 32."""
    value = b.read(position, "u32")
    return b.intrinsic("umin", "i32", value, b.const(32, "i32")) if b.has("clamp") else b.binary("and", "i32", value, b.const(31, "i32"))


def mask_bits(b: Builder) -> None:
    """`bmsk`."""
    position, length = limited(b, 1), limited(b, 2)
    b.write(bounded(b, "shl", "i32", low_bits(b, length, "i32"), position), "u32")


def extend(b: Builder) -> None:
    """`szext`."""
    kind, signed = b.type, b.type[0] == "s"
    value, length = b.read(1, kind), limited(b, 2)
    above = b.binary("sub", "i32", b.const(32, "i32"), length)
    field = bounded(b, "ashr" if signed else "lshr", "i32", bounded(b, "shl", "i32", value, above), above)
    b.write(b.choose(b.compare("eq", "i32", length, b.const(0, "i32")), "i32", b.const(0, "i32"), field), kind)


SELECTORS = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543), "b4e": (0x5670, 0x6701, 0x7012, 0x0123), "rc8": (0x0000, 0x1111, 0x2222, 0x3333),
    "ecl": (0x3210, 0x3211, 0x3222, 0x3333), "ecr": (0x0000, 0x1110, 0x2210, 0x3210), "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}  # fmt: skip
"""What each special mode of `prmt` selects, by the two low bits of the control (PTX ISA, table of `prmt`)."""


def permute(b: Builder) -> None:
    """`prmt`: each nibble of the selector picks a byte, or repeats its sign."""
    low, high, selector = (b.read(position, "b32") for position in (1, 2, 3))
    mode = SELECTORS.get(b.values.get("mode", ""))
    if mode is not None:
        control = b.binary("and", "i32", selector, b.const(3, "i32"))
        selector = b.const(mode[0], "i32")
        for value in (1, 2, 3):
            selector = b.choose(b.compare("eq", "i32", control, b.const(value, "i32")), "i32", b.const(mode[value], "i32"), selector)
    both = b.binary("or", "i64", b.binary("shl", "i64", b.resize(high, "i32", "i64", False), b.const(32, "i64")), b.resize(low, "i32", "i64", False))
    result = b.const(0, "i32")
    for index in range(4):
        nibble = b.binary("lshr", "i32", selector, b.const(4 * index, "i32"))
        picked = _picked_byte(b, both, nibble)
        result = b.binary("or", "i32", result, b.binary("shl", "i32", picked, b.const(8 * index, "i32")))
    b.write(result, "b32")


def _picked_byte(b: Builder, both: str, nibble: str) -> str:
    amount = b.binary("shl", "i32", b.binary("and", "i32", nibble, b.const(7, "i32")), b.const(3, "i32"))
    byte = b.resize(b.binary("lshr", "i64", both, b.resize(amount, "i32", "i64", False)), "i64", "i8", False)
    sign = b.binary("ashr", "i8", byte, b.const(7, "i8"))
    replicated = b.compare("ne", "i32", b.binary("and", "i32", nibble, b.const(8, "i32")), b.const(0, "i32"))
    return b.resize(b.choose(replicated, "i8", sign, byte), "i8", "i32", False)


def find_nth(b: Builder) -> None:
    """`fns`: the n-th set bit from a base upwards, for negative n downwards, for 0 the base itself; all ones if there is none."""
    mask, base, count = (b.read(position, "u32") for position in (1, 2, 3))
    zero, one = b.const(0, "i32"), b.const(1, "i32")
    down = b.compare("slt", "i32", count, zero)
    size = b.intrinsic("umax", "i32", b.choose(down, "i32", b.binary("sub", "i32", zero, count), count), one)
    start = b.choose(down, "i32", b.binary("sub", "i32", b.const(31, "i32"), base), base)
    upward = b.choose(down, "i32", b.intrinsic("bitreverse", "i32", mask), mask)
    upward = b.binary("and", "i32", upward, bounded(b, "shl", "i32", b.const(-1, "i32"), start))
    here = b.binary("and", "i32", upward, bounded(b, "shl", "i32", one, start))
    place, found = _nth_bit(b, b.choose(b.compare("eq", "i32", count, zero), "i32", here, upward), size)
    place = b.choose(down, "i32", b.binary("sub", "i32", b.const(31, "i32"), place), place)
    fits = b.binary("and", "i1", found, b.compare("ult", "i32", base, b.const(32, "i32")))
    b.write(b.choose(fits, "i32", place, b.const(-1, "i32")), "u32")


def _nth_bit(b: Builder, bits: str, count: str) -> tuple[str, str]:
    """Returns the place of the n-th set bit (n is at least 1) and whether there is one, by counting the bits of ever smaller parts."""
    place = b.const(0, "i32")
    for width in (16, 8, 4, 2, 1):
        below = b.intrinsic("ctpop", "i32", b.binary("and", "i32", bits, b.const((1 << width) - 1, "i32")))
        above = b.compare("ugt", "i32", count, below)
        count = b.choose(above, "i32", b.binary("sub", "i32", count, below), count)
        bits = b.choose(above, "i32", b.binary("lshr", "i32", bits, b.const(width, "i32")), bits)
        place = b.choose(above, "i32", b.binary("add", "i32", place, b.const(width, "i32")), place)
    last = b.compare("eq", "i32", b.binary("and", "i32", bits, b.const(1, "i32")), b.const(1, "i32"))
    return place, b.binary("and", "i1", last, b.compare("eq", "i32", count, b.const(1, "i32")))


MEANINGS: "dict[str, Lowering]" = {
    "and": logic, "or": logic, "xor": logic, "not": invert, "cnot": logical_not, "lop3": logic_table, "shl": shift, "shr": shift,
    "shf": funnel, "popc": count_bits, "clz": count_leading, "bfind": find_leading, "brev": reverse, "bfe": extract, "bfi": insert,
    "bmsk": mask_bits, "szext": extend, "prmt": permute, "fns": find_nth,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""
