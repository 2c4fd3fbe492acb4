"""`?`: what it does is written out with the traits `Try` and `FromResidual`."""

from __future__ import annotations

from .. import ast, hir
from ..defs import AdtDef, FnDef, Predicate, TraitRef
from ..lang import BREAK, CONTINUE, CONTROL_FLOW, FROM_RESIDUAL, METHODS, OUTPUT, RESIDUAL, TRY
from ..select import NO
from ..ty import ERROR, NEVER, Ty, make
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


def try_expr(c: Checker, node: ast.Try, expected: Ty | None) -> hir.Node:
    """`value?`: `match Try::branch(value) { Continue(v) => v, Break(r) => return FromResidual::from_residual(r) }`."""
    from .expressions import value

    operand = value(c, node.value)
    if c.shallow(operand.ty) is ERROR or operand.ty is NEVER:
        return operand
    if not c.allows_return:
        c.error("K0572", node.span, "the `?` operator outside of a function body", "")
        return c.failed(node.span)
    attempt, flow = c.program.lang_trait(TRY), c.program.lang(CONTROL_FLOW)
    assert isinstance(flow, AdtDef)
    if c.selector.select(TraitRef(attempt, (operand.ty,)), node.span)[0] == NO:
        message = f"the `?` operator can only be applied to values of `Option` and `Result`, not to `{c.show(operand.ty)}`"
        c.error("K0277", node.span, message, "the `?` operator cannot be applied to this type")
        return c.failed(node.span)
    c.require(Predicate(TraitRef(attempt, (operand.ty,)), node.span), node.span)
    output, residual = (c.normalize(make("projection", attempt.items[name], (operand.ty,)), node.span) for name in (OUTPUT, RESIDUAL))
    flow_ty = make("adt", flow, (residual, output))
    branch = attempt.items[METHODS[TRY]]
    assert isinstance(branch, FnDef)
    place = c.as_place(c.node(hir.Call, flow_ty, node.span, branch, (operand.ty,), [operand]))
    go_on, kept = arm(c, flow, flow_ty, CONTINUE, output, node.span)
    leave, lost = arm(c, flow, flow_ty, BREAK, residual, node.span)
    returned = c.node(hir.Return, NEVER, node.span, from_residual(c, lost, node.span))
    never = c.node(hir.Coerce, output, node.span, "never", returned)
    arms = [hir.Arm(go_on, None, kept, node.span), hir.Arm(leave, None, never, node.span)]
    return c.node(hir.Match, output, node.span, place, arms)


def arm(c: Checker, flow: AdtDef, flow_ty: Ty, name: str, ty: Ty, span: Span) -> tuple[hir.Pattern, hir.Value]:
    """The pattern `name(v)`, and `v`."""
    c.ribs.append({})
    variable = c.declare("value", ty, False, span)
    c.ribs.pop()
    bind = c.node(hir.Bind, ty, span, variable, "value", None)
    number = next(v.index for v in flow.variants if v.name == name)
    return c.node(hir.VariantOf, flow_ty, span, flow, number, [(0, bind)]), c.use(c.node(hir.Local, ty, span, variable), span)


def from_residual(c: Checker, residual: hir.Value, span: Span) -> hir.Value:
    """What the function returns for it; a function whose result has no place for it is reported."""
    trait = c.program.lang_trait(FROM_RESIDUAL)
    fn = trait.items[METHODS[FROM_RESIDUAL]]
    assert isinstance(fn, FnDef)
    args = (c.result, residual.ty)
    if c.selector.select(TraitRef(trait, args), span)[0] == NO:
        message = f"the `?` operator can only be used in a function that returns what it leaves with, not `{c.show(c.result)}`"
        c.error("K0277", span, message, "cannot use the `?` operator here")
        return c.failed(span)
    c.require(Predicate(TraitRef(trait, args), span), span)
    return c.node(hir.Call, c.result, span, fn, args, [residual])
