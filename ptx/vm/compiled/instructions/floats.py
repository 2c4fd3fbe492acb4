"""f32, f64 and f32x2 instructions as LLVM IR, rounded exactly once in every mode; what is left to `halves` and `integers` goes there."""

from ptx.vm.compiled.instructions import directed_doubles, halves
from ptx.vm.compiled.instructions.integers import INTEGER_HALVES
from ptx.vm.compiled.instructions.packed import each_element
from ptx.vm.compiled.instructions.singles import (
    LEAST_NORMAL,
    ONE,
    WIDTHS,
    flush,
    made_odd,
    negated,
    number,
    odd_sum,
    saturate,
    sign_product,
    to_single,
    widened,
)
from ptx.vm.compiled.ir.builder import CANONICAL, FLOAT_TYPES, Builder, canonical
from ptx.vm.compiled.ir.lanewise import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.compiled.ir.builder import Lowering
    from ptx.vm.compiled.ir.lanewise import Body

    Function: TypeAlias = "Callable[[Builder, str, list[str]], str]"
    """From the LLVM type and the operands to the result, before `.ftz` and `.sat`."""


def rounding(b: Builder) -> str:
    """Returns the rounding modifier; `rn` if there is none."""
    return next((mode for mode in ("rz", "rm", "rp") if b.has(mode)), "rn")


def finished(b: Builder, whole: str, value: str) -> str:
    """Returns a result after `.ftz` and `.sat`."""
    if b.has("ftz"):
        value = flush(b, whole, value)
    return saturate(b, whole, value) if b.has("sat") else value


def finish(b: Builder, kind: str, whole: str, value: str) -> None:
    """Writes a result after `.ftz` and `.sat`."""
    b.write(finished(b, whole, value), kind, arithmetic=True)


def on_floats(count: "int | None", function: "Function") -> "Lowering":
    """Returns the meaning of an instruction of so many operands (None: all there are): the function with the modifiers around it."""

    def meaning(b: Builder) -> None:
        operands = count or b.count - 1
        if b.type == "f32x2":
            each_element(b, operands, lambda bits: _packed(b, function, bits))
            return
        kind, whole = b.type, FLOAT_TYPES[b.type]
        values = [b.read(position, kind) for position in range(1, operands + 1)]
        finish(b, kind, whole, function(b, whole, _flushed(b, whole, values)))

    return meaning


def _flushed(b: Builder, whole: str, values: list[str]) -> list[str]:
    return [flush(b, whole, value) for value in values] if b.has("ftz") else values


def _packed(b: Builder, function: "Function", bits: list[str]) -> str:
    """Returns the function of one element of `.f32x2`, as encodings."""
    values = _flushed(b, "float", [b.cast("bitcast", "i32", each, "float") for each in bits])
    value = canonical(b.code, finished(b, "float", function(b, "float", values)), "float", "float", b.width)
    return b.cast("bitcast", "float", value, "i32")


def by_integers(b: Builder, name: str, body: "Body", values: list[str]) -> str:
    """Returns an f64 result in a directed mode."""
    return called(b, f"f64.{name}.{rounding(b)}", ["double"] * len(values), values, "double", body)


# --- instructions --------------------------------------------------------------------------------------------------------------------


def arithmetic(b: Builder, whole: str, values: list[str]) -> str:
    """`add`, `sub`, `mul`."""
    mode, name, (first, second) = rounding(b), b.op.meaning, values
    if mode == "rn":
        return b.binary("f" + name, whole, first, second)
    if name == "sub":
        second = negated(b, whole, second)
    if whole == "double":
        return _directed_double(b, mode, name, first, second)
    x, y = widened(b, [first, second])
    return to_single(b, b.binary("fmul", "double", x, y) if name == "mul" else odd_sum(b, x, y, mode), mode)


