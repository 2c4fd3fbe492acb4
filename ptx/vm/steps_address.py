"""Meanings of address conversions, tests, prefetches and asynchronous copies (PTX ISA, `cvta`, `isspacep`, `prefetch`, `cp.async`)."""

from ptx.operands import Address
from ptx.vm.addresses import Access, address_of, window_base
from ptx.vm.context import Context
from ptx.vm.memory import OFFSET_BITS, OFFSET_MASK
from ptx.vm.registers import WIDTHS, view_of


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
    "cvta": convert_address,
    "isspacep": is_space,
    "prefetch": prefetch,
    "cp_async": copy_asynchronous,
    "cp_async_commit": wait_for_copies,
    "cp_async_wait": wait_for_copies,
}
"""The meanings defined here, by the instruction table's key."""
