"""Meanings of address conversions, tests, hints for caches, and of clusters, which have one block here.

PTX ISA, `cvta`, `isspacep`, `prefetch`, `getctarank`, `mapa`.
"""

from ptx.operands import Address
from ptx.vm.addresses import window_base
from ptx.vm.context import Context
from ptx.vm.errors import WarpMisuse
from ptx.vm.memory import OFFSET_BITS
from ptx.vm.registers import WIDTHS, view_of


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


def nothing(context: Context) -> None:
    """`griddepcontrol`: no other grid runs here."""


def block_rank(context: Context) -> None:
    """`getctarank`: the block is the only one of its cluster."""
    target, index = context.target(context.operands[0], "u32")

    def step() -> None:
        target[index] = 0

    context.emit(step)


def map_address(context: Context) -> None:
    """`mapa`: the same address, for the one block that there is."""
    machine, place = context.machine, context.place
    target, index = context.target(context.operands[0], context.type)
    view, source = context.source(context.operands[1], context.type)
    ranks, rank = context.source(context.operands[2], "u32")

    def step() -> None:
        if ranks[rank]:
            raise machine.fault(WarpMisuse, f"there is no block {ranks[rank]} in the cluster: it has 1", place)
        target[index] = view[source]

    context.emit(step)


MEANINGS = {
    "cvta": convert_address,
    "isspacep": is_space,
    "prefetch": prefetch,
    "grid_dependency": nothing,
    "block_rank": block_rank,
    "map_address": map_address,
}
"""The meanings defined here, by the instruction table's key."""
