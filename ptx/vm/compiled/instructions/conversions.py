"""`cvt` as LLVM IR, between every pair of types that the instruction table has, with every modifier.

Between integers, f32 and f64 the host's own conversions do the work where they round alike; everything else goes through encodings
(`rounding`).
"""

from ptx.vm.compiled.instructions.halves import SHORT, as_single, from_single
from ptx.vm.compiled.instructions.packed import elements, joined
from ptx.vm.compiled.instructions.rounding import (
    flushed,
    from_integer,
    is_nan,
    limited_to_finite,
    reformatted,
    saturated,
    without_negative,
    working_kind,
)
from ptx.vm.compiled.instructions.singles import flush, saturate, to_single
from ptx.vm.compiled.ir.builder import FLOAT_TYPES, Builder, integer_of
from ptx.vm.compiled.ir.text import BITS, float_constant
from ptx.vm.formats import BF16, E4M3, E5M2, F16, F32, F64, TF32, Format
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering

FORMATS: dict[str, Format] = {"f16": F16, "bf16": BF16, "tf32": TF32, "f32": F32, "f64": F64, "e4m3": E4M3, "e5m2": E5M2}
"""The floating types, elements of packed types included."""
INTEGRAL = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
MODES = ("rn", "rz", "rm", "rp", "rna")
TENSOR_SHIFT = 13
"""A tf32 stands in the upper 19 bits of its register."""


def types_of(b: Builder) -> tuple[str, str]:
    """Returns the destination's and the source's type."""
    destination, source = b.op.instruction.name.split(".")[-2:]
    for kind in (destination, source):
        if kind.removesuffix("x2") not in FORMATS and kind[0] not in "us":
            raise b.refuse(f"conversion from .{source} to .{destination}")
    return destination, source


def mode_of(b: Builder) -> str:
    """Returns the rounding mode; `rn` if there is none."""
    return next((word for word in b.op.instruction.name.split(".") if word in MODES), "rn")


def convert(b: Builder) -> None:
    """`cvt` of one operand."""
    destination, source = types_of(b)
    if source.endswith("x2"):
        convert_two(b, destination, source)
    elif destination in FORMATS and source in FORMATS:
        convert_floats(b, destination, source)
    elif source in FORMATS:
        float_to_integer(b, destination, source)
    elif destination in FORMATS:
        integer_to_float(b, destination, source)
    else:
        integer_to_integer(b, destination, source)


# --- integers ------------------------------------------------------------------------------------------------------------------------


def integer_to_integer(b: Builder, destination: str, source: str) -> None:
    """Extends by the source's sign, or cuts; `.sat` limits first."""
    have, want, signed = integer_of(source), integer_of(destination), source[0] == "s"
    value = b.read(1, source, wider=True)
    if not b.has("sat"):
        b.write(b.resize(value, have, want, signed), destination, wider=True)
        return
    wide = f"i{max(BITS[have], BITS[want]) + 1}"
    value = b.code.let(f"{'sext' if signed else 'zext'} {b.typed(have)} {value} to {b.typed(wide)}")
    low, high = (-(1 << BITS[want] - 1), (1 << BITS[want] - 1) - 1) if destination[0] == "s" else (0, (1 << BITS[want]) - 1)
    for name, limit in (("smax", low), ("smin", high)):
        value = b.code.call(f"llvm.{name}.{b.code_mangled(wide)}", b.typed(wide), (b.typed(wide), value), (b.typed(wide), b.const(limit, wide)))
    b.write(b.code.let(f"trunc {b.typed(wide)} {value} to {b.typed(want)}"), destination, wider=True)


def float_to_integer(b: Builder, destination: str, source: str) -> None:
    """Rounds to an integer, limited to the destination's range; NaN is 0, or 1 << (width - 1) where a 64-bit type is on either side."""
    want = integer_of(destination)
    whole, value = source_number(b, source)
    mode = next(word for word in b.op.instruction.name.split(".") if word in INTEGRAL)
    rounded = b.intrinsic(INTEGRAL[mode], whole, value)
    result = limited_integer(b, whole, rounded, want, destination[0] == "s")
    if source == "f64" or BITS[want] == 64:
        nan = b.compare("uno", whole, value, value)
        result = b.choose(nan, want, b.const(1 << BITS[want] - 1, want), result)
    b.write(result, destination, wider=True)


