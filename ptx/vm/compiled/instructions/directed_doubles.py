"""f64 arithmetic in the modes `.rz .rm .rp`: exact integers, rounded once.

It is rare, so it is called lane by lane. Infinities, NaN and exact zeros are what the host's arithmetic gives in every mode.
"""

from ptx.vm.compiled.instructions.rounding import Parts, decoded, is_negative, magnitude, normalised, rounded
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.formats import F64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptx.vm.compiled.ir.lanewise import Body

WHOLE = "i64"
ZERO_EXPONENT = -100000
"""The exponent of a zero in a sum: below that of every other number."""
ROOM = 126
"""Bits to which the operands of a sum are shifted."""


def encoding(e: Expressions, value: str) -> str:
    """Returns the bits of a double."""
    return e.cast("bitcast", "double", value, WHOLE)


def unusual(e: Expressions, bits: "Sequence[str]") -> str:
    """Whether an operand is no finite number."""
    found = e.const("false", "i1")
    for each in bits:
        endless = e.compare("uge", WHOLE, magnitude(e, F64, WHOLE, each), e.const(F64.infinite, WHOLE))
        found = e.binary("or", "i1", found, endless)
    return found


def full(e: Expressions, bits: str) -> Parts:
    """Returns a finite value with a significand of exactly 53 bits (or zero)."""
    value = normalised(e, decoded(e, F64, WHOLE, bits))
    significand = e.binary("lshr", WHOLE, value.significand, e.const(10, WHOLE))
    return Parts(WHOLE, value.negative, significand, e.binary("add", WHOLE, value.exponent, e.const(10, WHOLE)))


def fused(mode: str) -> "Body":
    """Returns first * second + third."""

    def body(e: Expressions, operands: "Sequence[str]") -> str:
        bits = [encoding(e, operand) for operand in operands]
        first, second, third = (full(e, each) for each in bits)
        product = wide_product(e, first, second)
        result = encoding(e, rounded_sum(e, mode, product, widened(e, third, ROOM - 53)))
        usual = encoding(e, e.intrinsic("fma", "double", *operands))
        return e.cast("bitcast", WHOLE, e.choose(unusual(e, bits), WHOLE, usual, result), "double")

    return body


def wide_product(e: Expressions, first: Parts, second: Parts) -> Parts:
    """Returns a product with a significand of 125 or 126 bits."""
    whole = e.binary("mul", "i128", e.resize(first.significand, WHOLE, "i128", False), e.resize(second.significand, WHOLE, "i128", False))
    negative = e.binary("xor", "i1", first.negative, second.negative)
    exponent = e.binary("add", WHOLE, first.exponent, second.exponent)
    return shifted(e, negative, whole, exponent, ROOM - 106)


def widened(e: Expressions, value: Parts, by: int) -> Parts:
    """Returns a value with its significand shifted up."""
    return shifted(e, value.negative, e.resize(value.significand, WHOLE, "i128", False), value.exponent, by)


def shifted(e: Expressions, negative: str, significand: str, exponent: str, by: int) -> Parts:
    zero = e.compare("eq", "i128", significand, e.const(0, "i128"))
    lower = e.binary("sub", WHOLE, exponent, e.const(by, WHOLE))
    exponent = e.choose(zero, WHOLE, e.const(ZERO_EXPONENT, WHOLE), lower)
    return Parts("i128", negative, e.binary("shl", "i128", significand, e.const(by, "i128")), exponent)


def rounded_sum(e: Expressions, mode: str, first: Parts, second: Parts) -> str:
    """Returns the sum of two values of 128 bits as a double; an exact zero of unlike signs is -0 only when rounding down."""
    exponent = e.intrinsic("smax", WHOLE, first.exponent, second.exponent)
    a, b = (lowered(e, each, exponent) for each in (first, second))
    unlike = e.binary("xor", "i1", first.negative, second.negative)
    less = e.compare("ult", "i128", a, b)
    difference = e.choose(less, "i128", e.binary("sub", "i128", b, a), e.binary("sub", "i128", a, b))
    total = e.choose(unlike, "i128", difference, e.binary("add", "i128", a, b))
    negative = e.choose(e.binary("and", "i1", unlike, less), "i1", second.negative, first.negative)
    none = e.compare("eq", "i128", total, e.const(0, "i128"))
    of_zero = e.choose(unlike, "i1", e.const("true" if mode == "rm" else "false", "i1"), first.negative)
    negative = e.choose(none, "i1", of_zero, negative)
    return e.cast("bitcast", WHOLE, rounded(e, F64, mode, narrowed(e, negative, total, exponent)), "double")


def lowered(e: Expressions, value: Parts, exponent: str) -> str:
    """Returns the significand for another, higher exponent; what is lost is kept as a last bit that is 1."""
    by = e.intrinsic("umin", WHOLE, e.binary("sub", WHOLE, exponent, value.exponent), e.const(127, WHOLE))
    amount = e.resize(by, WHOLE, "i128", False)
    down = e.binary("lshr", "i128", value.significand, amount)
    lost = e.compare("ne", "i128", e.binary("shl", "i128", down, amount), value.significand)
    return e.binary("or", "i128", down, e.cast("zext", "i1", lost, "i128"))


