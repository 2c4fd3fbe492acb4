"""f32 and f64 instructions as LLVM IR, rounded exactly once in every mode.

Nearest-even is the host's own arithmetic. The directed modes of f32 go through doubles: the double nearest to the exact result is made odd
where it is not exact (round to odd), so that cutting it to f32 in any direction is cutting the exact result (Boldo and Melquiond,
"Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008). Directed f64 and the 16-bit formats are
left to the reference interpreter.
"""

from ptx.vm.compiled.builder import CANONICAL, FLOAT_TYPES, Builder
from ptx.vm.compiled.integers import INTEGER_HALVES
from ptx.vm.compiled.text import float_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.builder import Lowering

LEAST_NORMAL = {"float": 0x00800000, "double": 0x0010000000000000}
ONE = {"float": 0x3F800000, "double": 0x3FF0000000000000}
WIDTHS = {"float": 32, "double": 64}


def float_type(b: Builder) -> tuple[str, str]:
    """Returns the PTX and the LLVM type; others than f32 and f64 are refused."""
    kind = FLOAT_TYPES.get(b.type)
    if kind is None:
        raise b.refuse(f"arithmetic of .{b.type}")
    return b.type, kind


def number(b: Builder, kind: str, bits: int) -> str:
    """Returns a float constant by its encoding."""
    return b.const(float_constant(bits, kind), kind)


def rounding(b: Builder) -> str:
    """Returns the rounding modifier; `rn` if there is none."""
    return next((mode for mode in ("rz", "rm", "rp") if b.has(mode)), "rn")


def flush(b: Builder, kind: str, value: str) -> str:
    """Returns a value with a subnormal made a zero of its sign."""
    small = b.compare("olt", kind, b.intrinsic("fabs", kind, value), number(b, kind, LEAST_NORMAL[kind]))
    return b.choose(small, kind, b.code.call(*_copysign(b, kind), (b.typed(kind), number(b, kind, 0)), (b.typed(kind), value)), value)


def _copysign(b: Builder, kind: str) -> tuple[str, str]:
    return f"llvm.copysign.{b.code_mangled(kind)}", b.typed(kind)


def saturate(b: Builder, kind: str, value: str) -> str:
    """Returns a value limited to [+0, 1]; NaN becomes +0."""
    zero, one = number(b, kind, 0), number(b, kind, ONE[kind])
    positive = b.choose(b.compare("ogt", kind, value, zero), kind, value, zero)
    return b.choose(b.compare("ogt", kind, positive, one), kind, one, positive)


def operands(b: Builder, kind: str, whole: str, count: int) -> list[str]:
    """Returns the operands, flushed for `.ftz`."""
    found = [b.read(position, kind) for position in range(1, count + 1)]
    return [flush(b, whole, value) for value in found] if b.has("ftz") else found


def finish(b: Builder, kind: str, whole: str, value: str) -> None:
    """Writes a result after `.ftz` and `.sat`."""
    if b.has("ftz"):
        value = flush(b, whole, value)
    b.write(saturate(b, whole, value) if b.has("sat") else value, kind, arithmetic=True)


# --- directed rounding ---------------------------------------------------------------------------------------------------------------


def made_odd(b: Builder, value: str, error: str) -> str:
    """Returns the double `value` with an odd last place if it is not exact; `error` has the sign of exact minus value."""
    zero = number(b, "double", 0)
    bits = b.cast("bitcast", "double", value, "i64")
    inexact = b.compare("one", "double", error, zero)
    even = b.compare("eq", "i64", b.binary("and", "i64", bits, b.const(1, "i64")), b.const(0, "i64"))
    grows = b.binary("xor", "i1", b.compare("ogt", "double", error, zero), b.compare("slt", "i64", bits, b.const(0, "i64")))
    moved = b.binary("add", "i64", bits, b.choose(grows, "i64", b.const(1, "i64"), b.const(-1, "i64")))
    odd = b.choose(b.binary("and", "i1", inexact, even), "i64", moved, bits)
    return b.cast("bitcast", "i64", odd, "double")


def odd_sum(b: Builder, first: str, second: str, mode: str) -> str:
    """Returns the sum of two doubles rounded to odd; an exact zero of unlike signs is -0 when rounding down."""
    total = b.binary("fadd", "double", first, second)
    back = b.binary("fsub", "double", total, first)
    lost = b.binary("fsub", "double", first, b.binary("fsub", "double", total, back))
    error = b.binary("fadd", "double", lost, b.binary("fsub", "double", second, back))
    result = made_odd(b, total, error)
    if mode != "rm":
        return result
    signs = b.binary("xor", "i64", b.cast("bitcast", "double", first, "i64"), b.cast("bitcast", "double", second, "i64"))
    unlike = b.compare("slt", "i64", signs, b.const(0, "i64"))
    zero = b.compare("oeq", "double", total, number(b, "double", 0))
    return b.choose(b.binary("and", "i1", unlike, zero), "double", number(b, "double", 1 << 63), result)


