"""The memory that native code and Python share in a launch: one structure for each worker, laid out here and nowhere else.

All fields are 8 bytes. A worker runs blocks one after another; what differs between blocks and warps is written by native code.
"""

import ctypes

FIELDS = (
    "readable", "writable", "allocations", "parameters", "parameter_base", "shared", "shared_size", "local", "local_size", "block", "warp",
    "fault", "fault_site", "fault_thread", "fault_address", "fault_block", "alive", "ticks", "poll", "fuel", "values", "barrier", "exact",
    "grid_x", "grid_y", "grid_z", "dynamic_size", "worker", "first_fault", "contexts", "states", "stop", "watch",
    "kinds", "hosted", "entries", "clock", "goes_on", "queues", "room", "stack", "stack_cells", "grow",
)  # fmt: skip
"""The fields in order. `readable` and `writable` are tables of allocations, `allocations` their length without the last, empty row.

`fault` is the kind of the fault that was found (0: none) at instruction `fault_site`, in thread `fault_thread` of block `fault_block`;
`alive` are the lanes that go on after it. `poll`, `barrier`, `exact` are functions of Python. `first_fault` points to the least block
in which any worker found a fault. `queues` are the warps' asynchronous copies, `room` asks Python for more room.
`watch` is the area of a watched launch (`shadow`). `contexts` holds what warps save at barriers, `states` where each continues.
`kinds` is a table of bytes that say what each allocation is (`KINDS`); `goes_on`: the first block of the next run is not new. `stack` are the
lanes' own stacks of `stack_cells` cells, `grow` a function that makes more.
"""
OFFSET = {name: 8 * position for position, name in enumerate(FIELDS)}
"""Where each field is, in bytes."""

ROW_FIELDS = ("start", "size", "delta", "shadow")
"""A row of an allocation table: first virtual address, bytes, host address minus virtual address, shadow address minus host address."""
ROW = 8 * len(ROW_FIELDS)
"""Bytes of a row."""

KINDS = {"constant": 1, "parameters": 2, "argument": 4, "variable": 4}
"""What an allocation is, as bits; of others 0."""


def space_bits(space: str) -> int:
    """Returns the kinds of allocations that are in a state space."""
    return KINDS[{"const": "constant", "param": "parameters"}.get(space, "argument")]


NO_FAULT, ACCESS, TRAP, FUEL, MISUSE, ENDLESS, NON_COHERENT, UNMET, NO_TARGET, ABSENT, OVERFLOW, VOID, DIFFERING = range(13)
"""Kinds of fault: of an access, a trap, a loop without end, a warp instruction outside its mask,
a loop in which nothing changes, a write to data read through `ld.global.nc`, lanes that would have to meet at different instructions,
a branch by a value that no target has, a matrix instruction without all lanes, too many open calls, the use of a value that an absent lane
did not give, masks that meet and differ.
"""
MBARRIER = 32
"""The first of the kinds of misuse of an mbarrier: `mbarriers.PROBLEMS`, in order."""


class State(ctypes.Structure):
    """The structure itself."""

    _fields_ = [(name, ctypes.c_int64) for name in FIELDS]


class Row(ctypes.Structure):
    """One row of an allocation table."""

    _fields_ = [(name, ctypes.c_uint64) for name in ROW_FIELDS]


# What a warp leaves in front of its saved registers when it waits at a barrier.
WAIT_FIELDS = ("site", "number", "count", "lanes", "payload", "result", "kind")
WAIT_OFFSET = {name: 4 * position for position, name in enumerate(WAIT_FIELDS)}
"""`site` is the barrier's number in the kernel, `number` and `count` its operands (count -1: all threads), `lanes` those that wait,
`payload` their predicates, `result` what each of them gets; `kind` is 0 for `bar.sync`, 1 for a barrier that Python looks after.
"""
HELD = 1 << 30
"""Added to the state of a warp that stays at its barrier while others go on."""
WAIT_BYTES = 128
SPENT = WAIT_BYTES - 8
"""Where a warp keeps how many jumps backwards it has made (64 bits)."""
GATHERS = 3
"""The `kind` of a warp whose lanes came to barriers one by one (`ptx.vm.compiled.control.turns`)."""
APART = 2
"""The `kind` of a warp whose lanes wait at different barriers: behind the fields are the lanes at each of the site's blocks."""
MASKS = 4 * len(WAIT_FIELDS)
MOST_MASKS = (SPENT - MASKS) // 4
