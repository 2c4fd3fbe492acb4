"""Meanings of floating-point instructions: exact functions of encodings, with short cuts where the host's double rounds the same.

For f32 a double result of `+ - * /` and of a square root, rounded once more to f32, is the correctly rounded f32 result (53 bits are more
than 2 * 24 + 1); a fused multiply-add needs round-to-odd between. `.ftz`, `.sat`, `.rz .rm .rp`, f16 and bf16 go through
`ptx.vm.floating` on integers.
"""

import math

from ptx.vm import approximate, floating
from ptx.vm.context import Context
from ptx.vm.formats import BF16, F16, F32, F64, Format, encode
from ptx.vm.steps_integer import SHARED_MEANINGS, bind, is_integer, unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Step: TypeAlias = Callable[[], None]
    Slot: TypeAlias = tuple[Any, int]
    Function: TypeAlias = Callable[..., int]

FORMAT_OF = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64, "f16x2": F16, "bf16x2": BF16, "f32x2": F32}
"""The format of a type's elements."""


def rounding(context: Context) -> str:
    """Returns the rounding modifier; `rn` if there is none."""
    return next((mode for mode in ("rn", "rz", "rm", "rp") if context.has(mode)), "rn")


def finished(context: Context, form: Format, function: "Function") -> "Function":
    """Returns a function of encodings with the instruction's `.ftz`, `.sat`, `.relu` around it."""
    flush, saturates, relu = context.has("ftz"), context.has("sat"), context.has("relu")
    if not (flush or saturates or relu):
        return function

    def modified(*operands: int) -> int:
        result = function(*map(form.flush, operands)) if flush else function(*operands)
        if relu and not form.is_nan(result) and result & form.sign_bit:
            result = 0
        if flush:
            result = form.flush(result)
        return floating.saturate(form, result) if saturates else result

    return modified


def bind_float(context: Context, function: "Function", count: int) -> None:
    """Emits a function of `count` encodings, on each element of a packed type."""
    kind = context.type
    form = FORMAT_OF[kind]
    apply = finished(context, form, function)
    if kind.endswith("x2"):
        width, single = form.bits, apply
        mask = (1 << width) - 1

        def apply(*words: int) -> int:
            low = single(*[word & mask for word in words])
            return low | single(*[word >> width for word in words]) << width

    whole = unsigned(kind)
    bind(context, apply, (whole,) * count, whole)


def is_plain(context: Context) -> bool:
    """Whether the short cuts for f32 and f64 apply: nearest even, nothing flushed or saturated."""
    return context.type in ("f32", "f64") and rounding(context) == "rn" and not any(map(context.has, ("ftz", "sat")))


def float_slots(context: Context, count: int) -> "tuple[list[Slot], Slot, Slot]":
    """Returns the sources and the target as floats, and the target as bits (for NaN)."""
    kind = context.type
    letter = "f" if kind == "f32" else "d"
    sources = [context.source(operand, kind, letter=letter) for operand in context.operands[1 : count + 1]]
    bits = context.target(context.operands[0], kind)
    return sources, (context.machine.registers.views[letter], bits[1]), bits


def fast_arithmetic(name: str, sources: "list[Slot]", target: "Slot", bits: "Slot", nan: int) -> "Step":
    """Returns the step of an addition, subtraction or multiplication on the host's doubles."""
    (x, i), (y, j) = sources
    (z, k), (raw, _) = target, bits

    def add() -> None:
        value = x[i] + y[j]
        if value == value:
            z[k] = value
        else:
            raw[k] = nan

    def sub() -> None:
        value = x[i] - y[j]
        if value == value:
            z[k] = value
        else:
            raw[k] = nan

    def mul() -> None:
        value = x[i] * y[j]
        if value == value:
            z[k] = value
        else:
            raw[k] = nan

    return {"add": add, "sub": sub, "mul": mul}[name]