def limited_integer(b: Builder, whole: str, value: str, want: str, signed: bool) -> str:
    """Returns an integral float as an integer, limited to its range; NaN is 0.

    LLVM has an intrinsic for it, which becomes a chain of scalar instructions for each lane.
    """
    bits = BITS[want] - signed
    low, high = power_of_two(b, whole, bits, True) if signed else b.const("0.0", whole), power_of_two(b, whole, bits, False)
    inside = b.binary("and", "i1", b.compare("oge", whole, value, low), b.compare("olt", whole, value, high))
    number = b.cast("fptosi" if signed else "fptoui", whole, b.choose(inside, whole, value, b.const("0.0", whole)), want)
    below = b.choose(b.compare("olt", whole, value, low), want, b.const(-(1 << bits), want), b.const(0, want)) if signed else b.const(0, want)
    outside = b.choose(b.compare("oge", whole, value, high), want, b.const((1 << bits) - 1, want), below)
    return b.choose(inside, want, number, outside)


def power_of_two(b: Builder, whole: str, exponent: int, negative: bool) -> str:
    """Returns a constant power of two, or its negative."""
    bias, fraction = (127, 23) if whole == "float" else (1023, 52)
    return b.const(float_constant((int(negative) << BITS[whole] - 1) | (bias + exponent) << fraction, whole), whole)


def source_number(b: Builder, source: str) -> tuple[str, str]:
    """Returns the operand as a number of the host: its LLVM type, and the value after `.ftz`."""
    if source in ("f16", "bf16"):
        return "float", as_single(b, FORMATS[source], b.read(1, "b16", wider=True))
    whole = FLOAT_TYPES[source]
    value = b.read(1, source, wider=True)
    return whole, flush(b, whole, value) if b.has("ftz") and source == "f32" else value


def integer_to_float(b: Builder, destination: str, source: str) -> None:
    """Rounds an integer."""
    form, have, mode, signed = FORMATS[destination], integer_of(source), mode_of(b), source[0] == "s"
    value = b.read(1, source, wider=True)
    if destination in FLOAT_TYPES and (mode == "rn" or BITS[have] < form.precision):
        whole = FLOAT_TYPES[destination]
        result = b.cast("sitofp" if signed else "uitofp", have, value, whole)
        b.write(saturate(b, whole, result) if b.has("sat") else result, destination, wider=True, arithmetic=True)
        return
    bits = from_integer(b, form, mode, b.resize(value, have, "i64", signed), signed)
    write_encoding(b, destination, "i64", saturated(b, form, "i64", bits) if b.has("sat") else bits)


def write_encoding(b: Builder, destination: str, kind: str, bits: str) -> None:
    """Writes an encoding that is worked on in an integer type."""
    width = 32 if destination == "tf32" else WIDTHS[destination]
    b.write(b.resize(bits, kind, f"i{width}", False), f"b{width}", wider=True)


# --- floats --------------------------------------------------------------------------------------------------------------------------


def convert_floats(b: Builder, destination: str, source: str) -> None:
    """Between formats, or to integral values of one."""
    if destination in FLOAT_TYPES:
        to_number(b, destination, source)
    elif destination == source:
        within_format(b, FORMATS[source])
    else:
        to_encoding(b, destination, source)


def to_number(b: Builder, destination: str, source: str) -> None:
    """To f32 or f64: only f64 to f32 rounds."""
    want = FLOAT_TYPES[destination]
    have, value = source_number(b, source)
    integral = next((word for word in b.op.instruction.name.split(".") if word in INTEGRAL), "")
    if integral:
        value = b.intrinsic(INTEGRAL[integral], have, value)
    if have == "double" and want == "float":
        value = to_single(b, value, mode_of(b))
    else:
        value = b.cast("fpext", have, value, want)
    if b.has("ftz") and destination == "f32":
        value = flush(b, want, value)
    b.write(saturate(b, want, value) if b.has("sat") else value, destination, wider=True, arithmetic=True)


