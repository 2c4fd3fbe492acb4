"""What both executors know of a launch: its shape, its memory, and where it stands; after `Launched.fault` an error says which thread it was.

Nothing here needs the program: a kernel whose native code is kept is launched without being parsed.
"""

from typing import NamedTuple

from ptx.vm.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from ptx.vm.errors import Place, Problem, VmError
    from ptx.vm.layout import Frame
    from ptx.vm.memory import AddressSpace

    Dim: TypeAlias = tuple[int, int, int]

WARP = 32
MAX_SHARED = 227 * 1024
"""Bytes of shared memory that a block of the largest current target may have."""
DEFAULT_FUEL = 100_000_000
"""Basic blocks that a thread may run, unless a launch says otherwise."""


class LaunchShape:
    """Grid and block sizes and the bytes of dynamic shared memory."""

    __slots__ = ("block", "grid", "shared", "threads")

    def __init__(self, grid: "Dim", block: "Dim", shared: int) -> None:
        self.grid = grid
        self.block = block
        self.shared = shared
        self.threads = block[0] * block[1] * block[2]


class Request(NamedTuple):
    """A launch that is asked for: the addresses of variables (`symbols`) and of parameters by name, and panic sites by label."""

    entry: str
    shape: LaunchShape
    space: "AddressSpace"
    symbols: "Mapping[str, int]"
    parameters: "Mapping[str, int]"
    sites: "Mapping[str, object]"


class Launched:
    """One launch: the block and thread that are being looked at, the calls that it has open, and where basic blocks and calls stand."""

    __slots__ = ("block_index", "block_places", "call_places", "shape", "space", "stack", "thread_index")

    def __init__(self, space: "AddressSpace", shape: LaunchShape) -> None:
        self.space = space
        self.shape = shape
        self.block_index = 0
        self.thread_index = 0
        self.stack: list[tuple[int, Frame, int, bytes]] = []
        self.block_places: dict[int, Place] = {}
        self.call_places: dict[int, Place] = {}

    def block_coordinates(self, index: int) -> "Dim":
        """Returns the (x, y, z) of a block."""
        return coordinates(index, self.shape.grid)

    def thread_coordinates(self, index: int) -> "Dim":
        """Returns the (x, y, z) of a thread of a block."""
        return coordinates(index, self.shape.block)

    def fault(self, kind: "type[VmError]", problem: "Problem", place: "Place | None", details: "Mapping[str, object] | None" = None) -> "VmError":
        """Returns an error of the running thread."""
        block, thread = self.block_coordinates(self.block_index), self.thread_coordinates(self.thread_index)
        return kind(problem, None if place is None else self.standing(place, self.stack), block, thread, details)

    def standing(self, place: "Place", stack: "list[tuple[int, Frame, int, bytes]]") -> "Place":
        """Returns a place as that of a thread with these calls open."""
        return place.reached_through(tuple([self.call_places[after] for after, *_ in reversed(stack)])) if stack else place

    def place_of_block(self, position: int) -> "Place | None":
        """Returns where the first instruction of a basic block stands."""
        return self.block_places.get(position)


class LaunchedAgain(Launched):
    """A launch that is made again and again over arrays that it does not keep alive: between launches it has no address space."""

    __slots__ = ("_space", "make")

    def __init__(self, space: "AddressSpace", shape: LaunchShape) -> None:
        self._space: AddressSpace | None = None
        self.make: Callable[[], AddressSpace] | None = None
        super().__init__(space, shape)

    @property
    def space(self) -> "AddressSpace":
        """The address space of the launch that is running, made when somebody looks at it."""
        if self._space is None:
            assert self.make is not None
            self._space = self.make()
        return self._space

    @space.setter
    def space(self, space: "AddressSpace | None") -> None:
        self._space = space


def coordinates(index: int, extent: "Dim") -> "Dim":
    """Returns the (x, y, z) of a linear index, x fastest."""
    x, y = extent[0], extent[1]
    return index % x, index // x % y, index // (x * y)


def total_shared(static: int, dynamic: int) -> int:
    """Returns the bytes of a block's shared memory. Raises `LaunchError` if they are too many."""
    total = static + dynamic
    if total > MAX_SHARED:
        raise LaunchError(f"{total} bytes of shared memory ({dynamic} dynamic); the limit of a block is {MAX_SHARED}")
    return total
