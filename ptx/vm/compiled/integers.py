"""Integer, logic, shift and bit instructions as LLVM IR: after each the destination holds what PTX ISA says for every operand.

LLVM leaves shifts by the width or more, division by zero and overflow of the least value undefined; here each has PTX's result (and where
the manual leaves it open, the one that current hardware gives, as `ptx.vm.integer` says).
"""

from ptx.operands import Pair
from ptx.vm.compiled.builder import Builder, integer_of
from ptx.vm.compiled.text import BITS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.builder import Lowering


def plain(b: Builder) -> tuple[str, str, bool]:
    """Returns the PTX type, the LLVM type, and whether it is signed; packed types are refused."""
    if b.type.endswith("x2"):
        raise b.refuse("packed integers")
    return b.type, integer_of(b.type), b.type[0] == "s"


def add_or_sub(b: Builder) -> None:
    """`add`, `sub`, also saturating."""
    kind, whole, _ = plain(b)
    name = b.op.meaning
    first, second = b.read(1, kind), b.read(2, kind)
    result = b.intrinsic(f"s{name}.sat", whole, first, second) if b.has("sat") else b.binary(name, whole, first, second)
    b.write(result, kind)


def product(b: Builder, first: str, second: str, kind: str, high: bool) -> str:
    """Returns the low or high half of a product."""
    whole = integer_of(kind)
    if not high:
        return b.binary("mul", whole, first, second)
    width = WIDTHS[kind]
    wide = f"i{2 * width}"
    signed = kind[0] == "s"
    full = b.binary("mul", wide, b.resize(first, whole, wide, signed), b.resize(second, whole, wide, signed))
    return b.resize(b.binary("lshr", wide, full, b.const(width, wide)), wide, whole, False)


def multiply(b: Builder) -> None:
    """`mul.lo`, `mul.hi`."""
    kind, _, _ = plain(b)
    b.write(product(b, b.read(1, kind), b.read(2, kind), kind, b.has("hi")), kind)


def multiply_add(b: Builder) -> None:
    """`mad.lo`, `mad.hi`, also saturating."""
    kind, whole, _ = plain(b)
    value = product(b, b.read(1, kind), b.read(2, kind), kind, b.has("hi"))
    third = b.read(3, kind)
    b.write(b.intrinsic("sadd.sat", whole, value, third) if b.has("sat") else b.binary("add", whole, value, third), kind)


def wide_product(b: Builder) -> tuple[str, str]:
    """Returns the whole product and its PTX type."""
    kind, whole, signed = plain(b)
    double = f"{kind[0]}{2 * WIDTHS[kind]}"
    wide = integer_of(double)
    first, second = (b.resize(b.read(position, kind), whole, wide, signed) for position in (1, 2))
    return b.binary("mul", wide, first, second), double


def multiply_wide(b: Builder) -> None:
    """`mul.wide`."""
    value, kind = wide_product(b)
    b.write(value, kind)


def multiply_add_wide(b: Builder) -> None:
    """`mad.wide`."""
    value, kind = wide_product(b)
    b.write(b.binary("add", integer_of(kind), value, b.read(3, kind)), kind)


def low_24(b: Builder, value: str, signed: bool) -> str:
    """Returns the low 24 bits of a 32-bit value, extended to 64 bits."""
    shifted = b.binary("shl", "i32", value, b.const(8, "i32"))
    return b.resize(b.binary("ashr" if signed else "lshr", "i32", shifted, b.const(8, "i32")), "i32", "i64", signed)


def multiply_24(b: Builder) -> None:
    """`mul24`, `mad24`."""
    kind, _, signed = plain(b)
    full = b.binary("mul", "i64", low_24(b, b.read(1, kind), signed), low_24(b, b.read(2, kind), signed))
    if b.has("hi"):
        full = b.binary("ashr", "i64", full, b.const(16, "i64"))
    value = b.resize(full, "i64", "i32", False)
    if b.op.meaning == "mad24":
        third = b.read(3, kind)
        value = b.intrinsic("sadd.sat", "i32", value, third) if b.has("sat") else b.binary("add", "i32", value, third)
    b.write(value, kind)


def difference_sum(b: Builder) -> None:
    """`sad`: the distance of two values plus a third."""
    kind, whole, signed = plain(b)
    first, second = b.read(1, kind), b.read(2, kind)
    less = b.compare("slt" if signed else "ult", whole, first, second)
    distance = b.choose(less, whole, b.binary("sub", whole, second, first), b.binary("sub", whole, first, second))
    b.write(b.binary("add", whole, distance, b.read(3, kind)), kind)


