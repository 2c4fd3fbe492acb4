"""Method lookup.

The receiver is dereferenced step by step (built in, then by `Deref`), an array at the end becomes a slice; at each step the method is sought for the type by
value, then for `&`, then for `&mut` of it; inherent methods (and those of bounds) before those of traits in scope.
"""

from __future__ import annotations

from .. import ast, hir
from ..defs import FnDef, ImplDef, ModuleDef, TraitDef, TraitRef
from ..diagnostics import did_you_mean
from ..infer import FLOAT, GENERAL, INTEGER
from ..lang import DEREF, DEREF_MUT, METHODS
from ..select import NO, YES
from ..ty import ERROR, Ty, ref_to, slice_of, substitute
from .checker import PLACES, Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


class Pick:
    """The method found, its generic arguments (its own are fresh), and the receiver adjusted for it."""

    __slots__ = ("fn", "args", "receiver")

    def __init__(self, fn: FnDef, args: tuple[Ty, ...], receiver: hir.Value) -> None:
        self.fn, self.args, self.receiver = fn, args, receiver


class Step:
    """One step of dereferencing: the place (or value) reached, and its type."""

    __slots__ = ("node", "ty", "derefs", "is_unsized")

    def __init__(self, node: hir.Node, ty: Ty, derefs: int, is_unsized: bool = False) -> None:
        self.node, self.ty, self.derefs, self.is_unsized = node, ty, derefs, is_unsized


Candidate = tuple[FnDef, tuple[Ty, ...]]
OVERLOADED = ("adt", "param", "projection")
"""The kinds of types that may implement `Deref`."""


def pick(c: Checker, receiver: hir.Node, node: ast.MethodCall) -> Pick | None:
    """Finds the method; reports when there is none or several."""
    name = node.name.name
    hidden: list[FnDef] = []
    steps = autoderef(c, receiver, node.span)
    last = steps[-1].ty
    kind = c.table.kind_of(last)
    if kind == GENERAL:
        c.error("K0282", node.receiver.span, "type annotations needed", "cannot infer type")
        return None
    own = own_methods(c, steps, name)
    for step in steps:
        for adjust in ("", "ref", "mut"):
            found = probe(c, step, adjust, own, name, node.span, hidden)
            if found is None:
                continue
            if kind in (INTEGER, FLOAT) and len(found) > 1:
                return ambiguous_number(c, last, kind, node)
            if len(found) > 1:
                notes = [f"candidate: `{fn.path}`" for fn, _ in found]
                c.error("K0034", node.name.span, "multiple applicable items in scope", f"multiple `{name}` found", notes)
                return None
            fn, args = found[0]
            if kind in (INTEGER, FLOAT) and fn.container is not None and not isinstance(fn.container, TraitDef):
                return ambiguous_number(c, last, kind, node)
            return confirm(c, step, adjust, fn, args, node)
    if kind in (INTEGER, FLOAT) and known_for_numbers(c, name):
        return ambiguous_number(c, last, kind, node)
    if hidden:
        c.program.resolver.check_visible(hidden[0], node.name, c.scope.module, "K0624", "method")
    else:
        report_missing(c, steps, node)
    return None


def known_for_numbers(c: Checker, name: str) -> bool:
    """Whether any number type has a method of that name."""
    return any(c.program.impl_header(i)[1].is_numeric for i in c.program.inherent_impls(name))


def ambiguous_number(c: Checker, ty: Ty, kind: str, node: ast.MethodCall) -> Pick | None:
    """A method on a literal whose type nothing tells."""
    what, example = ("{integer}", "i32") if kind == INTEGER else ("{float}", "f32")
    message = f"can't call method `{node.name.name}` on ambiguous numeric type `{what}`"
    help_text = (
        ("you must specify a concrete type for this numeric value", node.receiver.span, f"{node.receiver.span.text}_{example}")
        if node.receiver.span.text[-1:].isdigit()
        else None
    )
    c.error("K0689", node.name.span, message, "", help=help_text)
    return None


# ------------------------------------------------------------------------------------------------------------------------- steps


def autoderef(c: Checker, receiver: hir.Node, span: Span) -> list[Step]:
    """The receiver, what it refers to, and so on; at the end an array as a slice."""
    steps = [Step(receiver, c.shallow(receiver.ty), 0)]
    while len(steps) < 16:
        at = steps[-1]
        if at.ty.kind == "ref":
            place: hir.Place | None = c.deref(at.node, span)
        elif at.ty.kind in OVERLOADED:
            place = overloaded_deref(c, c.as_place(at.node), False, span)
        else:
            break
        if place is None:
            break
        steps.append(Step(place, c.shallow(place.ty), at.derefs + 1))
    last = steps[-1]
    if last.ty.kind == "array":
        steps.append(Step(last.node, slice_of(last.ty.target), last.derefs, True))
    return steps