def within_format(b: Builder, form: Format) -> None:
    """f16 or bf16 to itself: an integral value, or the same one with NaN made canonical."""
    bits = b.read(1, "b16", wider=True)
    integral = next((word for word in b.op.instruction.name.split(".") if word in INTEGRAL), "")
    if integral:
        bits = from_single(b, form, b.intrinsic(INTEGRAL[integral], "float", as_single(b, form, bits)))
    else:
        bits = b.choose(is_nan(b, form, SHORT, bits), SHORT, b.const(form.nan, SHORT), bits)
    b.write(saturated(b, form, SHORT, bits) if b.has("sat") else bits, "b16", wider=True)


def to_encoding(b: Builder, destination: str, source: str) -> None:
    """To f16, bf16 or tf32 from another format."""
    result, kind = narrowed(b, destination, source, operand_bits(b, 1, source))
    if destination == "tf32":
        result = b.binary("shl", kind, result, b.const(TENSOR_SHIFT, kind))
    write_encoding(b, destination, kind, result)


def operand_bits(b: Builder, position: int, source: str) -> str:
    """Returns the encoding of an operand."""
    return b.read(position, f"b{WIDTHS[source]}", wider=True)


def narrowed(b: Builder, destination: str, source: str, bits: str) -> tuple[str, str]:
    """Returns an encoding in another format after the instruction's modifiers, and the integer type that holds it."""
    origin, target, mode = FORMATS[source], FORMATS[destination], mode_of(b)
    nan = is_nan(b, origin, working_kind(origin), b.resize(bits, integer_of(f"b{WIDTHS[source]}"), working_kind(origin), False))
    if source == "f32" and destination in ("f16", "bf16"):
        value = b.cast("bitcast", "i32", flushed(b, origin, "i32", bits) if b.has("ftz") else bits, "float")
        return modified(b, target, SHORT, from_single(b, target, value, mode), nan), SHORT
    kind = working_kind(origin, target)
    bits = b.resize(bits, integer_of(f"b{WIDTHS[source]}"), kind, False)
    return modified(b, target, kind, reformatted(b, origin, target, mode, kind, bits), nan), kind


def modified(b: Builder, form: Format, kind: str, bits: str, nan: str) -> str:
    """Returns an encoding after `.satfinite`, `.relu`, `.sat`; of NaN (where `nan` holds) only `.sat` makes something else."""
    if b.has("satfinite"):
        bits = b.choose(nan, kind, bits, limited_to_finite(b, form, kind, bits))
    if b.has("relu"):
        bits = without_negative(b, form, kind, bits)
    return saturated(b, form, kind, bits) if b.has("sat") else bits


# --- packed types --------------------------------------------------------------------------------------------------------------------


def convert_two(b: Builder, destination: str, source: str) -> None:
    """Both elements of a packed type to another."""
    whole, part = integer_of(f"b{WIDTHS[source]}"), f"i{WIDTHS[source] // 2}"
    found = [_element(b, destination, source, each) for each in elements(b, b.read(1, f"b{WIDTHS[source]}", wider=True), whole, part)]
    _write_two(b, destination, *found)


def convert_pair(b: Builder) -> None:
    """`cvt` of two operands to a packed type: the first operand becomes the high element."""
    destination, source = types_of(b)
    high, low = (_element(b, destination, source, operand_bits(b, position, source)) for position in (1, 2))
    _write_two(b, destination, low, high)


def _element(b: Builder, destination: str, source: str, bits: str) -> str:
    """Returns one element, in the integer type of its width."""
    result, kind = narrowed(b, destination.removesuffix("x2"), source.removesuffix("x2"), bits)
    return b.resize(result, kind, f"i{WIDTHS[destination] // 2}", False)


def _write_two(b: Builder, destination: str, low: str, high: str) -> None:
    width = WIDTHS[destination]
    b.write(joined(b, low, high, f"i{width // 2}", f"i{width}"), f"b{width}", wider=True)


MEANINGS: "dict[str, Lowering]" = {"cvt": convert, "cvt_pack": convert_pair}
"""The meanings defined here, by the instruction table's key."""
