"""Paths as values: variables, constants, statics, functions, constructors, associated items; struct expressions."""

from __future__ import annotations

from .. import ast, hir
from ..defs import (
    AdtDef,
    AliasDef,
    AssocTypeDef,
    ConstDef,
    Def,
    FieldOf,
    FnDef,
    ImplDef,
    ModuleDef,
    StaticDef,
    TraitDef,
    TraitRef,
    VariantDef,
)
from ..diagnostics import did_you_mean
from ..resolve import TYPES, VALUES
from ..ty import ERROR, PRIMITIVES, Ty, make, substitute
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


class Value:
    """What a value path means: `definition` with generic arguments, or a local `node`."""

    __slots__ = ("definition", "args", "node")

    def __init__(self, definition: Def | None, args: tuple[Ty, ...] = (), node: hir.Node | None = None) -> None:
        self.definition, self.args, self.node = definition, args, node


def path_expr(c: Checker, node: ast.PathExpr, expected: Ty | None) -> hir.Node:
    """A path as an expression."""
    found = resolve(c, node.path)
    if found is None:
        return c.failed(node.span)
    if found.node is not None:
        return found.node
    d, args, span = found.definition, found.args, node.span
    if isinstance(d, ConstDef):
        ty = c.instantiate(c.program.value_type(d), args, span)
        return c.node(hir.ConstUse, ty, span, d, args)
    if isinstance(d, StaticDef):
        return c.static_place(d, span)
    if isinstance(d, FnDef):
        return c.node(hir.Tuple, make("fn", d, args), span, [])
    if isinstance(d, VariantDef):
        return constructor(c, d, args, span)
    assert d is not None
    c.error("K0423", span, f"expected value, found {d.what} `{d.name}`", "not a value")
    return c.failed(span)


def constructor(c: Checker, variant: VariantDef, args: tuple[Ty, ...], span: Span) -> hir.Node:
    """A unit struct or variant as a value; a tuple constructor must be called."""
    adt = variant.parent
    assert isinstance(adt, AdtDef)
    ty = make("adt", adt, args)
    if variant.shape == "unit":
        return c.node(hir.Struct, ty, span, adt, variant.index, [], None)
    if variant.shape == "tuple":
        return c.node(hir.Tuple, make("fn", variant, args), span, [])
    c.error(
        "K0533",
        span,
        f"expected value, found struct variant `{variant.path}`",
        "not a value",
        help=f"write `{variant.name} {{ … }}` with its fields",
    )
    return c.failed(span)


def resolve(c: Checker, path: ast.Path) -> Value | None:
    """What a path means as a value; None after an error has been reported."""
    segments = path.segments
    first = segments[0].name.name
    if path.qself is not None:
        return qualified(c, path)
    if len(segments) == 1 and not path.is_global:
        variable = c.local(first)
        if variable is not None:
            return Value(None, (), c.node(hir.Local, variable.ty, path.span, variable))
        parameter = c.scope.generics.by_name.get(first)
        if parameter is not None and parameter.kind == "const" and parameter.const_type is not None:
            return Value(None, (), c.node(hir.ConstParamUse, parameter.const_type, path.span, parameter.ty))
        if first == "Self" and c.scope.self_ty is not None:
            return self_constructor(c, path)
        if first == "self":
            c.error(
                "K0424",
                path.span,
                "expected value, found module `self`",
                "`self` value is a keyword only available in methods with a `self` parameter",
            )
            return None
    start = c.scope.local_type(first) if not path.is_global and len(segments) > 1 else None
    if start is not None:
        return relative(c, start, segments[1:], path)
    found, used = c.program.resolver.path(c.scope.module, [s.name for s in segments], path.is_global, VALUES)
    if found is None:
        return unresolved(c, path, used)
    return reached(c, found, used, path)


def unresolved(c: Checker, path: ast.Path, used: int) -> Value | None:
    """A path whose first name is no item: perhaps a primitive type's associated item, else an error."""
    segments = path.segments
    first = segments[0].name
    primitive = PRIMITIVES.get(first.name) if len(segments) > 1 and not path.is_global and used >= 0 else None
    if primitive is not None:
        return relative(c, primitive, segments[1:], path)
    if used < 0:
        return None
    if len(segments) > 1:
        from ..scope import OUTSIDE

        if first.name in OUTSIDE:
            c.error("K1100", first.span, f"`{first.name}` is not in the kernel language", help=OUTSIDE[first.name])
            return None
        near = did_you_mean(first.name, c.program.resolver.visible_names(c.scope.module, TYPES))
        help_text = (f"there is a type or module with a similar name: `{near}`", first.span, near) if near else None
        message = f"failed to resolve: use of undeclared type or module `{first.name}`"
        c.error("K0433", first.span, message, "use of undeclared type or module", help=help_text)
        return None
    report_unknown(c, first)
    return None


