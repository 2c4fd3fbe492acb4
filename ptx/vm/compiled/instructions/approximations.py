"""The `.approx` functions: the correctly rounded result, as the reference interpreter gives it, on every machine.

Each is computed in doubles to a known relative error and rounded from both ends of the interval that this leaves. Where the two
differ (a few in a million) an exact function of integers decides, in Python (Ziv, "Fast evaluation of elementary mathematical functions
with correctly rounded last bit", 1991). Only additions, multiplications, divisions, roots and fused multiply-adds of doubles are used, so
the bits are the same everywhere.
"""

import struct
from math import factorial, log

from ptx.vm.compiled.instructions.floats import finish, high_word
from ptx.vm.compiled.instructions.halves import HALF_FORMATS, SHORT, as_single, from_double, from_single
from ptx.vm.compiled.instructions.packed import each_element
from ptx.vm.compiled.instructions.rounding import flushed
from ptx.vm.compiled.instructions.singles import flush, number
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.formats import BF16, F16, F32, F64, Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.compiled.ir.builder import Lowering

FUNCTIONS = ("ex2", "lg2", "sin", "cos", "tanh", "rsqrt")
"""The functions, and below the formats, in the order of the numbers under which Python is asked for exact results."""
RESULT_FORMATS = (F32, F16, BF16, F64)

LN2 = log(2.0)
PI_HALF = (1.5707963267948966, 6.123233995736766e-17)
"""pi / 2 as the sum of two doubles."""
LARGEST_ANGLE = 2.0**18
"""Beyond it the reduction by two doubles is too coarse."""


def number_of(name: str, form: Format) -> int:
    """Returns the number of a function of a format."""
    return FUNCTIONS.index(name) * len(RESULT_FORMATS) + RESULT_FORMATS.index(form)


def double(b: Builder, value: float) -> str:
    """Returns a constant."""
    return number(b, "double", struct.unpack("<Q", struct.pack("<d", value))[0])


