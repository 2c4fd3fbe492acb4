"""Leads jumps past a block whose branch they decide by the constants that they pass (jump threading).

After it ran, no edge passes constants that decide the branch of a block with nothing but a few pure ops, but for those that the rules below keep: it
leads where that branch would have gone, by way of copies of those ops whose results are still needed there.

    bb1:                                        bb1:
      mir.goto bb3(%one, %n)                      mir.goto bb4(%n)
    bb2:                                        bb2:
      mir.goto bb3(%k, %zero)                     mir.goto bb3(%k, %zero)
    bb3(%tag: i32, %x: i32):             ==>    bb3(%tag: i32, %x: i32):
      %c = mir.cmp eq %tag, %one                  %c = mir.cmp eq %tag, %one
      mir.cond_br %c, bb4(%x), bb5                mir.cond_br %c, bb4(%x), bb5

Such tags are what is left of an `Option` once the calls that made it and looked into it are opened: `Some` and `None` come from different blocks.
A value of the block that is used elsewhere now has several definitions; where they meet, blocks get a parameter for it (`reaching`).

Loops keep their one way in: past the header of a loop only the way back may lead, and only out of the loop. So no irreducible control flow arises.
Convergent ops: threads that met before the branch now meet behind it. So nothing is threaded past a branch that a convergent op (or a call, which may
hold one) depends on, nor, in a function with one, to the header of a loop. Nothing is concluded from `mir.undef`.
"""
from __future__ import annotations

from heapq import heappop, heappush

from dialect.function import Block, remove_ops
from dialect.op import CONVERGENT, PURE
from dialect.ops import Call, CondBr, Const, Goto, Panic

from .editing import incoming_edges, remove_unreachable
from .inline import copy_op
from .reaching import redefine
from .sccp import VARYING, Propagation, Varying, constant_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Function
    from dialect.op import Number, Op, Terminator, Value

    from .analyses import Analyses
    from .editing import Edges
    from .reaching import Definitions

    Known: TypeAlias = dict[Value, Number | Varying]

LOOKED_AT = 16
"""A block of more ops than this is not evaluated."""
COPIED = 4
"""So many ops may be copied into an edge, constants not counted."""


class Jump:
    """An edge to `block` (target `i` of the terminator `source`) that decides its branch: that goes to target `way`. `known` are the values."""

    __slots__ = ("block", "i", "known", "source", "way")

    def __init__(self, block: Block, source: Terminator, i: int, known: Known, way: int) -> None:
        self.block, self.source, self.i, self.known, self.way = block, source, i, known, way

    @property
    def target(self) -> Block:
        """Where the branch goes."""
        return self.block.terminator.targets[self.way]

    def is_open(self, op: Op) -> bool:
        """Whether the op of the block is no constant when the jump is taken."""
        return isinstance(self.known.get(op, VARYING), Varying)


def run(function: Function, analyses: Analyses) -> bool:
    """Threads until no jump is left to thread: what is behind one block may be another."""
    changed = False
    while True:
        found = decided_jumps(function)
        if found:
            found = Rules(analyses).allowed(found)
        if not found:
            return changed
        Threading(function).apply(found)
        analyses.invalidate()
        changed = True


def decided_jumps(function: Function) -> list[Jump]:
    """The edges that decide the branch they lead to, block by block."""
    found = []
    for block, edges in candidates(function).items():
        for source, i in edges:
            known = evaluated(block, source.args_of(i))
            cond = known.get(block.terminator.operands[0])
            if cond is not None and not isinstance(cond, Varying):
                found.append(Jump(block, source, i, known, 0 if cond else 1))
    return found


def candidates(function: Function) -> Edges:
    """The blocks that branch by what they are passed, or compute from it; each with the edges to it that pass a constant."""
    edges: Edges = {}
    for block in function.blocks:
        branch = block.terminator
        if type(branch) is CondBr and block.params and branch.operands[0].block is block:
            edges[block] = []
    if edges:
        for block in function.blocks:
            source = block.terminator
            for i, target in enumerate(source.targets):
                if target in edges and Const in [type(v) for v in source.args_of(i)]:
                    edges[target].append((source, i))
    return edges


