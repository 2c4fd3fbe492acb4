"""After building, paths, generic parameters and arguments, bounds and types are nodes of `ast.py`."""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.source import Span
from kernelc.frontend.tree_builder import type_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.driver import Tree
    from kernelc.frontend.tree_builder import Builder

CONST_ARGUMENTS = ("literal", "neg_literal", "block")


# ---------------------------------------------------------------------------------------------- paths


def path(b: Builder, tree: Tree) -> ast.Path:
    """A `path_expr`, `type_path`, `qtype_path` or `simple_path`."""
    parts = list(tree[3:])
    qself = qualified_self(b, parts.pop(0)) if b.kind(parts[0]) == "qself" else None
    is_global = qself is None and b.token_text(tree[1]) == "::"
    segments: list[ast.PathSegment] = []
    for part in parts:
        if b.kind(part) != "generic_args":
            segments.append(segment(b, part))
            continue
        last = segments[-1] if segments else None
        if last is None or last.args is not None:
            b.error("K1042", part, "generic arguments come once, after a name")
            continue
        last.args = generic_args(b, part)
        last.span = last.span.to(last.args.span)
    return ast.Path(b.span(tree), is_global, qself, segments)


def qualified_self(b: Builder, tree: Tree) -> ast.QSelf:
    """`<T as Trait>`."""
    trait = path(b, tree[4]) if len(tree) > 4 else None
    return ast.QSelf(b.span(tree), b.type(tree[3]), trait)


def segment(b: Builder, tree: Tree) -> ast.PathSegment:
    """A name of a path, in types with its arguments or as `Fn(A) -> B`."""
    if b.kind(tree) == "seg":
        return ast.PathSegment(b.span(tree), segment_name(b, tree), None)
    name, *rest = tree[3:]
    after = name[2]
    args = None
    if rest and b.kind(rest[0]) == "generic_args":
        args = generic_args(b, rest[0])
    elif after < tree[2]:
        args = parenthesised_args(b, tree, after, rest)
    return ast.PathSegment(b.span(tree), segment_name(b, name), args)


def segment_name(b: Builder, tree: Tree) -> ast.Ident:
    """The name; `$crate` is not known outside macros."""
    if len(tree) > 4:
        b.error("K1046", tree, "`$crate` stands only in macros")
    return b.ident(tree[-1])


def parenthesised_args(b: Builder, tree: Tree, opening: int, rest: list[Tree]) -> ast.GenericArgs:
    """`(A, B) -> C` after `Fn`."""
    output = None
    if rest and b.token_text(rest[-1][1] - 1) == "->":
        output = b.type(rest.pop())
    return ast.GenericArgs(b.range_span(opening, tree[2]), [], [b.type(each) for each in rest], output)


def generic_args(b: Builder, tree: Tree) -> ast.GenericArgs:
    """`<…>`: lifetimes first, types and constants, equations and bounds of associated types last."""
    args: list[ast.GenericArg] = []
    rank = 0
    for part in tree[3:]:
        arg, own = generic_arg(b, part)
        if own < rank:
            what = "lifetimes come first among generic arguments" if own == 0 else "generic arguments come before `Name = Type`"
            b.error("K1042", part, what)
        rank = max(rank, own)
        args.append(arg)
    return ast.GenericArgs(b.span(tree), args, None, None)


def generic_arg(b: Builder, part: Tree | int) -> tuple[ast.GenericArg, int]:
    """One argument and its rank in the order."""
    if isinstance(part, int):
        return b.lifetime(part), 0
    kind = b.kind(part)
    if kind in CONST_ARGUMENTS:
        return b.expr(part), 1
    if kind not in ("assoc_eq", "assoc_bound"):
        return b.type(part), 1
    name, value = part[3], part[4]
    index = single_name(b, name)
    if index is None:
        index = name[1]
        if b.kind(name) == "type_path" and len(name) == 4:
            b.error("K1108", name, "generic associated types are not in the language")
        else:
            b.error("K1042", name, "the name of an associated type stands on the left", label="not a single name")
    if kind == "assoc_bound":
        return ast.AssocConstraint(b.span(part), b.ident(index), None, bounds(b, value)), 2
    if b.kind(value) in CONST_ARGUMENTS:
        b.error("K1108", value, "associated constants in bounds are not in the language")
        return ast.AssocConstraint(b.span(part), b.ident(index), None, []), 2
    return ast.AssocConstraint(b.span(part), b.ident(index), b.type(value), []), 2


