"""`match` and `let` conditions."""

from __future__ import annotations

from .. import ast, hir
from ..ty import BOOL, ERROR, NEVER, Ty
from .checker import Checker, Join


def let_condition(c: Checker, node: ast.Let, expected: Ty | None) -> hir.Value:
    """`let pattern = value` in a condition."""
    from .expressions import check
    from .patterns import pattern

    place = c.as_place(check(c, node.value))
    return c.node(hir.LetCondition, BOOL, node.span, pattern(c, node.pattern, place.ty), place)


def refuse_moves(c: Checker, nodes: list[hir.Node], bound: list[hir.Variable]) -> None:
    """A guard moves nothing that its pattern binds: when it fails, the next arm needs the value whole."""

    def final() -> None:
        for node in nodes:
            if isinstance(node, hir.Use) and node.is_move:
                place = node.place
                while isinstance(place, hir.Field):
                    place = place.base
                if isinstance(place, hir.Local) and place.variable in bound:
                    label = "what a pattern binds cannot be moved before the guard is over"
                    c.error("K0507", node.span, f"cannot move out of `{place.variable.name}` in pattern guard", label)

    c.finals.append(final)


def match(c: Checker, node: ast.Match, expected: Ty | None) -> hir.Node:
    """`match value { arms }`."""
    from .control import condition, tail_span
    from .exhaustive import check_exhaustive
    from .expressions import check, value
    from .patterns import pattern

    place = c.as_place(check(c, node.value))
    before = c.diverges
    known = expected if expected is not None and c.shallow(expected).kind != "infer" else None
    join = Join(c, known, node.span)
    parts: list[tuple[hir.Pattern, hir.Value | None]] = []
    all_diverge = True
    for arm in node.arms:
        c.ribs.append({})
        c.diverges = False
        made = pattern(c, arm.pattern, place.ty)
        bound, first = dict(c.ribs[-1]), len(c.nodes)
        guard = condition(c, arm.guard) if arm.guard is not None else None
        if guard is not None:
            refuse_moves(c, c.nodes[first:], list(bound.values()))
        c.diverges = False
        found = value(c, arm.body, expected)
        join.add(found, tail_span(arm.body), "`match` arms")
        all_diverge = all_diverge and c.diverges
        c.ribs.pop()
        parts.append((made, guard))
    c.diverges = before or all_diverge and bool(node.arms)
    values = join.finish()
    arms = [hir.Arm(p, g, v, a.span) for (p, g), v, a in zip(parts, values, node.arms, strict=True)]
    ty = join.ty if node.arms else NEVER
    made_match = c.node(hir.Match, ty, node.span, place, arms)
    c.finals.append(lambda: check_exhaustive(c, made_match, node.value.span) if c.table.resolve(place.ty) is not ERROR else None)
    return made_match