def _directed_double(b: Builder, mode: str, name: str, first: str, second: str) -> str:
    """Returns a sum or product as a fused multiply-add: of a factor 1, or with a zero of the product's sign."""
    if name != "mul":
        operands = [first, number(b, "double", ONE["double"]), second]
    else:
        operands = [first, second, b.intrinsic("copysign", "double", number(b, "double", 0), sign_product(b, first, second))]
    return by_integers(b, "fma", directed_doubles.fused(mode), operands)


def fused(b: Builder, whole: str, values: list[str]) -> str:
    """`fma`, and `mad` of floats."""
    mode = rounding(b)
    if mode == "rn":
        return b.intrinsic("fma", whole, *values)
    if whole == "double":
        return by_integers(b, "fma", directed_doubles.fused(mode), values)
    x, y, z = widened(b, values)
    return to_single(b, odd_sum(b, b.binary("fmul", "double", x, y), z, mode), mode)


def quotient(b: Builder, whole: str, first: str, second: str) -> str:
    """Returns a quotient rounded by the instruction's mode."""
    mode = rounding(b)
    if mode == "rn":
        return b.binary("fdiv", whole, first, second)
    if whole == "double":
        return by_integers(b, "div", directed_doubles.quotient(mode), [first, second])
    x, y = widened(b, [first, second])
    value = b.binary("fdiv", "double", x, y)
    rest = b.intrinsic("fma", "double", negated(b, "double", value), y, x)
    error = b.intrinsic("copysign", "double", b.intrinsic("fabs", "double", rest), sign_product(b, rest, y))
    return to_single(b, made_odd(b, value, error), mode)


def divide(b: Builder, whole: str, values: list[str]) -> str:
    """`div`: rounded, `.full` and `.approx` rounded to nearest; `.approx` by a divisor above 2**126 gives zero, as the manual says."""
    first, second = values
    result = quotient(b, whole, first, second)
    return _approximate(b, first, second, result) if b.has("approx") else result


def _approximate(b: Builder, first: str, second: str, result: str) -> str:
    size = b.cast("bitcast", "float", b.intrinsic("fabs", "float", second), "i32")
    above = b.compare("ugt", "i32", size, b.const(0x7E800000, "i32"))
    large = b.binary("and", "i1", above, b.compare("ult", "i32", size, b.const(0x7F800000, "i32")))
    zero = b.binary("fmul", "float", b.binary("fmul", "float", first, number(b, "float", 0)), second)
    return b.choose(large, "float", zero, result)


def reciprocal(b: Builder, whole: str, values: list[str]) -> str:
    """`rcp`: rounded; `.approx` of f32 to nearest, of f64 from the high word of the operand to the high word of the result."""
    one = number(b, whole, ONE[whole])
    if whole == "float" or not b.has("approx"):
        return quotient(b, whole, one, *values)
    return high_word(b, b.binary("fdiv", "double", one, high_word(b, *values)))


def high_word(b: Builder, value: str) -> str:
    """Returns a double with its low word cleared; NaN stays one."""
    bits = b.binary("and", "i64", b.cast("bitcast", "double", value, "i64"), b.const(0xFFFFFFFF00000000, "i64"))
    return b.cast("bitcast", "i64", bits, "double")


def square_root(b: Builder, whole: str, values: list[str]) -> str:
    """`sqrt`: rounded; `.approx` is rounded to nearest."""
    mode, (value,) = rounding(b), values
    if mode == "rn":
        return _of_negative(b, whole, value, b.intrinsic("sqrt", whole, value))
    if whole == "double":
        return by_integers(b, "sqrt", directed_doubles.square_root(mode), values)
    (x,) = widened(b, values)
    root = b.intrinsic("sqrt", "double", x)
    rest = b.intrinsic("fma", "double", negated(b, "double", root), root, x)
    return _of_negative(b, whole, value, to_single(b, made_odd(b, root, rest), mode))


def _of_negative(b: Builder, whole: str, value: str, root: str) -> str:
    """Returns a root with NaN for negative numbers said once more: LLVM takes a root to be NaN only where its operand is."""
    negative = b.compare("olt", whole, value, number(b, whole, 0))
    return b.choose(negative, whole, number(b, whole, CANONICAL[whole]), root)


