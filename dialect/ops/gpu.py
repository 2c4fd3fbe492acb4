"""What only a GPU has."""
from __future__ import annotations

from ..op import CONVERGENT, DIVERGENT, ORDERS, PURE, READS, VOLATILE, WRITES, Op
from ..types import U32, U64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Word
    from ..types import Type


AXES = ("x", "y", "z")
SCOPES = ("block", "device", "system")


class ThreadIndex(Op):
    """The thread's index in its block along `axis` (x, y or z)."""

    mnemonic, syntax, types, flags = "gpu.thread_index", "$axis", "-> u32", PURE | DIVERGENT
    axis: Word
    choices = {"axis": AXES}


class BlockIndex(Op):
    """The block's index in the grid along `axis`."""

    mnemonic, syntax, types, flags = "gpu.block_index", "$axis", "-> u32", PURE
    axis: Word
    choices = {"axis": AXES}


class BlockSize(Op):
    """Threads per block along `axis`."""

    mnemonic, syntax, types, flags = "gpu.block_size", "$axis", "-> u32", PURE
    axis: Word
    choices = {"axis": AXES}


class GridSize(Op):
    """Blocks per grid along `axis`."""

    mnemonic, syntax, types, flags = "gpu.grid_size", "$axis", "-> u32", PURE
    axis: Word
    choices = {"axis": AXES}


class LaneId(Op):
    """The thread's number in its warp, 0 to 31."""

    mnemonic, syntax, types, flags = "gpu.lane_id", "", "-> u32", PURE | DIVERGENT


class Barrier(Op):
    """Waits for every thread of the block, and makes their memory accesses visible to each other."""

    mnemonic, syntax, types, flags = "gpu.barrier", "", "->", CONVERGENT | READS | WRITES | ORDERS


class Clock(Op):
    """The state of a counter of the multiprocessor's cycles (clock, clock64) or of nanoseconds (globaltimer)."""

    mnemonic, syntax, types, flags = "gpu.clock", "$counter", "-> ?", VOLATILE | DIVERGENT
    counter: Word
    choices = {"counter": ("clock", "clock64", "globaltimer")}

    def infer_type(self) -> Type:
        """`clock` is the lower half."""
        return U32 if self.attrs[0] == "clock" else U64


class ThreadFence(Op):
    """Orders this thread's memory accesses for observers in `scope`: block, device or system."""

    mnemonic, syntax, types, flags = "gpu.fence", "$scope", "->", READS | WRITES | ORDERS
    scope: Word
    choices = {"scope": SCOPES}