EXACT: "dict[str, Callable[[Format, str, int, int], int]]" = {
    "add": floating.add, "sub": floating.subtract, "mul": floating.multiply, "div": floating.divide,
}  # fmt: skip
"""The exact function of each operation of two operands."""


def arithmetic(context: Context) -> None:
    """`add`, `sub`, `mul`."""
    name, form, mode = context.instruction.opcode, FORMAT_OF[context.type], rounding(context)
    if is_plain(context):
        sources, target, bits = float_slots(context, 2)
        context.emit(fast_arithmetic(name, sources, target, bits, form.nan))
        return
    function = EXACT[name]
    bind_float(context, lambda a, b: function(form, mode, a, b), 2)


def divide(context: Context) -> None:
    """`div`: rounded, `.full` (rounded correctly, which is within its bound) or `.approx`."""
    form, mode = FORMAT_OF[context.type], rounding(context)
    if context.has("approx"):
        bind_float(context, lambda a, b: approximate.quotient(form, a, b), 2)
    elif is_plain(context):
        sources, target, bits = float_slots(context, 2)
        context.emit(fast_division(form, sources, target, bits))
    else:
        bind_float(context, lambda a, b: floating.divide(form, mode, a, b), 2)


def fast_division(form: Format, sources: "list[Slot]", target: "Slot", bits: "Slot") -> "Step":
    """Returns the step of a division on the host's doubles; divisors of zero take the exact way."""
    (x, i), (y, j) = sources
    (z, k), (raw, _) = target, bits

    def step() -> None:
        divisor = y[j]
        value = x[i] / divisor if divisor else None
        if value is not None and value == value:
            z[k] = value
        else:
            raw[k] = floating.divide(form, "rn", raw[i], raw[j])

    return step


def fused(context: Context) -> None:
    """`fma`, and `mad` of floats, which is the same."""
    form, mode = FORMAT_OF[context.type], rounding(context)
    if is_plain(context) and context.type == "f32":
        sources, target, bits = float_slots(context, 3)
        scratch = context.machine.scratch()
        registers = context.machine.registers
        context.emit(fast_fused(sources, target, bits, registers.at(scratch, "d"), registers.at(scratch, "Q")))
        return
    if is_plain(context):
        sources, target, bits = float_slots(context, 3)
        context.emit(fused_double(sources, target, bits))
        return
    bind_float(context, lambda a, b, c: floating.fused(form, mode, a, b, c), 3)


def fast_fused(sources: "list[Slot]", target: "Slot", bits: "Slot", scratch: "Slot", scratch_bits: "Slot") -> "Step":
    """Returns the step of an f32 fma: the product is exact in a double; the sum is rounded to odd, then to f32.

    The error of the sum is exact too (Knuth's two-sum). If there is one and the sum's last bit is even, the neighbour toward the
    exact value is odd: rounding it to f32 cannot go wrong at a tie (Boldo and Melquiond, "Emulation of FMA and correctly rounded
    sums: proved algorithms using rounding to odd", 2008).
    """
    (x, i), (y, j), (w, m) = sources
    (z, k), (raw, _) = target, bits
    (wide, s), (wide_bits, _) = scratch, scratch_bits
    nan = F32.nan

    def step() -> None:
        product = x[i] * y[j]
        addend = w[m]
        value = product + addend
        back = value - product
        error = (product - (value - back)) + (addend - back)
        if error:
            if value != value:
                raw[k] = nan
                return
            if error == error:
                wide[s] = value
                if not wide_bits[s] & 1:
                    wide_bits[s] += 1 if (error > 0.0) == (value > 0.0) else -1
                    value = wide[s]
        z[k] = value

    return step


