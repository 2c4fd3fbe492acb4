"""Floating-point encodings as LLVM IR on integers: decoding, rounding once in any mode to any format, and what formats have in common.

A finite value is a sign, a significand and an exponent, as vectors or scalars of one integer type: `i32` where 30 bits are enough for the
significand, else `i64`. Nothing here depends on what the host's floats can do.
"""

from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.text import BITS
from ptx.vm.formats import Format


class Parts:
    """A finite value: `negative` (i1), and `significand * 2**exponent`; `sticky` (i1 or "") if the value is a little larger."""

    __slots__ = ("exponent", "kind", "negative", "significand", "sticky")

    def __init__(self, kind: str, negative: str, significand: str, exponent: str, sticky: str = "") -> None:
        self.kind = kind
        self.negative = negative
        self.significand = significand
        self.exponent = exponent
        self.sticky = sticky


def working_kind(*formats: Format) -> str:
    """Returns the integer type in which encodings of some formats are worked on."""
    return "i64" if any(form.bits > 32 for form in formats) else "i32"


def magnitude(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """Returns an encoding without its sign."""
    return e.binary("and", kind, bits, e.const(form.sign_bit - 1, kind))


def is_negative(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """Whether the sign of an encoding is set."""
    return e.compare("ne", kind, e.binary("and", kind, bits, e.const(form.sign_bit, kind)), e.const(0, kind))


def is_nan(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """Whether an encoding is a NaN."""
    return e.compare("ugt" if form.has_infinity else "uge", kind, magnitude(e, form, kind, bits), e.const(form.infinite, kind))


def signed(e: Expressions, form: Format, kind: str, negative: str, bits: str) -> str:
    """Returns an encoding with the sign set where `negative` holds."""
    return e.binary("or", kind, bits, e.choose(negative, kind, e.const(form.sign_bit, kind), e.const(0, kind)))


def flushed(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """Returns an encoding with a subnormal made a zero of its sign."""
    small = e.compare("ult", kind, magnitude(e, form, kind, bits), e.const(1 << (form.precision - 1), kind))
    return e.choose(small, kind, e.binary("and", kind, bits, e.const(form.sign_bit, kind)), bits)


def without_negative(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """`.relu`: +0 for negative numbers; NaN stays."""
    drops = e.binary("and", "i1", is_negative(e, form, kind, bits), e.binary("xor", "i1", is_nan(e, form, kind, bits), e.const("true", "i1")))
    return e.choose(drops, kind, e.const(0, kind), bits)


def saturated(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """`.sat`: limited to [+0, 1]; NaN becomes +0."""
    one = (-form.least_exponent - form.precision + 2) << (form.precision - 1)
    drops = e.binary("or", "i1", is_negative(e, form, kind, bits), is_nan(e, form, kind, bits))
    return e.choose(drops, kind, e.const(0, kind), e.intrinsic("umin", kind, bits, e.const(one, kind)))


def limited_to_finite(e: Expressions, form: Format, kind: str, bits: str) -> str:
    """`.satfinite` of what is no NaN: an infinity, or what stands for one, becomes the largest finite number."""
    over = e.compare("eq", kind, magnitude(e, form, kind, bits), e.const(form.infinite, kind))
    return e.choose(over, kind, e.binary("sub", kind, bits, e.const(1, kind)), bits)


def decoded(e: Expressions, form: Format, kind: str, bits: str) -> Parts:
    """Returns the value of a finite encoding."""
    size = magnitude(e, form, kind, bits)
    field = e.binary("lshr", kind, size, e.const(form.precision - 1, kind))
    fraction = e.binary("and", kind, size, e.const((1 << (form.precision - 1)) - 1, kind))
    normal = e.compare("ne", kind, field, e.const(0, kind))
    hidden = e.choose(normal, kind, e.const(1 << (form.precision - 1), kind), e.const(0, kind))
    above = e.intrinsic("umax", kind, field, e.const(1, kind))
    exponent = e.binary("add", kind, above, e.const(form.least_exponent - 1, kind))
    return Parts(kind, is_negative(e, form, kind, bits), e.binary("or", kind, fraction, hidden), exponent)


def leading_zeros(e: Expressions, kind: str, value: str) -> str:
    """Returns the zeros above the highest bit of a value that is not 0 (else anything)."""
    return e.code.call(f"llvm.ctlz.{e.code_mangled(kind)}", e.typed(kind), (e.typed(kind), value), ("i1", "false"))


def normalised(e: Expressions, parts: Parts) -> Parts:
    """Returns the value with the highest bit of the significand just below the sign bit of its type (zero stays zero)."""
    kind = parts.kind
    least = e.intrinsic("umin", kind, leading_zeros(e, kind, parts.significand), e.const(BITS[kind] - 1, kind))
    by = e.binary("sub", kind, least, e.const(1, kind))
    significand = e.binary("shl", kind, parts.significand, by)
    return Parts(kind, parts.negative, significand, e.binary("sub", kind, parts.exponent, by), parts.sticky)


def rounded(e: Expressions, form: Format, mode: str, parts: Parts) -> str:
    """Returns the encoding of a finite value rounded once by `rn rna rz rm rp`.

    The significand is less than half of its type's range; with `sticky` it has at least two bits more than the format's precision.
    """
    kind, zero, one = parts.kind, e.const(0, parts.kind), e.const(1, parts.kind)
    value = normalised(e, parts)
    top = BITS[kind] - 1
    lowest = e.binary("add", kind, value.exponent, e.const(top - form.precision, kind))
    last = e.intrinsic("smax", kind, lowest, e.const(form.least_exponent, kind))
    shift = e.binary("sub", kind, last, value.exponent)
    far = e.compare("sgt", kind, shift, e.const(top, kind))
    shift = e.intrinsic("smin", kind, shift, e.const(top, kind))
    kept = e.binary("lshr", kind, value.significand, shift)
    rest = e.binary("sub", kind, value.significand, e.binary("shl", kind, kept, shift))
    half = e.binary("shl", kind, one, e.binary("sub", kind, shift, one))
    grows = grows_by_one(e, mode, value, kept, rest, half, far)
    kept = e.binary("add", kind, kept, e.cast("zext", "i1", grows, kind))
    base = e.binary("shl", kind, e.binary("sub", kind, last, e.const(form.least_exponent, kind)), e.const(form.precision - 1, kind))
    bits = e.binary("add", kind, base, kept)
    largest = limit(e, form, mode, value)
    bits = e.choose(e.compare("uge", kind, bits, e.const(form.infinite, kind)), kind, largest, bits)
    bits = e.choose(e.compare("eq", kind, value.significand, zero), kind, zero, bits)
    return signed(e, form, kind, value.negative, bits)


def grows_by_one(e: Expressions, mode: str, value: Parts, kept: str, rest: str, half: str, far: str) -> str:
    """Whether the kept magnitude grows by one, given the part that is cut off; `far`: it is less than half of the last place."""
    kind = value.kind
    inexact = e.compare("ne", kind, rest, e.const(0, kind))
    if value.sticky:
        inexact = e.binary("or", "i1", inexact, value.sticky)
    if mode == "rz":
        return e.const("false", "i1")
    if mode in ("rm", "rp"):
        outward = value.negative if mode == "rm" else e.binary("xor", "i1", value.negative, e.const("true", "i1"))
        return e.binary("and", "i1", inexact, outward)
    near = e.binary("xor", "i1", far, e.const("true", "i1"))
    if mode == "rna":
        return e.binary("and", "i1", near, e.compare("uge", kind, rest, half))
    breaks = e.compare("ne", kind, e.binary("and", kind, kept, e.const(1, kind)), e.const(0, kind))
    if value.sticky:
        breaks = e.binary("or", "i1", breaks, value.sticky)
    tie = e.binary("and", "i1", e.compare("eq", kind, rest, half), breaks)
    return e.binary("and", "i1", near, e.binary("or", "i1", e.compare("ugt", kind, rest, half), tie))


def limit(e: Expressions, form: Format, mode: str, value: Parts) -> str:
    """Returns the magnitude that stands for a number beyond the largest finite one."""
    kind = value.kind
    infinite, largest = e.const(form.infinite, kind), e.const(form.infinite - 1, kind)
    match mode:
        case "rz":
            return largest
        case "rm":
            return e.choose(value.negative, kind, infinite, largest)
        case "rp":
            return e.choose(value.negative, kind, largest, infinite)
    return infinite


def reformatted(e: Expressions, source: Format, target: Format, mode: str, kind: str, bits: str) -> str:
    """Returns an encoding of one format rounded to another; NaN becomes the target's canonical one."""
    finite = rounded(e, target, mode, decoded(e, source, kind, bits))
    result = finite
    if source.has_infinity:
        infinite = e.compare("eq", kind, magnitude(e, source, kind, bits), e.const(source.infinite, kind))
        endless = signed(e, target, kind, is_negative(e, source, kind, bits), e.const(target.infinite, kind))
        result = e.choose(infinite, kind, endless, finite)
    return e.choose(is_nan(e, source, kind, bits), kind, e.const(target.nan, kind), result)


def from_integer(e: Expressions, form: Format, mode: str, value: str, is_signed: bool) -> str:
    """Returns the encoding (an i64) of a 64-bit integer rounded by a mode; zero is +0."""
    kind = "i64"
    negative = e.compare("slt", kind, value, e.const(0, kind)) if is_signed else e.const("false", "i1")
    size = e.choose(negative, kind, e.binary("sub", kind, e.const(0, kind), value), value) if is_signed else value
    zeros = e.intrinsic("umin", kind, leading_zeros(e, kind, size), e.const(63, kind))
    high = e.binary("shl", kind, size, zeros)
    lost = e.compare("ne", kind, e.binary("and", kind, high, e.const(1, kind)), e.const(0, kind))
    exponent = e.binary("sub", kind, e.const(1, kind), zeros)
    return rounded(e, form, mode, Parts(kind, negative, e.binary("lshr", kind, high, e.const(1, kind)), exponent, lost))
