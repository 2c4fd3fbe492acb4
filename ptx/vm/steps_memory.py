"""Meanings of loads, stores, address conversions and prefetches: after a store the array of the host has changed in place.

State spaces: PTX ISA, "State Spaces"; `ld`, `st`, `ldu`, `cvta`, `isspacep`, `prefetch`. Cache operators, eviction priorities and
scopes do not change what a load or store does here: every access is strong and in order.
"""

from ptx.operands import Address, Operand, Register, Sink, Symbol
from ptx.vm.errors import Misaligned, NonCoherent, OutOfBounds, Place, ReadOnly
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW, describe
from ptx.vm.registers import WIDTHS, view_of
from ptx.vm.translate import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ptx.vm.machine import Machine

    Step: TypeAlias = Callable[[], None]
    AddressOf: TypeAlias = Callable[[], int]

MASK64 = (1 << 64) - 1
WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}
PAGE = 1 << 16
"""Bytes whose reads through `ld.global.nc` are noted together; a multiple of every access size, so an aligned access stays within one."""
SIZE_SHIFT = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}


def space_of(context: Context) -> str:
    """Returns where an access goes: `shared`, `local` (parameters of functions included) or `generic` (everything else)."""
    space = next((value for value in context.values.values() if value.partition("::")[0] in ("shared", "local", "param")), "")
    base = space.partition("::")[0]
    if base == "param":
        return "generic" if context.frame.function.is_entry and not _is_local(context) else "local"
    return base or "generic"


def _is_local(context: Context) -> bool:
    """Whether a `.param` access names a parameter declared in the body (of a call) and not one of the kernel."""
    for operand in context.operands:
        if isinstance(operand, Address) and isinstance(operand.base, Symbol):
            return context.scope.find("variables", operand.base.name) is not None
    return False


def window_base(space: str) -> int:
    """Returns the generic address of offset 0 of a space."""
    return WINDOWS.get(space, 0) << OFFSET_BITS


def base_register(context: Context, operand: Operand) -> "tuple[memoryview, int] | None":
    """Returns the place of an address operand's register or local variable; None if the address is a constant."""
    registers = context.machine.registers
    base = operand.base if isinstance(operand, Address) else None
    if isinstance(base, Register):
        declared, slot = context.register(base)
        if WIDTHS[declared] not in (32, 64) or declared in ("f32", "f64", "pred"):
            raise context.refuse(f"`{base}` is declared .{declared} and cannot be an address")
        return registers.at(slot, "I" if WIDTHS[declared] == 32 else "Q")
    if isinstance(base, Symbol):
        local = context.scope.find("variables", base.name)
        if local is not None:
            return registers.at(int(local), "Q")
    return None


def address_of(context: Context, operand: Operand, space: str) -> "AddressOf":
    """Returns a function that gives the generic address of a memory operand."""
    if not isinstance(operand, Address):
        raise context.refuse(f"`{operand}` is not an address")
    place, window = base_register(context, operand), window_base(space)
    if place is None:
        start = constant_address(context, operand)
        fixed = (window + start) & MASK64
        return lambda: fixed
    view, index = place
    offset = window + operand.offset
    if operand.offset >= 0 and not window:
        if offset == 0:
            return lambda: view[index]
        return lambda: view[index] + offset
    if window:
        low, high, small = window, window + OFFSET_MASK, operand.offset
        return lambda: min(max((view[index] + small & MASK64) + low, low), high)
    return lambda: view[index] + offset & MASK64


def constant_address(context: Context, operand: Address) -> int:
    """Returns the address, in its own space, of an operand without register."""
    if not isinstance(operand.base, Symbol):
        return operand.offset
    known = context.machine.symbol_address(operand.base.name, context.frame)
    if known is None:
        raise context.refuse(f"`{operand.base.name}` is not declared")
    return known + operand.base.offset + operand.offset


class Access:
    """One memory access of an instruction, for checks and reports: what it does and how many bytes."""

    __slots__ = ("machine", "place", "size", "verb")

    def __init__(self, machine: "Machine", place: Place, verb: str, size: int) -> None:
        self.machine = machine
        self.place = place
        self.verb = verb
        self.size = size

    def fault(self, address: int, writes: bool = False) -> Exception:
        """Returns what is wrong with an access at an address that could not be made."""
        what, details = describe(self.machine.space, address, self.size)
        problem = f"{self.verb} of {self.size} bytes at {what}"
        allocation, offset = self.machine.space.owner(address)
        if allocation is None or offset < 0 or offset + self.size > len(allocation.data):
            return self.machine.fault(OutOfBounds, problem, self.place, details)
        if address % self.size:
            return self.machine.fault(Misaligned, problem, self.place, details)
        if writes and allocation.data.readonly:
            return self.machine.fault(ReadOnly, problem, self.place, details)
        return self.machine.fault(OutOfBounds, problem, self.place, details)


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


def note_cached_read(access: Access, where: "AddressOf") -> "Step":
    """Returns the step that notes the bytes which an `ld.global.nc` is about to read."""
    machine, size = access.machine, access.size
    ones = b"\1" * size

    def step() -> None:
        allocation, offset = machine.space.owner(where())
        if allocation is None or machine.cached_reads is None or not 0 <= offset <= len(allocation.data) - size:
            return
        page, start = divmod(allocation.identity + offset, PAGE)
        known = machine.cached_reads.get(page)
        if known is None:
            known = machine.cached_reads[page] = bytearray(PAGE)
        known[start : start + size] = ones

    return step


