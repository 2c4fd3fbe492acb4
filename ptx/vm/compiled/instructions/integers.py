"""Integer arithmetic as LLVM IR: after each instruction the destination holds what PTX ISA says for every operand.

LLVM leaves division by zero and overflow of the least value undefined; here each has PTX's result (and where the manual leaves it open, the
one that current hardware gives, as `ptx.vm.integer` says).
"""

from ptx.vm.compiled.instructions.packed import each_element, is_packed
from ptx.vm.compiled.ir.builder import Builder, integer_of
from ptx.vm.compiled.ir.text import BITS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering


def plain(b: Builder) -> tuple[str, str, bool]:
    """Returns the PTX type, the LLVM type, and whether it is signed."""
    return b.type, integer_of(b.type), b.type[0] == "s"


def add_or_sub(b: Builder) -> None:
    """`add`, `sub`, also saturating, and of packed halves."""
    kind, whole, _ = plain(b)
    name = b.op.meaning
    if is_packed(kind):
        each_element(b, 2, lambda bits: b.binary(name, "i16", *bits))
        return
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
    """`min`, `max`, also with `.relu`, and of packed halves."""
    name = ("s" if b.type[0] == "s" else "u") + b.op.meaning
    whole = "i16" if is_packed(b.type) else integer_of(b.type)

    def extreme(bits: list[str]) -> str:
        result = b.intrinsic(name, whole, *bits)
        return b.intrinsic("smax", whole, result, b.const(0, whole)) if b.has("relu") else result

    each_element(b, 2, extreme)


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


INTEGER_HALVES: "dict[str, Lowering]" = {
    "add": add_or_sub, "sub": add_or_sub, "mul": multiply, "div": divide, "abs": absolute, "neg": negate, "min": extremes, "max": extremes,
}  # fmt: skip
"""The integer half of meanings that floats have too."""

MEANINGS: "dict[str, Lowering]" = {
    "add_carry": with_carry, "sub_borrow": with_carry, "mad_carry": with_carry, "mul_wide": multiply_wide, "mad": multiply_add,
    "mad_wide": multiply_add_wide, "mul24": multiply_24, "mad24": multiply_24, "sad": difference_sum, "rem": remainder, "dp4a": dot_product,
    "dp2a": dot_product,
}  # fmt: skip
"""The meanings of integers alone, by the instruction table's key."""
