"""Comparisons, selections, moves and address arithmetic as LLVM IR (PTX ISA, `setp set selp slct mov cvta isspacep`)."""

from ptx.operands import Address, Pair, Sink, Vector
from ptx.vm.compiled.cfg.graph import find_register, registers_of
from ptx.vm.compiled.instructions.halves import HALF_FORMATS, SHORT, as_single
from ptx.vm.compiled.instructions.packed import elements, is_packed
from ptx.vm.compiled.instructions.rounding import flushed
from ptx.vm.compiled.instructions.singles import LEAST_NORMAL, flush, number
from ptx.vm.compiled.ir.builder import FLOAT_TYPES, Builder, element, integer_of
from ptx.vm.compiled.ir.state import space_bits
from ptx.vm.compiled.ir.text import BITS, WARP
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, SHARED_WINDOW
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.operands import Operand
    from ptx.vm.compiled.ir.builder import Lowering

UNSIGNED_NAMES = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
ONES = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80, "f16x2": 0x3C003C00, "bf16x2": 0x3F803F80}
"""1.0 in the types of floats that `set` can give."""
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
    if kind in HALF_FORMATS:
        return half_comparison(b, b.read(1, "b16"), b.read(2, "b16"))
    name = UNSIGNED_NAMES.get(operator, operator)
    if name not in ("eq", "ne"):
        name = ("s" if kind[0] == "s" else "u") + name
    return b.compare(name, integer_of(kind), b.read(1, kind), b.read(2, kind))


def half_comparison(b: Builder, first: str, second: str) -> str:
    """Returns the comparison of two f16 or bf16 encodings as an i1."""
    form = HALF_FORMATS[b.type]
    pair = [flushed(b, form, SHORT, each) for each in (first, second)] if b.has("ftz") else [first, second]
    return b.compare(FLOAT_NAMES[b.values["cmp"]], "float", *[as_single(b, form, each) for each in pair])


def set_two_predicates(b: Builder) -> None:
    """`setp.f16x2`, `setp.bf16x2`: one predicate for the low half, one for the high half."""
    destination = b.operand(0)
    low, high = half_tests(b)
    b.write_to(destination.first if isinstance(destination, Pair) else destination, low, "pred")
    if isinstance(destination, Pair):
        b.write_to(destination.second, high, "pred")


def half_tests(b: Builder) -> "tuple[str, str]":
    """Returns the comparisons of the low and of the high halves of packed operands."""
    words = [elements(b, b.read(position, "b32"), "i32", SHORT) for position in (1, 2)]
    low, high = (combined(b, half_comparison(b, words[0][side], words[1][side]), 3) for side in (0, 1))
    return low, high


def combined(b: Builder, value: str, position: int) -> str:
    """Returns a comparison combined with the predicate operand, if the instruction has one."""
    name = b.values.get("bool")
    return value if name is None else b.binary(name, "i1", value, b.read(position, "pred"))


def set_predicate(b: Builder) -> None:
    """`setp`."""
    destination = b.operand(0)
    if is_packed(b.type):
        set_two_predicates(b)
        return
    test = comparison(b)
    if not isinstance(destination, Pair):
        b.write(combined(b, test, 3), "pred")
        return
    inverse = b.binary("xor", "i1", test, b.const("true", "i1"))
    first, second = combined(b, test, 3), combined(b, inverse, 3)
    b.write_to(destination.first, first, "pred")
    b.write_to(destination.second, second, "pred")


def set_value(b: Builder) -> None:
    """`set`: all ones, or 1.0; for packed halves each by itself."""
    kind = b.values["dtype"]
    if is_packed(b.type):
        yes = ONES.get(kind.removesuffix("x2"), 0xFFFF)
        low, high = half_tests(b)
        words = b.choose(low, "i32", b.const(yes, "i32"), b.const(0, "i32")), b.choose(high, "i32", b.const(yes << 16, "i32"), b.const(0, "i32"))
        b.write(b.binary("or", "i32", *words), "b32")
        return
    test, whole = combined(b, comparison(b), 3), f"i{WIDTHS[kind]}"
    b.write(b.choose(test, whole, b.const(ONES.get(kind, -1), whole), b.const(0, whole)), f"b{WIDTHS[kind]}")


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
    if "vec" in b.values:
        move_elements(b, destination, source)
        return
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


def move_elements(b: Builder, targets: "tuple[Operand, ...]", sources: "tuple[Operand, ...]") -> None:
    """The copy of a vector's elements, all of which are read first."""
    if {len(targets), len(sources)} != {b.op.resolved.vector}:
        raise b.refuse(f"both operands must be vectors of {b.op.resolved.vector}")
    bits = f"b{WIDTHS[b.type]}"
    values = [b.value(each, bits, False, b.width) for each in sources]
    for target, value in zip(targets, values):
        b.write_to(target, value, bits)


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
    """`isspacep`: shared and local memory are their windows; for the other spaces the launch has a table of what each allocation is."""
    space = b.values["space"].partition("::")[0]
    window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space)
    number_of = b.binary("lshr", "i64", b.read(1, "u64"), b.const(OFFSET_BITS, "i64"))
    if window is not None:
        b.write(b.compare("eq", "i64", number_of, b.const(window, "i64")), "pred")
        return
    code = b.code
    table = code.let(f"load ptr, ptr {b.function.field('kinds')}")
    known = code.splat("%allocations", "i64", b.width)
    pointers = code.let(f"getelementptr i8, ptr {table}, {b.typed('i64')} {b.intrinsic('umin', 'i64', number_of, known)}")
    if b.width == 1:
        kind = code.let(f"load i8, ptr {pointers}")
    else:
        kind = code.call(f"llvm.masked.gather.v{WARP}i8.v{WARP}p0", b.typed("i8"), (b.typed("ptr"), f"align 1 {pointers}"),
                         (b.typed("i1"), b.const("true", "i1")), (b.typed("i8"), "zeroinitializer"))  # fmt: skip
    wanted = b.binary("and", "i8", kind, b.const(space_bits(space), "i8"))
    b.write(b.compare("ne", "i8", wanted, b.const(0, "i8")), "pred")


def nothing(b: Builder) -> None:
    """`prefetch`, `brkpt`, `pmevent`, `nanosleep`: nothing to be seen."""
    if b.op.meaning == "prefetch" and not isinstance(b.operand(0), Address):
        raise b.refuse("no address")


MEANINGS: "dict[str, Lowering]" = {
    "setp": set_predicate, "set": set_value, "selp": select_by_predicate, "slct": select_by_sign, "mov": move,
    "cvta": convert_address, "isspacep": is_space, "prefetch": nothing, "brkpt": nothing, "pmevent": nothing, "fence": nothing,
    "nanosleep": nothing,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""