def report_unknown(c: Checker, name: ast.Ident) -> None:
    """A name that nothing in scope has: perhaps a variable of the function around, which items and constants do not see."""
    if c.outer is not None and c.outer.local(name.name) is not None:
        c.error(
            "K0435",
            name.span,
            "attempt to use a non-constant value in a constant",
            "non-constant value",
            help="declare it as a `const`",
        )
        return
    at: ModuleDef | None = c.scope.module
    while at is not None and not at.name and at.parent is not None:
        if name.name in at.state.get("locals", ()):
            if isinstance(c.owner, ConstDef | StaticDef):
                message, label = "attempt to use a non-constant value in a constant", "non-constant value"
                c.error("K0435", name.span, message, label, help="declare it as a `const`")
                return
            message = "can't capture dynamic environment in a fn item"
            c.error("K0434", name.span, message, "", help="pass it as an argument")
            return
        at = at.parent.module
    visible = c.program.resolver.visible_names(c.scope.module, VALUES)
    near = did_you_mean(name.name, [*[n for rib in c.ribs for n in rib], *visible]) if visible else None
    help_text = (f"something with a similar name exists: `{near}`", name.span, near) if near else None
    if c.program.resolver.lexical(c.scope.module, name.name, TYPES) is not None:
        d = c.program.resolver.lexical(c.scope.module, name.name, TYPES)
        assert d is not None
        c.error("K0423", name.span, f"expected value, found {d.what} `{name.name}`", "not a value")
        return
    c.error("K0425", name.span, f"cannot find value `{name.name}` in this scope", "not found in this scope", help=help_text)


def reached(c: Checker, d: Def, used: int, path: ast.Path) -> Value | None:
    """The definition that a path reached after `used` names; the rest is relative to it."""
    segments = path.segments
    if used == len(segments):
        return Value(d, arguments(c, d, path, used))
    if isinstance(d, AdtDef | AliasDef):
        start = c.scope.named(d, segments[used - 1], path.span, in_expression=True)
        return relative(c, start, segments[used:], path)
    if isinstance(d, TraitDef):
        return of_trait(c, d, segments[used - 1], segments[used:], None, path)
    c.error(
        "K0433",
        segments[used].name.span,
        f"failed to resolve: `{d.name}` is a {d.what}, not a module or type",
        f"`{d.name}` has no members",
    )
    return None


def arguments(c: Checker, d: Def, path: ast.Path, used: int) -> tuple[Ty, ...]:
    """Generic arguments of a definition reached by modules alone: those written, or fresh variables."""
    segment = path.segments[used - 1]
    if isinstance(d, VariantDef):
        adt = d.parent
        assert isinstance(adt, AdtDef)
        written = segment.args
        if adt.kind == "enum" and written is None and used > 1:
            written = path.segments[used - 2].args
        found = c.scope.args_for(adt, written, (), path.span, in_expression=True)
        c.require_all(adt, found, path.span)
        return found
    if isinstance(d, FnDef):
        args = c.scope.args_for(d, segment.args, (), path.span, in_expression=True)
        c.require_all(d, args, path.span)
        return args
    return ()


def self_constructor(c: Checker, path: ast.Path) -> Value | None:
    """`Self` as the constructor of a tuple or unit struct."""
    ty = c.shallow(c.scope.self_ty or ERROR)
    if ty.kind == "adt" and ty.data.kind == "struct" and ty.data.variants[0].shape != "named":
        return Value(ty.data.variants[0], ty.args)
    c.error("K0423", path.span, "the `Self` constructor must be used with unit or tuple structs", "not a unit or tuple struct")
    return None


# --------------------------------------------------------------------------------------------------------------- type-relative paths


def relative(c: Checker, start: Ty, rest: list[ast.PathSegment], path: ast.Path) -> Value | None:
    """`Type::…::name`: an associated function or constant, or a variant."""
    ty = start
    for segment in rest[:-1]:
        ty = c.scope.associated(ty, segment, path)
    ty = c.shallow(ty)
    if ty is ERROR:
        return None
    segment = rest[-1]
    if ty.kind == "adt" and ty.data.kind == "enum":
        for variant in ty.data.variants:
            if variant.name == segment.name.name:
                return Value(variant, ty.args)
    return associated(c, ty, segment, path)


