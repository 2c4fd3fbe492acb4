"""f32 and f64 values as LLVM IR: what instructions on them have in common, and the directed modes of f32.

Nearest-even is the host's own arithmetic. The directed modes of f32 go through doubles: the double nearest to the exact result is made odd
where it is not exact (round to odd), so that cutting it to f32 in any direction is cutting the exact result (Boldo and Melquiond,
"Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
"""

from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.text import float_constant

LEAST_NORMAL = {"float": 0x00800000, "double": 0x0010000000000000}
ONE = {"float": 0x3F800000, "double": 0x3FF0000000000000}
WIDTHS = {"float": 32, "double": 64}


def number(e: Expressions, kind: str, bits: int) -> str:
    """Returns a float constant by its encoding."""
    return e.const(float_constant(bits, kind), kind)


def flush(e: Expressions, kind: str, value: str) -> str:
    """Returns a value with a subnormal made a zero of its sign."""
    small = e.compare("olt", kind, e.intrinsic("fabs", kind, value), number(e, kind, LEAST_NORMAL[kind]))
    return e.choose(small, kind, e.intrinsic("copysign", kind, number(e, kind, 0), value), value)


def negated(e: Expressions, kind: str, value: str) -> str:
    """Returns the value with the other sign."""
    return e.code.let(f"fneg {e.typed(kind)} {value}")


def sign_product(e: Expressions, first: str, second: str) -> str:
    """Returns a double with the sign of a product of two."""
    signs = e.binary("xor", "i64", e.cast("bitcast", "double", first, "i64"), e.cast("bitcast", "double", second, "i64"))
    return e.cast("bitcast", "i64", signs, "double")


def saturate(e: Expressions, kind: str, value: str) -> str:
    """Returns a value limited to [+0, 1]; NaN becomes +0."""
    zero, one = number(e, kind, 0), number(e, kind, ONE[kind])
    positive = e.choose(e.compare("ogt", kind, value, zero), kind, value, zero)
    return e.choose(e.compare("ogt", kind, positive, one), kind, one, positive)


def made_odd(e: Expressions, value: str, error: str) -> str:
    """Returns the double `value` with an odd last place if it is not exact; `error` has the sign of exact minus value."""
    zero = number(e, "double", 0)
    bits = e.cast("bitcast", "double", value, "i64")
    inexact = e.compare("one", "double", error, zero)
    even = e.compare("eq", "i64", e.binary("and", "i64", bits, e.const(1, "i64")), e.const(0, "i64"))
    grows = e.binary("xor", "i1", e.compare("ogt", "double", error, zero), e.compare("slt", "i64", bits, e.const(0, "i64")))
    moved = e.binary("add", "i64", bits, e.choose(grows, "i64", e.const(1, "i64"), e.const(-1, "i64")))
    odd = e.choose(e.binary("and", "i1", inexact, even), "i64", moved, bits)
    return e.cast("bitcast", "i64", odd, "double")


def odd_sum(e: Expressions, first: str, second: str, mode: str) -> str:
    """Returns the sum of two doubles rounded to odd; an exact zero of unlike signs is -0 when rounding down."""
    total = e.binary("fadd", "double", first, second)
    back = e.binary("fsub", "double", total, first)
    lost = e.binary("fsub", "double", first, e.binary("fsub", "double", total, back))
    error = e.binary("fadd", "double", lost, e.binary("fsub", "double", second, back))
    result = made_odd(e, total, error)
    if mode != "rm":
        return result
    signs = e.binary("xor", "i64", e.cast("bitcast", "double", first, "i64"), e.cast("bitcast", "double", second, "i64"))
    unlike = e.compare("slt", "i64", signs, e.const(0, "i64"))
    zero = e.compare("oeq", "double", total, number(e, "double", 0))
    return e.choose(e.binary("and", "i1", unlike, zero), "double", number(e, "double", 1 << 63), result)


def to_single(e: Expressions, value: str, mode: str) -> str:
    """Returns a double rounded to f32 in any mode."""
    nearest = e.cast("fptrunc", "double", value, "float")
    if mode == "rn":
        return nearest
    back = e.cast("fpext", "float", nearest, "double")
    bits = e.cast("bitcast", "float", nearest, "i32")
    negative = e.compare("slt", "i32", bits, e.const(0, "i32"))
    inward, outward = e.binary("sub", "i32", bits, e.const(1, "i32")), e.binary("add", "i32", bits, e.const(1, "i32"))
    if mode == "rz":
        wrong = e.compare("ogt", "double", e.intrinsic("fabs", "double", back), e.intrinsic("fabs", "double", value))
        moved = inward
    else:
        wrong = e.compare("ogt" if mode == "rm" else "olt", "double", back, value)
        moved = e.choose(negative, "i32", outward, inward) if mode == "rm" else e.choose(negative, "i32", inward, outward)
    return e.cast("bitcast", "i32", e.choose(wrong, "i32", moved, bits), "float")


def widened(e: Expressions, values: list[str]) -> list[str]:
    """Returns f32 values as doubles."""
    return [e.cast("fpext", "float", value, "double") for value in values]