def check_cached_reads(context: Context, access: Access, where: "AddressOf") -> None:
    """Emits, in a kernel with `ld.global.nc`, the check that a write hits no byte that was read that way."""
    cached, machine = context.machine.cached_reads, context.machine
    if cached is None:
        return

    def step() -> None:
        at = where()
        allocation, offset = machine.space.owner(at)
        if allocation is None:
            return
        page, start = divmod(allocation.identity + offset, PAGE)
        if page in cached and cached[page].find(1, start, start + access.size) >= 0:
            what, details = describe(machine.space, at, access.size)
            raise machine.fault(NonCoherent, f"{access.verb} of {access.size} bytes at {what}, read by `ld.global.nc` before", access.place, details)

    context.emit(step)


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


def load_step(
    context: Context, access: Access, address: Operand, space: str, target: "tuple[memoryview, int]"
) -> "Step":
    """Returns the step of a scalar load; plain register addresses in global memory have the short path."""
    target_view, target_index = target
    table = context.machine.space.tables[view_of(context.type)]
    size = access.size
    low, shift = size - 1, SIZE_SHIFT[size]
    place = base_register(context, address)
    offset = address.offset if isinstance(address, Address) else 0
    if place is not None and space == "generic" and offset >= 0:
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
    where = address_of(context, address, space)
    check_cached_reads(context, access, where)
    context.emit(store_step(access, where, table, sources, SIZE_SHIFT[WIDTHS[kind] // 8]))


def _stored(context: Context, element: Operand) -> "list[tuple[memoryview, int]]":
    if context.type == "b128":
        return _places(context, element, destination=False)
    letter = view_of("u" + context.type[1:] if context.type[0] in "sb" else context.type)
    return [context.source(element, context.type, wider=True, letter=letter)]


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


def copy_asynchronous(context: Context) -> None:
    """`cp.async`: bytes from global to shared memory, zeros beyond the valid ones. It is done at once, which every later wait allows."""
    size = context.constant(context.operands[2], "u32")
    machine, place = context.machine, context.place
    where = address_of(context, context.operands[0], "shared"), address_of(context, context.operands[1], "generic")
    to_shared, from_global = Access(machine, place, "write", size), Access(machine, place, "read", size)
    policy = 1 if context.has("L2::cache_hint") else 0
    valid = context.source(context.operands[3], "u32") if len(context.operands) > 3 + policy else None
    table = machine.space.tables["B"]

    def step() -> None:
        target, source = where[0](), where[1]()
        count = size if valid is None else min(size, valid[0][valid[1]])
        for at, access in ((target, to_shared), (source, from_global)):
            if at % size:
                raise access.fault(at)
        try:
            data = machine.space.read(source, count) + bytes(size - count)
        except IndexError:
            raise from_global.fault(source) from None
        view, offset = table[target >> OFFSET_BITS], target & OFFSET_MASK
        if offset + size > len(view):
            raise to_shared.fault(target)
        view[offset : offset + size] = data

    context.emit(step)


def wait_for_copies(context: Context) -> None:
    """`cp.async.commit_group`, `cp.async.wait_group`, `cp.async.wait_all`: every copy is done already."""


def convert_address(context: Context) -> None:
    """`cvta{.to}`: shared and local addresses are offsets from their windows; the other spaces have generic addresses already."""
    space = context.values["space"].partition("::")[0]
    window = window_base(space)
    registers = context.machine.registers
    target, index = context.target(context.operands[0], context.type)
    source = context.source_slot(context.operands[1], context.type)
    if not window and context.type == "u64" and context.alias(context.operands[0], source):
        return
    view, place = registers.at(source, view_of(context.type))
    mask = (1 << WIDTHS[context.type]) - 1
    if context.has("to"):
        window = -window

    def step() -> None:
        target[index] = view[place] + window & mask

    context.emit(step)


def is_space(context: Context) -> None:
    """`isspacep`: whether a generic address lies in a space."""
    space = context.values["space"].partition("::")[0]
    target, index = context.target(context.operands[0], "pred")
    view, place = context.source(context.operands[1], "u64")
    allocations = context.machine.space.allocations
    wanted = {"shared": ("shared",), "local": ("local",), "const": ("constant",), "param": ("parameters",)}.get(
        space, ("argument", "variable")
    )

    def step() -> None:
        number = view[place] >> OFFSET_BITS
        allocation = allocations[number] if number < len(allocations) else None
        target[index] = allocation is not None and allocation.kind in wanted

    context.emit(step)


def prefetch(context: Context) -> None:
    """`prefetch`, `prefetchu`: nothing to be seen; the address may be anything."""
    if not isinstance(context.operands[0], Address):
        raise context.refuse("prefetch needs an address")


MEANINGS = {
    "ld": load,
    "ldu": load,
    "st": store,
    "cvta": convert_address,
    "isspacep": is_space,
    "prefetch": prefetch,
    "cp_async": copy_asynchronous,
    "cp_async_commit": wait_for_copies,
    "cp_async_wait": wait_for_copies,
}
"""The meanings defined here, by the instruction table's key."""