def associated(c: Checker, ty: Ty, segment: ast.PathSegment, path: ast.Path) -> Value | None:
    """The associated item `segment` of a type: inherent, then by the bounds and traits in scope."""
    name = segment.name.name
    for impl in c.program.inherent_impls(name, ty):
        found = of_impl(c, impl, ty, segment, path)
        if found is not None:
            return found
    traits: list[TraitRef] = []
    for predicate in c.selector.environment:
        item = predicate.trait_ref.trait.items.get(name)
        if (
            predicate.assoc is None
            and item is not None
            and not isinstance(item, AssocTypeDef)
            and c.table.can_unify(predicate.trait_ref.args[0], ty)
        ):
            traits.append(predicate.trait_ref)
    if traits:
        return of_bounds(c, traits, ty, segment, path)
    from .methods import traits_in_scope

    matching = [
        t
        for t in traits_in_scope(c, c.scope.module, name)
        if name in t.items and not isinstance(t.items[name], AssocTypeDef) and implements(c, t, ty, path.span)
    ]
    if len(matching) == 1:
        return of_trait(c, matching[0], None, [segment], ty, path)
    if matching:
        notes = [f"candidate: `{t.name}::{name}`" for t in matching]
        c.error("K0034", segment.name.span, "multiple applicable items in scope", f"multiple `{name}` found", notes)
        return None
    report_no_item(c, ty, segment)
    return None


def of_bounds(c: Checker, traits: list[TraitRef], ty: Ty, segment: ast.PathSegment, path: ast.Path) -> Value | None:
    """The item by the bounds that have it: of one trait, whose arguments are inferred where several bounds differ in them."""
    first = traits[0]
    if any(t.trait is not first.trait for t in traits):
        notes = [f"candidate: `{t.trait.name}::{segment.name.name}`" for t in traits]
        c.error("K0034", segment.name.span, "multiple applicable items in scope", f"multiple `{segment.name.name}` found", notes)
        return None
    known = first.args if all(t.args == first.args for t in traits) else None
    return of_trait(c, first.trait, None, [segment], ty, path, known)


def implements(c: Checker, trait: TraitDef, ty: Ty, span: Span) -> bool:
    """Whether the type may implement the trait."""
    mark = c.table.snapshot()
    outcome, _ = c.selector.select(TraitRef(trait, c.fresh_args(trait, (ty,), span)), span)
    c.table.rollback(mark)
    return outcome != "no"


def report_no_item(c: Checker, ty: Ty, segment: ast.PathSegment) -> None:
    """A type without such an associated item."""
    name = segment.name.name
    known = c.program.inherent_names([ty])
    if ty.kind == "adt" and ty.data.kind == "enum":
        known += [v.name for v in ty.data.variants]
    near = did_you_mean(name, known)
    what = "variant or associated item" if ty.kind == "adt" and ty.data.kind == "enum" else "function or associated item"
    help_text = (f"there is an associated item with a similar name: `{near}`", segment.name.span, near) if near else None
    message = f"no {what} named `{name}` found for type `{c.show(ty)}` in the current scope"
    c.error("K0599", segment.name.span, message, f"{what} not found in `{c.show(ty)}`", help=help_text)


def of_impl(c: Checker, impl: ImplDef, ty: Ty, segment: ast.PathSegment, path: ast.Path) -> Value | None:
    """The item of an inherent impl, if the impl is for this type."""
    _, self_ty = c.program.impl_header(impl)
    if not c.program.may_match(impl, ty):
        return None
    args = tuple([c.fresh(path.span) for _ in c.program.generics_of(impl).params])
    if not c.table.try_unify(substitute(self_ty, args), ty):
        return None
    return item_value(c, impl.items[segment.name.name], args, segment, path)


def item_value(c: Checker, item: Def, before: tuple[Ty, ...], segment: ast.PathSegment, path: ast.Path) -> Value | None:
    """An associated function or constant with its parents' arguments and its own."""
    what = "associated function" if isinstance(item, FnDef) else "associated constant"
    c.program.resolver.check_visible(item, segment.name, c.scope.module, "K0624", what)
    if isinstance(item, FnDef):
        args = c.scope.args_for(item, segment.args, before, path.span)
        c.require_all(item, args, path.span)
        return Value(item, args)
    if isinstance(item, ConstDef):
        return Value(item, before)
    return None


