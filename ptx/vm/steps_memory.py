"""Meanings of loads and stores: after a store the array of the host has changed in place.

PTX ISA, `ld`, `st`, `ldu`. Cache operators, eviction priorities and scopes do not change what
a load or store does here: every access is strong and in order.
"""

from ptx.operands import Address, Operand, Register, Sink, Symbol
from ptx.vm.addresses import (
    MASK64,
    SIZE_SHIFT,
    WINDOWS,
    Access,
    address_of,
    base_register,
    constant_address,
    space_of,
    window_base,
)
from ptx.vm.cached_reads import check_cached_reads, note_cached_read
from ptx.vm.context import Context
from ptx.vm.memory import OFFSET_BITS, OFFSET_MASK
from ptx.vm.registers import WIDTHS, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ptx.vm.addresses import AddressOf

    Step: TypeAlias = Callable[[], None]


def load(context: Context) -> None:
    """`ld`, `ldu`: scalar and vector loads from any space, widened to the register."""
    destination, address = context.operands[0], context.operands[1]
    space = space_of(context)
    elements = context.vector(destination)
    size = WIDTHS[context.type] // 8
    access = Access(context.machine, context.place, "read", size * len(elements))
    if context.has("nc"):
        context.emit(note_cached_read(access, address_of(context, address, space)))
    if len(elements) == 1 and size <= 8:
        value = _kernel_parameter(context, address)
        target = context.target(elements[0], context.type, wider=True)
        if value is not None:
            if not alias_parameter(context, elements[0], value):
                context.emit(set_constant(*target, value))
        else:
            context.emit(load_step(context, access, address, space, target))
        return
    targets = [place for element in elements for place in _places(context, element, destination=True)]
    context.emit(load_many(access, address_of(context, address, space), context, targets))


def alias_parameter(context: Context, element: Operand, value: int) -> bool:
    """Makes a register the name of a parameter's value, where that is allowed."""
    if not isinstance(element, Register):
        return False
    width = WIDTHS[context.register(element)[0]]
    return context.alias(element, context.machine.constant(value & ((1 << width) - 1), width))


def _places(context: Context, element: Operand, destination: bool) -> "list[tuple[memoryview, int]]":
    """Returns the places of one element: two 64-bit halves for a 128-bit value."""
    if context.type != "b128":
        use = context.target if destination else context.source
        return [use(element, context.type, wider=True)]
    slot = context.machine.registers.reserve(2) if isinstance(element, Sink) else context.register(element)[1]
    return [context.machine.registers.at(slot + half, "Q") for half in (0, 1)]


def _kernel_parameter(context: Context, operand: Operand) -> int | None:
    """Returns the value of a kernel parameter that is read at a constant, aligned place; parameters never change."""
    if not isinstance(operand, Address) or not isinstance(operand.base, Symbol) or not context.frame.function.is_entry:
        return None
    size = WIDTHS[context.type] // 8
    if operand.base.name not in context.machine.parameters or context.scope.find("variables", operand.base.name) is not None:
        return None
    address = constant_address(context, operand)
    try:
        data = context.machine.space.read(address, size)
    except IndexError:
        return None
    return None if address % size else int.from_bytes(data, "little", signed=context.type[0] == "s")


def set_constant(view: memoryview, index: int, value: int) -> "Step":
    """Returns a step that sets a register to a value."""

    def step() -> None:
        view[index] = value

    return step


def load_step(context: Context, access: Access, address: Operand, space: str, target: "tuple[memoryview, int]") -> "Step":
    """Returns the step of a scalar load; register addresses in global, shared and local memory have short paths."""
    target_view, target_index = target
    table = context.machine.space.tables[view_of(context.type)]
    low, shift = access.size - 1, SIZE_SHIFT[access.size]
    place = base_register(context, address)
    offset = address.offset if isinstance(address, Address) else 0
    if place is not None and space in WINDOWS:
        return load_from_window(access, place, offset, space, table[WINDOWS[space]], target)
    if place is not None and offset >= 0:
        view, index = place

        def load_global() -> None:
            at = view[index] + offset
            if at & low:
                raise access.fault(at)
            try:
                target_view[target_index] = table[at >> OFFSET_BITS][(at & OFFSET_MASK) >> shift]
            except IndexError:
                raise access.fault(at) from None

        return load_global
    where = address_of(context, address, space)

    def load_any() -> None:
        at = where()
        if at & low:
            raise access.fault(at)
        try:
            target_view[target_index] = table[at >> OFFSET_BITS][(at & OFFSET_MASK) >> shift]
        except IndexError:
            raise access.fault(at) from None

    return load_any


