"""Evaluates a natural loop iteration by iteration, as far as constants go.

Each `Iteration` says of one pass through the loop's body which values are constants, which blocks are reached and which edges can be
taken; the parameters of the header that are constant begin the next one. Where the edge back cannot be taken any more, the loop ends: so
the number of iterations is found by the loop's own arithmetic, whatever it counts with, and any other exits may stand beside.

    bb1(%i: u32):                               iteration 0: %i = 0, %c = true
      %c = mir.cmp lt %i, %two                  iteration 1: %i = 1, %c = true
      mir.cond_br %c, bb2, bb3           ==>    iteration 2: %i = 2, %c = false, bb2 is not reached
    bb2:
      %j = mir.add %i, %one
      mir.goto bb1(%j)

Inner loops are seen through as `sccp` does: what is the same in all their iterations is a constant.
"""
from __future__ import annotations

from dialect.ops import Const

from .sccp import VARYING, Propagation, Varying, constant_of, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Block
    from dialect.loops import Loops
    from dialect.op import Number, Terminator, Value

    State: TypeAlias = dict[Value, "Number | Varying"]


class Loop:
    """A natural loop: `blocks` in reverse postorder, the header first; `entries` and `latches` are the edges to the header from outside and inside;
    `inner` are the blocks that lie in a loop inside this one; `is_acyclic` tells that there is no way around in the body but through the header;
    `size` counts ops and terminators.
    """

    __slots__ = ("blocks", "entries", "header", "inner", "inside", "is_acyclic", "latches", "size")

    def __init__(self, cfg: Cfg, loops: Loops, loop: int) -> None:
        numbers = loops.blocks_of(loop)
        self.blocks = [cfg.blocks[b] for b in numbers]
        self.header = cfg.blocks[loops.header[loop]]
        self.inside = dict.fromkeys(self.blocks)
        self.inner = dict.fromkeys([cfg.blocks[b] for b in numbers if loops.innermost[b] != loop])
        self.is_acyclic = all([s > b or s == numbers[0] for b in numbers for s in cfg.succs[b]])
        self.size = sum([len(block.ops) + 1 for block in self.blocks])
        self.entries: list[tuple[Terminator, int]] = []
        self.latches: list[tuple[Terminator, int]] = []
        for source in dict.fromkeys(cfg.preds[loops.header[loop]]):
            block = cfg.blocks[source]
            edges = [(block.terminator, i) for i, target in enumerate(block.terminator.targets) if target is self.header]
            (self.latches if block in self.inside else self.entries).extend(edges)

    def outer_values(self) -> State:
        """What is known of the values from outside that the loop uses."""
        known: State = {}
        for block in self.blocks:
            for op in (*block.ops, block.terminator):
                for v in op.operands:
                    if v.block not in self.inside:
                        known[v] = constant_of(v)
        return known


class Iteration(Propagation):
    """One pass through the body: `edges` inside the loop, `left` those that go back or out; `decided` tells whether a branch is decided that is not
    on a `mir.const`.
    """

    __slots__ = ("decided", "left", "loop")

    def __init__(self, loop: Loop, outer: State, start: State) -> None:
        super().__init__({**outer, **start})
        self.loop = loop
        self.left: set[tuple[Terminator, int]] = set()
        if loop.is_acyclic:
            self.walk()
        else:
            self.solve(loop.header)
        self.decided = [t for t in self.terminators() if self.is_decided(t) and type(t.operands[0]) is not Const]

    def walk(self) -> None:
        """The same as `solve` for a body in which everything that leads to a block stands before it."""
        known = self.known
        self.reached.add(self.loop.header)
        for block in self.loop.blocks:
            if block in self.reached:
                for op in block.ops:
                    found = self.value_of(op)
                    if found is not None:
                        known[op] = found
                self.follow(block.terminator, [])
        self.work.clear()

    def take(self, terminator: Terminator, i: int, blocks: list[Block]) -> None:
        """Marks an edge; those that go back or out lead nowhere."""
        target = terminator.targets[i]
        if target is not self.loop.header and target in self.loop.inside:
            super().take(terminator, i, blocks)
            if self.loop.is_acyclic:
                self.reached.add(target)
        else:
            self.left.add((terminator, i))

    def terminators(self) -> list[Terminator]:
        """Those of the blocks reached, in order."""
        return [block.terminator for block in self.loop.blocks if block in self.reached]

    def taken(self, terminator: Terminator) -> list[int]:
        """The targets to which the terminator may go."""
        return [i for i in range(len(terminator.targets)) if (terminator, i) in self.edges or (terminator, i) in self.left]

    def is_decided(self, terminator: Terminator) -> bool:
        """Whether a branch goes one way."""
        return len(terminator.targets) > 1 and len(self.taken(terminator)) == 1

    def is_sound(self) -> bool:
        """Whether every way through the body is known: not so where a condition hangs on itself."""
        return all([self.taken(t) or not t.targets for t in self.terminators()])

    def constant(self, v: Value) -> Number | None:
        """What the value is in this iteration, if it is a constant."""
        known = self.known.get(v)
        return None if known is None or isinstance(known, Varying) else known

    def following(self) -> State | None:
        """What is known of the header's parameters in the next iteration; None if there is none."""
        edges = [(terminator, i) for terminator, i in self.loop.latches if (terminator, i) in self.left]
        return meeting(self.loop.header, edges, self.known) if edges else None


def meeting(header: Block, edges: list[tuple[Terminator, int]], known: State) -> State:
    """What the header's parameters are when any of the edges may be taken."""
    out: State = {}
    for terminator, i in edges:
        for param, v in zip(header.params, terminator.args_of(i)):
            out[param] = _joined(out.get(param), known.get(v, VARYING))
    return out


def _joined(before: Number | Varying | None, found: Number | Varying) -> Number | Varying:
    if before is None:
        return found
    if isinstance(before, Varying) or isinstance(found, Varying) or not same(before, found):
        return VARYING
    return before


def starting(loop: Loop) -> State:
    """What is known of the header's parameters in the first iteration."""
    passed: State = {}
    for terminator, i in loop.entries:
        for v in terminator.args_of(i):
            passed[v] = constant_of(v)
    return meeting(loop.header, loop.entries, passed)


def remaining_ops(iteration: Iteration) -> int:
    """How many ops and branches of the iteration are left when its constants are folded."""
    count = 0
    for block in iteration.loop.blocks:
        if block in iteration.reached:
            count += sum([op not in iteration.known or isinstance(iteration.known[op], Varying) for op in block.ops])
            count += len(iteration.taken(block.terminator)) != 1
    return count


def copied_ops(iteration: Iteration) -> int:
    """How many ops and terminators the iteration reaches: so many a copy of it has at first."""
    return sum([len(block.ops) + 1 for block in iteration.loop.blocks if block in iteration.reached])
