"""Dominators of a control-flow snapshot: immediate dominators, the dominator tree, dominance frontiers, iterated frontiers.

Block `a` dominates `b` when every path from the entry to `b` passes `a`. The frontier of `a` holds the blocks where its dominance ends:
exactly there, values that meet need a block parameter. All results are lists indexed by block number. Nothing here recurses.
"""
from __future__ import annotations

from .cfg import bits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cfg import Cfg

    Edges = Sequence[Sequence[int]]

SMALL = 64
"""From this many blocks on, Lengauer–Tarjan: Cooper–Harvey–Kennedy is quadratic on many bounds checks that leave to one exit."""


def dominators(cfg: Cfg) -> list[int]:
    """The immediate dominator of every block; the entry is its own."""
    return cooper_harvey_kennedy(cfg.preds) if len(cfg.blocks) < SMALL else lengauer_tarjan(cfg.succs, cfg.preds)


def cooper_harvey_kennedy(preds: Edges) -> list[int]:
    """Iterates over the blocks to a fixed point. Blocks must be numbered in reverse postorder.

    Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001).
    """
    n = len(preds)
    idom = [-1] * n
    idom[0] = 0
    changed = True
    while changed:
        changed = False
        for b in range(1, n):
            new = -1
            for p in preds[b]:
                if idom[p] < 0:
                    continue
                if new < 0:
                    new = p
                    continue
                while p != new:
                    while p > new:
                        p = idom[p]
                    while new > p:
                        new = idom[new]
            if idom[b] != new:
                idom[b] = new
                changed = True
    return idom


def lengauer_tarjan(succs: Edges, preds: Edges) -> list[int]:
    """The simple version with path compression: O(edges · log blocks) for any graph. Every block must be reachable from block 0.

    Lengauer, Tarjan: A Fast Algorithm for Finding Dominators in a Flowgraph (TOPLAS 1979).
    """
    order, parent, number = _depth_first(succs)
    n = len(order)
    semi = list(range(n))
    label = list(range(n))  # the vertex of least semidominator on the compressed path
    ancestor = [-1] * n
    bucket: list[list[int]] = [[] for _ in range(n)]
    dom = [0] * n

    def least(v: int) -> int:
        path = []
        u = v
        while ancestor[u] >= 0 and ancestor[ancestor[u]] >= 0:
            path.append(u)
            u = ancestor[u]
        root = ancestor[u]
        for top in reversed(path):
            if semi[label[u]] < semi[label[top]]:
                label[top] = label[u]
            ancestor[top] = root
            u = top
        return label[v]

    for w in range(n - 1, 0, -1):
        s = w
        for p in preds[order[w]]:
            v = number[p]
            if v > w:
                v = semi[least(v)]
            if v < s:
                s = v
        semi[w] = s
        up = parent[w]
        ancestor[w] = up
        bucket[s].append(w)
        for v in bucket[up]:
            u = least(v)
            dom[v] = u if semi[u] < up else up
        bucket[up] = []
    idom = [0] * n
    for w in range(1, n):
        if dom[w] != semi[w]:
            dom[w] = dom[dom[w]]
        idom[order[w]] = order[dom[w]]
    return idom


def _depth_first(succs: Edges) -> tuple[list[int], list[int], list[int]]:
    """Blocks in depth-first preorder; the parent of each position; the position of each block."""
    n = len(succs)
    order, parent, number = [0], [0] * n, [-1] * n
    number[0] = 0
    stack = [(0, iter(succs[0]))]
    while stack:
        v, targets = stack[-1]
        for w in targets:
            if number[w] < 0:
                number[w] = len(order)
                parent[number[w]] = number[v]
                order.append(w)
                stack.append((w, iter(succs[w])))
                break
        else:
            stack.pop()
    return order, parent, number


class DomTree:
    """The dominator tree with preorder intervals, so that `dominates` takes constant time. `preorder` lists blocks parents first."""

    __slots__ = ("idom", "children", "enter", "leave", "preorder")

    def __init__(self, idom: list[int]) -> None:
        n = len(idom)
        self.idom = idom
        self.children: list[list[int]] = [[] for _ in range(n)]
        for b in range(1, n):
            self.children[idom[b]].append(b)
        self.enter = [0] * n
        self.leave = [0] * n
        self.preorder: list[int] = []
        stack = [0]
        while stack:
            b = stack.pop()
            if b < 0:
                self.leave[~b] = len(self.preorder)
                continue
            self.enter[b] = len(self.preorder)
            self.preorder.append(b)
            stack.append(~b)
            stack.extend(reversed(self.children[b]))

    def dominates(self, a: int, b: int) -> bool:
        """Whether every path to `b` passes `a` (so each block dominates itself)."""
        return self.enter[a] <= self.enter[b] < self.leave[a]


def frontiers(cfg: Cfg, idom: list[int]) -> list[int]:
    """Dominance frontiers as bit masks over block numbers, bottom-up over the dominator tree (Cytron et al., TOPLAS 1991, figure 10).

    One `|` and one `& ~` a block: near linear even for deep loop nests, where the sets themselves are quadratic.
    """
    n = len(idom)
    bits = [1 << i for i in range(n)]
    children = [0] * n
    for b in range(1, n):
        children[idom[b]] |= bits[b]
    frontier = [0] * n
    for b, out in enumerate(cfg.succs):
        for s in out:
            frontier[b] |= bits[s]
    for b in range(n - 1, 0, -1):  # reverse postorder backwards: children before their parent
        frontier[b] &= ~children[b]
        frontier[idom[b]] |= frontier[b]
    frontier[0] &= ~children[0]
    return frontier


def iterated(frontier: list[int], defs: Sequence[int], allowed: Sequence[int] | None = None, bit: int = 0) -> list[int]:
    """The iterated frontier of the blocks `defs`, increasing, kept to blocks `b` with `allowed[b] & bit`. Looks at each block once."""
    seen = 0
    found: list[int] = []
    work = list(defs)
    while work:
        new = frontier[work.pop()] & ~seen
        if new:
            seen |= new
            for b in bits_of(new):
                if allowed is None or allowed[b] & bit:
                    found.append(b)
                    work.append(b)
    found.sort()
    return found
