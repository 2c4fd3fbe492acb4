"""Slow and obvious versions of the analyses, from their definitions, for comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialect.op import PANICS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialect.cfg import Cfg
    from dialect.op import Value


def reach(succs: Sequence[Sequence[int]], start: int, without: int = -1) -> set[int]:
    """What is reached from `start` by paths that avoid `without`."""
    seen: set[int] = set()
    work = [start] if start != without else []
    while work:
        b = work.pop()
        if b not in seen:
            seen.add(b)
            work += [s for s in succs[b] if s != without]
    return seen


def dominator_sets(succs: Sequence[Sequence[int]]) -> list[set[int]]:
    """Element a: the blocks that a dominates, those not reached without it."""
    n = len(succs)
    return [{b for b in range(n) if b not in reach(succs, 0, a)} for a in range(n)]


def idom_by_definition(cfg: Cfg) -> list[int]:
    """The strict dominator that all strict dominators dominate."""
    dom = dominator_sets(cfg.succs)
    out = [0] * len(dom)
    for b in range(1, len(dom)):
        strict = [a for a in range(len(dom)) if a != b and b in dom[a]]
        out[b] = next(a for a in strict if all(a in dom[x] for x in strict))
    return out


def frontier_by_definition(cfg: Cfg) -> list[list[int]]:
    """y is in the frontier of x: x dominates a predecessor of y, but not y strictly."""
    dom = dominator_sets(cfg.succs)
    blocks = range(len(dom))
    return [sorted(y for y in blocks if any(p in dom[x] for p in cfg.preds[y]) and not (y in dom[x] and y != x)) for x in blocks]


def iterated_by_definition(frontier: list[list[int]], defs: Sequence[int]) -> list[int]:
    """The frontier of the definitions, of those blocks, and so on."""
    found: set[int] = set()
    work = list(defs)
    while work:
        for y in frontier[work.pop()]:
            if y not in found:
                found.add(y)
                work.append(y)
    return sorted(found)


def live_by_paths(cfg: Cfg) -> list[set[Value]]:
    """v is live into b: a path from the start of b reaches a use of v without passing its definition."""
    out: list[set[Value]] = [set() for _ in cfg.blocks]
    home: dict[Value, int] = {}
    for i, block in enumerate(cfg.blocks):
        for v in (*block.params, *block.ops):
            home[v] = i
    for i, block in enumerate(cfg.blocks):
        for op in (*block.ops, block.terminator):
            for v in op.operands:
                work = [i] if home[v] != i else []
                while work:
                    b = work.pop()
                    if v not in out[b] and home[v] != b:
                        out[b].add(v)
                        work += cfg.preds[b]
    return out


def loops_by_definition(cfg: Cfg, dominates: Callable[[int, int], bool]) -> dict[int, set[int]]:
    """Header to blocks: those that reach a latch without passing the header."""
    loops: dict[int, set[int]] = {}
    for b, out in enumerate(cfg.succs):
        for h in out:
            if dominates(h, b):
                body = {h}
                work = [b]
                while work:
                    x = work.pop()
                    if x not in body:
                        body.add(x)
                        work += cfg.preds[x]
                loops.setdefault(h, set()).update(body)
    return loops


def doomed_by_definition(cfg: Cfg) -> list[bool]:
    """A block can only panic when it reaches no return and no cycle."""
    out = []
    for b in range(len(cfg.blocks)):
        region = reach(cfg.succs, b)
        cyclic = any(x in reach(cfg.succs, s) for x in region for s in cfg.succs[x])
        returns = any(not cfg.succs[x] and not cfg.blocks[x].terminator.flags & PANICS for x in region)
        out.append(not cyclic and not returns)
    return out


def ends_without_doomed(cfg: Cfg, doomed: list[bool]) -> list[list[int]]:
    """Successors with a last block -1 (as number n) for the end, doomed blocks cut off."""
    n = len(cfg.blocks)
    return [[s for s in out if not doomed[s]] or [n] for out in cfg.succs] + [[]]


def post_dominates(succs: list[list[int]], a: int, b: int) -> bool:
    """Every path from b to the end passes a."""
    return a == b or len(succs) - 1 not in reach(succs, b, a)


def control_dependence(succs: list[list[int]], x: int) -> list[int]:
    """Branches of which one edge makes x inevitable and which do not make it so themselves (strictly)."""
    found = []
    for b in range(len(succs) - 1):
        inevitable = [post_dominates(succs, x, s) for s in succs[b]]
        if any(inevitable) and not (post_dominates(succs, x, b) and x != b):
            if len(set(succs[b])) > 1:
                found.append(b)
    return found