def single_name(b: Builder, tree: Tree) -> int | None:
    """The token of a type that is one name, as in `Item = T`, or None."""
    if b.kind(tree) != "type_path" or len(tree) != 4 or b.token_text(tree[1]) == "::":
        return None
    part = tree[3]
    return int(part[3][-1]) if len(part) == 4 and part[3][2] == part[2] else None


# ---------------------------------------------------------------------------------------------- generics


def generics(b: Builder, start: int, params: Tree | None, where: list[Tree]) -> ast.Generics:
    """Generic parameters and where clauses of an item; `start` is the token after its name."""
    found: list[ast.TypeParam | ast.ConstParam | ast.LifetimeParam] = []
    predicates: list[ast.WherePredicate] = []
    for part in () if params is None else b.present(params[3:]):
        found.append(generic_param(b, part))
        if isinstance(found[-1], ast.LifetimeParam) and any(not isinstance(each, ast.LifetimeParam) for each in found):
            b.error("K0747", part, "lifetime parameters come before types and constants")
    for clause in where:
        predicates.extend(each for part in clause[3:] if (each := where_predicate(b, part)) is not None)
    span = b.span(params) if params is not None else b.range_span(start, start)
    return ast.Generics(span, found, predicates)


def generic_param(b: Builder, tree: Tree) -> ast.TypeParam | ast.ConstParam | ast.LifetimeParam:
    """One generic parameter."""
    kind, children = b.kind(tree), tree[3:]
    if kind == "lifetime_param":
        return ast.LifetimeParam(b.span(tree), b.lifetime(children[0]))
    if kind == "const_param":
        value = const_default(b, children[2]) if len(children) > 2 else None
        return ast.ConstParam(b.span(tree), b.ident(children[0]), b.type(children[1]), value)
    limits = [each for each in children[1:] if b.kind(each) == "bounds"]
    default = [each for each in children[1:] if b.kind(each) != "bounds"]
    name = b.ident(children[0][3])
    return ast.TypeParam(b.span(tree), name, bounds(b, limits[0]) if limits else [], b.type(default[0]) if default else None)


def const_default(b: Builder, tree: Tree) -> ast.Expr:
    """The default of a const parameter; a bare name is an expression here."""
    if b.kind(tree) in CONST_ARGUMENTS:
        return b.expr(tree)
    if b.kind(tree) == "type_path":
        return ast.PathExpr(b.span(tree), path(b, tree))
    b.error("K1010", tree, "the default of a const parameter is a constant")
    return ast.Literal(b.span(tree), "int", 0, "")


def where_predicate(b: Builder, tree: Tree) -> ast.WherePredicate | None:
    """`T: Bound`; bounds of lifetimes are not kept."""
    if isinstance(tree[3], int):
        return None
    return ast.WherePredicate(b.span(tree), b.type(tree[3]), bounds(b, tree[4]) if len(tree) > 4 else [])


def bounds(b: Builder, tree: Tree) -> list[ast.Bound]:
    """The bounds of a list."""
    return [found for each in tree[3:] if (found := bound(b, each)) is not None]


def bound(b: Builder, tree: Tree | int) -> ast.Bound | None:
    """A trait bound or lifetime; `use<…>` says nothing about types."""
    if isinstance(tree, int):
        return b.lifetime(tree)
    if b.kind(tree) == "use_bound":
        return None
    modifier = b.token_text(tree[1])
    if modifier == "~":
        b.error("K1046", tree, "`~const` is reserved syntax", help="leave it out")
    return ast.TraitBound(b.span(tree), path(b, tree[-1]), modifier if modifier in ("?", "const", "async") else "")


