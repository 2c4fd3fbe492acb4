"""Comparisons, selections, moves, conversions and address arithmetic as LLVM IR (PTX ISA, `setp set selp slct mov cvt cvta isspacep`)."""

from ptx.operands import Address, Pair, Sink, Vector
from ptx.vm.compiled.builder import FLOAT_TYPES, Builder, element, integer_of
from ptx.vm.compiled.floats import LEAST_NORMAL, flush, number, saturate, to_single
from ptx.vm.compiled.graph import find_register, registers_of
from ptx.vm.compiled.text import BITS
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, SHARED_WINDOW
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.operands import Operand
    from ptx.vm.compiled.builder import Lowering

UNSIGNED_NAMES = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
FLOAT_NAMES = {
    "eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "equ": "ueq", "neu": "une", "ltu": "ult",
    "leu": "ule", "gtu": "ugt", "geu": "uge", "num": "ord", "nan": "uno",
}  # fmt: skip
"""LLVM's comparison for each of PTX's: `u` at the end means true for NaN."""


def comparison(b: Builder) -> str:
    """Returns the comparison of operands 1 and 2 as an i1."""
    kind, operator = b.type, b.values["cmp"]
    if kind in FLOAT_TYPES:
        whole = FLOAT_TYPES[kind]
        first, second = b.read(1, kind), b.read(2, kind)
        if b.has("ftz"):
            first, second = flush(b, whole, first), flush(b, whole, second)
        return b.compare(FLOAT_NAMES[operator], whole, first, second)
    if kind[0] not in "bus" or kind.startswith("bf") or kind.endswith("x2"):
        raise b.refuse(f"comparison of .{kind}")
    name = UNSIGNED_NAMES.get(operator, operator)
    if name not in ("eq", "ne"):
        name = ("s" if kind[0] == "s" else "u") + name
    return b.compare(name, integer_of(kind), b.read(1, kind), b.read(2, kind))


def combined(b: Builder, value: str, position: int) -> str:
    """Returns a comparison combined with the predicate operand, if the instruction has one."""
    name = b.values.get("bool")
    return value if name is None else b.binary(name, "i1", value, b.read(position, "pred"))


def set_predicate(b: Builder) -> None:
    """`setp`."""
    destination = b.operand(0)
    test = comparison(b)
    if not isinstance(destination, Pair):
        b.write(combined(b, test, 3), "pred")
        return
    inverse = b.binary("xor", "i1", test, b.const("true", "i1"))
    first, second = combined(b, test, 3), combined(b, inverse, 3)
    b.write_to(destination.first, first, "pred")
    b.write_to(destination.second, second, "pred")


def set_value(b: Builder) -> None:
    """`set`: all ones, or 1.0."""
    test = combined(b, comparison(b), 3)
    yes = 0x3F800000 if b.values["dtype"] == "f32" else -1
    b.write(b.choose(test, "i32", b.const(yes, "i32"), b.const(0, "i32")), "b32")


def is_lazy(b: Builder, operand: "Operand") -> bool:
    """Whether an operand is a register whose NaN is not made canonical yet."""
    found = registers_of(b.op, operand)
    return bool(found) and find_register(b.function.graph, b.op, found[0]).lazy


def select_by_predicate(b: Builder) -> None:
    """`selp`: bits, but for lazily kept NaNs, which stay so."""
    kind = b.type
    condition = b.read(3, "pred")
    if kind in FLOAT_TYPES and (is_lazy(b, b.operand(1)) or is_lazy(b, b.operand(2))) and is_lazy(b, b.operand(0)):
        b.write(b.choose(condition, FLOAT_TYPES[kind], b.read(1, kind), b.read(2, kind)), kind, arithmetic=True)
        return
    b.write_bits(b.choose(condition, integer_of(kind), b.bits(1, kind), b.bits(2, kind)), kind)