def overloaded_deref(c: Checker, place: hir.Place, mutable: bool, span: Span) -> hir.Place | None:
    """`*Deref::deref(&place)`; None where the type does not implement `Deref`."""
    name = DEREF_MUT if mutable else DEREF
    trait, base = c.program.lang(name), c.program.lang(DEREF)
    if not isinstance(trait, TraitDef) or not isinstance(base, TraitDef) or c.shallow(place.ty).kind not in OVERLOADED:
        return None
    outcome, _ = c.selector.select(TraitRef(trait, (place.ty,)), span)
    if outcome != YES:
        return None
    fn = trait.items[METHODS[name]]
    assert isinstance(fn, FnDef)
    result = c.instantiate(c.program.signature_of(fn).result, (place.ty,), span)
    return c.deref(c.node(hir.Call, result, span, fn, (place.ty,), [c.borrow(place, mutable, span)]), span)


# ------------------------------------------------------------------------------------------------------------------------ probing


def own_methods(c: Checker, steps: list[Step], name: str) -> list[tuple[ImplDef, FnDef]]:
    """The methods of that name in the inherent impls for what any of the steps reaches."""
    found: dict[ImplDef, FnDef] = {}
    for step in steps:
        for impl in c.program.inherent_impls(name, step.ty):
            fn = impl.items[name]
            if isinstance(fn, FnDef) and c.program.may_match(impl, step.ty) and c.program.signature_of(fn).has_self:
                found[impl] = fn
    return list(found.items())


def probe(
    c: Checker, step: Step, adjust: str, methods: list[tuple[ImplDef, FnDef]], name: str, span: Span, hidden: list[FnDef]
) -> list[Candidate] | None:
    """The methods whose `self` parameter is the step's type with this adjustment: inherent ones, or else those of traits; None without any.

    Private methods go to `hidden`.
    """
    ty = step.ty if not adjust else ref_to(step.ty, adjust == "mut")
    if step.is_unsized and not adjust:
        return None
    own = inherent(c, ty, methods, name, span)
    seen = [each for each in own if c.program.resolver.is_visible(each[0], c.scope.module)]
    if len(seen) != len(own):
        hidden.extend([fn for fn, _ in own])
    return seen or from_traits(c, ty, step.ty, name, span) or None


def inherent(c: Checker, ty: Ty, methods: list[tuple[ImplDef, FnDef]], name: str, span: Span) -> list[Candidate]:
    """Methods of inherent impls and of bounds in force."""
    out: list[Candidate] = []
    for impl, method in methods:
        args = tuple([c.fresh(span) for _ in c.program.generics_of(impl).params])
        if matches_self(c, method, args, ty, span, impl):
            out.append((method, args))
    if out:
        return out
    for predicate in c.selector.environment:
        trait = predicate.trait_ref.trait
        fn = trait.items.get(name)
        if predicate.assoc is None and isinstance(fn, FnDef):
            args = predicate.trait_ref.args
            own = c.shallow(args[0])
            if own.kind in ("param", "projection") and c.program.signature_of(fn).has_self and matches_self(c, fn, args, ty, span):
                add_bound(c, fn, args, out, span)
    return out


def add_bound(c: Checker, fn: FnDef, args: tuple[Ty, ...], out: list[Candidate], span: Span) -> None:
    """One more bound with the method: several of one trait (`T: Into<A> + Into<B>`) are one candidate, whose arguments are inferred."""
    for k, (found, before) in enumerate(out):
        if found is fn and before[0] is args[0]:
            if before != args:
                out[k] = fn, tuple([a if a is b else c.fresh(span) for a, b in zip(before, args, strict=True)])
            return
    out.append((fn, args))


def from_traits(c: Checker, ty: Ty, step: Ty, name: str, span: Span) -> list[Candidate]:
    """Methods of traits in scope that the type may implement."""
    out: list[Candidate] = []
    for trait in traits_in_scope(c, c.scope.module, name):
        fn = trait.items.get(name)
        if not isinstance(fn, FnDef) or not c.program.signature_of(fn).has_self:
            continue
        args = c.fresh_args(trait, (), span)
        mark = c.table.snapshot()
        fits = unify_self(c, fn, args, ty, span) and c.selector.select(TraitRef(trait, args), span)[0] != NO
        c.table.rollback(mark)
        if fits:
            out.append((fn, args))
    return out


def matches_self(c: Checker, fn: FnDef, args: tuple[Ty, ...], ty: Ty, span: Span, impl: ImplDef | None = None) -> bool:
    """Whether the method's `self` parameter can be `ty`, and the impl's parameters have the sizes they must have; binds nothing."""
    mark = c.table.snapshot()
    found = unify_self(c, fn, args, ty, span) and (impl is None or not c.selector.has_unsized(impl, args))
    c.table.rollback(mark)
    return found


