"""What definitions declare: generic parameters, bounds, signatures, fields. Each function computes one answer; `Program` asks once and keeps it."""

from __future__ import annotations

from . import ast
from .defs import (
    AssocTypeDef,
    Def,
    FieldOf,
    FnDef,
    GenericParam,
    Generics,
    ImplDef,
    ModuleDef,
    Predicate,
    Signature,
    TraitDef,
    TraitRef,
    VariantDef,
)
from .infer import InferTable
from .scope import Scope
from .select import Selector
from .ty import ERROR, UNIT, Ty, param, ref_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .program import Program


def make_generics(program: Program, d: Def) -> Generics:
    """The generic parameters of `d`, those of its parent first; in a trait number 0 is `Self`."""
    parent = d.parent
    inherited = (
        program.generics_of(parent).params
        if isinstance(parent, ImplDef | TraitDef)
        else program.generics_of(parent).params
        if isinstance(d, VariantDef) and parent
        else []
    )
    params = list(inherited)
    start = len(params)
    if isinstance(d, TraitDef):
        params.append(GenericParam("Self", "type", param(0, "Self"), None))
    written: ast.Generics | None = getattr(d.node, "generics", None) if not isinstance(d, VariantDef | ModuleDef) else None
    for node in written.params if written is not None else ():
        if isinstance(node, ast.LifetimeParam):
            continue
        kind = "const" if isinstance(node, ast.ConstParam) else "type"
        if any(p.name == node.name.name for p in params[start:]):
            message = f"the name `{node.name.name}` is already used for a generic parameter in this item's generic parameters"
            program.diagnostics.error("K0403", node.name.span, message, label="already used")
        params.append(GenericParam(node.name.name, kind, param(len(params), node.name.name), node))
        params[-1].is_sized = kind == "type" and not says_unsized(node, written)
    generics = Generics(params, start)
    for p in params[start:]:
        if p.kind == "const":
            p.const_type = program.scope(d, generics).lower(p.node.type)
    return generics


def says_unsized(node: ast.TypeParam, generics: ast.Generics | None) -> bool:
    """Whether `T: ?Sized` is written, at the parameter or in the where clause."""
    clauses = [w.bounds for w in generics.where if w.type.span.text == node.name.name] if generics is not None else []
    return any([isinstance(b, ast.TraitBound) and b.modifier == "?" for bounds in [node.bounds, *clauses] for b in bounds])


def make_predicates(program: Program, d: Def) -> list[Predicate]:
    """The bounds in force inside `d`, parents' first."""
    out: list[Predicate] = list(program.predicates_of(d.parent)) if isinstance(d.parent, ImplDef | TraitDef) else []
    if isinstance(d, TraitDef):
        out.append(Predicate(TraitRef(d, program.generics_of(d).args), d.span))
    written: ast.Generics | None = getattr(d.node, "generics", None)
    if written is None:
        return out
    scope = program.scope(d)
    for node in written.params:
        if isinstance(node, ast.TypeParam):
            add_bounds(scope, scope.generics.by_name[node.name.name].ty, node.bounds, out)
    for clause in written.where:
        add_bounds(scope, scope.lower(clause.type), clause.bounds, out)
    return out


def add_bounds(scope: Scope, ty: Ty, bounds: list[ast.Bound], out: list[Predicate]) -> None:
    """What `ty: bounds` says."""
    for bound in bounds:
        if isinstance(bound, ast.TraitBound):
            scope.bound(bound, ty, out)


def make_signature(program: Program, fn: FnDef) -> Signature:
    """Parameter and result types, in terms of the generic parameters."""
    node: ast.Fn = fn.node
    scope = program.scope(fn)
    params: list[Ty] = []
    names: list[str] = []
    if node.self_param is not None:
        params.append(self_parameter_type(program, node.self_param, scope))
        names.append("self")
    for p in node.params:
        params.append(scope.lower(p.type) if p.type is not None else ERROR)
        names.append(p.pattern.name.name if isinstance(p.pattern, ast.BindPattern) else "_")
    result = scope.lower(node.result) if node.result is not None else UNIT
    return Signature(tuple(params), tuple(names), result, "unsafe" in node.qualifiers, node.self_param is not None)


