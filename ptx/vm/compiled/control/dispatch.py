"""Which block comes next: tests of the blocks with waiting lanes, lowest first. Long rows of tests are written once for all blocks that end with them.

In a kernel with hundreds of nested branches every block has as many others that may have lanes: without sharing, code would grow with the square.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Block
    from ptx.vm.compiled.control.warp import WarpFunction

SHARED = 8
"""From so many tests on they are shared."""


class Dispatch:
    """Writes the tests of one function."""

    def __init__(self, function: "WarpFunction") -> None:
        self.function = function
        self.code = function.code
        self.labels: dict[tuple[tuple[Block, ...], bool], str] = {}
        """Of shared tests, by the blocks that are tested and whether the last one has lanes if no other has."""

    def leave(self, block: "Block", way: "list[Block]", certain: bool) -> None:
        """Goes on with the lowest block that has lanes: one that waits, or of `way`; `certain`: there is one. Without any the warp is done."""
        candidates = sorted({*self.function.facts.waiting[block], *way}, key=lambda each: each.number)
        if certain and len(way) == 1:
            candidates = candidates[: candidates.index(way[0]) + 1]
        self._test(block, tuple(candidates), certain and bool(candidates))

    def finish(self) -> None:
        """Writes the shared tests."""
        written = 0
        while written < len(self.labels):
            for (candidates, sure), label in list(self.labels.items())[written:]:
                self.code.label(label)
                self._one(None, candidates[0])
                self._test(None, candidates[1:], sure)
                written += 1

    def _test(self, block: "Block | None", candidates: "tuple[Block, ...]", sure: bool) -> None:
        """Tests candidates behind a block, None behind shared tests, which only lead forwards."""
        for position, candidate in enumerate(candidates):
            rest = candidates[position:]
            if sure and len(rest) == 1:
                self._go(block, candidate)
                return
            if len(rest) >= SHARED and (block is None or candidate.number > block.number):
                self.code.do(f"br label %{self._shared(rest, sure)}")
                return
            self._one(block, candidate)
        self.code.do("br label %done")

    def _shared(self, candidates: "tuple[Block, ...]", sure: bool) -> str:
        key = candidates, sure
        if key not in self.labels:
            self.labels[key] = self.code.new_label("tests")
        return self.labels[key]

    def _one(self, block: "Block | None", candidate: "Block") -> None:
        """Goes to a block if it has lanes."""
        function, code = self.function, self.code
        lanes = function.live if function.facts.converged(candidate) else function.waiting_at(candidate)
        there, further = code.new_label("there"), code.new_label("further")
        code.do(f"br i1 {code.any(lanes)}, label %{there}, label %{further}")
        code.label(there)
        self._go(block, candidate)
        code.label(further)

    def _go(self, block: "Block | None", target: "Block") -> None:
        if block is None or target.number > block.number:
            self.code.do(f"br label %B{target.number}")
        else:
            self.function.go_back(block, target)