def select_by_sign(b: Builder) -> None:
    """`slct`: the first operand if the third is not negative (-0.0 is not, NaN is)."""
    kind = b.type
    if b.op.instruction.name.endswith(".f32"):
        value = b.read(3, "f32")
        least = number(b, "float", 0x80000000 | LEAST_NORMAL["float"] if b.has("ftz") else 0)
        test = b.compare("ogt" if b.has("ftz") else "oge", "float", value, least)
    else:
        test = b.compare("sge", "i32", b.read(3, "s32"), b.const(0, "i32"))
    kind = b.op.forms[1][1] if b.op.forms[1][1] in WIDTHS else kind
    b.write_bits(b.choose(test, integer_of(kind), b.bits(1, kind), b.bits(2, kind)), kind)


# --- moves -----------------------------------------------------------------------------------------------------------------------------


def move(b: Builder) -> None:
    """`mov`: a copy, a packing or an unpacking (the first element lowest)."""
    kind = b.type
    destination, source = (operand.elements if isinstance(operand, Vector) else (operand,) for operand in b.op.operands)
    if len(destination) == 1 and len(source) == 1:
        if kind in FLOAT_TYPES and is_lazy(b, destination[0]):
            b.write_to(destination[0], b.value(source[0], kind, False, b.width), kind, arithmetic=True)
        else:
            bits = kind if kind == "pred" else f"b{WIDTHS[kind]}"
            b.write_to(destination[0], b.value(source[0], bits, False, b.width), bits)
        return
    whole = integer_of(kind)
    packed = _packed(b, source, kind) if len(source) > 1 else b.value(source[0], f"b{WIDTHS[kind]}", False, b.width)
    part = WIDTHS[kind] // len(destination)
    element(f"b{part}")
    for index, target in enumerate(destination):
        value = b.binary("lshr", whole, packed, b.const(index * part, whole)) if index else packed
        if not isinstance(target, Sink):
            b.write_to(target, b.resize(value, whole, f"i{part}", False), f"b{part}")


def _packed(b: Builder, elements: "tuple[Operand, ...]", kind: str) -> str:
    whole, part = integer_of(kind), WIDTHS[kind] // len(elements)
    total = b.const(0, whole)
    for index, operand in enumerate(elements):
        value = b.resize(b.value(operand, f"b{part}", False, b.width), f"i{part}", whole, False)
        total = b.binary("or", whole, total, b.binary("shl", whole, value, b.const(index * part, whole)))
    return total


def convert_address(b: Builder) -> None:
    """`cvta`: shared and local addresses are offsets from their windows; other spaces have generic addresses already."""
    space = b.values["space"].partition("::")[0]
    window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space, 0) << OFFSET_BITS
    whole = integer_of(b.type)
    value = b.read(1, b.type)
    if window:
        shift = -window if b.has("to") else window
        value = b.binary("add", whole, value, b.const(shift & ((1 << BITS[whole]) - 1), whole))
    b.write(value, b.type)


def is_space(b: Builder) -> None:
    """`isspacep`: shared and local memory are their windows; the other spaces need the launch's allocations."""
    space = b.values["space"].partition("::")[0]
    window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space)
    if window is None:
        raise b.refuse(f"a test for .{space}")
    number_of = b.binary("lshr", "i64", b.read(1, "u64"), b.const(OFFSET_BITS, "i64"))
    b.write(b.compare("eq", "i64", number_of, b.const(window, "i64")), "pred")


def nothing(b: Builder) -> None:
    """`prefetch`, `brkpt`, `pmevent`: nothing to be seen."""
    if b.op.meaning == "prefetch" and not isinstance(b.operand(0), Address):
        raise b.refuse("no address")


# --- conversions -----------------------------------------------------------------------------------------------------------------------

CONVERTED = frozenset(("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f16", "f32", "f64"))
"""The types between which values are converted here."""
INTEGRAL = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}