def to_single(b: Builder, value: str, mode: str) -> str:
    """Returns a double rounded to f32 in any mode."""
    nearest = b.cast("fptrunc", "double", value, "float")
    if mode == "rn":
        return nearest
    back = b.cast("fpext", "float", nearest, "double")
    bits = b.cast("bitcast", "float", nearest, "i32")
    negative = b.compare("slt", "i32", bits, b.const(0, "i32"))
    inward, outward = b.binary("sub", "i32", bits, b.const(1, "i32")), b.binary("add", "i32", bits, b.const(1, "i32"))
    if mode == "rz":
        wrong = b.compare("ogt", "double", b.intrinsic("fabs", "double", back), b.intrinsic("fabs", "double", value))
        moved = inward
    else:
        wrong = b.compare("ogt" if mode == "rm" else "olt", "double", back, value)
        moved = b.choose(negative, "i32", outward, inward) if mode == "rm" else b.choose(negative, "i32", inward, outward)
    return b.cast("bitcast", "i32", b.choose(wrong, "i32", moved, bits), "float")


def widened(b: Builder, values: list[str]) -> list[str]:
    """Returns f32 values as doubles."""
    return [b.cast("fpext", "float", value, "double") for value in values]


def directed(b: Builder, kind: str) -> str:
    """Returns the rounding mode; only f32 has the directed ones here."""
    mode = rounding(b)
    if mode != "rn" and kind != "f32":
        raise b.refuse(f"rounding .{mode} of .{kind}")
    return mode


# --- instructions --------------------------------------------------------------------------------------------------------------------


def arithmetic(b: Builder) -> None:
    """`add`, `sub`, `mul`."""
    kind, whole = float_type(b)
    mode = directed(b, kind)
    first, second = operands(b, kind, whole, 2)
    name = b.op.meaning
    if mode == "rn":
        finish(b, kind, whole, b.binary("f" + name, whole, first, second))
        return
    x, y = widened(b, [first, second])
    if name == "mul":
        exact = b.binary("fmul", "double", x, y)
    else:
        exact = odd_sum(b, x, b.code.let(f"fneg {b.typed('double')} {y}") if name == "sub" else y, mode)
    finish(b, kind, whole, to_single(b, exact, mode))


def fused(b: Builder) -> None:
    """`fma`, and `mad` of floats."""
    kind, whole = float_type(b)
    mode = directed(b, kind)
    values = operands(b, kind, whole, 3)
    if mode == "rn":
        finish(b, kind, whole, b.intrinsic("fma", whole, *values))
        return
    x, y, z = widened(b, values)
    finish(b, kind, whole, to_single(b, odd_sum(b, b.binary("fmul", "double", x, y), z, mode), mode))


def quotient(b: Builder, first: str, second: str, mode: str, kind: str, whole: str) -> str:
    """Returns a quotient rounded by a mode."""
    if mode == "rn":
        return b.binary("fdiv", whole, first, second)
    x, y = widened(b, [first, second])
    value = b.binary("fdiv", "double", x, y)
    rest = b.intrinsic("fma", "double", b.code.let(f"fneg {b.typed('double')} {value}"), y, x)
    error = b.code.call(*_copysign(b, "double"), (b.typed("double"), b.intrinsic("fabs", "double", rest)), (b.typed("double"), _product_sign(b, rest, y)))
    return to_single(b, made_odd(b, value, error), mode)


def _product_sign(b: Builder, first: str, second: str) -> str:
    signs = b.binary("xor", "i64", b.cast("bitcast", "double", first, "i64"), b.cast("bitcast", "double", second, "i64"))
    return b.cast("bitcast", "i64", signs, "double")


def divide(b: Builder) -> None:
    """`div`: rounded, `.full` and `.approx` rounded to nearest; `.approx` by a divisor above 2**126 gives zero, as the manual says."""
    kind, whole = float_type(b)
    mode = directed(b, kind)
    first, second = operands(b, kind, whole, 2)
    result = quotient(b, first, second, mode, kind, whole)
    if b.has("approx"):
        result = _approximate(b, first, second, result)
    finish(b, kind, whole, result)