def self_parameter_type(program: Program, node: ast.SelfParam, scope: Scope) -> Ty:
    """The type of a `self` parameter."""
    if scope.self_ty is None:
        program.diagnostics.error(
            "K0424",
            node.span,
            "`self` parameter is only allowed in associated functions",
            label="not semantically valid as function parameter",
        )
        return ERROR
    if node.type is not None:
        return scope.lower(node.type)
    return ref_to(scope.self_ty, node.is_mutable) if node.is_reference else scope.self_ty


def field_scope(program: Program, variant: VariantDef, member: ast.FieldDecl) -> ModuleDef | None:
    """The module within which a field may be seen; None for everywhere."""
    kind = member.visibility.kind
    if kind == "pub":
        return None
    home = program.resolver.named_module(variant.module)
    if kind == "crate":
        return home.crate
    if kind == "super" and home.parent is not None:
        return home.parent.module
    return home


def check_unique_fields(program: Program, variant: VariantDef) -> None:
    """No two fields have one name."""
    seen: dict[str, FieldOf] = {}
    for member in variant.members:
        other = seen.setdefault(member.name, member)
        if other is not member:
            message = f"field `{member.name}` is already declared"
            before = [(other.node.span, f"`{member.name}` first declared here")]
            program.diagnostics.error("K0124", member.node.span, message, label="field already declared", secondary=before)


def bounds_on(program: Program, ty: Ty, scope: Scope) -> list[TraitRef]:
    """The traits that `ty` has by the bounds of the item around, or by the impl's trait for `Self`."""
    owner = scope.owner
    out: list[TraitRef] = []
    container = owner if isinstance(owner, ImplDef | TraitDef) else owner.parent if owner is not None else None
    if isinstance(container, ImplDef) and ty is scope.self_ty and container.node.trait is not None:
        header, _ = program.impl_header(container)
        if header is not None:
            out.append(header)
    if owner is not None:
        at = owner if not isinstance(owner, AssocTypeDef) and hasattr(owner.node, "generics") else owner.parent
        if at is not None:
            predicates = open_predicates(program, at, scope, ty)
            out.extend(
                [
                    p.trait_ref
                    for p in Selector(program, InferTable(), predicates).environment
                    if p.assoc is None and p.trait_ref.args[0] is ty
                ]
            )
    return out


def open_predicates(program: Program, d: Def, scope: Scope, ty: Ty) -> list[Predicate]:
    """The bounds of `d`; while they are being computed (`where T::Item: …`) those written directly on the parameter `ty`."""
    if d.state.get("predicates") or not hasattr(d.node, "generics"):
        return program.predicates_of(d)
    if "predicates" not in d.state:
        return program.predicates_of(d)
    out: list[Predicate] = list(program.predicates_of(d.parent)) if isinstance(d.parent, ImplDef | TraitDef) else []
    if isinstance(d, TraitDef):
        out.append(Predicate(TraitRef(d, program.generics_of(d).args), d.span))
    opened: set[ast.TraitBound] = d.state.setdefault("opened bounds", set())
    for bound in bounds_written_on(d.node.generics, ty.name):
        if bound not in opened:  # the arguments of a bound may mention an associated type of its own parameter
            opened.add(bound)
            trait_ref = scope.trait_ref(bound.path, ty)
            opened.remove(bound)
            if trait_ref is not None:
                out.append(Predicate(trait_ref, bound.span))
    return out


def bounds_written_on(generics: ast.Generics, name: str) -> list[ast.TraitBound]:
    """The bounds of the type parameter `name`, behind it and in the where clause."""
    bounds = [b for node in generics.params if isinstance(node, ast.TypeParam) and node.name.name == name for b in node.bounds]
    for clause in generics.where:
        if isinstance(clause.type, ast.PathType) and [s.name.name for s in clause.type.path.segments] == [name]:
            bounds += clause.bounds
    return [b for b in bounds if isinstance(b, ast.TraitBound)]