def divide(b: Builder) -> None:
    """`div`: truncating; by zero all ones."""
    kind, whole, _ = plain(b)
    quotient, zero, _, _ = quotient_of(b, kind)
    b.write(b.choose(zero, whole, b.const(-1, whole), quotient), kind)


def remainder(b: Builder) -> None:
    """`rem`: with the sign of the dividend; by zero the dividend."""
    kind, whole, _ = plain(b)
    quotient, zero, first, second = quotient_of(b, kind)
    rest = b.binary("sub", whole, first, b.binary("mul", whole, quotient, second))
    b.write(b.choose(zero, whole, first, rest), kind)


def quotient_of(b: Builder, kind: str) -> tuple[str, str, str, str]:
    """Returns the quotient (anything for a zero divisor), whether the divisor is zero, and both operands."""
    whole, signed = integer_of(kind), kind[0] == "s"
    first, second = b.read(1, kind), b.read(2, kind)
    zero = b.compare("eq", whole, second, b.const(0, whole))
    divisor = b.choose(zero, whole, b.const(1, whole), second)
    if not signed:
        return quotient(b, first, divisor, whole, False), zero, first, second
    minus = b.compare("eq", whole, divisor, b.const(-1, whole))
    safe = b.choose(minus, whole, b.const(1, whole), divisor)
    negated = b.binary("sub", whole, b.const(0, whole), first)
    return b.choose(minus, whole, negated, quotient(b, first, safe, whole, True)), zero, first, second


def quotient(b: Builder, first: str, second: str, whole: str, signed: bool) -> str:
    """Returns a quotient that cannot trap. 32-bit vectors divide as doubles, which hold the exact quotient's integral part."""
    letter = "s" if signed else "u"
    if b.width == 1 or BITS[whole] > 32 or b.constant_operand(b.operand(2)) is not None:
        return b.binary(f"{letter}div", whole, first, second)
    x, y = (b.cast(f"{letter}itofp", whole, value, "double") for value in (first, second))
    exact = b.binary("fdiv", "double", x, y)
    return b.cast(f"fpto{letter}i", "double", exact, whole)


def absolute(b: Builder) -> None:
    """`abs`; the least value keeps its bits."""
    kind, whole, _ = plain(b)
    value = b.read(1, kind)
    b.write(b.code.call(f"llvm.abs.{b.code_mangled(whole)}", b.typed(whole), (b.typed(whole), value), ("i1", "false")), kind)


def negate(b: Builder) -> None:
    """`neg`."""
    kind, whole, _ = plain(b)
    b.write(b.binary("sub", whole, b.const(0, whole), b.read(1, kind)), kind)


def extremes(b: Builder) -> None:
    """`min`, `max`, also with `.relu`."""
    kind, whole, signed = plain(b)
    name = ("s" if signed else "u") + b.op.meaning
    result = b.intrinsic(name, whole, b.read(1, kind), b.read(2, kind))
    b.write(b.intrinsic("smax", whole, result, b.const(0, whole)) if b.has("relu") else result, kind)


def with_carry(b: Builder) -> None:
    """`add.cc addc sub.cc subc mad.cc madc`; subtraction adds the complement, so its carry is 1 where nothing is borrowed."""
    kind, whole, _ = plain(b)
    opcode, width = b.op.instruction.opcode, WIDTHS[kind]
    wide = f"i{2 * width}"
    carry = b.function.graph.carry
    values = [b.read(position, kind) for position in range(1, b.count)]
    if opcode.startswith("mad"):
        values = [product(b, values[0], values[1], kind, b.has("hi")), values[2]]
    if opcode.startswith("sub"):
        values[1] = b.binary("xor", whole, values[1], b.const(-1, whole))
    first, second = (b.resize(value, whole, wide, False) for value in values)
    total = b.binary("add", wide, first, second)
    if opcode.endswith("c"):
        total = b.binary("add", wide, total, b.resize(b.register_value(carry), "i1", wide, False))
    elif opcode == "sub":
        total = b.binary("add", wide, total, b.const(1, wide))
    b.write(b.resize(total, wide, whole, False), kind)
    if b.has("cc"):
        out = b.resize(b.binary("lshr", wide, total, b.const(width, wide)), wide, "i1", False)
        b.write_register(carry, out, "pred")


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
    kind, whole, _ = plain(b)
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
    kind, whole, _ = plain(b)
    b.write(b.resize(b.intrinsic("ctpop", whole, b.read(1, kind)), whole, "i32", False), "u32")


