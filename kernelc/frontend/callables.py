"""What can be called by the `Fn` traits without an impl: closures, function items and constructors; which function a call by these traits then means.

A closure is a function of its captures and a tuple of arguments. What is called with something else (a function item, a closure that is given away by value,
`Clone::clone`) gets a small function that passes it on; inlining leaves nothing of it.
"""

from __future__ import annotations

from . import hir
from .defs import AdtDef, ClosureDef, FnDef, ImplicitFn, Signature, VariantDef
from .lang import CLONE, FN_MUT, FN_ONCE, FORMS, METHODS
from .ty import Ty, make, ref_to, substitute, tuple_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .defs import Def, Generics, Predicate, TraitDef
    from .program import Program
    from .source import Span

    Parts = tuple[tuple[Ty, ...], Ty]

CALLABLE = ("closure", "fn")
"""The kinds of types that can be called without an impl."""


def form_of(program: Program, trait: TraitDef) -> str:
    """Which of the `Fn` traits it is; empty for another trait."""
    return trait.name if trait.name in FORMS and program.lang(trait.name) is trait else ""


def may_have(program: Program, ty: Ty, form: str) -> bool:
    """Whether a closure or function item implements that `Fn` trait, as far as is known yet."""
    if ty.kind == "closure":
        return not ty.data.form or FORMS.index(form) >= FORMS.index(ty.data.form)
    return isinstance(ty.data, VariantDef) or not (program.signature_of(ty.data).is_unsafe or ty.data.is_kernel)


def signature(program: Program, ty: Ty) -> Parts:
    """The parameters and the result of a closure, function item or constructor."""
    params, result = declared(program, ty.data)
    return tuple([substitute(p, ty.args) for p in params]), substitute(result, ty.args)


def declared(program: Program, d: Def) -> Parts:
    """The same in terms of the generic parameters of the definition."""
    if isinstance(d, ClosureDef):
        return d.params, d.result
    if isinstance(d, VariantDef):
        assert isinstance(d.parent, AdtDef)
        return tuple([f.ty for f in program.fields_of(d)]), make("adt", d.parent, program.generics_of(d.parent).args)
    assert isinstance(d, FnDef)
    found = program.signature_of(d)
    return found.params, found.result


def held(ty: Ty) -> list[Ty] | None:
    """The types of what a closure holds; None while that is not known."""
    captures = ty.data.captures
    return None if captures is None else [substitute(capture.held, ty.args) for capture in captures]


# --------------------------------------------------------------------------------------------------------------------- instances


def instance_of(program: Program, trait: TraitDef, args: tuple[Ty, ...]) -> tuple[FnDef, tuple[Ty, ...]] | None:
    """The function that a call by a trait means for a closure or function item, with its arguments; None where an impl decides."""
    ty, form = args[0], form_of(program, trait)
    if not form and trait is not program.lang(CLONE):
        return None
    d = ty.data
    if isinstance(d, ClosureDef) and form and (form == d.form or form != FN_ONCE):
        return d, ty.args
    key = f"called by {form}"
    if key not in d.state:
        d.state[key] = pass_on(program, d, form) if form else cloned(program, d)
    made: FnDef = d.state[key]
    return made, ty.args


def implicit(program: Program, d: Def, name: str, params: list[hir.Variable], result: Ty, value: hir.Value) -> ImplicitFn:
    """A function beside `d`, with the generic parameters of that."""
    made = ImplicitFn(name, d, d.node)
    fill(made, program.generics_of(d), program.predicates_of(d), params, [None] * len(params), result, value)
    return made


def fill(
    made: ImplicitFn, generics: Generics, predicates: list[Predicate], params: list[hir.Variable], patterns: list[hir.Pattern | None], result: Ty,
    value: hir.Value,
) -> None:  # fmt: skip
    """Gives a function that no item declares what is asked of functions."""
    body = hir.Body(made.path, params, patterns, result, value, params, made.span)
    types, names = tuple([v.ty for v in params]), tuple([v.name for v in params])
    made.state.update(generics=generics, predicates=predicates, body=body, signature=Signature(types, names, result, False, False))


def own_type(program: Program, d: Def) -> Ty:
    """The type of the closure or function item itself, in terms of its generic parameters."""
    return make("closure" if isinstance(d, ClosureDef) else "fn", d, program.generics_of(d).args)


def pass_on(program: Program, d: Def, form: str) -> ImplicitFn:
    """`|callee, (a, b)| callee(a, b)`."""
    span, own = d.span, own_type(program, d)
    params, result = declared(program, d)
    callee = hir.Variable("callee", own if form == FN_ONCE else ref_to(own, form == FN_MUT), False, span, 0)
    arguments = hir.Variable("arguments", tuple_of(params), False, span, 1)
    whole = hir.new(hir.Local, arguments.ty, span, arguments)
    if isinstance(d, ClosureDef):
        mine = hir.new(hir.AddressOf, ref_to(own), span, hir.new(hir.Local, own, span, callee), False, False)
        value: hir.Value = hir.new(hir.Call, result, span, d, own.args, [mine, hir.new(hir.Use, whole.ty, span, whole, False)])
    else:
        value = applied(d, own, result, [hir.new(hir.Use, p, span, hir.new(hir.Field, p, span, whole, i), False) for i, p in enumerate(params)], span)
    return implicit(program, d, f"{{{form}}}", [callee, arguments], result, value)


def applied(d: Def, own: Ty, result: Ty, operands: list[hir.Value], span: Span) -> hir.Value:
    """The call of a function item, or of a constructor."""
    if isinstance(d, VariantDef):
        assert isinstance(d.parent, AdtDef)
        return hir.new(hir.Struct, result, span, d.parent, d.index, list(enumerate(operands)), None)
    assert isinstance(d, FnDef)
    return hir.new(hir.Call, result, span, d, own.args, operands)


def cloned(program: Program, d: Def) -> ImplicitFn:
    """`|callee| callee.clone()`: of a closure with clones of what it holds."""
    span, own = d.span, own_type(program, d)
    callee = hir.Variable("callee", ref_to(own), False, span, 0)
    place = hir.new(hir.Deref, own, span, hir.new(hir.Use, callee.ty, span, hir.new(hir.Local, callee.ty, span, callee), False))
    value: hir.Value = hir.new(hir.Use, own, span, place, False)
    if isinstance(d, ClosureDef):
        parts = [hir.new(hir.Field, ty, span, place, i) for i, ty in enumerate(held(own) or ())]
        value = hir.new(hir.Closure, own, span, d, [clone_of(program, part, span) for part in parts])
    return implicit(program, d, f"{{{CLONE}}}", [callee], own, value)


def clone_of(program: Program, place: hir.Place, span: Span) -> hir.Value:
    """`place.clone()`."""
    fn = program.lang_trait(CLONE).items[METHODS[CLONE]]
    assert isinstance(fn, FnDef)
    return hir.new(hir.Call, place.ty, span, fn, (place.ty,), [hir.new(hir.AddressOf, ref_to(place.ty), span, place, False, False)])