def polynomial(b: Builder, x: str, coefficients: list[float]) -> str:
    """Returns the value of a polynomial, the highest coefficient last."""
    result = double(b, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result = b.intrinsic("fma", "double", result, x, double(b, coefficient))
    return result


def times(b: Builder, first: str, second: str) -> str:
    """Returns a product."""
    return b.binary("fmul", "double", first, second)


def minus(b: Builder, value: str) -> str:
    """Returns the negated value."""
    return b.code.let(f"fneg {b.typed('double')} {value}")


def exponential(b: Builder, power: str) -> str:
    """Returns 2**power for |power| <= 1000, to 2**-50: the fraction by a series, the whole part put into the exponent."""
    whole = b.intrinsic("roundeven", "double", power)
    fraction = times(b, b.binary("fsub", "double", power, whole), double(b, LN2))
    value = polynomial(b, fraction, [1 / factorial(index) for index in range(14)])
    exponent = b.binary("shl", "i64", b.cast("fptosi", "double", whole, "i64"), b.const(52, "i64"))
    return b.cast("bitcast", "i64", b.binary("add", "i64", b.cast("bitcast", "double", value, "i64"), exponent), "double")


def limited(b: Builder, value: str, least: float, most: float) -> str:
    """Returns a value limited to a range; NaN becomes the least."""
    above = b.choose(b.compare("ogt", "double", value, double(b, least)), "double", value, double(b, least))
    return b.choose(b.compare("olt", "double", above, double(b, most)), "double", above, double(b, most))


class Result:
    """The double, its relative error as a power of two, lanes that are uncertain anyway (an i1, or ""), and special values.

    Each special is a condition (an i1) with a float that holds there.
    """

    __slots__ = ("error", "specials", "uncertain", "value")

    def __init__(self, value: str, error: int, specials: "list[tuple[str, str]]", uncertain: str = "") -> None:
        self.value = value
        self.error = error
        self.specials = specials
        self.uncertain = uncertain


def single(b: Builder, bits: int) -> str:
    """Returns an f32 constant by its encoding."""
    return number(b, "float", bits)


def power_of_two(b: Builder, x: str, value: str) -> Result:
    """`ex2`: from 2**160 on it is infinity, below 2**-160 zero."""
    return Result(exponential(b, limited(b, x, -160.0, 160.0)), -46, [(b.compare("uno", "float", value, value), value)])


def logarithm(b: Builder, x: str, value: str) -> Result:
    """`lg2`: of a zero -infinity, of a negative number NaN."""
    bits = b.cast("bitcast", "double", x, "i64")
    upper = b.binary("sub", "i64", bits, b.const(0x3FE6A09E667F3BCD, "i64"))
    exponent = b.binary("ashr", "i64", upper, b.const(52, "i64"))
    mantissa = b.cast("bitcast", "i64", b.binary("sub", "i64", bits, b.binary("shl", "i64", exponent, b.const(52, "i64"))), "double")
    above = b.binary("fsub", "double", mantissa, double(b, 1.0))
    ratio = b.binary("fdiv", "double", above, b.binary("fadd", "double", above, double(b, 2.0)))
    series = polynomial(b, times(b, ratio, ratio), [2 / LN2 / (2 * index + 1) for index in range(12)])
    whole = b.cast("sitofp", "i64", exponent, "double")
    result = b.binary("fadd", "double", whole, times(b, ratio, series))
    zero = b.compare("oeq", "float", value, single(b, 0))
    infinite = b.compare("oeq", "float", value, single(b, 0x7F800000))
    wrong = b.compare("ult", "float", value, single(b, 0))
    return Result(result, -44, [(zero, single(b, 0xFF800000)), (infinite, value), (wrong, single(b, 0x7FFFFFFF))])


def circular(b: Builder, x: str, value: str, shift: int) -> Result:
    """`sin` (shift 0) and `cos` (shift 1): the angle less a multiple of pi/2, then the sine or cosine of the rest."""
    quarter = b.intrinsic("roundeven", "double", times(b, x, double(b, 0.6366197723675814)))
    safe = limited(b, quarter, -(2.0**20), 2.0**20)
    rest = x
    for part in PI_HALF:
        rest = b.intrinsic("fma", "double", minus(b, safe), double(b, part), rest)
    square = times(b, rest, rest)
    sine = times(b, rest, polynomial(b, square, [(-1) ** index / factorial(2 * index + 1) for index in range(9)]))
    cosine = polynomial(b, square, [(-1) ** index / factorial(2 * index) for index in range(10)])
    quadrant = b.binary("add", "i64", b.cast("fptosi", "double", safe, "i64"), b.const(shift, "i64"))
    odd = b.compare("ne", "i64", b.binary("and", "i64", quadrant, b.const(1, "i64")), b.const(0, "i64"))
    lower = b.compare("ne", "i64", b.binary("and", "i64", quadrant, b.const(2, "i64")), b.const(0, "i64"))
    result = b.choose(odd, "double", cosine, sine)
    result = b.choose(lower, "double", minus(b, result), result)
    size = b.intrinsic("fabs", "double", x)
    far = b.compare("ogt", "double", size, double(b, LARGEST_ANGLE))
    infinite = b.compare("ueq", "double", size, double(b, float("inf")))
    specials = [(infinite, single(b, 0x7FFFFFFF))]
    if not shift:
        specials.append((b.compare("oeq", "float", value, single(b, 0)), value))
    return Result(result, -40, specials, far)


TANGENT = [1.0, -1 / 3, 2 / 15, -17 / 315, 62 / 2835, -1382 / 155925, 21844 / 6081075, -929569 / 638512875, 6404582 / 10854718875]
"""The series of tanh(x) / x in x**2."""


def hyperbolic_tangent(b: Builder, x: str, value: str) -> Result:
    """`tanh`: near zero by its series, else from the exponential of the doubled argument."""
    size = limited(b, b.intrinsic("fabs", "double", x), 0.0, 20.0)
    power = exponential(b, times(b, size, double(b, 2 / LN2)))
    one = double(b, 1.0)
    large = b.binary("fdiv", "double", b.binary("fsub", "double", power, one), b.binary("fadd", "double", power, one))
    small = times(b, size, polynomial(b, times(b, size, size), TANGENT))
    magnitude = b.choose(b.compare("olt", "double", size, double(b, 0.125)), "double", small, large)
    signed = b.code.call(f"llvm.copysign.{b.code_mangled('double')}", b.typed("double"), (b.typed("double"), magnitude), (b.typed("double"), x))
    return Result(signed, -44, [(b.compare("uno", "float", value, value), value)])


def reciprocal_root(b: Builder, x: str, value: str) -> Result:
    """`rsqrt`."""
    result = b.binary("fdiv", "double", double(b, 1.0), b.intrinsic("sqrt", "double", x))
    return Result(result, -50, [(b.compare("uno", "float", value, value), value)])


RULES: "dict[str, Callable[[Builder, str, str], Result]]" = {
    "ex2": power_of_two, "lg2": logarithm, "sin": lambda b, x, v: circular(b, x, v, 0), "cos": lambda b, x, v: circular(b, x, v, 1),
    "tanh": hyperbolic_tangent, "rsqrt": reciprocal_root,
}  # fmt: skip
"""How each function is computed from the operand as a double and as it is."""


# --- rounding the result -------------------------------------------------------------------------------------------------------------


class Rounding:
    """How results become values of a format: `kind`, what values are in IR, and their rounding from doubles and from f32."""

    __slots__ = ("form", "kind")

    def __init__(self, form: Format) -> None:
        self.form = form
        self.kind = {F32: "float", F64: "double"}.get(form, SHORT)

    def from_double(self, b: Builder, value: str) -> str:
        """Rounds a double."""
        if self.kind == SHORT:
            return from_double(b, self.form, value)
        return b.cast("fptrunc", "double", value, self.kind)

    def from_single(self, b: Builder, value: str) -> str:
        """Rounds a special value."""
        return from_single(b, self.form, value) if self.kind == SHORT else b.cast("fpext", "float", value, self.kind)

    def differ(self, b: Builder, first: str, second: str) -> str:
        """Whether two values differ."""
        return b.compare("ne" if self.kind == SHORT else "one", self.kind, first, second)


def approximate(b: Builder) -> None:
    """Writes the correctly rounded result."""
    if b.type in HALF_FORMATS:
        each_element(b, 1, lambda bits: of_half(b, HALF_FORMATS[b.type], *bits))
        return
    value = b.read(1, b.type)
    if b.type == "f64":
        double_root(b, flush(b, "double", value) if b.has("ftz") else value)
        return
    if b.has("ftz"):
        value = flush(b, "float", value)
    result = RULES[b.op.meaning](b, b.cast("fpext", "float", value, "double"), value)
    finish(b, "f32", "float", settled(b, Rounding(F32), value, result))


def of_half(b: Builder, form: Format, bits: str) -> str:
    """Returns the result for an f16 or bf16 encoding, as an encoding."""
    if b.has("ftz"):
        bits = flushed(b, form, SHORT, bits)
    value = as_single(b, form, bits)
    result = settled(b, Rounding(form), bits, RULES[b.op.meaning](b, b.cast("fpext", "float", value, "double"), value))
    return flushed(b, form, SHORT, result) if b.has("ftz") else result


def settled(b: Builder, rounding: Rounding, operand: str, result: Result) -> str:
    """Returns the correctly rounded result of an operand: from both ends of its interval, where these agree."""
    margin = 2.0**result.error
    ends = [rounding.from_double(b, times(b, result.value, double(b, 1 + sign * margin))) for sign in (-1, 1)]
    rounded, uncertain = ends[0], rounding.differ(b, *ends)
    if result.uncertain:
        uncertain = b.binary("or", "i1", uncertain, result.uncertain)
    for condition, special in result.specials:
        rounded = b.choose(condition, rounding.kind, rounding.from_single(b, special), rounded)
        uncertain = b.binary("and", "i1", uncertain, b.binary("xor", "i1", condition, b.const("true", "i1")))
    return decided(b, rounding, operand, rounded, uncertain)


def decided(b: Builder, rounding: Rounding, operand: str, rounded: str, uncertain: str) -> str:
    """Returns the results, those that are uncertain from Python's exact function."""
    code, kind = b.code, rounding.kind
    scalar = b.width == 1
    lanes = b.function.mask if not scalar else ""
    bits = code.let(f"zext i1 {uncertain} to i32") if scalar else code.bits(code.both(uncertain, lanes))
    ask, known, before = code.new_label("ask"), code.new_label("known"), code.new_label("before")
    code.do(f"br label %{before}")
    code.label(before)
    code.unlikely(code.let(f"icmp ne i32 {bits}, 0"), ask, known)
    code.label(ask)
    code.do(f"store {b.typed(kind)} {operand}, ptr %lanes, align 64")
    pointer = code.let(f"load ptr, ptr {b.function.field('exact')}")
    code.do(f"call void {pointer}(i32 {number_of(b.op.meaning, rounding.form)}, ptr %lanes, i32 {bits})")
    exact = code.let(f"load {b.typed(kind)}, ptr %lanes, align 64")
    condition = uncertain if scalar else code.both(uncertain, lanes)
    mixed = code.let(f"select {b.typed('i1')} {condition}, {b.typed(kind)} {exact}, {b.typed(kind)} {rounded}")
    code.do(f"br label %{known}")
    code.label(known)
    return code.let(f"phi {b.typed(kind)} [{rounded}, %{before}], [{mixed}, %{ask}]")


# --- rsqrt of f64 --------------------------------------------------------------------------------------------------------------------

ROOT_ERROR = 2.0**-98
"""The relative error of a root after one more step in twice the precision."""


def double_root(b: Builder, value: str) -> None:
    """`rsqrt.approx.f64`: correctly rounded; with `.ftz` from the high word of the operand to the high word of the result."""
    if b.has("ftz"):
        value = high_word(b, value)
    operand, scale = reduced(b, value)
    root = b.binary("fdiv", "double", double(b, 1.0), b.intrinsic("sqrt", "double", operand))
    correction = times(b, times(b, root, double(b, 0.5)), root_error(b, operand, root))
    slack = times(b, root, double(b, ROOT_ERROR))
    ends = [b.binary("fadd", "double", root, b.binary(name, "double", correction, slack)) for name in ("fsub", "fadd")]
    usual = b.binary("fdiv", "double", double(b, 1.0), b.intrinsic("sqrt", "double", value))
    regular = b.binary("and", "i1", b.compare("ogt", "double", value, double(b, 0.0)), b.compare("olt", "double", value, double(b, float("inf"))))
    result = b.choose(regular, "double", times(b, ends[0], scale), usual)
    uncertain = b.binary("and", "i1", regular, b.compare("one", "double", *ends))
    result = decided(b, Rounding(F64), value, result, uncertain)
    finish(b, "f64", "double", high_word(b, result) if b.has("ftz") else result)


def root_error(b: Builder, operand: str, root: str) -> str:
    """Returns 1 - operand * root**2, to twice the precision of its leading part."""
    square = times(b, root, root)
    low = b.intrinsic("fma", "double", root, root, minus(b, square))
    product = times(b, operand, square)
    rest = b.intrinsic("fma", "double", operand, square, minus(b, product))
    error = b.binary("fsub", "double", b.binary("fsub", "double", double(b, 1.0), product), rest)
    return b.binary("fsub", "double", error, times(b, operand, low))


def reduced(b: Builder, value: str) -> tuple[str, str]:
    """Returns a positive number as one of [1, 4) times a power of 4, and the root's scale for it."""
    small = b.compare("olt", "double", value, double(b, 2.0**-1022))
    bits = b.cast("bitcast", "double", b.choose(small, "double", times(b, value, double(b, 2.0**54)), value), "i64")
    exponent = b.binary("sub", "i64", b.binary("lshr", "i64", bits, b.const(52, "i64")), b.const(1023, "i64"))
    half = b.binary("ashr", "i64", exponent, b.const(1, "i64"))
    by = b.binary("shl", "i64", half, b.const(53, "i64"))
    operand = b.cast("bitcast", "i64", b.binary("sub", "i64", bits, by), "double")
    more = b.choose(small, "i64", b.const(1023 + 27, "i64"), b.const(1023, "i64"))
    scale = b.binary("shl", "i64", b.binary("sub", "i64", more, half), b.const(52, "i64"))
    return operand, b.cast("bitcast", "i64", scale, "double")


MEANINGS: "dict[str, Lowering]" = dict.fromkeys(FUNCTIONS, approximate)
"""The meanings defined here, by the instruction table's key."""
