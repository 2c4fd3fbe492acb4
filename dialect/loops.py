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

    `header[l]` is a block number, `latches[l]` the sources of its back edges, `parent[l]` a loop number or -1, `depth[l]` counts from 1;
    `innermost[b]` is the loop of block `b`, or -1.
    """

    __slots__ = ("header", "parent", "depth", "innermost", "latches", "_enter", "_leave", "_own")

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
        self._enter, self._leave = _intervals(self.parent)
        self._own: list[list[int]] = []  # blocks by preorder number of their innermost loop, made on demand

    def contains(self, loop: int, block: int) -> bool:
        """Whether the block lies in the loop or in one of its inner loops."""
        inner = self.innermost[block]
        return inner >= 0 and self._enter[loop] <= self._enter[inner] < self._leave[loop]

    def common(self, blocks: list[int]) -> int:
        """The innermost loop that contains all the blocks, or -1."""
        inner = [self.innermost[b] for b in blocks]
        loop = inner[0]
        if min(inner) < 0:
            return -1
        first, last = min([self._enter[x] for x in inner]), max([self._enter[x] for x in inner])
        while loop >= 0 and not (self._enter[loop] <= first and last < self._leave[loop]):
            loop = self.parent[loop]
        return loop

    def blocks_of(self, loop: int) -> list[int]:
        """The blocks of the loop and of its inner loops, increasing. Takes time in their number."""
        if not self._own:
            order = sorted(range(len(self.header)), key=self._enter.__getitem__)
            place = {loop: i for i, loop in enumerate(order)}
            self._own = [[] for _ in order]
            for b, inner in enumerate(self.innermost):
                if inner >= 0:
                    self._own[place[inner]].append(b)
        return sorted([b for own in self._own[self._enter[loop] : self._leave[loop]] for b in own])


def _intervals(parent: list[int]) -> tuple[list[int], list[int]]:
    """Preorder numbers of a forest: those of the loops inside loop `l` are enter[l] to leave[l] - 1."""
    sizes = [1] * len(parent)
    for loop in range(len(parent) - 1, -1, -1):  # inner loops have greater numbers
        if parent[loop] >= 0:
            sizes[parent[loop]] += sizes[loop]
    enter: list[int] = []
    free: list[int] = []  # the next number inside each loop
    top = 0
    for loop, outer in enumerate(parent):
        start = free[outer] if outer >= 0 else top
        enter.append(start)
        free.append(start + 1)
        if outer >= 0:
            free[outer] += sizes[loop]
        else:
            top += sizes[loop]
    return enter, [start + size for start, size in zip(enter, sizes)]


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
