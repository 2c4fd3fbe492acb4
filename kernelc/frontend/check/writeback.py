"""The end of checking a body: what is still open is decided or reported, and every node gets its final type."""

from __future__ import annotations

from .. import hir
from ..infer import GENERAL
from ..ty import ERROR, HAS_INFER, Ty, rewrite
from .checker import Checker


def finish(c: Checker) -> None:
    """Solves what waits, applies the defaults, reports what nothing decides, fills in the types, runs the final checks."""
    settle(c, last=False)
    c.table.apply_defaults()
    settle(c, last=False)
    settle(c, last=True)
    c.table.apply_defaults()
    if not c.closures:
        report_ambiguous(c)
    for node in c.nodes:
        node.ty = final_type(c, node.ty, node)
        if isinstance(node, hir.Call | hir.ConstUse):
            node.args = tuple([final_type(c, a, node) for a in node.args])
    for variable in c.variables:
        variable.ty = final_type(c, variable.ty, variable)
    for jump in [n.target for n in c.nodes if isinstance(n, hir.Loop | hir.While | hir.Block) and n.target is not None]:
        jump.ty = c.table.resolve(jump.ty)
    for read in c.reads:
        read.is_move = not c.selector.is_copy(read.ty, read.span)
    for final in c.finals:
        final()
    if c.closures:
        from .captures import settle_closures

        settle_closures(c)
        c.solve()
        report_ambiguous(c)


def settle(c: Checker, last: bool) -> None:
    """Tries goals and deferred decisions until none makes progress."""
    progress = True
    while progress:
        c.solve()
        waiting, c.deferred = c.deferred, []
        progress = False
        for attempt in waiting:
            if attempt(last):
                progress = True
            else:
                c.deferred.append(attempt)


def report_ambiguous(c: Checker) -> None:
    """Goals that nothing decided."""
    reported = c.has_errors
    for predicate, span in c.pending:
        ty = c.table.resolve(predicate.trait_ref.args[0])
        if reported or ty.flags & HAS_INFER and c.table.kind_of(ty) == GENERAL:
            continue
        message = f"type annotations needed: cannot satisfy `{c.show(ty)}: {predicate.trait_ref.trait.name}`"
        c.error("K0283", span, message, "cannot infer type")


def final_type(c: Checker, ty: Ty, origin: hir.Node | hir.Variable) -> Ty:
    """The type without variables; one that nothing determines is reported where it came from, once."""
    ty = c.table.resolve(ty)
    if not ty.flags & HAS_INFER:
        return ty

    def leaf(part: Ty) -> Ty | None:
        if part.kind != "infer":
            return None
        if not c.has_errors:
            span = c.table.origins[part.data]
            if isinstance(origin, hir.Variable):
                advice = f"write its type: `let {origin.name}: …`"
                c.error("K0282", span, f"type annotations needed for `{origin.name}`", "cannot infer type", help=advice)
            else:
                c.error("K0282", span, "type annotations needed", "cannot infer type", help="give it a type")
        return ERROR

    return rewrite(ty, HAS_INFER, leaf)
