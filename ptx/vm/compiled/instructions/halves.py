"""f16 and bf16 instructions, single and packed, as LLVM IR on encodings: rounded once, canonical NaN, no function of a library.

Every f16 and bf16 value is an f32. Sums, differences and products of two are rounded to f32 and again to the short format, which is
rounding once, because 24 bits are at least 2 * 11 + 2 (Figueroa, "When is double rounding innocuous?", 1995). A fused multiply-add goes
through doubles: the product is exact, the sum is rounded to odd.
"""

from ptx.vm.compiled.instructions.packed import each_element
from ptx.vm.compiled.instructions.rounding import flushed, is_nan, is_negative, reformatted, saturated, signed, without_negative
from ptx.vm.compiled.instructions.singles import odd_sum
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.formats import BF16, F16, F32, F64, Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.compiled.ir.builder import Lowering

    Function: TypeAlias = "Callable[[Builder, Format, list[str]], str]"
    """From the encodings of the operands to that of the result, before `.relu`, `.ftz` and `.sat`."""

HALF_FORMATS = {"f16": F16, "f16x2": F16, "bf16": BF16, "bf16x2": BF16}
"""The format of the elements of each type."""
SHORT = "i16"


def as_single(e: Expressions, form: Format, bits: str) -> str:
    """Returns the f32 that an encoding stands for."""
    wide = e.resize(bits, SHORT, "i32", False)
    if form is BF16:
        return e.cast("bitcast", "i32", e.binary("shl", "i32", wide, e.const(16, "i32")), "float")
    if e.halves:
        return e.cast("fpext", "half", e.cast("bitcast", SHORT, bits, "half"), "float")
    size = e.binary("shl", "i32", e.binary("and", "i32", wide, e.const(0x7FFF, "i32")), e.const(13, "i32"))
    scaled = e.binary("fmul", "float", e.cast("bitcast", "i32", size, "float"), e.const("0x46F0000000000000", "float"))
    endless = e.binary("or", "i32", size, e.const(0x7F800000, "i32"))
    above = e.compare("uge", "i32", size, e.const(0x7C00 << 13, "i32"))
    finite = e.cast("bitcast", "float", scaled, "i32")
    sign = e.binary("shl", "i32", e.binary("and", "i32", wide, e.const(0x8000, "i32")), e.const(16, "i32"))
    return e.cast("bitcast", "i32", e.binary("or", "i32", e.choose(above, "i32", endless, finite), sign), "float")


def from_single(e: Expressions, form: Format, value: str, mode: str = "rn") -> str:
    """Returns the encoding of an f32 rounded to a short format."""
    bits = e.cast("bitcast", "float", value, "i32")
    if form is F16 and e.halves and mode == "rn":
        short = e.cast("bitcast", "half", e.cast("fptrunc", "float", value, "half"), SHORT)
        return e.choose(e.compare("uno", "float", value, value), SHORT, e.const(form.nan, SHORT), short)
    if form is BF16 and mode == "rn":
        return _nearest_bfloat(e, value, bits)
    return e.resize(reformatted(e, F32, form, mode, "i32", bits), "i32", SHORT, False)


def _nearest_bfloat(e: Expressions, value: str, bits: str) -> str:
    """Returns the upper half after adding a little less than half of its last place, or half if it is odd."""
    upper = e.binary("lshr", "i32", bits, e.const(16, "i32"))
    odd = e.binary("and", "i32", upper, e.const(1, "i32"))
    moved = e.binary("add", "i32", bits, e.binary("add", "i32", odd, e.const(0x7FFF, "i32")))
    short = e.resize(e.binary("lshr", "i32", moved, e.const(16, "i32")), "i32", SHORT, False)
    return e.choose(e.compare("uno", "float", value, value), SHORT, e.const(BF16.nan, SHORT), short)


def from_double(e: Expressions, form: Format, value: str, mode: str = "rn") -> str:
    """Returns the encoding of a double rounded to a short format."""
    bits = e.cast("bitcast", "double", value, "i64")
    return e.resize(reformatted(e, F64, form, mode, "i64", bits), "i64", SHORT, False)


