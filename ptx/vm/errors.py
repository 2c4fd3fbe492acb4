"""Every fault that the virtual machine reports is one of these exceptions, with the place in the kernel and the values involved.

The message has the form `KIND: what happened, at file:line:column (PTX line n: instruction), block (x, y, z), thread (x, y, z)`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    Index: TypeAlias = tuple[int, int, int]
    Problem: TypeAlias = "str | tuple[str | Place, ...]"
    """What happened: a text, or texts with the places between them that it names."""


class Place:
    """Where an instruction stands: its PTX line and text, and the kernel source position when `.loc` or a panic site gives one.

    `inlined_at` lists the (file, line, column) of the calls that the position was inlined through, innermost first; `callers` the calls
    through which a thread came to the function.
    """

    __slots__ = ("callers", "column", "file", "function", "inlined_at", "line", "ptx_line", "ptx_text")

    def __init__(
        self,
        function: str,
        ptx_line: int,
        ptx_text: str,
        file: str | None = None,
        line: int = 0,
        column: int = 0,
        inlined_at: tuple[tuple[str, int, int], ...] = (),
        callers: "tuple[Place, ...]" = (),
    ) -> None:
        self.function = function
        self.ptx_line = ptx_line
        self.ptx_text = ptx_text
        self.file = file
        self.line = line
        self.column = column
        self.inlined_at = inlined_at
        self.callers = callers

    def reached_through(self, callers: "tuple[Place, ...]") -> "Place":
        """The same place, reached through these calls."""
        if not callers:
            return self
        return Place(self.function, self.ptx_line, self.ptx_text, self.file, self.line, self.column, self.inlined_at, callers)

    def __str__(self) -> str:
        ptx = f"PTX line {self.ptx_line}: {self.ptx_text}" if self.ptx_line else f"PTX: {self.ptx_text}"
        if self.file is None:
            return f"{self.function} ({ptx})"
        column = f":{self.column}" if self.column else ""
        return f"{self.file}:{self.line}{column} ({ptx})"


class Placed:
    """What may have a place: where that is in the kernel's source."""

    __slots__ = ()
    place: Place | None

    @property
    def file(self) -> str | None:
        """The kernel source file, if known."""
        return None if self.place is None else self.place.file

    @property
    def line(self) -> int:
        """The 1-based kernel source line, 0 if unknown."""
        return 0 if self.place is None else self.place.line

    @property
    def column(self) -> int:
        """The 1-based kernel source column, 0 if unknown."""
        return 0 if self.place is None else self.place.column


class VmError(Placed, Exception):
    """Base of everything that the virtual machine raises about a kernel.

    `problem` is the fault alone; `place`, `block`, `thread` are None where they do not apply; `details` holds the values involved by
    name, for programs.
    """

    kind = "error"

    def __init__(
        self,
        problem: "Problem",
        place: Place | None = None,
        block: "Index | None" = None,
        thread: "Index | None" = None,
        details: "Mapping[str, object] | None" = None,
    ) -> None:
        self.parts = (problem,) if isinstance(problem, str) else problem
        self.problem = "".join([str(part) for part in self.parts])
        self.place = place
        self.block = block
        self.thread = thread
        self.details = dict(details or {})
        super().__init__(self._text())

    def placed(self, find: "Callable[[Place], Place]") -> "VmError":
        """The same fault with the places that `find` gives for those that it names."""
        place = None if self.place is None else find(self.place)
        parts = tuple([find(part) if isinstance(part, Place) else part for part in self.parts])
        return type(self)(parts, place, self.block, self.thread, self.details)

    def _text(self) -> str:
        text = f"{self.kind}: {self.problem}" if self.kind else self.problem
        if self.place is not None:
            text += f", at {self.place}"
        if self.block is not None:
            text += f", block {self.block}"
        if self.thread is not None:
            text += f", thread {self.thread}"
        return text


class LoadError(VmError):
    """The module cannot be run: something in it is not valid PTX, or not supported."""

    kind = "cannot run"


class UnknownInstruction(LoadError):
    """An instruction that the machine does not know, by name and line; raised before anything runs."""


class LaunchError(VmError):
    """Grid, block, arguments or memory of a launch are not possible."""

    kind = "cannot launch"


class MemoryFault(VmError):
    """Base of faults of one memory access; `details` has `address`, `size`, `name`, `offset`."""

    kind = "memory fault"


class OutOfBounds(MemoryFault):
    """An access outside every array, or past the end of the one its address belongs to."""

    kind = "out of bounds"


class Misaligned(MemoryFault):
    """An address that is not a multiple of the access's size."""

    kind = "misaligned"


class ReadOnly(MemoryFault):
    """A write to a read-only array, a constant or a parameter."""

    kind = "write to read-only memory"


class NonCoherent(MemoryFault):
    """A write to bytes that were read through `ld.global.nc` in the same launch: the read may have been, or may be, of an old value."""

    kind = "write to data read as constant"


class Panic(VmError):
    """A `trap`, a failed device assertion, or a panic of the kernel's source with its message."""

    kind = "panic"


class BarrierDivergence(VmError):
    """Threads of one warp wait at different barriers, or a barrier is used with different thread counts."""

    kind = "divergent barrier"


class Deadlock(VmError):
    """All threads that are left wait, and nothing can release them."""

    kind = "deadlock"


class Fuel(VmError):
    """A thread ran longer than the launch's fuel: most likely a loop without end."""

    kind = "out of fuel"


class StackOverflow(VmError):
    """Calls nested deeper than a thread's stack."""

    kind = "stack overflow"


class WarpMisuse(VmError):
    """A warp instruction executed by a thread outside its own mask, or with an impossible operand."""

    kind = "warp misuse"
