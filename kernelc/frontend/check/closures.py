"""Closures and `?`: their place in the checker; not in the language yet, and refused by name."""

from __future__ import annotations

from .. import ast, hir
from ..ty import Ty
from .checker import Checker


def closure(c: Checker, node: ast.Closure, expected: Ty | None) -> hir.Node:
    """`|x| …`."""
    c.error("K1108", node.span, "closures are not supported yet", "", help="write a function and pass what it needs as arguments")
    return c.failed(node.span)


def try_expr(c: Checker, node: ast.Try, expected: Ty | None) -> hir.Node:
    """`value?`."""
    from .expressions import value

    value(c, node.value)
    c.error("K1108", node.span, "the `?` operator is not supported yet", "", help="write a `match` that returns early")
    return c.failed(node.span)