def narrowed(e: Expressions, negative: str, significand: str, exponent: str) -> Parts:
    """Returns a value of 128 bits with a significand of 63."""
    zeros = e.code.call("llvm.ctlz.i128", "i128", ("i128", significand), ("i1", "false"))
    by = e.intrinsic("umin", "i128", zeros, e.const(127, "i128"))
    high = e.binary("shl", "i128", significand, by)
    top = e.resize(e.binary("lshr", "i128", high, e.const(65, "i128")), "i128", WHOLE, False)
    rest = e.binary("and", "i128", high, e.const((1 << 65) - 1, "i128"))
    lost = e.compare("ne", "i128", rest, e.const(0, "i128"))
    up = e.binary("sub", WHOLE, e.const(65, WHOLE), e.resize(by, "i128", WHOLE, False))
    return Parts(WHOLE, negative, top, e.binary("add", WHOLE, exponent, up), lost)


DIGITS, STEPS = 10, 6
"""A quotient has a first bit and `STEPS` times `DIGITS` more."""


def quotient(mode: str) -> "Body":
    """Returns first / second: long division, ten bits at a time."""

    def body(e: Expressions, operands: "Sequence[str]") -> str:
        bits = [encoding(e, operand) for operand in operands]
        first, second = (full(e, each) for each in bits)
        divisor = e.intrinsic("umax", WHOLE, second.significand, e.const(1, WHOLE))
        result = e.binary("udiv", WHOLE, first.significand, divisor)
        rest = e.binary("urem", WHOLE, first.significand, divisor)
        for _ in range(STEPS):
            rest = e.binary("shl", WHOLE, rest, e.const(DIGITS, WHOLE))
            digits = e.binary("udiv", WHOLE, rest, divisor)
            rest = e.binary("urem", WHOLE, rest, divisor)
            result = e.binary("or", WHOLE, e.binary("shl", WHOLE, result, e.const(DIGITS, WHOLE)), digits)
        exponent = e.binary("sub", WHOLE, e.binary("sub", WHOLE, first.exponent, second.exponent), e.const(DIGITS * STEPS, WHOLE))
        negative = e.binary("xor", "i1", first.negative, second.negative)
        sticky = e.compare("ne", WHOLE, rest, e.const(0, WHOLE))
        found = rounded(e, F64, mode, Parts(WHOLE, negative, result, exponent, sticky))
        zeros = [e.compare("eq", WHOLE, each.significand, e.const(0, WHOLE)) for each in (first, second)]
        special = e.binary("or", "i1", unusual(e, bits), e.binary("or", "i1", *zeros))
        usual = encoding(e, e.binary("fdiv", "double", *operands))
        return e.cast("bitcast", WHOLE, e.choose(special, WHOLE, usual, found), "double")

    return body


def square_root(mode: str) -> "Body":
    """Returns the root: the host's, which is one too large or right as an integer of 53 bits, and whether it is exact."""

    def body(e: Expressions, operands: "Sequence[str]") -> str:
        (bits,) = (encoding(e, operand) for operand in operands)
        value = full(e, bits)
        odd = e.binary("and", WHOLE, value.exponent, e.const(1, WHOLE))
        significand = e.binary("shl", WHOLE, value.significand, odd)
        exponent = e.binary("sub", WHOLE, value.exponent, odd)
        near = e.intrinsic("sqrt", "double", e.cast("uitofp", WHOLE, significand, "double"))
        scaled = e.binary("fmul", "double", near, e.const("0x4190000000000000", "double"))
        root = e.cast("fptoui", "double", scaled, WHOLE)
        wide = e.binary("shl", "i128", e.resize(significand, WHOLE, "i128", False), e.const(52, "i128"))
        above = e.compare("ugt", "i128", squared(e, root), wide)
        root = e.choose(above, WHOLE, e.binary("sub", WHOLE, root, e.const(1, WHOLE)), root)
        inexact = e.compare("ne", "i128", squared(e, root), wide)
        half = e.binary("ashr", WHOLE, e.binary("sub", WHOLE, exponent, e.const(52, WHOLE)), e.const(1, WHOLE))
        found = rounded(e, F64, mode, Parts(WHOLE, e.const("false", "i1"), root, half, inexact))
        zero = e.compare("eq", WHOLE, magnitude(e, F64, WHOLE, bits), e.const(0, WHOLE))
        special = e.binary("or", "i1", e.binary("or", "i1", unusual(e, [bits]), zero), is_negative(e, F64, WHOLE, bits))
        usual = encoding(e, e.intrinsic("sqrt", "double", *operands))
        return e.cast("bitcast", WHOLE, e.choose(special, WHOLE, usual, found), "double")

    return body


def squared(e: Expressions, root: str) -> str:
    """Returns the square of an i64, in 128 bits."""
    wide = e.resize(root, WHOLE, "i128", False)
    return e.binary("mul", "i128", wide, wide)


__all__ = ["fused", "quotient", "square_root"]
