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
from .ty import ERROR, HAS_PARAM, UNIT, Ty, param, ref_to

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
        params[-1].is_sized = isinstance(node, ast.TypeParam) and not says_unsized(node, written)
    if isinstance(d, FnDef) and d.attribute("kernel") is None:
        params += implied_parameters(d, len(params))
    generics = Generics(params, start)
    for p in params[start:]:
        if p.kind == "const":
            p.const_type = program.scope(d, generics).lower(p.node.type)
    return generics


def implied_parameters(fn: FnDef, first: int) -> list[GenericParam]:
    """A type parameter without a name of its own for every `impl Trait` in a parameter's type."""
    out: list[GenericParam] = []
    work: list[object] = [p.type for p in reversed(fn.node.params)]
    while work:
        at = work.pop()
        if isinstance(at, ast.ImplType):
            text = " ".join(at.span.text.split())
            node = ast.TypeParam(at.span, ast.Ident(at.span, text), at.bounds, None)
            out.append(GenericParam(text, "type", param(first + len(out), text), node))
            fn.state.setdefault("implied", {})[at] = out[-1]
        elif isinstance(at, ast.RefType | ast.PtrType | ast.SliceType | ast.ArrayType):
            work.append(at.type)
        elif isinstance(at, ast.TupleType):
            work += reversed(at.types)
    return out


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
    program.generics_of(d)
    implied: dict[ast.ImplType, GenericParam] = d.state.get("implied", {})
    if written is None and not implied:
        return out
    scope = program.scope(d)
    for node in written.params if written is not None else ():
        if isinstance(node, ast.TypeParam):
            add_bounds(scope, scope.generics.by_name[node.name.name].ty, node.bounds, out)
    for clause in written.where if written is not None else ():
        add_bounds(scope, scope.lower(clause.type), clause.bounds, out)
    for parameter in implied.values():
        add_bounds(scope, parameter.ty, parameter.node.bounds, out)
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
    return program.resolver.restricted_to(member.visibility, home)


def check_unique_fields(program: Program, variant: VariantDef) -> None:
    """No two fields have one name."""
    seen: dict[str, FieldOf] = {}
    for member in variant.members:
        other = seen.setdefault(member.name, member)
        if other is not member:
            message = f"field `{member.name}` is already declared"
            before = [(other.node.span, f"`{member.name}` first declared here")]
            program.diagnostics.error("K0124", member.node.span, message, label="field already declared", secondary=before)


def uses_parameter(expr: ast.Expr, scope: Scope) -> bool:
    """Whether a path in the expression starts with a generic parameter in scope, or with a `Self` that has parameters."""
    names = {name for name, p in scope.generics.by_name.items() if name != "Self"}
    if scope.self_ty is not None and scope.self_ty.flags & HAS_PARAM:
        names.add("Self")
    work: list[object] = [expr] if names else []
    while work:
        at = work.pop()
        if isinstance(at, ast.Path) and at.qself is None and at.segments[0].name.name in names:
            return True
        if isinstance(at, list | tuple):
            work += at
        elif isinstance(at, ast.Node) and not isinstance(at, ast.Item):
            work += [getattr(at, name) for name in type(at).fields if name != "span"]
    return False


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
    for bound in written_bounds(d.node.generics, ty):
        trait = scope.trait(bound.path)
        if trait is None:
            continue
        if len(program.generics_of(trait).params) == 1:
            out.append(Predicate(TraitRef(trait, (ty,)), bound.span))
        elif not d.state.get("is opening bounds"):  # its arguments may ask for the same bounds again
            d.state["is opening bounds"] = True
            trait_ref = scope.trait_ref(bound.path, ty)
            d.state["is opening bounds"] = False
            if trait_ref is not None:
                out.append(Predicate(trait_ref, bound.span))
    return out


def written_bounds(generics: ast.Generics, ty: Ty) -> list[ast.TraitBound]:
    """The bounds that stand at the declaration of a parameter, and those of `where` clauses on its name alone."""
    out: list[ast.Bound] = []
    for node in generics.params:
        if isinstance(node, ast.TypeParam) and node.name.name == ty.name:
            out += node.bounds
    for clause in generics.where:
        path = clause.type.path if isinstance(clause.type, ast.PathType) else None
        if path is not None and path.qself is None and [s.name.name for s in path.segments] == [ty.name]:
            out += clause.bounds
    return [bound for bound in out if isinstance(bound, ast.TraitBound) and not bound.modifier]
