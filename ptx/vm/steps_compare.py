"""Meanings of comparisons, selections and conversions: `setp`, `set`, `selp`, `slct`, `cvt`.

PTX ISA, "Comparison and Selection Instructions" and "cvt".
"""

from ptx.operands import SINK, Operand, Pair
from ptx.vm import convert, floating
from ptx.vm.context import Context
from ptx.vm.formats import F32, F64
from ptx.vm.registers import WIDTHS, view_of
from ptx.vm.steps_float import FORMAT_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Step: TypeAlias = Callable[[], None]
    Slot: TypeAlias = tuple[memoryview, int]
    Test: TypeAlias = Callable[[], bool]

UNSIGNED_NAMES = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def simple_test(operator: str, a: "Slot", b: "Slot") -> "Test":
    """Returns a comparison of two registers by Python's own operators."""
    (x, i), (y, j) = a, b
    match operator:
        case "eq":
            return lambda: x[i] == y[j]
        case "ne":
            return lambda: x[i] != y[j]
        case "lt":
            return lambda: x[i] < y[j]
        case "le":
            return lambda: x[i] <= y[j]
        case "gt":
            return lambda: x[i] > y[j]
    return lambda: x[i] >= y[j]


def simple_step(operator: str, a: "Slot", b: "Slot", target: "Slot") -> "Step":
    """Returns the step that sets a predicate to a comparison by Python's own operators."""
    (x, i), (y, j), (p, n) = a, b, target

    def equal() -> None:
        p[n] = x[i] == y[j]

    def differs() -> None:
        p[n] = x[i] != y[j]

    def less() -> None:
        p[n] = x[i] < y[j]

    def at_most() -> None:
        p[n] = x[i] <= y[j]

    def greater() -> None:
        p[n] = x[i] > y[j]

    def at_least() -> None:
        p[n] = x[i] >= y[j]

    return {"eq": equal, "ne": differs, "lt": less, "le": at_most, "gt": greater, "ge": at_least}[operator]


def float_letter(kind: str) -> str:
    """Returns the view that reads f32 or f64 registers as numbers, "" for other types."""
    return {"f32": "f", "f64": "d"}.get(kind, "")


def is_simple(context: Context, operator: str) -> bool:
    """Whether Python's comparison of the registers is the instruction's: integers, and f32 or f64 without `.ftz` (`ne` of NaN differs)."""
    kind = context.type
    if kind in ("f16", "bf16", "f16x2", "bf16x2") or context.has("ftz"):
        return False
    return kind not in ("f32", "f64") or operator in ("eq", "lt", "le", "gt", "ge")


def comparison(context: Context, left: Operand, right: Operand) -> "Test":
    """Returns the comparison of an instruction as a function."""
    kind, operator = context.type, context.values["cmp"]
    operator = UNSIGNED_NAMES.get(operator, operator)
    if is_simple(context, operator):
        letter = float_letter(kind)
        return simple_test(operator, context.source(left, kind, letter=letter), context.source(right, kind, letter=letter))
    (x, i), (y, j) = context.source(left, kind), context.source(right, kind)
    form, flush = FORMAT_OF[kind], context.has("ftz")
    if flush:
        return lambda: floating.compare(form, operator, form.flush(x[i]), form.flush(y[j]))
    return lambda: floating.compare(form, operator, x[i], y[j])


def combined(context: Context, position: int) -> "Callable[[bool], bool]":
    """Returns what `.and .or .xor` do with the predicate operand at a position; without them the value itself."""
    name = context.values.get("bool")
    if name is None:
        return bool
    view, index = context.source(context.operands[position], "pred")
    if name == "and":
        return lambda value: value and bool(view[index])
    if name == "or":
        return lambda value: value or bool(view[index])
    return lambda value: value != bool(view[index])


def set_predicate(context: Context) -> None:
    """`setp`: the first destination gets the comparison, the second its complement, both combined with the predicate operand."""
    destination, left, right = context.operands[:3]
    operator = UNSIGNED_NAMES.get(context.values["cmp"], context.values["cmp"])
    if context.type.endswith("x2"):
        set_two_predicates(context)
        return
    if not isinstance(destination, Pair) and "bool" not in context.values and is_simple(context, operator):
        kind, letter = context.type, float_letter(context.type)
        a, b = (context.source(operand, kind, letter=letter) for operand in (left, right))
        context.emit(simple_step(operator, a, b, context.target(destination, "pred")))
        return
    test, combine = comparison(context, left, right), combined(context, 3)
    first = destination.first if isinstance(destination, Pair) else destination
    p, n = context.target(first, "pred")
    if not isinstance(destination, Pair):

        def one() -> None:
            p[n] = combine(test())

        context.emit(one)
        return
    q, m = context.target(destination.second, "pred")

    def two() -> None:
        value = test()
        p[n], q[m] = combine(value), combine(not value)

    context.emit(two)


