"""What only a GPU has."""
from __future__ import annotations

from ..op import CONVERGENT, DIVERGENT, ORDERS, PURE, READS, VOLATILE, WRITES, Op, Value
from ..types import U32, U64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Text, Word
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


class WhereRunning(Op):
    """The number of the warp (warpid) or multiprocessor (smid) on which the thread runs at this moment: it may change."""

    mnemonic, syntax, types, flags = "gpu.where_running", "$register", "-> u32", VOLATILE | DIVERGENT
    register: Word
    choices = {"register": ("warpid", "smid")}


class LaunchFact(Op):
    """What is the same for all threads of a launch: bounds of warpid and smid, the number of the grid, the bytes of shared memory."""

    mnemonic, syntax, types, flags = "gpu.launch_fact", "$register", "-> ?", PURE
    register: Word
    choices = {"register": ("nwarpid", "nsmid", "gridid", "dynamic_smem_size", "total_smem_size")}

    def infer_type(self) -> Type:
        """Grids are counted in 64 bits."""
        return U64 if self.attrs[0] == "gridid" else U32


class Breakpoint(Op):
    """Stops for a debugger; without one nothing happens on the CPU."""

    mnemonic, syntax, types, flags = "gpu.breakpoint", "", "->", VOLATILE


class ProfilerEvent(Op):
    """Counts event `number`, 0 to 15, for a profiler."""

    mnemonic, syntax, types, flags = "gpu.profiler_event", "$number", "->", VOLATILE
    number: int

    def check(self) -> str:
        """There are 16."""
        return "" if 0 <= self.attrs[0] < 16 else f"there is no profiler event {self.attrs[0]}, only 0 to 15"


class CompilerFence(Op):
    """Nothing at run time: passes move no access of memory across it."""

    mnemonic, syntax, types, flags = "gpu.compiler_fence", "", "->", READS | WRITES | ORDERS


class Print(Op):
    """Prints the values as C's `format` says (`dialect.printing`); the result is how many there are."""

    mnemonic, syntax, types, flags = "gpu.print", "$format ( $values )", "-> i32", VOLATILE
    values: tuple[Value, ...]
    format: Text

    def check(self) -> str:
        """Every value has its conversion, of its type."""
        from ..printing import MOST_VALUES, value_types

        wanted = value_types(self.attrs[0])
        if wanted is None:
            return "the format has a % that begins no known conversion"
        if len(wanted) != len(self.operands) or len(wanted) > MOST_VALUES:
            return f"the format takes {len(wanted)} values, there are {len(self.operands)} (at most {MOST_VALUES})"
        wrong = [v.type.name for v, types in zip(self.operands, wanted, strict=True) if v.type.name not in types]
        return f"the format has another conversion for a value of type {wrong[0]}" if wrong else ""


class ThreadFence(Op):
    """Orders this thread's memory accesses for observers in `scope`: block, device or system."""

    mnemonic, syntax, types, flags = "gpu.fence", "$scope", "->", READS | WRITES | ORDERS
    scope: Word
    choices = {"scope": SCOPES}