def load_from_window(
    access: Access, place: "tuple[memoryview, int]", offset: int, space: str, memory: memoryview, target: "tuple[memoryview, int]"
) -> "Step":
    """Returns the step of a scalar load from shared or local memory by a register."""
    (view, index), (target_view, target_index) = place, target
    low, shift, window = access.size - 1, SIZE_SHIFT[access.size], window_base(space)

    def load_window() -> None:
        at = view[index] + offset & MASK64
        if at & low:
            raise access.fault(window + min(at, OFFSET_MASK))
        try:
            target_view[target_index] = memory[at >> shift]
        except IndexError:
            raise access.fault(window + min(at, OFFSET_MASK)) from None

    return load_window


def load_many(access: Access, where: "AddressOf", context: Context, targets: "list[tuple[memoryview, int]]") -> "Step":
    """Returns the step of a vector or 128-bit load."""
    kind = "b64" if context.type == "b128" else context.type
    table = context.machine.space.tables[view_of(kind)]
    low, shift = access.size - 1, SIZE_SHIFT[WIDTHS[kind] // 8]

    def step() -> None:
        at = where()
        if at & low:
            raise access.fault(at)
        try:
            source = table[at >> OFFSET_BITS]
            first = (at & OFFSET_MASK) >> shift
            values = [source[first + position] for position in range(len(targets))]
        except IndexError:
            raise access.fault(at) from None
        for (view, index), value in zip(targets, values):
            view[index] = value

    return step


def store(context: Context) -> None:
    """`st`: scalar and vector stores to any space; a register may be wider than what is stored."""
    address, value = context.operands[0], context.operands[1]
    space = space_of(context)
    elements = context.vector(value)
    kind = "b64" if context.type == "b128" else context.type
    size = WIDTHS[context.type] // 8
    sources = [place for element in elements for place in _stored(context, element)]
    access = Access(context.machine, context.place, "write", size * len(elements))
    table = context.machine.space.tables[view_of("u" + kind[1:] if kind[0] in "sb" else kind)]
    place = base_register(context, address)
    if len(sources) == 1 and place is not None and space in WINDOWS and isinstance(address, Address):
        context.emit(store_to_window(access, place, address.offset, space, table[WINDOWS[space]], sources[0]))
        return
    where = address_of(context, address, space)
    check_cached_reads(context, access, where)
    context.emit(store_step(access, where, table, sources, SIZE_SHIFT[WIDTHS[kind] // 8]))


def _stored(context: Context, element: Operand) -> "list[tuple[memoryview, int]]":
    if context.type == "b128":
        return _places(context, element, destination=False)
    letter = view_of("u" + context.type[1:] if context.type[0] in "sb" else context.type)
    return [context.source(element, context.type, wider=True, letter=letter)]


def store_to_window(
    access: Access, place: "tuple[memoryview, int]", offset: int, space: str, memory: memoryview, source: "tuple[memoryview, int]"
) -> "Step":
    """Returns the step of a scalar store to shared or local memory by a register."""
    (view, index), (source_view, source_index) = place, source
    low, shift, window = access.size - 1, SIZE_SHIFT[access.size], window_base(space)

    def store_window() -> None:
        at = view[index] + offset & MASK64
        if at & low:
            raise access.fault(window + min(at, OFFSET_MASK), True)
        try:
            memory[at >> shift] = source_view[source_index]
        except IndexError:
            raise access.fault(window + min(at, OFFSET_MASK), True) from None

    return store_window


def store_step(
    access: Access, where: "AddressOf", table: "list[Any]", sources: "list[tuple[memoryview, int]]", shift: int
) -> "Step":
    """Returns the step of a store of one or more elements."""
    low = access.size - 1
    if len(sources) == 1:
        ((view, index),) = sources

        def store_one() -> None:
            at = where()
            if at & low:
                raise access.fault(at, True)
            try:
                table[at >> OFFSET_BITS][(at & OFFSET_MASK) >> shift] = view[index]
            except (IndexError, TypeError):
                raise access.fault(at, True) from None

        return store_one

    last = len(sources) - 1

    def store_many() -> None:
        at = where()
        if at & low:
            raise access.fault(at, True)
        try:
            target = table[at >> OFFSET_BITS]
            first = (at & OFFSET_MASK) >> shift
            target[first + last]
            for position, (view, index) in enumerate(sources):
                target[first + position] = view[index]
        except (IndexError, TypeError):
            raise access.fault(at, True) from None

    return store_many


MEANINGS: "dict[str, Callable[[Context], None]]" = {"ld": load, "ldu": load, "st": store}
"""The meanings defined here, by the instruction table's key."""