def compared_half(context: Context) -> "Callable[[int], bool]":
    """Returns the comparison of the halves of two packed operands at a bit position."""
    kind, operator = context.type, context.values["cmp"]
    form, flush = FORMAT_OF[kind], context.has("ftz")
    (x, i), (y, j) = context.source(context.operands[1], kind), context.source(context.operands[2], kind)

    def half(shift: int) -> bool:
        a, b = x[i] >> shift & 0xFFFF, y[j] >> shift & 0xFFFF
        return floating.compare(form, operator, form.flush(a), form.flush(b)) if flush else floating.compare(form, operator, a, b)

    return half


def set_two_predicates(context: Context) -> None:
    """`setp.f16x2`, `setp.bf16x2`: one predicate for the low half, one for the high half."""
    destination = context.operands[0]
    pair = destination if isinstance(destination, Pair) else Pair(destination, SINK)
    half, combine = compared_half(context), combined(context, 3)
    (p, n), (q, m) = context.target(pair.first, "pred"), context.target(pair.second, "pred")

    def step() -> None:
        low, high = combine(half(0)), combine(half(16))
        p[n], q[m] = low, high

    context.emit(step)


ONES = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80, "f16x2": 0x3C003C00, "bf16x2": 0x3F803F80}
"""1.0 in the types of floats that `set` can give, in both halves of packed ones."""


def set_value(context: Context) -> None:
    """`set`: all ones (1.0 for floats) where the comparison holds, else zero; for packed halves each by itself."""
    kind = context.values["dtype"]
    combine = combined(context, 3)
    z, k = context.target(context.operands[0], unsigned_bits(kind))
    yes = ONES.get(kind, (1 << WIDTHS[kind]) - 1)
    if context.type.endswith("x2"):
        half = compared_half(context)

        def both() -> None:
            low, high = combine(half(0)), combine(half(16))
            z[k] = (yes & 0xFFFF if low else 0) | (yes & 0xFFFF0000 if high else 0)

        context.emit(both)
        return
    test = comparison(context, context.operands[1], context.operands[2])

    def step() -> None:
        z[k] = yes if combine(test()) else 0

    context.emit(step)


def select_by_predicate(context: Context) -> None:
    """`selp`."""
    kind = unsigned_bits(context.type)
    (x, i), (y, j) = (context.source(operand, context.type, letter=view_of(kind)) for operand in context.operands[1:3])
    p, n = context.source(context.operands[3], "pred")
    z, k = context.target(context.operands[0], kind)

    def step() -> None:
        z[k] = x[i] if p[n] else y[j]

    context.emit(step)


def unsigned_bits(kind: str) -> str:
    """Returns the unsigned type of the width."""
    return f"u{WIDTHS[kind]}"


def select_by_sign(context: Context) -> None:
    """`slct`: the first operand if the third is not negative (-0.0 is not, NaN is), else the second."""
    kind = unsigned_bits(context.type)
    (x, i), (y, j) = (context.source(operand, context.type, letter=view_of(kind)) for operand in context.operands[1:3])
    by_float = context.instruction.name.endswith(".f32")
    letter = "f" if by_float else "i"
    w, m = context.source(context.operands[3], "f32" if by_float else "s32", letter=letter)
    z, k = context.target(context.operands[0], kind)
    least = -(2.0**-126) if context.has("ftz") else 0.0

    def step() -> None:
        value = w[m]
        z[k] = x[i] if value >= 0 or least < value else y[j]

    context.emit(step)


def types_of(context: Context) -> tuple[str, str]:
    """Returns the destination's and the source's type of a `cvt`."""
    words = context.instruction.name.split(".")
    return words[-2], words[-1]


def float_options(context: Context) -> convert.FloatOptions:
    """Returns the modifiers of a conversion between floats."""
    words = context.instruction.name.split(".")
    integral = next((word[:2] for word in words if word in ("rni", "rzi", "rmi", "rpi")), "")
    mode = integral or next((word for word in words if word in ("rn", "rz", "rm", "rp", "rna")), "rn")
    flags = {name: word in words for name, word in
             (("flush", "ftz"), ("saturates", "sat"), ("relu", "relu"), ("saturate_finite", "satfinite"))}  # fmt: skip
    return convert.FloatOptions(mode, bool(integral), **flags)


def conversion(destination: str, source: str, options: convert.FloatOptions) -> "convert.Conversion":
    """Returns the function of encodings that a scalar `cvt` is."""
    to_float, from_float = destination in convert.FLOATS, source in convert.FLOATS
    if destination == "tf32":
        return convert.tensor_float(options)
    if to_float and from_float:
        return convert.float_to_float(destination, source, options)
    if from_float:
        return convert.float_to_integer(destination, source, options.mode, options.flush)
    if to_float:
        return saturated(destination, convert.integer_to_float(destination, source, options.mode), options.saturates)
    return convert.integer_to_integer(destination, source, options.saturates)