def leading_zeros(b: Builder, value: str, whole: str) -> str:
    """Returns the zeros above the highest bit."""
    return b.code.call(f"llvm.ctlz.{b.code_mangled(whole)}", b.typed(whole), (b.typed(whole), value), ("i1", "false"))


def count_leading(b: Builder) -> None:
    """`clz`."""
    kind, whole, _ = plain(b)
    b.write(b.resize(leading_zeros(b, b.read(1, kind), whole), whole, "i32", False), "u32")


def find_leading(b: Builder) -> None:
    """`bfind`: the highest bit that differs from the sign; -1 if there is none."""
    kind, whole, signed = plain(b)
    width = WIDTHS[kind]
    value = b.read(1, kind)
    if signed:
        value = b.binary("xor", whole, value, b.binary("ashr", whole, value, b.const(width - 1, whole)))
    zeros = leading_zeros(b, value, whole)
    position = zeros if b.has("shiftamt") else b.binary("sub", whole, b.const(width - 1, whole), zeros)
    none = b.compare("eq", whole, value, b.const(0, whole))
    b.write(b.resize(b.choose(none, whole, b.const(-1, whole), position), whole, "i32", True), "u32")


def reverse(b: Builder) -> None:
    """`brev`."""
    kind, whole, _ = plain(b)
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
    kind, whole, signed = plain(b)
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
    kind, whole, _ = plain(b)
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
    kind, _, signed = plain(b)
    value, length = b.read(1, kind), limited(b, 2)
    above = b.binary("sub", "i32", b.const(32, "i32"), length)
    field = bounded(b, "ashr" if signed else "lshr", "i32", bounded(b, "shl", "i32", value, above), above)
    b.write(b.choose(b.compare("eq", "i32", length, b.const(0, "i32")), "i32", b.const(0, "i32"), field), kind)


def part(b: Builder, value: str, shift_by: int, width: int, signed: bool) -> str:
    """Returns a field of a 32-bit value, extended to 32 bits."""
    left = b.binary("shl", "i32", value, b.const(32 - width - shift_by, "i32"))
    return b.binary("ashr" if signed else "lshr", "i32", left, b.const(32 - width, "i32"))


def dot_product(b: Builder) -> None:
    """`dp4a`, `dp2a`."""
    first, second, total = (b.read(position, "u32") for position in (1, 2, 3))
    signs = b.values["atype"][0] == "s", b.values["btype"][0] == "s"
    bytes_ = b.op.meaning == "dp4a"
    start = 16 if b.has("hi") else 0
    for index in range(4 if bytes_ else 2):
        x = part(b, first, 8 * index if bytes_ else 16 * index, 8 if bytes_ else 16, signs[0])
        y = part(b, second, 8 * index + start, 8, signs[1])
        total = b.binary("add", "i32", total, b.binary("mul", "i32", x, y))
    b.write(total, "u32")


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


INTEGER_HALVES: "dict[str, Lowering]" = {
    "add": add_or_sub, "sub": add_or_sub, "mul": multiply, "div": divide, "abs": absolute, "neg": negate, "min": extremes, "max": extremes,
}  # fmt: skip
"""The integer half of meanings that floats have too."""

MEANINGS: "dict[str, Lowering]" = {
    "add_carry": with_carry, "sub_borrow": with_carry, "mad_carry": with_carry, "mul_wide": multiply_wide, "mad": multiply_add,
    "mad_wide": multiply_add_wide, "mul24": multiply_24, "mad24": multiply_24, "sad": difference_sum, "rem": remainder, "and": logic,
    "or": logic, "xor": logic, "not": invert, "cnot": logical_not, "lop3": logic_table, "shl": shift, "shr": shift, "shf": funnel,
    "popc": count_bits, "clz": count_leading, "bfind": find_leading, "brev": reverse, "bfe": extract, "bfi": insert, "bmsk": mask_bits,
    "szext": extend, "dp4a": dot_product, "dp2a": dot_product, "prmt": permute,
}  # fmt: skip
"""The meanings of integers alone, by the instruction table's key."""