def of_trait(
    c: Checker,
    trait: TraitDef,
    trait_segment: ast.PathSegment | None,
    rest: list[ast.PathSegment],
    self_ty: Ty | None,
    path: ast.Path,
    known: tuple[Ty, ...] | None = None,
) -> Value | None:
    """`Trait::name` (Self is inferred) or `<T as Trait>::name`."""
    segment = rest[0]
    own = self_ty if self_ty is not None else c.fresh(path.span)
    args = (
        known
        if known is not None
        else c.scope.args_for(trait, trait_segment.args if trait_segment is not None else None, (own,), path.span)
    )
    item = trait.items.get(segment.name.name)
    if item is None or isinstance(item, AssocTypeDef) or len(rest) > 1:
        near = did_you_mean(segment.name.name, list(trait.items))
        help_text = (f"there is an item with a similar name: `{near}`", segment.name.span, near) if near else None
        c.error(
            "K0576",
            segment.name.span,
            f"cannot find method or associated constant `{segment.name.name}` in trait `{trait.name}`",
            f"not found in `{trait.name}`",
            help=help_text,
        )
        return None
    return item_value(c, item, args, segment, path)


def qualified(c: Checker, path: ast.Path) -> Value | None:
    """`<T as Trait>::name` or `<T>::name`."""
    assert path.qself is not None
    ty = c.scope.lower(path.qself.type)
    if path.qself.trait is None:
        return relative(c, ty, path.segments, path)
    trait = c.scope.trait(path.qself.trait)
    if trait is None:
        return None
    return of_trait(c, trait, path.qself.trait.segments[-1], path.segments, ty, path)


def is_constructor_visible(c: Checker, variant: VariantDef, path: ast.Path) -> bool:
    """Whether a tuple constructor may be named here: all its fields must be visible; else that is reported."""
    adt = variant.parent
    resolver = c.program.resolver
    if adt is None or all(f.scope is None or resolver.is_inside(c.scope.module, f.scope) for f in c.program.fields_of(variant)):
        return True
    if len(path.segments) > 1:
        message, label = f"tuple struct constructor `{adt.name}` is private", "private tuple struct constructor"
        c.error("K0603", path.segments[-1].span, message, label, ["a constructor is private if any of the fields is private"])
    else:
        message = f"cannot initialize a tuple struct which contains private fields: `{adt.name}`"
        c.error("K0423", path.span, message, "constructor is not visible here due to private fields")
    return False


# --------------------------------------------------------------------------------------------------------------- struct expressions


def variant_of(c: Checker, path: ast.Path) -> tuple[VariantDef, Ty] | None:
    """The struct or variant that a path names as a type, with its type."""
    if len(path.segments) > 1 or path.qself is not None:
        found, used = (
            c.program.resolver.path(c.scope.module, [s.name for s in path.segments], path.is_global, TYPES)
            if path.qself is None and c.scope.local_type(path.segments[0].name.name) is None
            else (None, 0)
        )
        if isinstance(found, VariantDef) and used == len(path.segments):
            adt = found.parent
            assert isinstance(adt, AdtDef)
            return found, make("adt", adt, arguments(c, found, path, used))
        start = path.segments[0].name.name
        if isinstance(found, AdtDef) and found.kind == "enum" and used == len(path.segments) - 1:
            report_no_item(c, make("adt", found, c.fresh_args(found, (), path.span)), path.segments[-1])
            return None
        if start == "Self" and len(path.segments) == 2 and c.scope.self_ty is not None:
            self_ty = c.shallow(c.scope.self_ty)
            if self_ty.kind == "adt" and self_ty.data.kind == "enum":
                for variant in self_ty.data.variants:
                    if variant.name == path.segments[1].name.name:
                        return variant, self_ty
    elif c.scope.local_type(path.segments[0].name.name) is None:
        d = c.program.resolver.lexical(c.scope.module, path.segments[0].name.name, TYPES)
        if isinstance(d, VariantDef):
            assert isinstance(d.parent, AdtDef)
            return d, make("adt", d.parent, c.fresh_args(d.parent, (), path.span))
        if d is None:
            report_no_struct(c, path.segments[0].name)
            return None
    return struct_type(c, path)