def convert(b: Builder) -> None:
    """`cvt` of one operand between integers, f32 and f64 (and f16 from and to f32)."""
    destination, source = b.op.instruction.name.split(".")[-2:]
    if not {destination, source} <= CONVERTED:
        raise b.refuse(f"conversion from .{source} to .{destination}")
    if destination == "f16" or source == "f16":
        convert_half(b, destination, source)
    elif destination in FLOAT_TYPES and source in FLOAT_TYPES:
        convert_floats(b, destination, source)
    elif source in FLOAT_TYPES and destination[0] in "us":
        float_to_integer(b, destination, source)
    elif destination in FLOAT_TYPES:
        integer_to_float(b, destination, source)
    else:
        integer_to_integer(b, destination, source)


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
    whole, want = FLOAT_TYPES[source], integer_of(destination)
    value = b.read(1, source)
    if b.has("ftz"):
        value = flush(b, whole, value)
    mode = next(word for word in b.op.instruction.name.split(".") if word in INTEGRAL)
    rounded = b.intrinsic(INTEGRAL[mode], whole, value)
    name = "llvm.fpto" + ("s" if destination[0] == "s" else "u") + f"i.sat.{b.code_mangled(want)}.{b.code_mangled(whole)}"
    result = b.code.call(name, b.typed(want), (b.typed(whole), rounded))
    if source == "f64" or BITS[want] == 64:
        nan = b.compare("uno", whole, value, value)
        result = b.choose(nan, want, b.const(1 << BITS[want] - 1, want), result)
    b.write(result, destination, wider=True)


def integer_to_float(b: Builder, destination: str, source: str) -> None:
    """Rounds an integer to nearest; another mode only where nothing is rounded."""
    whole, have = FLOAT_TYPES[destination], integer_of(source)
    exact = BITS[have] <= (16 if destination == "f32" else 32)
    if not exact and not b.has("rn"):
        raise b.refuse("directed rounding of an integer")
    value = b.cast("sitofp" if source[0] == "s" else "uitofp", have, b.read(1, source, wider=True), whole)
    b.write(saturate(b, whole, value) if b.has("sat") else value, destination, arithmetic=True)


def convert_floats(b: Builder, destination: str, source: str) -> None:
    """Between f32 and f64, or to integral values of one of them."""
    have, want = FLOAT_TYPES[source], FLOAT_TYPES[destination]
    words = b.op.instruction.name.split(".")
    value = b.read(1, source)
    if b.has("ftz") and source == "f32":
        value = flush(b, have, value)
    integral = next((word for word in words if word in INTEGRAL), "")
    if integral:
        value = b.intrinsic(INTEGRAL[integral], have, value)
    if source == "f64" and destination == "f32":
        value = to_single(b, value, next((word for word in words if word in ("rn", "rz", "rm", "rp")), "rn"))
    else:
        value = b.cast("fpext", have, value, want)
    if b.has("ftz") and destination == "f32":
        value = flush(b, want, value)
    b.write(saturate(b, want, value) if b.has("sat") else value, destination, arithmetic=True)


def convert_half(b: Builder, destination: str, source: str) -> None:
    """f16 to f32, and f32 to f16 rounded to nearest, where the host has instructions for it."""
    words = b.op.instruction.name.split(".")
    if not b.function.host_halves or {destination, source} != {"f16", "f32"} or set(words) & {"sat", "relu", "ftz", "rz", "rm", "rp"}:
        raise b.refuse("this conversion of .f16")
    if destination == "f32":
        half = b.cast("bitcast", "i16", b.read(1, "b16", wider=True), "half")
        b.write(b.cast("fpext", "half", half, "float"), "f32", arithmetic=True)
        return
    value = b.read(1, "f32")
    bits = b.cast("bitcast", "half", b.cast("fptrunc", "float", value, "half"), "i16")
    nan = b.compare("uno", "float", value, value)
    b.write(b.choose(nan, "i16", b.const(0x7FFF, "i16"), bits), "b16", wider=True)


MEANINGS: "dict[str, Lowering]" = {
    "setp": set_predicate, "set": set_value, "selp": select_by_predicate, "slct": select_by_sign, "mov": move, "cvt": convert,
    "cvta": convert_address, "isspacep": is_space, "prefetch": nothing, "brkpt": nothing, "pmevent": nothing, "fence": nothing,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""
