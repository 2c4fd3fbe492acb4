"""`atom` and `red`: lane after lane, in order, out of line.

Operations on integers whose order nobody can see are the host's atomic instructions, so that blocks may run on several threads. The others
(float additions, exchanges, everything whose old value is used) are plain reads and writes: a kernel with one of them runs its blocks in
order on one thread.
"""

from ptx.operands import Sink, Vector
from ptx.vm.compiled.cfg.graph import Op
from ptx.vm.compiled.instructions.halves import HALF_FORMATS, SHORT, as_single, from_single
from ptx.vm.compiled.instructions.packed import elements, is_packed, joined
from ptx.vm.compiled.ir.builder import Builder, element, integer_of
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.lanewise import define
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.accesses import place, surviving
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptx.vm.compiled.ir.builder import Lowering

OPERATIONS = ("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec")
UNORDERED = frozenset(("add", "min", "max", "and", "or", "xor"))
"""Operations on integers that give the same memory in any order."""


def operation_of(op: Op) -> tuple[str, str]:
    """Returns the operation and its type."""
    name = next(word for word in op.instruction.name.split(".") if word in OPERATIONS)
    return name, op.resolved.type


def shows_order(op: Op) -> bool:
    """Whether the result depends on the order in which threads come."""
    name, kind = operation_of(op)
    if kind[0] not in "bus" or kind.startswith("bf") or name not in UNORDERED:
        return True
    return op.meaning == "atom" and not isinstance(op.operands[0], Sink)


def atomic(b: Builder) -> None:
    """`atom` (with the old value) and `red`."""
    has_result = b.op.meaning == "atom"
    operands = b.op.operands[1:] if has_result else b.op.operands
    name, kind = operation_of(b.op)
    if isinstance(operands[1], Vector):
        raise b.refuse("vector atomics")
    if kind in HALF_FORMATS:
        define(b, f"add.{kind}", (integer_of(kind),) * 2, integer_of(kind), lambda e, values: half_sum(e, kind, values))
    whole = integer_of(kind)
    values = [b.value(operand, f"b{WIDTHS[kind]}", False, WARP) for operand in operands[1:]]
    where = place(b, operands[0])
    addresses = surviving_atomic(b, where, WIDTHS[kind] // 8)
    element(kind)
    vector = f"<{WARP} x {whole}>"
    key = (name, kind, "ordered" if shows_order(b.op) else "")
    b.function.helpers.add(key)
    old = b.code.call(atomic_name(*key), vector, ("ptr", "%state"), (f"<{WARP} x i64>", addresses), ("i32", b.code.bits(b.function.mask)),
                      (vector, values[0]), (vector, values[-1]))  # fmt: skip
    if has_result and not isinstance(b.operand(0), Sink):
        b.write_bits(old, kind)


def half_sum(e: Expressions, kind: str, values: "Sequence[str]") -> str:
    """Returns the sum of two encodings of a short format, packed or not."""
    form = HALF_FORMATS[kind]

    def total(first: str, second: str) -> str:
        return from_single(e, form, e.binary("fadd", "float", as_single(e, form, first), as_single(e, form, second)))

    if not is_packed(kind):
        return total(*values)
    low, high = (total(*pair) for pair in zip(*[elements(e, value, "i32", SHORT) for value in values]))
    return joined(e, low, high, SHORT, "i32")


def surviving_atomic(b: Builder, where: "object", size: int) -> str:
    """Checks lane by lane and returns the generic addresses."""
    from ptx.vm.compiled.memory.accesses import Place

    assert isinstance(where, Place)
    return surviving(b, where, size, True)


def atomic_name(name: str, kind: str, order: str) -> str:
    """Returns the name of the helper of an operation."""
    return ".".join(("atomic", name, kind, order or "any"))


MEANINGS: "dict[str, Lowering]" = {"atom": atomic, "red": atomic}
"""The meanings defined here, by the instruction table's key."""
