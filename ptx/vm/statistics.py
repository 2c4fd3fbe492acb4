"""What launches did, counted: instructions, transactions, conflicts and divergence, in all and by instruction, opcode and source line.

    statistics = Statistics()
    module.launch("k", 4, 256, arguments, statistics=statistics)
    print(statistics)

Native code alone counts (extra `vm`). Jumps are not instructions here, and what a call copies is not counted.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ptx.vm.compiled.native.kept import CompiledKernel
    from ptx.vm.errors import Place

NAMES = ("warps", "lanes", "sectors", "least_sectors", "wavefronts", "least_wavefronts", "waits")
WARP = 32


class Counts:
    """Numbers of one instruction, opcode, line, or of all.

    `warps` is how often a warp executed it, `lanes` how many threads did. `sectors` are the 32-byte pieces of global memory that accesses touched, each
    warp for itself; `least_sectors` as many as the same bytes in a row have. `wavefronts` are the passes over the banks of shared memory that accesses
    need, `least_wavefronts` those without a conflict. `waits` are the warps that came to a barrier.
    """

    __slots__ = NAMES

    def __init__(self) -> None:
        self.warps = self.lanes = self.sectors = self.least_sectors = self.wavefronts = self.least_wavefronts = self.waits = 0

    def add(self, other: "Counts") -> None:
        """Adds other numbers."""
        for name in NAMES:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def average_lanes(self) -> float:
        """How many of a warp's 32 lanes took part."""
        return self.lanes / self.warps if self.warps else 0.0

    @property
    def coalescing(self) -> float:
        """The part of the global transactions that accesses in a row would need."""
        return self.least_sectors / self.sectors if self.sectors else 1.0

    @property
    def conflicts(self) -> int:
        """Passes over the banks of shared memory that were needed only because lanes met in a bank."""
        return self.wavefronts - self.least_wavefronts

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name} {getattr(self, name)}' for name in NAMES if getattr(self, name))}>"


class BlockCount:
    """A basic block: where it begins, how often a warp executed it, and how many threads did."""

    __slots__ = ("lanes", "place", "warps")

    def __init__(self, place: "Place", warps: int, lanes: int) -> None:
        self.place = place
        self.warps = warps
        self.lanes = lanes


class Statistics:
    """The counts of some launches. `places` has them by instruction (its PTX line), `opcodes` by opcode; `blocks` are the basic blocks."""

    def __init__(self) -> None:
        self.launches = 0
        self.thread_blocks = 0
        self.total = Counts()
        self.places: dict[str, tuple[Place, Counts]] = {}
        self.opcodes: dict[str, Counts] = {}
        self.blocks: list[BlockCount] = []
        self._placed: set[str] = set()

    def note(self, place: "Place", opcode: str, counts: Counts) -> None:
        """Adds what an instruction did."""
        self.total.add(counts)
        self.opcodes.setdefault(opcode, Counts()).add(counts)
        key = f"{place.function} {place.ptx_line} {place.callers and [each.ptx_line for each in place.callers]}"
        self.places.setdefault(key, (place, Counts()))[1].add(counts)

    def place(self, find: "Callable[[Place], Place]") -> None:
        """Puts what `find` gives in place of the places that came since the last time."""
        for key, (place, counts) in self.places.items():
            if key not in self._placed:
                self._placed.add(key)
                self.places[key] = find(place), counts

    def lines(self) -> "dict[tuple[str, int], Counts]":
        """The counts by source file and line; the PTX line, with the file "", where nothing else is known."""
        found: dict[tuple[str, int], Counts] = {}
        for place, counts in self.places.values():
            key = ("", place.ptx_line) if place.file is None else (place.file, place.line)
            found.setdefault(key, Counts()).add(counts)
        return dict(sorted(found.items()))

    def report(self, sources: "Mapping[str, list[str]] | None" = None) -> str:
        """A table by source line, and the sums. `sources` has the lines of source files."""
        rows: list[tuple[str, ...]] = [("line", "warp instr.", "lanes", "sectors", "(least)", "bank passes", "(least)", "waits", "")]
        for (file, line), counts in self.lines().items():
            lines = (sources or {}).get(file, [])
            text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
            rows.append((f"{file or 'PTX'}:{line}", *cells(counts), text))
        rows.append(("total", *cells(self.total), f"{self.thread_blocks} blocks, coalescing {self.total.coalescing:.0%}"))
        widths = [max(len(row[column]) for row in rows) for column in range(8)]
        return "\n".join("  ".join([row[0].ljust(widths[0]), *[row[column].rjust(widths[column]) for column in range(1, 8)], row[8]]).rstrip() for row in rows)

    def __str__(self) -> str:
        return self.report()

    # --- counting ------------------------------------------------------------------------------------------------------------------

    @property
    def key(self) -> object:
        """What a kernel is compiled for."""
        return ("counted",)

    def about(self, *launch: "Any") -> None:
        """Code generation wants to know nothing of a launch."""

    def watching(self, launch: object) -> "Any":
        """What code generation must do."""
        from ptx.vm.compiled.watch.counting import Counting

        return Counting()

    def run(self, kernel: "CompiledKernel", *launch: "Any") -> None:
        """Runs a compiled kernel and counts."""
        from ptx.vm.compiled.watch.counting import CountingExecution

        execution = CountingExecution(kernel, *launch)
        execution.statistics = self
        execution.run()


def cells(counts: Counts) -> "Iterable[str]":
    """Numbers as a table has them."""
    plain = (counts.sectors, counts.least_sectors, counts.wavefronts, counts.least_wavefronts, counts.waits)
    return (str(counts.warps), f"{counts.average_lanes:.1f}", *[str(number or "") for number in plain])
