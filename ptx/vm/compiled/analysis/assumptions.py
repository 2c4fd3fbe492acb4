"""What native code takes for granted of its launches: after `assumptions_of` it has been looked up for this one, and is part of the code's key.

A launch for which other things hold gets other code.
"""

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptx.vm.launched import LaunchShape
    from ptx.vm.memory import AddressSpace

MOST_THREADS = 1 << 31
"""Threads along each axis of a small launch."""
ALIGNED = 4
"""Zeros at the end of a pointer to an array (16 bytes)."""


class Assumptions(NamedTuple):
    """`small`: no axis of the grid has more than 2**31 threads. `pointers`: parameters (by offset) that are the start of an array."""

    small: bool
    pointers: tuple[int, ...]


NOTHING = Assumptions(False, ())


def is_small(grid: tuple[int, int, int], block: tuple[int, int, int]) -> bool:
    """Whether a launch has few enough threads along each axis."""
    return all(blocks * threads <= MOST_THREADS for blocks, threads in zip(grid, block))


def assumptions_of(shape: "LaunchShape", space: "AddressSpace", data: "bytes | memoryview", offsets: "Iterable[int]") -> Assumptions:
    """Returns what holds for a launch; `data` are its parameters and `offsets` where each begins."""
    starts = {each.address for each in space.allocations if each is not None and each.address % (1 << ALIGNED) == 0}
    words = ((offset, int.from_bytes(bytes(data[offset : offset + 8]), "little")) for offset in offsets)
    return Assumptions(is_small(shape.grid, shape.block), tuple(offset for offset, value in words if value in starts))
