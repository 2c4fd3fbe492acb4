"""Uniformity: which values are the same in all threads of a block that run the op together, and which branches all threads take alike.

Divergent are: thread index, lane, whatever reads writable memory, results of calls and of other ops with effects, parameters of device functions;
what is computed from these; block parameters where paths from a divergent branch join with different arguments; and, outside a loop that threads
leave in different rounds, what the loop defined. Functions with irreducible control flow, and those whose divergent branches span so much of the
function that the work would be quadratic, are declined: all but the entry block counts as divergent.

After Karrenberg and Hack, Improving Performance of OpenCL on CPUs (CC 2012); joins by labels as in LLVM's SyncDependenceAnalysis.
"""
from __future__ import annotations

from .cfg import Cfg
from .dominance import DomTree, dominators
from .loops import Loops, is_reducible
from .op import DIVERGENT, PURE, READS, Op, Terminator, Value
from .postdominance import PostDominance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from .function import Block, Function

_WORK_PER_BLOCK = 100  # blocks between branches and joins that may be looked at, for each block of the function


class Uniformity:
    """The answer for one function as it stands. Unreachable blocks have no answer: everything in them counts as divergent."""

    __slots__ = ("_cfg", "_loops", "_post", "_divergent", "_branches", "_split", "_number", "_work", "_budget", "declined")

    def __init__(self, function: Function, cfg: Cfg | None = None) -> None:
        self._cfg = cfg if cfg is not None else Cfg(function)
        tree = DomTree(dominators(self._cfg))
        self._loops = Loops(self._cfg, tree)
        self._post = PostDominance(self._cfg)
        self._divergent: dict[Value, None] = {}
        self._branches = [False] * len(self._cfg.blocks)
        self._split: dict[int, None] = {}  # loops that threads leave in different rounds
        self._number = {block: i for i, block in enumerate(self._cfg.blocks)}
        self._work: list[Value] = []
        self._budget = _WORK_PER_BLOCK * len(self._cfg.blocks)
        self.declined = False
        self._start(function)
        if not is_reducible(self._cfg, tree):
            self._decline()
        while self._work:
            self._spread(self._work.pop())

    # -- answers -----------------------------------------------------------------------------------------------------------------------------

    def is_uniform(self, value: Value) -> bool:
        """Whether all threads that compute the value together compute the same one."""
        return value not in self._divergent and value.block in self._number

    def is_uniform_at(self, value: Value, block: Block) -> bool:
        """Whether the threads that are in `block` together have the same value: not so behind a loop that they left in different rounds."""
        return self.is_uniform(value) and block in self._number and not self._left_apart(value, self._number[block])

    def branch_is_uniform(self, block: Block) -> bool:
        """Whether the threads that end `block` together go the same way."""
        return block in self._number and not self._branches[self._number[block]]

    def loop_exit_is_uniform(self, header: Block) -> bool:
        """Whether all threads leave the loop of this header in the same round. False for what heads no loop."""
        number = self._number.get(header, -1)
        return not self.declined and number in self._loops.header and self._loops.header.index(number) not in self._split

    def leads_all_to(self, block: Block, region: Container[Block]) -> bool:
        """Whether no divergent branch of the region has a say in whether, or how often, threads reach the block."""
        above = self._post.branches_of(self._number[block])
        return not any([self._branches[b] and self._cfg.blocks[b] in region for b in above])

    # -- spreading ---------------------------------------------------------------------------------------------------------------------------

    def _start(self, function: Function) -> None:
        blocks = self._cfg.blocks
        if function.kind != "kernel":
            for p in function.params:
                self._mark(p)
        for b, block in enumerate(blocks):
            for op in block.ops:
                if _is_source(op):
                    self._mark(op)
            if b > 0 and self._post.doomed[b]:
                self._give_up(b)

    def _decline(self) -> None:
        """Calls everything behind the entry block divergent."""
        self.declined = True
        for b in range(1, len(self._cfg.blocks)):
            self._give_up(b)

    def _give_up(self, b: int) -> None:
        """Calls a block divergent. So are those on the way to a panic, where threads arrive whenever they fail."""
        block = self._cfg.blocks[b]
        self._branches[b] = len(self._cfg.succs[b]) > 1
        for value in (*block.params, *block.ops):
            if value_depends(value):
                self._mark(value)

    def _mark(self, value: Value) -> None:
        if value not in self._divergent:
            self._divergent[value] = None
            self._work.append(value)

    def _spread(self, value: Value) -> None:
        for user in value.users:
            self._reach(user, value)

    def _reach(self, user: Op, value: Value) -> None:
        """`user` sees different values of `value` in different threads."""
        b = self._number.get(user.block, -1) if user.block is not None else -1
        if b < 0:
            return
        if not isinstance(user, Terminator):
            self._mark(user)
            return
        for i, target in enumerate(user.targets):
            for p, arg in zip(target.params, user.args_of(i)):
                if arg is value:
                    self._mark(p)
        if len(user.targets) > 1 and value in user.own_operands and not self._branches[b]:
            self._branches[b] = True
            self._branch(b)

    def _branch(self, b: int) -> None:
        """Threads part at block `b`: parameters of joins, and what leaves loops, become divergent."""
        if self.declined:
            return
        region, joins = self._region(b)
        for j in joins:
            self._join(j)
        if not region:
            return
        loop, kept = self._loops.innermost[b], self._loops.common([b, *region])
        while loop != kept:
            if loop not in self._split:
                self._split[loop] = None
                self._leave(loop)
            loop = self._loops.parent[loop]

    def _region(self, b: int) -> tuple[list[int], list[int]]:
        """The blocks from a branch to the point where all its paths have met (that one included), and those where two of its paths meet."""
        stop, preds = self._post.ipdom[b], self._cfg.preds
        region = self._between(b, stop)
        loop = self._loops.innermost[b]
        while loop >= 0:
            header = self._loops.header[loop]
            if header in region and header != stop:  # some threads begin the next round while others wait: they may meet anywhere in the loop
                before = stop
                while stop >= 0 and self._loops.contains(loop, stop):
                    stop = self._post.ipdom[stop]
                if stop != before:
                    region = self._between(b, stop)
            loop = self._loops.parent[loop]
        order = sorted(region)
        label: dict[int, int] = {}
        joins: dict[int, None] = {}
        changed = True
        while changed:
            self._budget -= len(order)
            if self._budget < 0:
                self._decline()
                return [], []
            changed = False
            for x in order:
                if x in joins:
                    continue
                seen = {x if p == b else label[p] for p in preds[x] if p == b or (p in label and p != stop)}
                if len(seen) > 1 or preds[x].count(b) > 1:
                    joins[x] = None
                    seen = {x}
                for new in seen:
                    if label.get(x) != new:
                        label[x] = new
                        changed = True
        return order, list(joins)

    def _between(self, b: int, stop: int) -> dict[int, None]:
        """The blocks reached from `b` up to `stop`, that one included."""
        doomed = self._post.doomed
        region: dict[int, None] = {}
        work = [b]
        while work:
            for s in self._cfg.succs[work.pop()]:
                if s not in region and (not doomed[s] or doomed[b]):
                    region[s] = None
                    if s not in (stop, b):
                        work.append(s)
        self._budget -= len(region)
        return region

    def _join(self, j: int) -> None:
        """Parameters of a join are divergent unless every edge passes the same value."""
        block = self._cfg.blocks[j]
        for i, p in enumerate(block.params):
            passed: dict[Value, None] = {}
            for source in dict.fromkeys(self._cfg.preds[j]):
                t = self._cfg.blocks[source].terminator
                for k, target in enumerate(t.targets):
                    if target is block:
                        passed[t.args_of(k)[i]] = None
            passed.pop(p, None)
            if len(passed) > 1:
                self._mark(p)

    def _leave(self, loop: int) -> None:
        """Threads leave the loop in different rounds: outside it, its values differ."""
        inside = [self._cfg.blocks[b] for b in self._loops.blocks_of(loop)]
        self._budget -= len(inside)
        if self._budget < 0:
            self._decline()
            return
        for block in inside:
            for value in (*block.params, *block.ops):
                for user in value.users:
                    if user.block in self._number and self._left_apart(value, self._number[user.block]):
                        self._reach(user, value)

    def _left_apart(self, value: Value, at: int) -> bool:
        """Whether between definition and `at` threads leave a loop in different rounds. What depends on nothing does not care."""
        if not value_depends(value):
            return False
        if self._post.doomed[at] and at > 0:
            return True
        home = self._number.get(value.block, -1) if value.block is not None else -1
        loop = self._loops.innermost[home] if home >= 0 else -1
        while loop >= 0 and not self._loops.contains(loop, at):
            if loop in self._split:
                return True
            loop = self._loops.parent[loop]
        return False


def value_depends(value: Value) -> bool:
    """Whether the value of an op can differ from one execution to the next."""
    return not isinstance(value, Op) or bool(value.operands) or not value.flags & PURE


def _is_source(op: Op) -> bool:
    """Whether an op is divergent by itself: it says so, or depends on more than its operands. Constant memory and parameters are the same for all."""
    if op.flags & DIVERGENT:
        return True
    if op.flags & PURE:
        return False
    return not (op.flags == READS and op.operands and op.operands[0].type.space in ("const", "param"))
