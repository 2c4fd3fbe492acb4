"""Meanings of `atom` and `red`: read, change and write one place without another thread between.

Threads run one at a time here, so every order and scope holds. Float additions round to nearest even; f32 in global memory keeps
subnormals, as `atom.add.f32` does on hardware from sm_70 on. PTX ISA, `atom` and `red`.
"""

from ptx.operands import Vector
from ptx.vm import floating
from ptx.vm.addresses import SIZE_SHIFT, Access, address_of, space_of
from ptx.vm.cached_reads import check_cached_reads
from ptx.vm.context import Context
from ptx.vm.formats import BF16, F16, F32, F64
from ptx.vm.memory import OFFSET_BITS, OFFSET_MASK
from ptx.vm.registers import WIDTHS, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Update: TypeAlias = Callable[[int, int, int], int]
    """From the old value and the two operands to the new value."""

OPERATIONS: "dict[str, Update]" = {
    "add": lambda old, b, _: old + b,
    "min": lambda old, b, _: min(old, b),
    "max": lambda old, b, _: max(old, b),
    "and": lambda old, b, _: old & b,
    "or": lambda old, b, _: old | b,
    "xor": lambda old, b, _: old ^ b,
    "exch": lambda _, b, __: b,
    "cas": lambda old, b, c: c if old == b else old,
    "inc": lambda old, b, _: 0 if old >= b else old + 1,
    "dec": lambda old, b, _: b if old == 0 or old > b else old - 1,
}
"""The operations on integers; `cas` compares with the first operand and stores the second."""

FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}


def update_of(context: Context) -> "Update":
    """Returns the operation of an `atom` or `red` on values of its type."""
    kind = context.type
    name = next(word for word in context.instruction.name.split(".") if word in OPERATIONS)
    single = kind.removesuffix("x2")
    if single not in FORMATS:
        return OPERATIONS[name]
    form = FORMATS[single]
    if single == kind:
        return lambda old, b, _: floating.add(form, "rn", old, b)

    def add_halves(old: int, b: int, _: int) -> int:
        low = floating.add(form, "rn", old & 0xFFFF, b & 0xFFFF)
        return low | floating.add(form, "rn", old >> 16, b >> 16) << 16

    return add_halves


def atomic(context: Context) -> None:
    """`atom` (with the old value as result) and `red` (without)."""
    has_result = context.instruction.opcode == "atom"
    operands = context.operands[1:] if has_result else context.operands
    kind = context.type
    if isinstance(operands[1], Vector):
        raise context.refuse("vector atomics are not supported by the virtual machine")
    if kind == "b128":
        atomic_wide(context)
        return
    sources = [context.source(operand, kind) for operand in operands[1:]]
    target = context.target(context.operands[0], kind) if has_result else None
    size = WIDTHS[kind] // 8
    access = Access(context.machine, context.place, "atomic access", size)
    where = address_of(context, operands[0], space_of(context))
    check_cached_reads(context, access, where)
    table = context.machine.space.tables[view_of(kind)]
    bounds = (-(1 << 8 * size - 1), 1 << 8 * size) if kind[0] == "s" else (0, 1 << 8 * size)
    context.emit(atomic_step(access, where, table, sources, target, update_of(context), bounds))


def atomic_step(
    access: Access,
    where: "Callable[[], int]",
    table: "list[Any]",
    sources: "list[tuple[memoryview, int]]",
    target: "tuple[memoryview, int] | None",
    update: "Update",
    bounds: tuple[int, int],
) -> "Callable[[], None]":
    """Returns the step of an atomic access; results are wrapped to `bounds` (the least value, and 2**width)."""
    low, shift = access.size - 1, SIZE_SHIFT[access.size]
    least, modulus = bounds
    (x, i), (y, j) = sources[0], sources[-1]

    def step() -> None:
        at = where()
        if at & low:
            raise access.fault(at, True)
        try:
            view, index = table[at >> OFFSET_BITS], (at & OFFSET_MASK) >> shift
            old = view[index]
            view[index] = (update(old, x[i], y[j]) - least) % modulus + least
        except (IndexError, TypeError):
            raise access.fault(at, True) from None
        if target is not None:
            target[0][target[1]] = old

    return step


def atomic_wide(context: Context) -> None:
    """`atom.{exch,cas}.b128`."""
    machine = context.machine
    places = [machine.registers.at(context.register(operand)[1], "Q") for operand in (context.operands[0], *context.operands[2:])]
    access = Access(machine, context.place, "atomic access", 16)
    where = address_of(context, context.operands[1], space_of(context))
    table = machine.space.tables["Q"]
    compares = context.has("cas")

    def read(place: "tuple[memoryview, int]") -> tuple[int, int]:
        return place[0][place[1]], place[0][place[1] + 1]

    def step() -> None:
        at = where()
        if at & 15:
            raise access.fault(at, True)
        try:
            view, index = table[at >> OFFSET_BITS], (at & OFFSET_MASK) >> 3
            old = view[index], view[index + 1]
            new = (read(places[2]) if old == read(places[1]) else old) if compares else read(places[1])
            view[index], view[index + 1] = new
        except (IndexError, TypeError):
            raise access.fault(at, True) from None
        target, first = places[0]
        target[first], target[first + 1] = old

    context.emit(step)


MEANINGS: "dict[str, Callable[[Context], None]]" = {"atom": atomic, "red": atomic}
"""The meanings defined here, by the instruction table's key."""