# --- instructions --------------------------------------------------------------------------------------------------------------------


def on_halves(count: int, function: "Function") -> "Lowering":
    """Returns the meaning of an instruction: the function with the modifiers of the instruction around it."""

    def meaning(b: Builder) -> None:
        if b.has("oob"):
            raise b.refuse("the out-of-bounds NaN of tensor copies")
        form = HALF_FORMATS[b.type]
        each_element(b, count, lambda bits: _finished(b, form, function(b, form, _flushed_operands(b, form, bits))))

    return meaning


def _flushed_operands(b: Builder, form: Format, bits: list[str]) -> list[str]:
    return [flushed(b, form, SHORT, each) for each in bits] if b.has("ftz") else bits


def _finished(b: Builder, form: Format, result: str) -> str:
    if b.has("relu"):
        result = without_negative(b, form, SHORT, result)
    if b.has("ftz"):
        result = flushed(b, form, SHORT, result)
    return saturated(b, form, SHORT, result) if b.has("sat") else result


def arithmetic(b: Builder, form: Format, bits: list[str]) -> str:
    """`add`, `sub`, `mul`."""
    first, second = (as_single(b, form, each) for each in bits)
    return from_single(b, form, b.binary("f" + b.op.meaning, "float", first, second))


def fused(b: Builder, form: Format, bits: list[str]) -> str:
    """`fma`."""
    x, y, z = (b.cast("fpext", "float", as_single(b, form, each), "double") for each in bits)
    return from_double(b, form, odd_sum(b, b.binary("fmul", "double", x, y), z, "rn"))


def sign_operation(b: Builder, form: Format, bits: list[str]) -> str:
    """`neg`, `abs`."""
    if b.op.meaning == "neg":
        result = b.binary("xor", SHORT, bits[0], b.const(form.sign_bit, SHORT))
    else:
        result = b.binary("and", SHORT, bits[0], b.const(form.sign_bit - 1, SHORT))
    return b.choose(is_nan(b, form, SHORT, bits[0]), SHORT, b.const(form.nan, SHORT), result)


def extreme(b: Builder, form: Format, bits: list[str]) -> str:
    """`min`, `max`: -0 is less than +0; NaN is ignored, or wins with `.NaN`; with `.xorsign.abs` of magnitudes."""
    first, second = bits
    numbers = [b.binary("and", SHORT, each, b.const(form.sign_bit - 1, SHORT)) for each in bits] if b.has("abs") else bits
    orders = [_ordered(b, form, each) for each in numbers]
    takes = b.compare("slt" if b.op.meaning == "min" else "sgt", SHORT, *orders)
    missing = [is_nan(b, form, SHORT, each) for each in bits]
    takes = b.binary("and", "i1", b.binary("or", "i1", takes, missing[1]), b.binary("xor", "i1", missing[0], b.const("true", "i1")))
    result = b.choose(takes, SHORT, *numbers)
    if b.has("abs"):
        result = signed(b, form, SHORT, is_negative(b, form, SHORT, b.binary("xor", SHORT, first, second)), result)
    none = b.binary("or" if b.has("NaN") else "and", "i1", *missing)
    return b.choose(none, SHORT, b.const(form.nan, SHORT), result)


def _ordered(b: Builder, form: Format, bits: str) -> str:
    """Returns an integer that orders numbers by value, with -0 below +0."""
    sign = b.binary("ashr", SHORT, bits, b.const(15, SHORT))
    return b.binary("xor", SHORT, bits, b.binary("and", SHORT, sign, b.const(form.sign_bit - 1, SHORT)))


MEANINGS: "dict[str, Lowering]" = {
    "add": on_halves(2, arithmetic), "sub": on_halves(2, arithmetic), "mul": on_halves(2, arithmetic), "fma": on_halves(3, fused),
    "neg": on_halves(1, sign_operation), "abs": on_halves(1, sign_operation), "min": on_halves(2, extreme), "max": on_halves(2, extreme),
}  # fmt: skip
"""The f16 and bf16 part of meanings that other types have too."""