def evaluated(block: Block, args: tuple[Value, ...]) -> Known:
    """What is known of the block's values when these arguments are passed; nothing if it does more than compute a little."""
    if len(block.ops) > LOOKED_AT:
        return {}
    known: Known = {param: constant_of(v) for param, v in zip(block.params, args)}
    propagation = Propagation(known)
    for op in block.ops:
        if not op.flags & PURE:
            return {}
        for v in op.operands:
            if v not in known:
                known[v] = constant_of(v)
        found = propagation.value_of(op)
        known[op] = VARYING if found is None else found
    return known


def needed_ops(jump: Jump) -> list[Op]:
    """The ops of the block whose results are needed behind it, in order."""
    block = jump.block
    needed = {*block.terminator.args_of(jump.way), *escaping(block)}
    found = []
    for op in reversed(block.ops):
        if op in needed:
            found.append(op)
            if jump.is_open(op):
                needed.update(op.operands)
    found.reverse()
    return found


def escaping(block: Block) -> list[Value]:
    """The values of the block that other blocks use."""
    return [v for v in (*block.params, *block.ops) for user in v.users if user.block is not block]


class Rules:
    """Where jumps may be led. A block is the header of a loop if an edge leads to it against the reverse postorder."""

    __slots__ = ("analyses", "cfg")

    def __init__(self, analyses: Analyses) -> None:
        self.analyses, self.cfg = analyses, analyses.cfg()

    def allowed(self, jumps: list[Jump]) -> list[Jump]:
        """Those of the jumps that may be led past their blocks."""
        jumps = [jump for jump in jumps if jump.block.index >= 0 and self.keeps_loops(jump)]
        jumps = [jump for jump in jumps if len([op for op in needed_ops(jump) if jump.is_open(op)]) <= COPIED]
        blocks = self.cfg.blocks if jumps else []
        together = {b for b, block in enumerate(blocks) for op in block.ops if op.flags & CONVERGENT or type(op) is Call}
        if together:
            held = {block for block in dict.fromkeys([jump.block for jump in jumps]) if may_hold(self.cfg, block.index, together)}
            jumps = [jump for jump in jumps if jump.block not in held and not self.is_header(jump.target)]
        return jumps

    def keeps_loops(self, jump: Jump) -> bool:
        """Whether no loop gets a second way in by it."""
        block, source = jump.block, jump.source.block
        if not self.is_header(block):
            return True
        if source is None or source.index < block.index:
            return False
        loops = self.analyses.loops()
        loop = loops.innermost[block.index]
        return loop >= 0 and loops.header[loop] == block.index and not loops.contains(loop, jump.target.index)

    def is_header(self, block: Block) -> bool:
        """Whether a way leads back to the block."""
        return max(self.cfg.preds[block.index]) >= block.index


def may_hold(cfg: Cfg, branch: int, marked: set[int]) -> bool:
    """Whether a marked block may depend on the branch: lies between it and a block that all its ways pass. Ways to a panic are none.

    That block is often one of the branch's targets: where a loop is left, or an `if` ends. Else it is searched for in reverse postorder.
    """
    then, other = cfg.succs[branch]
    return then != other and marked_before(cfg, then, other, marked) and marked_before(cfg, other, then, marked) and marked_before_meeting(cfg, branch, marked)


def marked_before(cfg: Cfg, start: int, stop: int, marked: set[int]) -> bool:
    """Whether from `start` on a marked block, or an end, comes before `stop`."""
    seen = {start, stop}
    work = [start]
    while work:
        b = work.pop()
        if b in marked or is_end(cfg, b):
            return True
        new = [s for s in cfg.succs[b] if s not in seen]
        work += new
        seen.update(new)
    return False