def _approximate(b: Builder, first: str, second: str, result: str) -> str:
    size = b.cast("bitcast", "float", b.intrinsic("fabs", "float", second), "i32")
    above = b.compare("ugt", "i32", size, b.const(0x7E800000, "i32"))
    large = b.binary("and", "i1", above, b.compare("ult", "i32", size, b.const(0x7F800000, "i32")))
    zero = b.binary("fmul", "float", b.binary("fmul", "float", first, number(b, "float", 0)), second)
    return b.choose(large, "float", zero, result)


def reciprocal(b: Builder) -> None:
    """`rcp`: rounded; `.approx` of f32 is rounded to nearest."""
    kind, whole = float_type(b)
    if kind == "f64" and b.has("approx"):
        raise b.refuse("the approximate f64 reciprocal")
    mode = directed(b, kind)
    (value,) = operands(b, kind, whole, 1)
    finish(b, kind, whole, quotient(b, number(b, whole, ONE[whole]), value, mode, kind, whole))


def square_root(b: Builder) -> None:
    """`sqrt`: rounded; `.approx` is rounded to nearest."""
    kind, whole = float_type(b)
    mode = directed(b, kind)
    (value,) = operands(b, kind, whole, 1)
    if mode == "rn":
        finish(b, kind, whole, _of_negative(b, whole, value, b.intrinsic("sqrt", whole, value)))
        return
    (x,) = widened(b, [value])
    root = b.intrinsic("sqrt", "double", x)
    rest = b.intrinsic("fma", "double", b.code.let(f"fneg {b.typed('double')} {root}"), root, x)
    finish(b, kind, whole, _of_negative(b, whole, value, to_single(b, made_odd(b, root, rest), mode)))


def _of_negative(b: Builder, whole: str, value: str, root: str) -> str:
    """Returns a root with NaN for negative numbers said once more: LLVM takes a root to be NaN only where its operand is."""
    negative = b.compare("olt", whole, value, number(b, whole, 0))
    return b.choose(negative, whole, number(b, whole, CANONICAL[whole]), root)


def sign_operation(b: Builder) -> None:
    """`neg`, `abs`."""
    kind, whole = float_type(b)
    (value,) = operands(b, kind, whole, 1)
    result = b.intrinsic("fabs", whole, value) if b.op.meaning == "abs" else b.code.let(f"fneg {b.typed(whole)} {value}")
    b.write(result, kind, arithmetic=True)


def extremes(b: Builder) -> None:
    """`min`, `max` of two operands: -0 is less than +0; NaN is ignored, or wins with `.NaN`."""
    kind, whole = float_type(b)
    if b.count != 3:
        raise b.refuse("a minimum or maximum of three")
    first, second = operands(b, kind, whole, 2)
    stem = f"{b.op.meaning}imum{'' if b.has('NaN') else 'num'}"
    if not b.has("abs"):
        finish(b, kind, whole, b.intrinsic(stem, whole, first, second))
        return
    size = b.intrinsic(stem, whole, b.intrinsic("fabs", whole, first), b.intrinsic("fabs", whole, second))
    signs = b.binary("xor", "i32", b.cast("bitcast", "float", first, "i32"), b.cast("bitcast", "float", second, "i32"))
    finish(b, kind, whole, b.code.call(*_copysign(b, whole), (b.typed(whole), size), (b.typed(whole), b.cast("bitcast", "i32", signs, "float"))))


def copy_sign(b: Builder) -> None:
    """`copysign d, a, b`: the magnitude of b with the sign of a."""
    kind, whole = float_type(b)
    bits = WIDTHS[whole]
    plain, sign = f"i{bits}", 1 << (bits - 1)
    first, second = b.bits(1, kind), b.bits(2, kind)
    sign_part = b.binary("and", plain, first, b.const(sign, plain))
    b.write_bits(b.binary("or", plain, sign_part, b.binary("and", plain, second, b.const(sign - 1, plain))), kind)


def test_property(b: Builder) -> None:
    """`testp`; zero counts as normal."""
    kind, whole = float_type(b)
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


def by_type(name: str, of_floats: "Lowering") -> "Lowering":
    """Returns the meaning of an instruction that integers and floats share."""
    of_integers = INTEGER_HALVES[name]

    def meaning(b: Builder) -> None:
        is_float = b.type[0] == "f" or b.type.startswith("bf")
        (of_floats if is_float else of_integers)(b)

    return meaning


MEANINGS: "dict[str, Lowering]" = {
    "add": by_type("add", arithmetic), "sub": by_type("sub", arithmetic), "mul": by_type("mul", arithmetic),
    "div": by_type("div", divide), "abs": by_type("abs", sign_operation), "neg": by_type("neg", sign_operation),
    "min": by_type("min", extremes), "max": by_type("max", extremes), "fma": fused, "sqrt": square_root, "rcp": reciprocal,
    "copysign": copy_sign, "testp": test_property,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""
