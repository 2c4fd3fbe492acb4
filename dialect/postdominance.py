"""Post-dominance and control dependence of a control-flow snapshot.

Block `a` post-dominates `b` when every path from `b` to the end passes `a`; `x` is control-dependent on the branch that ends `b` when that branch
decides whether `x` is reached (Ferrante, Ottenstein, Warren, TOPLAS 1987).

Two things are no ordinary ends. A panic stops the whole kernel, so paths that can only panic ("doomed" blocks) are left out: what follows a bounds
check does not depend on it. A loop without end is given a pretended exit before its header, so that every block reaches an end; the pretended
branch is nobody's.
"""
from __future__ import annotations

from .cfg import bits_of
from .dominance import DomTree, lengauer_tarjan
from .op import PANICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cfg import Cfg


class PostDominance:
    """`ipdom[b]` is the block where all paths from `b` meet again, -1 if only at the end; `doomed[b]` tells whether `b` can only panic.

    Nodes of the inner graph: 0 is the end, b + 1 is block b, and above are the pretended exits.
    """

    __slots__ = ("doomed", "ipdom", "_count", "_idom", "_out", "_tree", "_dependence")

    def __init__(self, cfg: Cfg) -> None:
        self._count = len(cfg.blocks)
        self.doomed = _doomed(cfg)
        headers = _endless_headers(cfg, self.doomed)
        self._out = _edges(cfg, self.doomed, headers)
        reverse: list[list[int]] = [[] for _ in self._out]
        for node, out in enumerate(self._out):
            for s in out:
                reverse[s].append(node)
        self._idom = lengauer_tarjan(reverse, self._out)
        self._tree = DomTree(self._idom)
        self.ipdom = [self._block(self._idom[b + 1], headers) for b in range(self._count)]
        self._dependence: list[int] | None = None

    def _block(self, node: int, headers: list[int]) -> int:
        """The block of a node; a pretended exit stands for the header behind it."""
        return headers[node - self._count - 1] if node > self._count else node - 1

    def post_dominates(self, a: int, b: int) -> bool:
        """Whether every path from `b` to the end passes `a` (so each block post-dominates itself)."""
        return self._tree.dominates(a + 1, b + 1)

    def branches_of(self, block: int) -> list[int]:
        """The blocks whose branches decide whether, and how often, `block` is reached: control dependence, transitively. Increasing."""
        dependence = self._control_dependence()
        seen = 0
        work = [block + 1]
        while work:
            new = dependence[work.pop()] & ~seen
            if new:
                seen |= new
                work += bits_of(new)
        return [node - 1 for node in bits_of(seen) if node <= self._count]

    def dependence(self, block: int) -> list[int]:
        """The blocks whose branches `block` is directly control-dependent on. Increasing."""
        return [node - 1 for node in bits_of(self._control_dependence()[block + 1]) if node <= self._count]

    def _control_dependence(self) -> list[int]:
        """Masks of nodes: the dominance frontiers of the reversed graph."""
        if self._dependence is None:
            found = [0] * len(self._out)
            children = [0] * len(self._out)
            for node, out in enumerate(self._out):
                for s in out:
                    found[s] |= 1 << node
                children[self._idom[node]] |= 1 << node
            for node in reversed(self._tree.preorder):
                found[node] &= ~children[node]
                if node:
                    found[self._idom[node]] |= found[node]
            self._dependence = found
        return self._dependence


def _doomed(cfg: Cfg) -> list[bool]:
    """Which blocks can only end in a panic."""
    doomed = [False] * len(cfg.blocks)
    open_edges = [len(out) for out in cfg.succs]
    work = [b for b, block in enumerate(cfg.blocks) if not cfg.succs[b] and block.terminator.flags & PANICS]
    for b in work:
        doomed[b] = True
    while work:
        for p in cfg.preds[work.pop()]:
            open_edges[p] -= 1
            if not open_edges[p]:
                doomed[p] = True
                work.append(p)
    return doomed


def _endless_headers(cfg: Cfg, doomed: list[bool]) -> list[int]:
    """One block, the first in reverse postorder, of each cycle that is never left but by a panic."""
    ended = doomed[:]
    _mark_up(cfg, [b for b, out in enumerate(cfg.succs) if not out and not doomed[b]], ended)
    headers = []
    for b in range(len(cfg.blocks) - 1, -1, -1):
        if not ended[b]:
            header = _first_of_last_cycle(cfg, b, doomed)
            headers.append(header)
            _mark_up(cfg, [header], ended)
    return sorted(headers)


def _mark_up(cfg: Cfg, starts: list[int], marked: list[bool]) -> None:
    """Marks the starts and everything that reaches them."""
    work = list(starts)
    for b in work:
        marked[b] = True
    while work:
        for p in cfg.preds[work.pop()]:
            if not marked[p]:
                marked[p] = True
                work.append(p)


def _first_of_last_cycle(cfg: Cfg, start: int, doomed: list[bool]) -> int:
    """The first block of a cycle, reached from `start`, that nothing leaves but to panic."""
    while True:
        region = _reached(cfg.succs, start, doomed)
        back = _reached(cfg.preds, start, doomed)
        further = [b for b in region if b not in back]
        if not further:
            return min(region)
        start = max(further)


def _reached(edges: list[list[int]], start: int, skipped: list[bool]) -> dict[int, None]:
    seen = {start: None}
    work = [start]
    while work:
        for s in edges[work.pop()]:
            if s not in seen and not skipped[s]:
                seen[s] = None
                work.append(s)
    return seen


def _edges(cfg: Cfg, doomed: list[bool], headers: list[int]) -> list[list[int]]:
    """The graph of nodes, each with its successors; every node reaches node 0."""
    n = len(cfg.blocks)
    entry_of = [b + 1 for b in range(n)]  # where an edge to a block leads: to the pretended exit before it, if there is one
    for k, h in enumerate(headers):
        entry_of[h] = n + 1 + k
    out: list[list[int]] = [[]]
    for b, succs in enumerate(cfg.succs):
        if doomed[b]:
            out.append([entry_of[s] for s in succs] or [0])
        else:
            out.append([entry_of[s] for s in succs if not doomed[s]] or [0])
    out += [[h + 1, 0] for h in headers]
    return out
