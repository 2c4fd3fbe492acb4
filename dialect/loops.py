"""Natural loops: those of back edges, whose target dominates their source. Loops with one header are one loop.

Irreducible cycles are not loops here; `is_reducible` tells whether there are any, and passes leave them alone.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cfg import Cfg
    from .dominance import DomTree


def back_edges(cfg: Cfg, tree: DomTree) -> list[tuple[int, int]]:
    """The edges (source, header) whose target dominates their source, by header, then source."""
    return [(p, h) for h in range(len(cfg.blocks)) for p in sorted(cfg.preds[h]) if p >= h and tree.dominates(h, p)]


def is_reducible(cfg: Cfg, tree: DomTree) -> bool:
    """Whether every edge against the reverse postorder is a back edge: then every cycle has one entry."""
    return all(p < h or tree.dominates(h, p) for h in range(len(cfg.blocks)) for p in cfg.preds[h])


class Loops:
    """The loop nest. Loops are numbered so that an outer loop comes before its inner ones.

    `header[l]` is a block number, `parent[l]` a loop number or -1, `depth[l]` counts from 1; `innermost[b]` is the loop of block `b`, or -1.
    """

    __slots__ = ("header", "parent", "depth", "innermost", "latches")

    def __init__(self, cfg: Cfg, tree: DomTree) -> None:
        sources: dict[int, list[int]] = {}
        for p, h in back_edges(cfg, tree):
            sources.setdefault(h, []).append(p)
        owner = [-1] * len(cfg.blocks)  # the header of the innermost loop
        outer: dict[int, int] = {}
        for h in sorted(sources, reverse=True):  # inner loops first
            _claim(cfg, tree, h, sources[h], owner, outer)
        self.header = sorted(sources)
        self.latches = [sources[h] for h in self.header]
        number = {h: i for i, h in enumerate(self.header)}
        self.parent = [number[outer[h]] if h in outer else -1 for h in self.header]
        self.depth: list[int] = []
        for parent in self.parent:
            self.depth.append(self.depth[parent] + 1 if parent >= 0 else 1)
        self.innermost = [number[h] if h >= 0 else -1 for h in owner]

    def contains(self, loop: int, block: int) -> bool:
        """Whether the block lies in the loop or in one of its inner loops. Takes time in the depth."""
        at = self.innermost[block]
        while at > loop:
            at = self.parent[at]
        return at == loop


def _claim(cfg: Cfg, tree: DomTree, header: int, latches: list[int], owner: list[int], outer: dict[int, int]) -> None:
    """Walks up from the latches to the header; what has no owner yet is this loop's, what has one is an inner loop's."""
    work = list(latches)
    while work:
        b = work.pop()
        inner = owner[b]
        if inner < 0:
            owner[b] = header
            if b != header:
                work.extend(cfg.preds[b])
            continue
        while outer.get(inner, -1) >= 0:  # climb to the outermost loop found so far
            inner = outer[inner]
        if inner != header:
            outer[inner] = header
            work.extend([p for p in cfg.preds[inner] if not tree.dominates(inner, p)])
    owner[header] = header