def saturated(destination: str, function: "convert.Conversion", saturates: bool) -> "convert.Conversion":
    """Returns a conversion to a float, limited to [0, 1] for `.sat`."""
    form = convert.FLOATS[destination]
    return (lambda bits: floating.saturate(form, function(bits))) if saturates else function


def convert_value(context: Context) -> None:
    """`cvt` of one operand; a destination register may be wider (then it is sign- or zero-extended), a source too (low bits count)."""
    destination, source = types_of(context)
    options = float_options(context)
    if source.endswith("x2"):
        convert_two(context, destination, source, options)
        return
    register_type = "b32" if destination == "tf32" else destination
    target = context.target(context.operands[0], register_type, wider=True)
    quick = quick_conversion(context, destination, source, options, target)
    if quick is not None:
        context.emit(quick)
        return
    x, i = context.source(context.operands[1], source, wider=True, letter=view_of(unsigned_bits(source)))
    function = conversion(destination, source, options)
    z, k = target
    width = WIDTHS[register_type]
    signed = destination[0] == "s"

    def step() -> None:
        value = function(x[i])
        z[k] = value - (1 << width) if signed and value >> (width - 1) else value

    context.emit(step)


def quick_conversion(
    context: Context, destination: str, source: str, options: convert.FloatOptions, target: "Slot"
) -> "Step | None":
    """Returns a short step for the common conversions: between integers, small integers to floats, f32 to f64 and back."""
    if options.flush or options.saturates or options.relu or options.integral:
        return None
    z, k = target
    operand = context.operands[1]
    if destination[0] in "us" and source[0] in "us":
        x, i = context.source(operand, source, wider=True)
        mask = (1 << WIDTHS[destination]) - 1
        return resize_step(x, i, z, k, mask, destination, source)
    exact = (destination == "f64" and source[0] in "us") or (destination == "f32" and source[0] in "us" and WIDTHS[source] <= 32)
    if options.mode == "rn" and exact:
        x, i = context.source(operand, source, wider=True)
        views = context.machine.registers.views
        return copy_step(x, i, views[float_letter(destination)], k)
    if options.mode == "rn" and {destination, source} == {"f32", "f64"}:
        x, i = context.source(operand, source, letter=float_letter(source))
        form = F32 if destination == "f32" else F64
        return refloat_step(x, i, context.machine.registers.views[float_letter(destination)], z, k, form.nan)
    return None


def resize_step(x: memoryview, i: int, z: memoryview, k: int, mask: int, destination: str, source: str) -> "Step":
    """Returns the step of a conversion between integers."""
    sign = (mask >> 1) + 1 if destination[0] == "s" else 0
    if WIDTHS[destination] > WIDTHS[source] and (source[0] == "u" or destination[0] == "s"):
        return copy_step(x, i, z, k)

    def resize() -> None:
        value = x[i] & mask
        z[k] = value - mask - 1 if value & sign else value

    return resize


def copy_step(x: memoryview, i: int, z: memoryview, k: int) -> "Step":
    """Returns the step that copies a value between views (an integer to a float view rounds it once)."""

    def step() -> None:
        z[k] = x[i]

    return step


def refloat_step(x: memoryview, i: int, z: memoryview, raw: memoryview, k: int, nan: int) -> "Step":
    """Returns the step between f32 and f64."""

    def step() -> None:
        value = x[i]
        if value == value:
            z[k] = value
        else:
            raw[k] = nan

    return step


def convert_two(context: Context, destination: str, source: str, options: convert.FloatOptions) -> None:
    """`cvt.rn.f16x2.{e4m3x2,e5m2x2}`: both elements."""
    function = convert.float_to_float(destination[:-2], source[:-2], options)
    from_bits, to_bits = WIDTHS[source] // 2, WIDTHS[destination] // 2
    x, i = context.source(context.operands[1], source, letter=view_of(unsigned_bits(source)))
    z, k = context.target(context.operands[0], unsigned_bits(destination))
    mask = (1 << from_bits) - 1

    def step() -> None:
        value = x[i]
        z[k] = function(value & mask) | function(value >> from_bits) << to_bits

    context.emit(step)


def convert_pair(context: Context) -> None:
    """`cvt` of two f32 operands to a packed type: the first operand becomes the high half."""
    destination, source = types_of(context)
    function = convert.float_to_float(destination[:-2], source, float_options(context))
    (x, i), (y, j) = (context.source(operand, source) for operand in context.operands[1:3])
    z, k = context.target(context.operands[0], unsigned_bits(destination))
    shift = WIDTHS[destination] // 2

    def step() -> None:
        z[k] = function(y[j]) | function(x[i]) << shift

    context.emit(step)


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "setp": set_predicate,
    "set": set_value,
    "selp": select_by_predicate,
    "slct": select_by_sign,
    "cvt": convert_value,
    "cvt_pack": convert_pair,
}
"""The meanings defined here, by the instruction table's key."""

