"""`for`: `IntoIterator::into_iter` once, then `Iterator::next` until `None`. After inlining and slot splitting nothing of the protocol is left."""

from __future__ import annotations

from .. import ast, hir
from ..defs import AdtDef, Def, FnDef, Predicate, TraitDef, TraitRef
from ..infer import FLOAT, INTEGER
from ..lang import INTO_ITERATOR, ITEM, ITERATOR, METHODS, SOME
from ..select import NO
from ..ty import BOOL, ERROR, UNIT, Ty, make, ref_to
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


def iterate(c: Checker, node: ast.For, into: TraitDef, iterator: TraitDef, option: Def) -> hir.Node:
    """The loop as HIR: `{ let mut iterator = into_iter(x); while let Some(pattern) = next(&mut iterator) { body } }`."""
    from . import control
    from .expressions import value

    span = node.iterable.span
    if c.is_const and c.program.root is c.owner.module.crate:
        message = "cannot use a `for` loop in constants and constant functions"
        c.error("K0015", node.span, message, "", ["`Iterator::next` is no constant function"], help="write a `while` loop")
    iterable = value(c, node.iterable)
    into_iter, next_fn = into.items[METHODS[INTO_ITERATOR]], iterator.items[METHODS[ITERATOR]]
    assert isinstance(into_iter, FnDef)
    assert isinstance(next_fn, FnDef)
    assert isinstance(option, AdtDef)
    c.require(Predicate(TraitRef(into, (iterable.ty,)), span), span)
    runs = can_iterate(c, into, iterable.ty, span)
    state_ty = c.instantiate(c.program.signature_of(into_iter).result, (iterable.ty,), span) if runs else ERROR
    start = c.node(hir.Call, state_ty, span, into_iter, (iterable.ty,), [iterable])
    c.ribs.append({})
    variable = c.declare("iterator", state_ty, True, span)
    c.ribs[-1].clear()
    bind = c.node(hir.Bind, state_ty, span, variable, "value", None)
    item_ty = next_item(c, state_ty, iterator, node) if runs else ERROR
    option_ty = make("adt", option, (item_ty,))
    target = control.enter_loop(c, node.label, UNIT, node.span, takes_value=False)
    receiver = c.node(hir.AddressOf, ref_to(state_ty, True), span, c.node(hir.Local, state_ty, span, variable), True, False)
    step = c.node(hir.Call, option_ty, span, next_fn, (state_ty,), [receiver])
    test = bind_item(c, node, option, option_ty, item_ty, step)
    before = c.diverges
    body = control.plain_block(c, node.body, UNIT)
    control.expect_unit(c, body, node.body)
    c.diverges = before
    control.leave_loop(c)
    c.ribs.pop()
    loop = c.node(hir.While, UNIT, node.span, target, test, body, control.unroll(c, node.attributes))
    return c.node(hir.Block, UNIT, node.span, [hir.Let(bind, start, None, span)], loop, None)


def can_iterate(c: Checker, into: TraitDef, ty: Ty, span: Span) -> bool:
    """Whether the type may turn out to be one that `for` runs over; where not, that is reported once and the items have no type."""
    return c.table.kind_of(ty) not in (INTEGER, FLOAT) and c.selector.select(TraitRef(into, (ty,)), span)[0] != NO


def next_item(c: Checker, state_ty: Ty, iterator: TraitDef, node: ast.For) -> Ty:
    """`<state as Iterator>::Item`."""
    item = iterator.items[ITEM]
    return c.normalize(make("projection", item, (state_ty,)), node.iterable.span)


def bind_item(c: Checker, node: ast.For, option: AdtDef, option_ty: Ty, item_ty: Ty, step: hir.Value) -> hir.Value:
    """`let Some(pattern) = next(&mut iterator)`."""
    from .patterns import pattern, require_irrefutable

    inner = pattern(c, node.pattern, item_ty)
    require_irrefutable(c, inner, "`for` loop binding")
    some = next(v.index for v in option.variants if v.name == SOME)
    made = c.node(hir.VariantOf, option_ty, node.pattern.span, option, some, [(0, inner)])
    return c.node(hir.LetCondition, BOOL, node.iterable.span, made, c.as_place(step))
