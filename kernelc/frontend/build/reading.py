"""Which parameters of a body are only read: after `only_read` such a one can stay where the launch put it, in parameter space, which has no other use."""

from __future__ import annotations

from kernelc.frontend import hir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_INNER = (hir.Arm, hir.Let, hir.Evaluate)


def only_read(body: hir.Body) -> dict[hir.Variable, None]:
    """The parameters without a pattern that are never written to and have no address taken: each is only read, or matched by value."""
    seen: dict[hir.Variable, int] = {}
    for node in _nodes(body.value):
        if isinstance(node, hir.Local):
            seen[node.variable] = seen.get(node.variable, 0) + 1
        elif _only_reads(node):
            _forgive(seen, node.place)
    return {v: None for v, pattern in zip(body.params, body.patterns) if pattern is None and not seen.get(v, 0)}


def _only_reads(node: hir.Node) -> bool:
    """Whether a node reads its place, and no more."""
    if isinstance(node, hir.Match):
        return not any(_borrows(arm.pattern) for arm in node.arms)
    return isinstance(node, hir.Use) or (isinstance(node, hir.LetCondition) and not _borrows(node.pattern))


def _forgive(seen: dict[hir.Variable, int], place: hir.Place) -> None:
    """The variable that the place lies in is only read here."""
    while isinstance(place, hir.Field | hir.Index):
        place = place.base
    if isinstance(place, hir.Local):
        seen[place.variable] = seen.get(place.variable, 0) - 1


def _borrows(pattern: hir.Pattern) -> bool:
    """Whether a pattern binds a reference, or the rest of a slice."""
    return any(isinstance(n, hir.Slice) or (isinstance(n, hir.Bind) and n.mode != "value") for n in _nodes(pattern))


def _nodes(root: object) -> Iterator[Any]:
    """Every node below `root`, itself among them; without recursion."""
    work: list[Any] = [root]
    while work:
        at = work.pop()
        if isinstance(at, list | tuple):
            work += at
        elif isinstance(at, hir.Node):
            yield at
            work += [getattr(at, name) for name in type(at).fields if name not in ("ty", "span")]
        elif isinstance(at, _INNER):
            work += [getattr(at, name) for name in type(at).__slots__ if name != "span"]