def report_no_struct(c: Checker, name: ast.Ident) -> None:
    """No type of the name that stands before braces."""
    if c.program.resolver.report_broken_import(c.program.resolver.modules_around(c.scope.module), name):
        return
    near = did_you_mean(name.name, c.program.resolver.visible_names(c.scope.module, TYPES))
    help_text = (f"a type with a similar name exists: `{near}`", name.span, near) if near else None
    message = f"cannot find struct, variant or union type `{name.name}` in this scope"
    c.error("K0422", name.span, message, "not found in this scope", help=help_text)


def struct_type(c: Checker, path: ast.Path) -> tuple[VariantDef, Ty] | None:
    """The struct or union that a path names as a type."""
    ty = c.shallow(c.scope.path(path, in_expression=True))
    if ty is ERROR:
        return None
    if ty.kind == "adt" and ty.data.kind in ("struct", "union"):
        return ty.data.variants[0], ty
    c.error(
        "K0574", path.span, f"expected struct, variant or union type, found `{c.show(ty)}`", "not a struct, variant or union type"
    )
    return None


def struct_expr(c: Checker, node: ast.StructExpr, expected: Ty | None) -> hir.Node:
    """`S { a: 1, ..base }`."""
    from .expressions import check, value

    target = variant_of(c, node.path)
    if target is None:
        for member in node.members:
            value(c, member.value)
        return c.failed(node.span)
    variant, ty = target
    if expected is not None:
        c.table.try_unify(ty, expected)
    c.require_all(ty.data, ty.args, node.path.span)
    fields = c.program.fields_of(variant)
    members = [m for m in [struct_member(c, variant, fields, ty, init) for init in node.members] if m is not None]
    check_members(c, node, variant, fields, members)
    base = None
    if node.base is not None:
        found = check(c, node.base, ty)
        c.expect(ty, found.ty, node.base.span)
        base = c.as_place(found)
        for field in [f for k, f in enumerate(fields) if all(k != index for index, _ in members)]:
            check_field_visible(c, variant, field, node.base)
    adt = variant.parent
    assert isinstance(adt, AdtDef)
    return c.node(hir.Struct, ty, node.span, adt, variant.index, members, base)


def struct_member(
    c: Checker, variant: VariantDef, fields: list[FieldOf], ty: Ty, init: ast.FieldInit
) -> tuple[int, hir.Value] | None:
    """One `name: value`."""
    from .expressions import coerced, value

    for index, field in enumerate(fields):
        if field.name == init.name.name:
            check_field_visible(c, variant, field, init.name)
            return index, coerced(c, init.value, c.instantiate(field.ty, ty.args, init.span))
    value(c, init.value)
    adt = variant.parent
    near = did_you_mean(init.name.name, [f.name for f in fields])
    help_text = (f"a field with a similar name exists: `{near}`", init.name.span, near) if near else None
    c.error(
        "K0559" if adt is not None and adt.what == "enum" else "K0560",
        init.name.span,
        f"{'variant' if adt is not None and adt.what == 'enum' else 'struct'} `{variant.name}` has no field named `{init.name.name}`",
        "unknown field",
        help=help_text,
    )
    return None


def check_members(
    c: Checker, node: ast.StructExpr, variant: VariantDef, fields: list[FieldOf], members: list[tuple[int, hir.Value]]
) -> None:
    """Every field exactly once, unless a base gives the rest."""
    seen: dict[str, ast.FieldInit] = {}
    for init in node.members:
        if seen.setdefault(init.name.name, init) is not init:
            c.error("K0062", init.span, f"field `{init.name.name}` specified more than once", "used more than once")
    given = {index for index, _ in members}
    missing = [f"`{f.name}`" for k, f in enumerate(fields) if k not in given]
    adt = variant.parent
    if adt is not None and adt.what == "union":
        if len(node.members) != 1:
            c.error("K0784", node.span, "union expressions should have exactly one field")
    elif missing and node.base is None and all(init.name.name in {f.name for f in fields} for init in node.members):
        plural = "s" if len(missing) > 1 else ""
        names = ", ".join(missing[:-1]) + f" and {missing[-1]}" if len(missing) > 1 else missing[0]
        c.error("K0063", node.path.span, f"missing field{plural} {names} in initializer of `{variant.name}`", f"missing {names}")


def check_field_visible(c: Checker, variant: VariantDef, field: FieldOf, name: ast.Node) -> None:
    """Reports a private field."""
    if field.scope is not None and not c.program.resolver.is_inside(c.scope.module, field.scope):
        adt = variant.parent
        assert adt is not None
        c.error(
            "K0451",
            name.span,
            f"field `{field.name}` of {adt.what} `{adt.name}` is private",
            "private field",
        )