def fused_double(sources: "list[Slot]", target: "Slot", bits: "Slot") -> "Step":
    """Returns the step of an f64 fma: exact where the product is (Python's integer division rounds correctly), else on encodings."""
    (x, i), (y, j), (w, m) = sources
    (z, k), (raw, _) = target, bits

    def step() -> None:
        a, b, c = x[i], y[j], w[m]
        value = a * b + c
        if value - value != 0.0 or value == 0.0 or a == 0.0 or b == 0.0:
            raw[k] = floating.fused(F64, "rn", raw[i], raw[j], raw[m])
            return
        (an, ad), (bn, bd), (cn, cd) = a.as_integer_ratio(), b.as_integer_ratio(), c.as_integer_ratio()
        try:
            z[k] = (an * bn * cd + cn * ad * bd) / (ad * bd * cd)
        except OverflowError:
            raw[k] = floating.fused(F64, "rn", raw[i], raw[j], raw[m])

    return step


def sign_operation(context: Context) -> None:
    """`neg`, `abs`: a NaN becomes canonical; nothing else is rounded."""
    form = FORMAT_OF[context.type]
    negates = context.instruction.opcode == "neg"
    if context.type not in ("f32", "f64") or context.has("ftz"):
        function = floating.negate if negates else floating.absolute
        bind_float(context, lambda a: function(form, a), 1)
        return
    kind, sign, infinite, nan = unsigned(context.type), form.sign_bit, form.infinite, form.nan
    (x, i), (z, k) = context.source(context.operands[1], kind), context.target(context.operands[0], kind)

    def step() -> None:
        bits = x[i]
        magnitude = bits & ~sign
        z[k] = nan if magnitude > infinite else bits ^ sign if negates else magnitude

    context.emit(step)


def extremes(context: Context) -> None:
    """`min`, `max` of two or three operands."""
    form, name = FORMAT_OF[context.type], context.instruction.opcode
    nan, magnitude = context.has("NaN"), context.has("abs")
    if context.type in ("f32", "f64") and len(context.operands) == 3 and not (context.has("ftz") or magnitude):
        context.emit(fast_extreme(form, name, nan, *float_slots(context, 2)))
        return
    bind_float(context, lambda *operands: floating.extreme(form, name, operands, nan, magnitude), len(context.operands) - 1)


def fast_extreme(form: Format, name: str, nan: bool, sources: "list[Slot]", target: "Slot", bits: "Slot") -> "Step":
    """Returns the step of a minimum or maximum: by the host's comparison, but for equal and unordered operands by their encodings."""
    (x, i), (y, j) = sources
    (z, k), (raw, _) = target, bits
    takes_less = name == "min"

    def step() -> None:
        a, b = x[i], y[j]
        if a < b:
            z[k] = a if takes_less else b
        elif b < a:
            z[k] = b if takes_less else a
        else:
            raw[k] = floating.extreme(form, name, (raw[i], raw[j]), nan, False)

    return step


def square_root(context: Context) -> None:
    """`sqrt`, rounded or `.approx` (which is rounded to nearest here)."""
    form, mode = FORMAT_OF[context.type], rounding(context)
    if not is_plain(context):
        bind_float(context, lambda a: floating.square_root(form, mode, a), 1)
        return
    ((x, i),), (z, k), (raw, _) = float_slots(context, 1)

    def step() -> None:
        value = x[i]
        if value >= 0.0:
            z[k] = math.sqrt(value)
        else:
            raw[k] = floating.square_root(form, "rn", raw[i])

    context.emit(step)


def reciprocal(context: Context) -> None:
    """`rcp`: rounded, or `.approx` (rounded to nearest; for f64 only the high word of the operand and the result count)."""
    form, mode = FORMAT_OF[context.type], rounding(context)
    one = encode(form, "rn", 0, 1, 0)
    if context.has("approx") and form is F64:
        bind_float(context, high_words(form, approximate.reciprocal), 1)
        return
    bind_float(context, lambda a: floating.divide(form, mode, one, a), 1)


def high_words(form: Format, function: "Callable[[Format, int], int]") -> "Function":
    """Returns the f64 approximation of a function: of the operand's high word, cut to the result's high word."""

    def apply(bits: int) -> int:
        result = function(form, approximate.high_word(bits))
        return result if form.is_nan(result) else approximate.high_word(result)

    return apply