def sign_operation(b: Builder, whole: str, values: list[str]) -> str:
    """`neg`, `abs`."""
    return b.intrinsic("fabs", whole, *values) if b.op.meaning == "abs" else negated(b, whole, *values)


def extremes(b: Builder, whole: str, values: list[str]) -> str:
    """`min`, `max` of two or three operands: -0 is less than +0; NaN is ignored, or wins with `.NaN`; with `.xorsign.abs` of magnitudes."""
    stem = f"{b.op.meaning}imum{'' if b.has('NaN') else 'num'}"
    numbers = [b.intrinsic("fabs", whole, value) for value in values] if b.has("abs") else values
    result = numbers[0]
    for value in numbers[1:]:
        result = b.intrinsic(stem, whole, result, value)
    if not b.has("abs"):
        return result
    signs = b.binary("xor", "i32", *[b.cast("bitcast", "float", value, "i32") for value in values])
    return b.intrinsic("copysign", whole, result, b.cast("bitcast", "i32", signs, "float"))


def copy_sign(b: Builder) -> None:
    """`copysign d, a, b`: the magnitude of b with the sign of a."""
    kind, whole = b.type, FLOAT_TYPES[b.type]
    bits = WIDTHS[whole]
    plain, sign = f"i{bits}", 1 << (bits - 1)
    first, second = b.bits(1, kind), b.bits(2, kind)
    sign_part = b.binary("and", plain, first, b.const(sign, plain))
    b.write_bits(b.binary("or", plain, sign_part, b.binary("and", plain, second, b.const(sign - 1, plain))), kind)


def test_property(b: Builder) -> None:
    """`testp`; zero counts as normal."""
    kind, whole = b.type, FLOAT_TYPES[b.type]
    size = b.intrinsic("fabs", whole, b.read(1, kind))
    infinite, least = number(b, whole, 0x7F800000 if whole == "float" else 0x7FF << 52), number(b, whole, LEAST_NORMAL[whole])
    zero = number(b, whole, 0)
    match b.values["op"]:
        case "finite":
            result = b.compare("olt", whole, size, infinite)
        case "infinite":
            result = b.compare("oeq", whole, size, infinite)
        case "number":
            result = b.compare("ord", whole, size, size)
        case "notanumber":
            result = b.compare("uno", whole, size, size)
        case "subnormal":
            result = b.binary("and", "i1", b.compare("ogt", whole, size, zero), b.compare("olt", whole, size, least))
        case _:
            normal = b.binary("and", "i1", b.compare("oge", whole, size, least), b.compare("olt", whole, size, infinite))
            result = b.binary("or", "i1", normal, b.compare("oeq", whole, size, zero))
    b.write(result, "pred")


def by_type(name: str, count: "int | None", of_floats: "Function") -> "Lowering":
    """Returns the meaning of an instruction that several kinds of types share."""
    floats, of_halves, of_integers = on_floats(count, of_floats), halves.MEANINGS.get(name), INTEGER_HALVES.get(name)

    def meaning(b: Builder) -> None:
        chosen = of_halves if b.type in halves.HALF_FORMATS else floats if b.type[0] == "f" else of_integers
        if chosen is None:
            raise b.refuse(f"arithmetic of .{b.type}")
        chosen(b)

    return meaning


MEANINGS: "dict[str, Lowering]" = {
    "add": by_type("add", 2, arithmetic), "sub": by_type("sub", 2, arithmetic), "mul": by_type("mul", 2, arithmetic),
    "div": by_type("div", 2, divide), "abs": by_type("abs", 1, sign_operation), "neg": by_type("neg", 1, sign_operation),
    "min": by_type("min", None, extremes), "max": by_type("max", None, extremes), "fma": by_type("fma", 3, fused),
    "sqrt": by_type("sqrt", 1, square_root), "rcp": by_type("rcp", 1, reciprocal), "copysign": copy_sign, "testp": test_property,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""