def marked_before_meeting(cfg: Cfg, branch: int, marked: set[int]) -> bool:
    """Whether a marked block, or an end, comes before all ways from the branch have met: before one block alone waits to be looked at."""
    seen = {branch}
    waiting: list[int] = []
    b = branch
    while True:
        for s in cfg.succs[b]:
            if s not in seen:
                seen.add(s)
                if s in marked or type(cfg.blocks[s].terminator) is not Panic:
                    heappush(waiting, s)
        if len(waiting) < 2:
            return False
        b = heappop(waiting)
        if b in marked or is_end(cfg, b):
            return True


def is_end(cfg: Cfg, b: int) -> bool:
    """Whether a thread ends there, other than by a panic."""
    return not cfg.succs[b] and type(cfg.blocks[b].terminator) is not Panic


class Threading:
    """The jumps of one round, threaded block by block; `added` are the new blocks on edges, by the block that they follow."""

    __slots__ = ("added", "function", "incoming")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.incoming = incoming_edges(function)
        self.added: dict[Block, list[Block]] = {}

    def apply(self, jumps: list[Jump]) -> None:
        """Threads all."""
        by_block: dict[Block, list[Jump]] = {}
        for jump in jumps:
            by_block.setdefault(jump.block, []).append(jump)
        for block, found in by_block.items():
            self.past(block, found)
        function = self.function
        if self.added:
            function.blocks = [b for block in function.blocks for b in (block, *self.added.get(block, ()))]
        remove_unreachable(function)

    def past(self, block: Block, jumps: list[Jump]) -> None:
        """Leads all jumps past one block."""
        incoming = self.incoming
        passed = [v for jump in jumps for v in jump.source.args_of(jump.i)]
        defined: Definitions = {(block.terminator, 0): {}, (block.terminator, 1): {}}
        for jump, ops in [(jump, needed_ops(jump)) for jump in jumps]:
            source, i, values = self.lead(jump, ops)
            defined[source, i] = values
            incoming[jump.target].append((source, i))
        led = {(jump.source, jump.i) for jump in jumps}
        incoming[block] = [edge for edge in incoming[block] if edge not in led]
        if not incoming[block]:
            for target in block.terminator.targets:
                incoming[target] = [edge for edge in incoming[target] if edge[0] is not block.terminator]
        for v in dict.fromkeys(escaping(block)):
            redefine(v, defined, incoming)
        remove_ops(dict.fromkeys([v for v in passed if type(v) is Const and not v.users]))

    def lead(self, jump: Jump, ops: list[Op]) -> tuple[Terminator, int, dict[Value, Value]]:
        """Leads one jump past its block, by way of what is needed of it: the new edge, and what the block's values are on it."""
        block, source, i = jump.block, jump.source, jump.i
        values: dict[Value, Value] = dict(zip(block.params, source.args_of(i)))
        if ops and len(source.targets) > 1:
            source, i = self.on_edge(jump), 0
        for op in ops:
            known = jump.known.get(op, VARYING)
            copy = copy_op(op, values) if isinstance(known, Varying) else Const(known, op.type)
            copy.block, copy.name, copy.loc = source.block, op.name, op.loc
            source.block.ops.append(copy)  # type: ignore[union-attr]
            values[op] = copy
        source.set_target(i, jump.target, [values.get(v, v) for v in block.terminator.args_of(jump.way)])
        return source, i, values

    def on_edge(self, jump: Jump) -> Terminator:
        """The jump of a new block on the edge."""
        before = jump.source.block
        assert before is not None
        made = Block(jump.block.name)
        made.end(Goto((jump.block, ())), jump.block.terminator.loc)
        jump.source.set_target(jump.i, made, ())
        self.incoming[made] = [(jump.source, jump.i)]
        self.added.setdefault(before, []).append(made)
        return made.terminator