def unify_self(c: Checker, fn: FnDef, args: tuple[Ty, ...], ty: Ty, span: Span) -> bool:
    """Unifies the method's `self` parameter with `ty`."""
    own = c.program.signature_of(fn).params[0]
    return c.table.unify(substitute(own, args + fresh_own(c, fn, len(args), span)), ty)


def fresh_own(c: Checker, fn: FnDef, given: int, span: Span) -> tuple[Ty, ...]:
    """Fresh variables for the method's own parameters."""
    return tuple([c.fresh(span) for _ in c.program.generics_of(fn).params[given:]])


def traits_in_scope(c: Checker, module: ModuleDef, method: str = "") -> list[TraitDef]:
    """The traits whose methods can be called here: those of the module, its imports, enclosing blocks and the prelude; of the library's, with `method`, only
    those that have an item of that name.
    """
    key = f"traits with {method}"
    found: list[TraitDef] | None = module.state.get(key)
    if found is not None:
        return found
    resolver = c.program.resolver
    seen: dict[TraitDef, None] = {}
    at: ModuleDef | None = module
    modules: list[ModuleDef] = []
    while at is not None:
        modules.append(at)
        at = at.parent.module if not at.name and at.parent is not None else None
    prelude = c.program.prelude_module()
    for m in [*modules, *([prelude] if prelude is not None else [])]:
        for name in [*resolver.names(m, "types"), *resolver.glob_reexports(m, method)]:
            if m is prelude and method and not c.program.trait_may_have(name, method):
                continue
            d = resolver.in_module(m, name, "types")
            if isinstance(d, TraitDef):
                seen[d] = None
    result = list(seen)
    module.state[key] = result
    return result


# --------------------------------------------------------------------------------------------------------------------- confirming


def confirm(c: Checker, step: Step, adjust: str, fn: FnDef, args: tuple[Ty, ...], node: ast.MethodCall) -> Pick:
    """Binds the arguments and adjusts the receiver."""
    ty = step.ty if not adjust else ref_to(step.ty, adjust == "mut")
    own = args + fresh_own(c, fn, len(args), node.span)
    c.table.unify(substitute(c.program.signature_of(fn).params[0], own), ty)
    return Pick(fn, own, adjusted(c, step, adjust, node))


def adjusted(c: Checker, step: Step, adjust: str, node: ast.MethodCall) -> hir.Value:
    """The receiver as the method takes it."""
    span = node.receiver.span
    if not adjust:
        found = c.as_value(step.node)
        if step.ty.kind == "ref" and isinstance(found, hir.Use):
            return c.reborrow(found, bool(step.ty.data), span)
        return found
    place = step.node if isinstance(step.node, PLACES) else c.as_place(step.node)
    if (
        adjust == "mut"
        and isinstance(place, hir.Deref)
        and isinstance(place.pointer, hir.Call)
        and c.program.lang(DEREF) is place.pointer.function.container
    ):
        inner = place.pointer.operands[0]
        assert isinstance(inner, hir.AddressOf)
        place = overloaded_deref(c, inner.place, True, span) or place
    made = c.borrow(place, adjust == "mut", span)
    if step.is_unsized:
        return c.node(hir.Coerce, ref_to(step.ty, adjust == "mut"), span, "unsize", made)
    return made


def report_missing(c: Checker, steps: list[Step], node: ast.MethodCall) -> None:
    """No method of that name: similar names, a field of that name, or a trait that is not in scope."""
    name, ty = node.name.name, steps[0].ty
    if any(s.ty is ERROR for s in steps):
        return
    shown = c.show(ty)
    for step in steps:
        if step.ty.kind == "adt" and any(f.name == name for f in c.program.fields_of(step.ty.data.variants[0])):
            c.error(
                "K0599",
                node.name.span,
                f"no method named `{name}` found for type `{shown}` in the current scope",
                "field, not a method",
                help="remove the arguments",
            )
            return
    known = c.program.inherent_names([s.ty for s in steps])
    known += [n for t in traits_in_scope(c, c.scope.module) for n in t.items if implemented(c, t, steps, node.span)]
    known += [n for p in c.selector.environment if p.trait_ref.args[0] is ty for n in p.trait_ref.trait.items]
    near = did_you_mean(name, known)
    help_text = (f"there is a method `{near}` with a similar name", node.name.span, near) if near else None
    c.error(
        "K0599",
        node.name.span,
        f"no method named `{name}` found for type `{shown}` in the current scope",
        f"method not found in `{shown}`",
        help=help_text,
    )


def implemented(c: Checker, trait: TraitDef, steps: list[Step], span: Span) -> bool:
    """Whether any step's type may implement the trait."""
    for step in steps:
        mark = c.table.snapshot()
        outcome = c.selector.select(TraitRef(trait, c.fresh_args(trait, (step.ty,), span)), span)[0]
        c.table.rollback(mark)
        if outcome != NO:
            return True
    return False
