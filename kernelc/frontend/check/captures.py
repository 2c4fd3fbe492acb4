"""After `settle_closures` every closure of the body knows what it captures and which `Fn` traits it has, and its body is a function of its captures.

What a closure uses of the variables around it is captured as in Rust 2021: places, not variables, each by the weakest of shared reference, mutable reference
and value that its uses allow (`move`: by value). A place ends before a raw pointer is followed, before a field of a union or packed struct, before an index,
and a value before a reference is followed; behind a shared reference the rest of the place is not needed. Source: the Rust reference, "Closure types".
"""

from __future__ import annotations

from .. import hir
from ..callables import fill
from ..defs import Capture, ClosureDef, FnDef
from ..lang import FN_MUT, FN_ONCE, FORMS, METHODS
from ..ty import Ty, ref_to
from .capture_uses import Uses, chain, is_outer, steps
from .checker import Checker
from .mutability import check_mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARTS = (hir.Arm, hir.Let, hir.Evaluate)


def settle_closures(c: Checker) -> None:
    """Settles the closures, inner ones first; then what waited for that."""
    if not c.has_errors:
        for each in c.closures:
            settle(c, each)
    for read in c.reads:
        read.is_move = read.is_move and not c.selector.is_copy(read.ty, read.span)
    for closure, form, span in dict.fromkeys(c.form_goals):
        if closure.form and FORMS.index(form) < FORMS.index(closure.form):
            label = f"this closure implements `{closure.form}`, not `{form}`"
            message = f"expected a closure that implements the `{form}` trait, but this closure only implements `{closure.form}`"
            c.error("K0525", closure.span, message, label, secondary=[(span, f"required here to implement `{form}`")])


def settle(c: Checker, d: ClosureDef) -> None:
    """What one closure captures, which trait it has, its body, and the calls of it."""
    d.params, d.result = d.arguments.ty.args, c.table.resolve(d.result)
    uses = Uses(c, d)
    uses.visit(d.value)
    d.captures = uses.captures
    d.form = d.wanted or uses.form
    own = d.expression.ty
    d.expression.captures = [captured(c, d, each) for each in d.captures]
    d.environment.ty = own if d.form == FN_ONCE else ref_to(own, d.form == FN_MUT)
    Rewriter(d, own).rewrite(d.value)
    fill(d, c.scope.generics, c.program.predicates_of(c.owner), [d.environment, d.arguments], [None, d.pattern], d.result, d.value)
    for call, place in d.calls:
        settle_call(c, d, call, place)


def captured(c: Checker, d: ClosureDef, capture: Capture) -> hir.Value:
    """The value of a capture where the closure is made."""
    span = d.expression.span.source.span(d.expression.span.start, d.node.body.span.start)
    place: hir.Place = hir.new(hir.Local, capture.variable.ty, span, capture.variable)
    for step, ty in capture.steps:
        if step == "*":
            place = hir.new(hir.Deref, ty, span, hir.new(hir.Use, place.ty, span, place, False))
        else:
            assert isinstance(step, int)
            place = hir.new(hir.Field, ty, span, place, step)
    if capture.mode == Capture.VALUE:
        return hir.new(hir.Use, capture.ty, span, place, not c.selector.is_copy(capture.ty, span))
    return hir.new(hir.AddressOf, capture.held, span, place, capture.mode == Capture.MUT, False)


def settle_call(c: Checker, d: ClosureDef, call: hir.Call, place: hir.Place) -> None:
    """A call of the closure borrows it, or takes it, as the closure's trait says."""
    trait = c.program.lang_trait(d.form)
    fn = trait.items[METHODS[d.form]]
    assert isinstance(fn, FnDef)
    call.function, span = fn, place.span
    if d.form == FN_ONCE:
        call.operands[0] = hir.new(hir.Use, place.ty, span, place, not c.selector.is_copy(place.ty, span))
        return
    call.operands[0] = hir.new(hir.AddressOf, ref_to(place.ty, d.form == FN_MUT), span, place, d.form == FN_MUT, False)
    if d.form == FN_MUT:
        check_mutable(c, place, span, "borrow")


class Rewriter:
    """Puts what a closure holds in the place of what it captures."""

    def __init__(self, d: ClosureDef, own: Ty) -> None:
        self.d, self.own = d, own

    def rewrite(self, root: object) -> None:
        """All that is below `root`."""
        work: list[Any] = [root]
        while work:
            at = work.pop()
            if isinstance(at, list | tuple):
                work += at
            elif isinstance(at, (hir.Node, *PARTS)):
                names = at.fields if isinstance(at, hir.Node) else at.__slots__
                for name in names:
                    part = getattr(at, name)
                    if isinstance(part, hir.Local | hir.Field | hir.Deref):
                        part = self.replaced(part)
                        setattr(at, name, part)
                    work.append(part)

    def replaced(self, place: hir.Place) -> hir.Place:
        """The place, or what the closure holds of it."""
        nodes = chain(place)
        if nodes is None or not is_outer(self.d, nodes[0]):
            return place
        path = tuple([step for step, _ in steps(nodes)])
        assert isinstance(nodes[0], hir.Local)
        assert self.d.captures is not None
        for number, capture in enumerate(self.d.captures):
            if capture.variable is nodes[0].variable and capture.path == path:
                return self.held(number, capture, place)
        return place

    def held(self, number: int, capture: Capture, place: hir.Place) -> hir.Place:
        """A capture as a place of the closure's body."""
        span, environment = place.span, self.d.environment
        base: hir.Place = hir.new(hir.Local, environment.ty, span, environment)
        if environment.ty is not self.own:
            base = hir.new(hir.Deref, self.own, span, hir.new(hir.Use, environment.ty, span, base, False))
        field = hir.new(hir.Field, capture.held, span, base, number)
        return field if capture.mode == Capture.VALUE else hir.new(hir.Deref, capture.ty, span, hir.new(hir.Use, capture.held, span, field, False))
