"""The memory of the queues of asynchronous copies (`queues`): a header for each warp, and records that Python makes room for."""

import ctypes

from ptx.vm.compiled.ir.text import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DATA, CAPACITY, HEAD, TAIL, COMMITTED = 0, 8, 16, 24, 64
"""Where a queue's header has the address of its records, how many fit, the first and the end of those in use, and the lanes' group counts."""
HEADER = COMMITTED + 4 * WARP
SIZE, GROUPS, TARGETS, BYTES = 4, 64, 64 + 4 * WARP, 64 + 12 * WARP
"""Where a record, after the mask of lanes, has the bytes of each copy, and for each lane the group, the target (a host address) and 16 bytes."""
RECORD = BYTES + 16 * WARP
FIRST_CAPACITY = 32


def make_room(address: int, kept: "dict[int, Any]", reserve: "Any") -> int:
    """Moves a full queue's records to the front of memory that `reserve` gives (and `kept` keeps); returns 1."""
    header = (ctypes.c_int64 * 4).from_address(address)
    data, capacity, head, tail = header
    used = tail - head
    if 2 * used > capacity or not capacity:
        capacity = max(FIRST_CAPACITY, 2 * capacity)
        space = reserve(capacity * RECORD)
        target = space.address
    else:
        space, target = kept[address], data
    if used:
        ctypes.memmove(target, data + head * RECORD, used * RECORD)
    kept[address] = space
    header[0], header[1], header[2], header[3] = target, capacity, 0, used
    return 1
