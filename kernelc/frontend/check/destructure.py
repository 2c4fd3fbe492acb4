"""Destructuring assignment: `(a, b) = (b, a);`. The value is bound to fresh variables first, then each place is assigned, left to right."""

from __future__ import annotations

from .. import ast, hir
from ..ty import UNIT, tuple_of
from .checker import PLACES, Checker


def destructuring_assignment(c: Checker, node: ast.Assign) -> hir.Node:
    """The assignment as a block; nested tuples are taken apart level by level."""
    from .expressions import value

    statements: list[hir.Statement] = []
    if not isinstance(node.place, ast.TupleExpr):
        c.error("K1108", node.place.span, "only tuples can be destructured by an assignment yet", "")
        value(c, node.value)
        return c.failed(node.span)
    found = value(c, node.value)
    take_apart(c, node.place, found, statements)
    return c.node(hir.Block, UNIT, node.span, statements, None, None)


def take_apart(c: Checker, target: ast.TupleExpr, found: hir.Value, statements: list[hir.Statement]) -> None:
    """Binds the elements to fresh variables and assigns them."""
    types = [c.fresh(e.span) for e in target.elements]
    whole = tuple_of(types)
    found = c.coerce(found, whole, found.span)
    c.ribs.append({})
    variables = [c.declare("left", t, False, e.span) for t, e in zip(types, target.elements, strict=True)]
    c.ribs.pop()
    binds = [
        (k, c.node(hir.Bind, t, e.span, v, "value", None))
        for k, (t, e, v) in enumerate(zip(types, target.elements, variables, strict=True))
    ]
    statements.append(hir.Let(c.node(hir.Fields, whole, target.span, binds), found, None, target.span))
    for element, variable in zip(target.elements, variables, strict=True):
        assign_element(c, element, variable, statements)


def assign_element(c: Checker, element: ast.Expr, variable: hir.Variable, statements: list[hir.Statement]) -> None:
    """One place on the left side."""
    from .expressions import check

    if isinstance(element, ast.Underscore):
        return
    read = c.use(c.node(hir.Local, variable.ty, element.span, variable), element.span)
    if isinstance(element, ast.TupleExpr):
        take_apart(c, element, read, statements)
        return
    place = check(c, element)
    if not isinstance(place, PLACES) or isinstance(place, hir.Temporary):
        c.error("K0070", element.span, "invalid left-hand side of assignment", "cannot assign to this expression")
        return
    read = c.coerce(read, place.ty, element.span)
    c.require_mutable(place, element.span, "assign")
    statements.append(hir.Evaluate(c.node(hir.Assign, UNIT, element.span, place, read), element.span))
