"""Field access and indexing."""

from __future__ import annotations

from .. import ast, hir
from ..defs import FieldOf, FnDef, TraitDef, TraitRef, VariantDef
from ..diagnostics import did_you_mean
from ..infer import GENERAL, INTEGER
from ..lang import INDEX, METHODS
from ..select import YES
from ..ty import ERROR, NEVER, USIZE, Ty
from . import methods
from .checker import Checker


def field(c: Checker, node: ast.FieldExpr, expected: Ty | None) -> hir.Node:
    """`base.name`, `base.0`: the first step of dereferencing that has the field."""
    from .expressions import check

    base = check(c, node.base)
    if c.shallow(base.ty) is ERROR or base.ty is NEVER:
        return c.failed(node.span)
    steps = methods.autoderef(c, base, node.span)
    hidden: list[tuple[VariantDef, FieldOf]] = []
    for step in steps:
        found = member(c, step, node, hidden)
        if found is not None:
            return found
    if hidden:
        report_private(c, *hidden[0], node)
    else:
        report_no_field(c, steps, node)
    return c.failed(node.span)


def member(c: Checker, step: methods.Step, node: ast.FieldExpr, hidden: list[tuple[VariantDef, FieldOf]]) -> hir.Node | None:
    """The field of this step's type; a private one goes to `hidden`."""
    ty, name = step.ty, node.name.name
    if ty.kind == "tuple" and name.isdigit() and int(name) < len(ty.args):
        return c.node(hir.Field, ty.args[int(name)], node.span, c.as_place(step.node), int(name))
    if ty.kind != "adt" or ty.data.kind == "enum":
        return None
    variant: VariantDef = ty.data.variants[0]
    for index, candidate in enumerate(c.program.fields_of(variant)):
        if candidate.name == name:
            if candidate.scope is not None and not c.program.resolver.is_inside(c.scope.module, candidate.scope):
                hidden.append((variant, candidate))
                return None
            if ty.data.kind == "union":
                c.require_unsafe(
                    node.span,
                    "access to union field",
                    "the field may not be properly initialized: using uninitialized data will cause undefined behavior",
                )
            return c.node(hir.Field, c.instantiate(candidate.ty, ty.args, node.span), node.span, c.as_place(step.node), index)
    return None


def report_private(c: Checker, variant: VariantDef, candidate: FieldOf, node: ast.FieldExpr) -> None:
    """Reports a private field."""
    adt = variant.parent
    assert adt is not None
    c.error("K0616", node.name.span, f"field `{candidate.name}` of {adt.what} `{adt.name}` is private", "private field")


def report_no_field(c: Checker, steps: list[methods.Step], node: ast.FieldExpr) -> None:
    """No such field: near names, or a method of that name."""
    ty, name = steps[0].ty, node.name.name
    if c.table.kind_of(steps[-1].ty) == GENERAL:
        c.error("K0282", node.base.span, "type annotations needed", "cannot infer type")
        return
    if any(s.ty is ERROR for s in steps):
        return
    names = [f.name for s in steps if s.ty.kind == "adt" for f in c.program.fields_of(s.ty.data.variants[0])]
    inherent = c.program.inherent_impls(name)
    if any(c.program.may_match(i, s.ty) for i in inherent for s in steps):
        c.error(
            "K0615",
            node.name.span,
            f"attempted to take value of method `{name}` on type `{c.show(ty)}`",
            "method, not a field",
            help=("use parentheses to call the method", node.name.span, f"{name}()"),
        )
        return
    near = did_you_mean(name, names)
    if steps[-1].ty.kind not in ("int", "uint", "float", "bool", "char", "infer"):
        help_text = (f"a field with a similar name exists: `{near}`", node.name.span, near) if near else None
        c.error("K0609", node.name.span, f"no field `{name}` on type `{c.show(ty)}`", "unknown field", help=help_text)
    else:
        c.error("K0610", node.name.span, f"`{c.show(ty)}` is a primitive type and therefore doesn't have fields", "")


def index(c: Checker, node: ast.Index, expected: Ty | None) -> hir.Node:
    """`base[index]`: built in for arrays and slices with a `usize`, else the `Index` trait."""
    from .expressions import check, value

    base = check(c, node.base)
    found_index = value(c, node.index, USIZE if not isinstance(node.index, ast.Range) else None)
    if c.shallow(base.ty) is ERROR or base.ty is NEVER or c.shallow(found_index.ty) is ERROR:
        return c.failed(node.span)
    index_ty = c.shallow(found_index.ty)
    steps = methods.autoderef(c, base, node.span)
    for step in steps:
        if (
            step.ty.kind in ("array", "slice")
            and not step.is_unsized
            and (index_ty is USIZE or c.table.kind_of(index_ty) in (INTEGER, GENERAL))
        ):
            c.table.unify(index_ty, USIZE)
            return c.node(hir.Index, step.ty.target, node.span, c.as_place(step.node), found_index, True)
        found = overloaded(c, step, found_index, node)
        if found is not None:
            return found
    report_no_index(c, steps, index_ty, node)
    return c.failed(node.span)


def overloaded(c: Checker, step: methods.Step, found_index: hir.Value, node: ast.Index) -> hir.Node | None:
    """`*Index::index(&base, index)`; it becomes `index_mut` where the place is used mutably."""
    trait = c.program.lang(INDEX)
    if not isinstance(trait, TraitDef) or step.ty.kind in ("infer", "ref", "ptr") or step.is_unsized:
        return None
    args = (step.ty, found_index.ty)
    mark = c.table.snapshot()
    if c.selector.select(TraitRef(trait, args), node.span)[0] != YES:
        c.table.rollback(mark)
        return None
    fn = trait.items[METHODS[INDEX]]
    assert isinstance(fn, FnDef)
    c.require_all(fn, args, node.span)
    result = c.instantiate(c.program.signature_of(fn).result, args, node.span)
    receiver = c.borrow(c.as_place(step.node), False, node.base.span)
    return c.deref(c.node(hir.Call, result, node.brackets, fn, args, [receiver, found_index]), node.span)


def report_no_index(c: Checker, steps: list[methods.Step], index_ty: Ty, node: ast.Index) -> None:
    """Not indexable, or not by this type."""
    last = steps[-1].ty
    if c.table.kind_of(last) == GENERAL:
        c.error("K0282", node.base.span, "type annotations needed", "cannot infer type")
        return
    for step in steps:
        if step.ty.kind in ("array", "slice"):
            shown = c.show(step.ty) if step.ty.kind == "slice" else f"[{c.show(step.ty.target)}]"
            message = f"the type `{shown}` cannot be indexed by `{c.show(index_ty)}`"
            text = node.index.span.text
            wrapped = text if text.replace("_", "").replace(".", "").isalnum() else f"({text})"
            help_text = ("convert the index", node.index.span, f"{wrapped} as usize") if index_ty.is_integer else None
            c.error("K0277", node.index.span, message, "slice indices are of type `usize` or ranges of `usize`", help=help_text)
            return
    c.error("K0608", node.span, f"cannot index into a value of type `{c.show(steps[0].ty)}`", "")