# ---------------------------------------------------------------------------------------------- types


@type_("type_path", "qtype_path")
def path_type(b: Builder, tree: Tree) -> ast.Type:
    """A named type."""
    return ast.PathType(b.span(tree), path(b, tree))


@type_("paren_type")
def paren_type(b: Builder, tree: Tree) -> ast.Type:
    """`(T)` is `T`."""
    return b.type(tree[3])


@type_("tuple_type")
def tuple_type(b: Builder, tree: Tree) -> ast.Type:
    """`(A, B)`."""
    return ast.TupleType(b.span(tree), [b.type(each) for each in tree[3:]])


@type_("slice_type")
def slice_type(b: Builder, tree: Tree) -> ast.Type:
    """`[T]`."""
    return ast.SliceType(b.span(tree), b.type(tree[3]))


@type_("array_type")
def array_type(b: Builder, tree: Tree) -> ast.Type:
    """`[T; N]`."""
    return ast.ArrayType(b.span(tree), b.type(tree[3]), b.expr(tree[4]))


@type_("ref_type")
def ref_type(b: Builder, tree: Tree) -> ast.Type:
    """`&'a mut T`."""
    return ast.RefType(b.span(tree), "mut" in map(b.token_text, tree[3:-1]), b.type(tree[-1]))


@type_("ref_ref_type")
def ref_ref_type(b: Builder, tree: Tree) -> ast.Type:
    """`&&T`: one token, two references."""
    inner = ast.RefType(
        Span(b.source, b.starts[tree[1]] + 1, b.ends[tree[2] - 1]), "mut" in map(b.token_text, tree[3:-1]), b.type(tree[-1])
    )
    return ast.RefType(b.span(tree), False, inner)


@type_("ptr_type")
def ptr_type(b: Builder, tree: Tree) -> ast.Type:
    """`*const T`, `*mut T`."""
    return ast.PtrType(b.span(tree), b.token_text(tree[3]) == "mut", b.type(tree[4]))


@type_("never_type")
def never_type(b: Builder, tree: Tree) -> ast.Type:
    """`!`."""
    return ast.NeverType(b.span(tree))


@type_("infer_type")
def infer_type(b: Builder, tree: Tree) -> ast.Type:
    """`_`."""
    return ast.InferType(b.span(tree))


@type_("impl_type")
def impl_type(b: Builder, tree: Tree) -> ast.Type:
    """`impl Bound + …`: the first bound, then a list of the others."""
    found = [each for part in tree[3:] for each in (bounds(b, part) if b.kind(part) == "bounds" else [bound(b, part)])]
    return ast.ImplType(b.span(tree), [each for each in found if each is not None])


@type_("fn_type")
def fn_type(b: Builder, tree: Tree) -> ast.Type:
    """`fn(A, name: B) -> C`; the ABI says nothing about the types."""
    parts = list(b.present(tuple(each for each in tree[3:] if not isinstance(each, int))))
    result = None
    if parts and b.token_text(parts[-1][1] - 1) == "->":
        result = b.type(parts.pop())
    if any(b.kind(each) == "variadic" for each in parts):
        return ast.OtherType(b.span(tree), "variadic function pointers")
    params = [b.type(each[4] if b.kind(each) == "named_type" else each) for each in parts]
    return ast.FnType(b.span(tree), params, result)


@type_("for_type")
def for_type(b: Builder, tree: Tree) -> ast.Type:
    """`for<'a> T` is `T`: lifetimes are not checked."""
    return b.type(tree[-1])


@type_("dyn_type")
def dyn_type(b: Builder, tree: Tree) -> ast.Type:
    """`dyn Trait`."""
    return ast.OtherType(b.span(tree), "dyn")


@type_("macro_type")
def macro_type(b: Builder, tree: Tree) -> ast.Type:
    """`name!(…)` as a type."""
    return ast.OtherType(b.span(tree), "macro")
