"""Congruence classes for the lowering: values that may share one register, so that the copies between them vanish.

After `coalesce`, no two values of a class are live at the same point; an argument and its parameter are in one class wherever
that holds, with edges of inner loops first. Chaitin's copy coalescing on live ranges (Boissinot et al. 2009 for the setting); the
live range of a class is a bit mask over blocks plus, for blocks in which a member begins or ends, the intervals in it. So a test
costs a few operations on integers.

    bb1(%i: i32):                               {%i, %j, %zero's copy} share a register:
      %c = mir.cmp lt %i, %n                    the back edge needs no copy.
      mir.cond_br %c, bb2, bb3           ==>
    bb2:
      %j = mir.add %i, %one
      mir.goto bb1(%j)

Requires split critical edges. Whoever makes a value share its register with another one by other means (a cast that is no
instruction) must keep both out of classes: their ranges are longer than they look here.
"""
from __future__ import annotations

from dialect.cfg import bits_of
from dialect.liveness import live_in
from dialect.op import Param
from dialect.ops import Const, Undef

from .analyses import Analyses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Function
    from dialect.op import Value

    Interval: TypeAlias = tuple[int, int]  # first and last time in a block at which the register is taken
    Copy: TypeAlias = tuple[Param, Value]

WHOLE = [(-1, 1 << 60)]


class Range:
    """Where a class is live: `entries` has a bit per block at whose start it is, `starts` one per block in which a member is
    defined by an op.

    `parts` holds the intervals of the blocks in which a member begins or ends; in all others of `entries` the whole block is
    taken. The op at position k of a block reads at time 2k and writes at 2k + 1; parameters are written before.
    """

    __slots__ = ("entries", "members", "parts", "starts")

    def __init__(self, member: Value) -> None:
        self.members = [member]
        self.entries = self.starts = 0
        self.parts: dict[int, list[Interval]] = {}

    def overlaps(self, other: Range) -> bool:
        """Whether both are live at some point."""
        if self.entries & other.entries:
            return True
        meet = self.starts & (other.entries | other.starts) | other.starts & (self.entries | self.starts)
        for block in bits_of(meet):
            for first, last in self.parts.get(block, WHOLE):
                for other_first, other_last in other.parts.get(block, WHOLE):
                    if first <= other_last and other_first <= last:
                        return True
        return False

    def take(self, other: Range) -> None:
        """Becomes the union."""
        self.members += other.members
        self.entries |= other.entries
        self.starts |= other.starts
        for block, intervals in other.parts.items():
            self.parts.setdefault(block, []).extend(intervals)


def coalesce(function: Function, analyses: Analyses | None = None) -> dict[Value, Value]:
    """For each value that shares a register, the representative of its class: its first parameter in reverse postorder, whose
    name it should have.
    """
    analyses = analyses or Analyses(function)
    cfg = analyses.cfg()
    copies = copies_of(analyses)
    ranges = ranges_of(cfg, copies)
    for param, argument in copies:
        mine, other = ranges[param], ranges[argument]
        if mine is other or mine.overlaps(other):
            continue
        if len(mine.members) < len(other.members):
            mine, other = other, mine
        mine.take(other)
        for member in other.members:
            ranges[member] = mine
    return _representatives(cfg, ranges)


def copies_of(analyses: Analyses) -> list[Copy]:
    """The (parameter, argument) pairs that may share a register, those of inner loops first. Constants need no register."""
    cfg, loops = analyses.cfg(), analyses.loops()
    by_depth: dict[int, list[Copy]] = {}
    for i, block in enumerate(cfg.blocks):
        depth = loops.depth[loops.innermost[i]] if loops.innermost[i] >= 0 else 0
        terminator = block.terminator
        for k, target in enumerate(terminator.targets):
            for param, v in zip(target.params, terminator.args_of(k)):
                if type(v) is not Const and type(v) is not Undef and v is not param:
                    by_depth.setdefault(depth, []).append((param, v))
    return [pair for depth in sorted(by_depth, reverse=True) for pair in by_depth[depth]]


def ranges_of(cfg: Cfg, copies: list[Copy]) -> dict[Value, Range]:
    """The live range of each value that stands in a copy."""
    ranges: dict[Value, Range] = {}
    for pair in copies:
        for v in pair:
            if v not in ranges:
                ranges[v] = Range(v)
    outs = _entries(cfg, ranges)
    for i, block in enumerate(cfg.blocks):
        last_read: dict[Value, int] = {}
        time = 0
        written: dict[Value, int] = {}
        for op in (*block.ops, block.terminator):
            for v in op.operands:
                if v in ranges:
                    last_read[v] = time
            if op in ranges:
                written[op] = time + 1
                ranges[op].starts |= 1 << i
            time += 2
        touched: dict[Value, int] = {p: 0 for p in block.params if p in ranges}
        for v in {**touched, **last_read, **written}:
            first = written.get(v, -1)
            if v not in outs[i]:
                ranges[v].parts[i] = [(first, max(first, last_read.get(v, first)))]
            elif first >= 0:
                ranges[v].parts[i] = [(first, WHOLE[0][1])]
    return ranges


def _entries(cfg: Cfg, ranges: dict[Value, Range]) -> list[set[Value]]:
    """Sets the entry masks; gives the values of `ranges` that are live at the end of each block."""
    live, number = live_in(cfg)
    candidates = 0
    value: dict[int, Value] = {}
    for v, n in number.items():
        if v in ranges:
            candidates |= 1 << n
            value[n] = v
    inside = [[value[n] for n in bits_of(mask & candidates)] for mask in live]
    for i, values in enumerate(inside):
        bit = 1 << i
        for v in values:
            ranges[v].entries |= bit
        for param in cfg.blocks[i].params:
            if param in ranges:
                ranges[param].entries |= bit
    return [{v for s in out for v in inside[s]} for out in cfg.succs]


def _representatives(cfg: Cfg, ranges: dict[Value, Range]) -> dict[Value, Value]:
    """Numbers the parameters in order; the least of a class stands for it."""
    order: dict[Value, int] = {}
    for block in cfg.blocks:
        for param in block.params:
            order[param] = len(order)
    first: dict[Range, Value] = {}
    for live_range in ranges.values():
        if len(live_range.members) > 1 and live_range not in first:
            first[live_range] = min([m for m in live_range.members if m in order], key=order.__getitem__)
    return {v: first[live_range] for v, live_range in ranges.items() if live_range in first}
