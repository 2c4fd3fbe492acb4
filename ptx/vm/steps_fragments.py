"""Meanings of `wmma.load` and `wmma.store`: each lane moves its own elements, which lie where `ptx.vm.fragments` says.

The lanes need not meet for it. Elements narrower than a byte are moved in words, in which they are neighbours.
"""

from ptx.vm.addresses import Access, address_of, space_of
from ptx.vm.context import Context
from ptx.vm.fragments import LANES, opaque_moves
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.operands import Operand
    from ptx.vm.machine import Machine


class Mover:
    """Where a lane's elements are in memory, and their place in the registers."""

    def __init__(self, context: Context, address: "Operand", strides: "tuple[Operand, ...]", writes: bool) -> None:
        self.machine: Machine = context.machine
        self.moves = opaque_moves(context.instruction.name)
        self.writes = writes
        space = space_of(context)
        self.spaces = (SHARED_WINDOW,) if space == "shared" else ()
        self.where = address_of(context, address, space)
        self.access = Access(context.machine, context.place, "write" if writes else "read", self.moves.size)
        self.stride = context.source(strides[0], "u32") if strides else None

    def places(self) -> "list[tuple[memoryview, int]]":
        """Returns the bytes of the running thread's elements, as memory and offset; the first bad one faults."""
        base, moves = self.where(), self.moves
        leading = moves.leading if self.stride is None else self.stride[0][self.stride[1]]
        found = []
        for major, minor in moves.of_lane(self.machine.thread_index % LANES):
            at = base + (major * leading + minor) * moves.bits // 8
            found.append(self.checked(at))
        return found

    def checked(self, at: int) -> tuple[memoryview, int]:
        """Returns the memory and offset of one element."""
        number, size = at >> OFFSET_BITS, self.moves.size
        allocations = self.machine.space.allocations
        known = allocations[number] if number < len(allocations) else None
        offset = (at & OFFSET_MASK) - (0 if known is None else known.shift)
        wrong = known is None or number == LOCAL_WINDOW or (self.spaces and number not in self.spaces)
        if wrong or known is None or offset < 0 or offset + size > len(known.data) or at % size or (self.writes and known.data.readonly):
            raise self.access.fault(at, self.writes)
        return known.data, offset


def load_fragment(context: Context) -> None:
    """`wmma.load`."""
    mover = Mover(context, context.operands[1], context.operands[2:], False)
    width = 64 if mover.moves.bits == 64 else 32
    targets = [context.target(each, f"b{width}") for each in context.vector(context.operands[0])]
    size, each = mover.moves.size, width // 8 // mover.moves.size

    def step() -> None:
        values = [int.from_bytes(data[offset : offset + size], "little") for data, offset in mover.places()]
        for number, (view, index) in enumerate(targets):
            part = values[number * each : number * each + each]
            view[index] = sum(value << 8 * size * inside for inside, value in enumerate(part))

    context.emit(step)


def store_fragment(context: Context) -> None:
    """`wmma.store`: nothing is stored if one of the lane's addresses is bad."""
    mover = Mover(context, context.operands[0], context.operands[2:], True)
    width = 64 if mover.moves.bits == 64 else 32
    sources = [context.source(each, f"b{width}") for each in context.vector(context.operands[1])]
    size, each = mover.moves.size, width // 8 // mover.moves.size

    def step() -> None:
        for number, (data, offset) in enumerate(mover.places()):
            view, index = sources[number // each]
            data[offset : offset + size] = (view[index] >> 8 * size * (number % each) & ((1 << 8 * size) - 1)).to_bytes(size, "little")

    context.emit(step)


MEANINGS: "dict[str, Callable[[Context], None]]" = {"wmma_load": load_fragment, "wmma_store": store_fragment}
"""The meanings defined here, by the instruction table's key."""