def approximation(context: Context) -> None:
    """`ex2 lg2 sin cos tanh rsqrt` with `.approx`."""
    form = FORMAT_OF[context.type]
    function = approximate.FUNCTIONS[context.instruction.opcode]
    if form is F32:
        context.emit(fast_approximation(context, function, HOST_FUNCTIONS[context.instruction.opcode]))
    elif form is F64 and context.has("ftz"):
        bind_float(context, high_words(form, function), 1)
    else:
        bind_float(context, lambda a: function(form, a), 1)


HOST_FUNCTIONS: "dict[str, Callable[[float], float]]" = {
    "ex2": math.exp2, "lg2": math.log2, "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "rsqrt": lambda x: 1.0 / math.sqrt(x),
}  # fmt: skip
"""The host's double functions, good to a few units in the last place."""
HOST_SLACK = 1 << 12
"""How near to a tie of f32, in units of the double's last place, the host is not trusted: far more than it may be off."""


def fast_approximation(context: Context, function: "Callable[[Format, int], int]", host: "Callable[[float], float]") -> "Step":
    """Returns the step of an f32 approximation: the host's double, rounded, where no error of the host can change the result.

    That is where the double is not near the middle of two f32 values; there, for subnormals, zeros and special values, the integers
    decide (Ziv's test). So the result is the correctly rounded one on every machine.
    """
    ((x, i),), (z, k), (raw, _) = float_slots(context, 1)
    registers, scratch = context.machine.registers, context.machine.scratch()
    wide: Any = registers.views["d"]
    wide_bits, s = registers.at(scratch, "Q")
    exact = finished(context, F32, lambda a: function(F32, a))
    least, most = 2.0**-126, 2.0**127

    def step() -> None:
        value = x[i]
        if least <= abs(value) <= most:
            try:
                result = host(value)
            except (ValueError, OverflowError):
                result = 0.0
            wide[s] = result
            if least < abs(result) < most and abs((wide_bits[s] & 0x1FFFFFFF) - 0x10000000) > HOST_SLACK:
                z[k] = result
                return
        raw[k] = exact(raw[i])

    return step


def copy_sign(context: Context) -> None:
    """`copysign`."""
    form = FORMAT_OF[context.type]
    kind = unsigned(context.type)
    bind(context, lambda a, b: floating.copy_sign(form, a, b), (kind, kind), kind)


def test_property(context: Context) -> None:
    """`testp`."""
    form, name = FORMAT_OF[context.type], context.values["op"]
    bind(context, lambda a: int(floating.test_property(form, name, a)), (unsigned(context.type),), "pred")


def by_type(name: str, of_floats: "Callable[[Context], None]") -> "Callable[[Context], None]":
    """Returns the meaning of an instruction that integers and floats share."""
    of_integers = SHARED_MEANINGS[name]

    def meaning(context: Context) -> None:
        kind = context.type
        (of_integers if is_integer(kind) or kind in ("u16x2", "s16x2") else of_floats)(context)

    return meaning


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "add": by_type("add", arithmetic),
    "sub": by_type("sub", arithmetic),
    "mul": by_type("mul", arithmetic),
    "div": by_type("div", divide),
    "abs": by_type("abs", sign_operation),
    "neg": by_type("neg", sign_operation),
    "min": by_type("min", extremes),
    "max": by_type("max", extremes),
    "fma": fused,
    "sqrt": square_root,
    "rcp": reciprocal,
    "rsqrt": approximation,
    "sin": approximation,
    "cos": approximation,
    "lg2": approximation,
    "ex2": approximation,
    "tanh": approximation,
    "copysign": copy_sign,
    "testp": test_property,
}
"""The meanings defined here, by the instruction table's key."""

__all__ = ["FORMAT_OF", "MEANINGS", "bind_float"]
