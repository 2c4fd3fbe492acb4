"""`cvt` as a function from an encoding to an encoding, for every pair of types: exact, saturating and rounding as the manual says.

`conversion(destination, source, …)` builds the function once; integers go through it as unsigned encodings too. PTX ISA, "Data
Movement and Conversion Instructions: cvt" and "cvt.pack".
"""

from ptx.vm.floating import saturate
from ptx.vm.formats import BF16, E4M3, E5M2, F16, F32, F64, FINITE, INFINITE, NAN, TF32, Format, encode, from_integer, to_integer
from ptx.vm.integer import clamp, limits, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Conversion = Callable[[int], int]

FLOATS: dict[str, Format] = {"f16": F16, "bf16": BF16, "tf32": TF32, "f32": F32, "f64": F64, "e4m3": E4M3, "e5m2": E5M2}
"""The floating types of `cvt`, elements of packed types included."""


def unsigned_cut(value: int, kind: str) -> int:
    """Returns the encoding of an integer in an integer type."""
    return value & ((1 << int(kind[1:])) - 1)


def read_integer(bits: int, kind: str) -> int:
    """Returns the value that an encoding has in an integer type."""
    return signed(bits, int(kind[1:])) if kind[0] == "s" else bits


def integer_to_integer(destination: str, source: str, saturates: bool) -> "Conversion":
    """Sign- or zero-extends by the source's type, or cuts; with `.sat` limits to the destination's range first."""

    def convert(bits: int) -> int:
        value = read_integer(bits, source)
        return unsigned_cut(clamp(value, destination) if saturates else value, destination)

    return convert


def not_a_number(destination: str, source: str) -> int:
    """What NaN becomes: 0, or 1 << (width - 1) where a 64-bit type is on either side (PTX ISA, `cvt`, notes on NaN)."""
    width = int(destination[1:])
    return 1 << (width - 1) if source == "f64" or width == 64 else 0


def float_to_integer(destination: str, source: str, mode: str, flush: bool) -> "Conversion":
    """Rounds to an integer by `rn rz rm rp`, limited to the destination's range."""
    form = FLOATS[source]
    low, high = limits(destination)
    nan = not_a_number(destination, source)

    def convert(bits: int) -> int:
        kind = form.kind(bits)
        if kind == NAN:
            return nan
        if kind == INFINITE:
            return unsigned_cut(low if bits & form.sign_bit else high, destination)
        value = to_integer(mode, *form.decode(form.flush(bits) if flush else bits))
        return unsigned_cut(clamp(value, destination), destination)

    return convert


def integer_to_float(destination: str, source: str, mode: str) -> "Conversion":
    """Rounds an integer to a float."""
    form = FLOATS[destination]

    def convert(bits: int) -> int:
        return from_integer(form, mode, read_integer(bits, source))

    return convert


def round_to_integral(form: Format, mode: str, bits: int) -> int:
    """Returns a float rounded to an integral value of the same format (`cvt.rni.f32.f32`); zero keeps the operand's sign."""
    sign, significand, exponent = form.decode(bits)
    return encode(form, "rn", sign, abs(to_integer(mode, sign, significand, exponent)), 0)


def reformat(target: Format, origin: Format, mode: str, bits: int) -> int:
    """Returns a float of one format rounded to another; NaN becomes the target's canonical NaN."""
    kind = origin.kind(bits)
    if kind == NAN:
        return target.nan
    sign = bits >> (origin.bits - 1)
    if kind == INFINITE:
        return target.infinite | (target.sign_bit if sign else 0)
    return encode(target, mode, *origin.decode(bits))


class FloatOptions:
    """The modifiers of a float-to-float conversion: rounding mode, whether to integral values, `.ftz .sat .relu .satfinite`."""

    __slots__ = ("flush", "integral", "mode", "relu", "saturate_finite", "saturates")

    def __init__(
        self,
        mode: str = "rn",
        integral: bool = False,
        flush: bool = False,
        saturates: bool = False,
        relu: bool = False,
        saturate_finite: bool = False,
    ) -> None:
        self.mode = mode
        self.integral = integral
        self.flush = flush
        self.saturates = saturates
        self.relu = relu
        self.saturate_finite = saturate_finite


def limit_finite(form: Format, bits: int) -> int:
    """`.satfinite`: an infinity (or e4m3's overflow) becomes the largest finite number of its sign."""
    magnitude = bits & (form.sign_bit - 1)
    return bits - 1 if magnitude == form.infinite else bits


def float_to_float(destination: str, source: str, options: FloatOptions) -> "Conversion":
    """Rounds between formats, or to integral values of one format; then `.relu`, `.satfinite`, `.sat`."""
    origin, target = FLOATS[source], FLOATS[destination]
    flushes_source = options.flush and origin is F32
    flushes_result = options.flush and target is F32

    def convert(bits: int) -> int:
        if flushes_source:
            bits = origin.flush(bits)
        nan = origin.is_nan(bits)
        if options.integral and origin.kind(bits) == FINITE:
            bits = round_to_integral(origin, options.mode, bits)
        result = reformat(target, origin, options.mode, bits)
        if options.saturate_finite and not nan:
            result = limit_finite(target, result)
        if options.relu and not nan and result & target.sign_bit:
            result = 0
        if flushes_result:
            result = target.flush(result)
        return saturate(target, result) if options.saturates else result

    return convert


def tensor_float(options: FloatOptions) -> "Conversion":
    """`cvt.{rna,rn,rz}.tf32.f32`: an f32 encoding whose 13 low bits are zero."""
    narrow = float_to_float("tf32", "f32", options)
    return lambda bits: narrow(bits) << 13
