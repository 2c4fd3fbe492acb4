"""After building, items are nodes of `ast.py`; the bodies of functions are built when somebody asks for them."""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.tree_blocks import block
from kernelc.frontend.tree_builder import ITEMS, item
from kernelc.frontend.tree_types import bounds, generics, path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kernelc.frontend.driver import Tree
    from kernelc.frontend.tree_builder import Builder

QUALIFIER_ORDER = ("default", "const", "async", "safe", "unsafe", "extern")
PLACES = {"mod": "a module", "block": "a block", "impl": "an impl", "trait": "a trait", "extern": "an extern block"}


class Head:
    """What stands before an item: attributes and visibility; `tree` is the item itself, `place` where it stands."""

    __slots__ = ("attributes", "place", "tree", "visibility")

    def __init__(self, b: Builder, tree: Tree, place: str = "block") -> None:
        self.attributes, tree = b.attributes(tree)
        self.visibility = ast.Visibility(b.range_span(tree[1], tree[1]), "", ())
        if b.kind(tree) == "vis_item":
            self.visibility = visibility(b, tree[3])
            tree = tree[4]
        self.tree = tree
        self.place = place


def visibility(b: Builder, tree: Tree) -> ast.Visibility:
    """`pub`, `pub(crate)`, `pub(in path)`."""
    if tree[2] == tree[1] + 1:
        return ast.Visibility(b.span(tree), "pub", ())
    word = b.token_text(tree[1] + 2)
    names = tuple(b.name(each[-1]) for each in tree[-1][3:]) if word == "in" else ()
    return ast.Visibility(b.span(tree), word, names)


def build_item(b: Builder, tree: Tree, place: str) -> ast.Item:
    """An item that stands in a module, block, impl, trait or extern block."""
    head = Head(b, tree, place)
    return BUILDERS[b.kind(head.tree)](b, head)


BUILDERS: dict[str, Callable[[Builder, Head], ast.Item]] = {}


def builds(kind: str) -> Callable[[Callable[[Builder, Head], ast.Item]], Callable[[Builder, Head], ast.Item]]:
    """Register a function for an item; in blocks it is reached through `ITEMS`."""

    def enter(function: Callable[[Builder, Head], ast.Item]) -> Callable[[Builder, Head], ast.Item]:
        BUILDERS[kind] = function
        item(kind)(in_block)
        return function

    return enter


def in_block(b: Builder, tree: Tree) -> ast.Item:
    """An item among statements."""
    return build_item(b, tree, "block")


ITEMS["vis_item"] = in_block


def no_name(b: Builder, tree: Tree) -> ast.Ident:
    """The empty name of an item that has none."""
    return ast.Ident(b.range_span(tree[1], tree[1]), "")


def no_visibility(b: Builder, head: Head, what: str) -> None:
    """Refuse `pub` where it has no meaning."""
    if head.visibility.kind:
        b.error(
            "K0449", head.visibility.span, f"visibility is not permitted on {what}", help=("remove it", head.visibility.span, "")
        )


def missing(b: Builder, tree: Tree, code: str, what: str) -> None:
    """Report a part that is missing where the closing `;` stands."""
    b.error(code, tree[2] - 1, f"{what}", label="expected before this")


# ---------------------------------------------------------------------------------------------- functions


@builds("fn_item")
def function(b: Builder, head: Head) -> ast.Item:
    """A function with its signature (in a library: that later, too); the body later."""
    tree = head.tree
    name = next(each for each in tree[3:] if isinstance(each, int))
    body = tree[-1] if b.kind(tree[-1]) == "block" else None
    check_body(b, head, body)
    make_body = None if body is None else lambda: function_body(b, body)
    fn = ast.Fn.__new__(ast.Fn)
    fn.__dict__.update(
        span=b.span(tree), attributes=head.attributes, visibility=head.visibility, name=b.ident(name), make_body=make_body
    )
    later(b, fn, lambda: signature(b, head))
    return fn


def later(b: Builder, node: ast.Node, make: Callable[[], dict[str, Any]]) -> None:
    """Fields that a node of the user's file gets at once, so that their errors show, and one of the library when they are asked for."""
    if b.is_library:
        node.__dict__["make_later"] = make
    else:
        node.__dict__.update(make())


def signature(b: Builder, head: Head) -> dict[str, Any]:
    """Qualifiers, generics, self parameter, parameters, result."""
    parts = list(head.tree[3:])
    qualifiers = function_qualifiers(b, parts.pop(0)) if b.kind(parts[0]) == "fn_quals" else ()
    name = parts.pop(0)
    by_kind: dict[str, list[Tree]] = {}
    for part in parts:
        kind = b.kind(part)
        by_kind.setdefault(kind if kind in ("generics", "ret", "where", "block") else "param", []).append(part)
    generic = generics(b, name + 1, by_kind.get("generics", [None])[0], by_kind.get("where", []))
    self_param, others = parameters(b, by_kind.get("param", []), head)
    result = b.type(by_kind["ret"][0][3]) if "ret" in by_kind else None
    return {"qualifiers": qualifiers, "generics": generic, "self_param": self_param, "params": others, "result": result}


def function_body(b: Builder, tree: Tree) -> ast.Block:
    """The body of a function; one nested too deeply is reported, and has a value of any type."""
    if b.too_deep(tree):
        span = b.span(tree)
        return ast.Block(span, "", None, [], ast.OtherExpr(span, ""), b.token_span(tree[2] - 1))
    return block(b, tree)


def check_body(b: Builder, head: Head, body: Tree | None) -> None:
    """Functions have a body, except in traits and extern blocks."""
    if body is None and head.place not in ("trait", "extern") and not b.is_library:
        at = head.tree[2] - 1
        b.error("K1028", at, f"a function in {PLACES[head.place]} needs a body", help=("write one", b.token_span(at), " {}"))
    if body is not None and head.place == "extern":
        b.error("K1045", body, "a function in an extern block has no body")


def function_qualifiers(b: Builder, tree: Tree) -> tuple[str, ...]:
    """`const async unsafe extern "C"`, each at most once and in this order."""
    words = tuple(b.token_text(each[1]) for each in tree[3:])
    ranks = [QUALIFIER_ORDER.index(word) for word in words]
    for before, rank, each, word in zip(ranks, ranks[1:], tree[4:], words[1:]):
        if rank == before:
            b.error("K1038", each, f"`{word}` is written twice")
        elif rank < before:
            ordered = " ".join(sorted(words, key=QUALIFIER_ORDER.index))
            b.error("K1038", each, f"`{word}` comes before `{QUALIFIER_ORDER[before]}`", help=f"the order is `{ordered} fn`")
    return words


def parameters(b: Builder, trees: list[Tree], head: Head) -> tuple[ast.SelfParam | None, list[ast.Param]]:
    """`self`, and the others."""
    self_param: ast.SelfParam | None = None
    params: list[ast.Param] = []
    for at, part in enumerate(b.present(tuple(trees))):
        kind = b.kind(part)
        if kind == "self_param":
            if at or head.place not in ("impl", "trait"):
                where = "it is the first parameter" if at else "it is for methods of an impl or trait"
                b.error("K1045", part, f"unexpected `self` parameter: {where}")
            self_param = self_parameter(b, part)
        elif kind == "variadic":
            if head.place != "extern":
                b.error("K1045", part, "`...` is for functions in extern blocks")
        else:
            params.append(ast.Param(b.span(part), b.pattern(part[3]), b.type(part[4])))
    return self_param, params


def self_parameter(b: Builder, tree: Tree) -> ast.SelfParam:
    """`self`, `mut self`, `&'a mut self`, `self: Type`."""
    words = [b.token_text(each) for each in tree[3:] if isinstance(each, int)]
    declared = b.type(tree[-1]) if isinstance(tree[-1], tuple) else None
    return ast.SelfParam(b.span(tree), "mut" in words, words[0] == "&", declared)


# ---------------------------------------------------------------------------------------------- types


@builds("struct_item")
def struct(b: Builder, head: Head) -> ast.Item:
    """A struct with named fields, a tuple struct, or a unit struct."""
    tree = head.tree
    generic = item_generics(b, tree)
    shape, members = fields(b, tree[3:])
    return ast.Struct(b.span(tree), head.attributes, head.visibility, b.ident(tree[3]), generic, shape, members)


@builds("union_item")
def union(b: Builder, head: Head) -> ast.Item:
    """A union."""
    tree = head.tree
    _, members = fields(b, tree[4:])
    name = next(each for each in tree[3:] if isinstance(each, int) and b.token_text(each) != "union" or each == tree[1] + 1)
    return ast.Union(b.span(tree), head.attributes, head.visibility, b.ident(name), item_generics(b, tree), members)


def item_generics(b: Builder, tree: Tree) -> ast.Generics:
    """The generic parameters and where clauses among the children of an item."""
    params = [each for each in tree[3:] if b.kind(each) == "generics"]
    where = [each for each in tree[3:] if b.kind(each) == "where"]
    return generics(b, tree[1], params[0] if params else None, where)


def fields(b: Builder, parts: tuple[Tree, ...]) -> tuple[str, list[ast.FieldDecl]]:
    """The shape ("named", "tuple", "unit") and the fields."""
    for part in parts:
        if b.kind(part) == "named_fields":
            return "named", [each for tree in part[3:] if (each := field(b, tree, "")) is not None]
        if b.kind(part) == "tuple_fields":
            made = [each for tree in part[3:] if (each := field(b, tree, "0")) is not None]
            for number, each in enumerate(made):
                each.name.name = str(number)
            return "tuple", made
    return "unit", []


def field(b: Builder, tree: Tree, name: str) -> ast.FieldDecl | None:
    """A field; None if `cfg` removes it."""
    attributes, tree = b.attributes(tree)
    if not b.enabled(attributes):
        return None
    parts = list(tree[3:])
    seen = ast.Visibility(b.range_span(tree[1], tree[1]), "", ())
    if b.kind(parts[0]) == "vis":
        seen = visibility(b, parts.pop(0))
    if name:
        ident = ast.Ident(b.span(parts[0]), name)
    else:
        ident = b.ident(parts.pop(0))
    if len(parts) > 1:
        b.error("K1046", parts[1], "default values of fields are reserved syntax")
    return ast.FieldDecl(b.span(tree), attributes, seen, ident, b.type(parts[0]))


@builds("enum_item")
def enum(b: Builder, head: Head) -> ast.Item:
    """An enum with its variants."""
    tree = head.tree
    variants = [each for part in tree[4:] if b.kind(part) in ("variant", "attributed") and (each := variant(b, part)) is not None]
    return ast.Enum(b.span(tree), head.attributes, head.visibility, b.ident(tree[3]), item_generics(b, tree), variants)


def variant(b: Builder, tree: Tree) -> ast.Variant | None:
    """A variant; None if `cfg` removes it."""
    attributes, tree = b.attributes(tree)
    if not b.enabled(attributes):
        return None
    parts = list(tree[3:])
    if b.kind(parts[0]) == "vis":
        b.error("K0449", parts.pop(0), "visibility is not permitted on a variant")
    name = parts.pop(0)
    shape, members = fields(b, tuple(parts))
    value = [each for each in parts if b.kind(each) not in ("named_fields", "tuple_fields")]
    return ast.Variant(b.span(tree), attributes, b.ident(name), shape, members, b.expr(value[0]) if value else None)


@builds("type_item")
def alias(b: Builder, head: Head) -> ast.Item:
    """A type alias or associated type."""
    tree = head.tree
    limits = [each for each in tree[4:] if b.kind(each) == "bounds"]
    target = [each for each in tree[4:] if b.kind(each) not in ("bounds", "generics", "where")]
    if not target and head.place in ("mod", "block", "impl"):
        missing(b, tree, "K1045", f"a type alias in {PLACES[head.place]} needs `= Type`")
    limit = bounds(b, limits[0]) if limits else []
    made = b.type(target[0]) if target else None
    return ast.TypeAlias(b.span(tree), head.attributes, head.visibility, b.ident(tree[3]), item_generics(b, tree), limit, made)


# ---------------------------------------------------------------------------------------------- constants and statics


@builds("const_item")
def const(b: Builder, head: Head) -> ast.Item:
    """A constant; in a trait its value may be missing."""
    tree = head.tree
    if len(tree) < 6 and head.place != "trait":
        missing(b, tree, "K1045", f"a constant in {PLACES[head.place]} needs a value")
    value = b.expr(tree[5]) if len(tree) > 5 else None
    return ast.Const(b.span(tree), head.attributes, head.visibility, b.ident(tree[3]), b.type(tree[4]), value)


@builds("static_item")
def static(b: Builder, head: Head) -> ast.Item:
    """A static variable; in an extern block it has no value."""
    tree = head.tree
    parts = list(tree[3:])
    if b.kind(parts[0]) == "fn_quals" or (isinstance(parts[0], int) and b.token_text(parts[0]) == "safe"):
        qualifier = parts.pop(0)
        if head.place != "extern":
            b.error("K1038", qualifier, "a static takes no qualifiers here")
    name, declared, *value = parts
    if not value and head.place != "extern":
        missing(b, tree, "K1045", "a static needs a value")
    is_mutable = b.token_text(name - 1) == "mut"
    made = b.expr(value[0]) if value else None
    return ast.Static(b.span(tree), head.attributes, head.visibility, b.ident(name), is_mutable, b.type(declared), made)


# ---------------------------------------------------------------------------------------------- the tree of modules


@builds("use_item")
def use(b: Builder, head: Head) -> ast.Item:
    """A use declaration."""
    return ast.Use(b.span(head.tree), head.attributes, head.visibility, no_name(b, head.tree), use_tree(b, head.tree[3]))


def use_tree(b: Builder, tree: Tree) -> ast.UseTree:
    """`path`, `path as alias`, `path::*`, `path::{…}`."""
    names = [b.ident(each[-1]) for each in tree[3:] if b.kind(each) == "seg"]
    is_global = b.token_text(tree[1]) == "::"
    words = [b.token_text(each) for each in tree[3:] if isinstance(each, int)]
    if "{" in words:
        group = [use_tree(b, each) for each in tree[3:] if b.kind(each) == "use_tree"]
        return ast.UseTree(b.span(tree), is_global, names, "group", None, group)
    if words[-1:] == ["*"]:
        return ast.UseTree(b.span(tree), is_global, names, "glob", None, [])
    renamed = b.ident(tree[-1]) if "as" in words else None
    return ast.UseTree(b.span(tree), is_global, names, "name", renamed, [])


@builds("mod_item")
def module(b: Builder, head: Head) -> ast.Item:
    """`mod m { … }` or `mod m;`."""
    tree = head.tree
    inside = None if b.token_text(tree[2] - 1) == ";" else items(b, head, tree[4:], "mod")
    return ast.Mod(b.span(tree), head.attributes, head.visibility, b.ident(tree[3]), inside)


def items(b: Builder, head: Head, trees: tuple[Tree, ...], place: str) -> list[ast.Item]:
    """The items between braces, without those that `cfg` removes; inner attributes join those of the item around."""
    if b.is_library and place in ("impl", "trait"):
        return [library_item(b, tree, place) for tree in trees]
    made = []
    for tree in trees:
        if b.kind(tree) == "inner_attr":
            head.attributes.append(b.attribute(tree))
            continue
        attributes, _ = b.attributes(tree)
        if b.enabled(attributes):
            made.append(build_item(b, tree, place))
    return made


def library_item(b: Builder, tree: Tree, place: str) -> ast.Item:
    """An item of an impl or trait of the library; of a function only the name, until more is asked for."""
    inner = tree
    while b.kind(inner) in ("attributed", "vis_item"):
        inner = inner[4]
    if b.kind(inner) != "fn_item":
        return build_item(b, tree, place)
    made = ast.Fn.__new__(ast.Fn)
    made.__dict__["name"] = b.ident(next(each for each in inner[3:] if isinstance(each, int)))
    made.__dict__["make_later"] = lambda: build_item(b, tree, place).__dict__
    return made


@builds("impl_item")
def impl(b: Builder, head: Head) -> ast.Item:
    """`impl Type { … }`, `impl Trait for Type { … }`."""
    tree = head.tree
    no_visibility(b, head, "an impl")
    (target,) = [each for each in tree[3:] if b.kind(each) in ("impl_head", "neg_impl_head")]
    inside = tuple(each for each in tree[3:] if isinstance(each, tuple) and each[1] >= target[2] and b.kind(each) != "where")
    made = ast.Impl.__new__(ast.Impl)
    made.__dict__.update(span=b.span(tree), attributes=head.attributes, visibility=head.visibility, name=no_name(b, tree))
    if b.is_library:
        made.__dict__["known_trait"] = last_name(b, target[3]) if len(target) > 4 else ""
        made.__dict__["known_names"] = [name_in_impl(b, each) for each in inside]
    later(b, made, lambda: impl_parts(b, head, target, inside))
    return made


def last_name(b: Builder, tree: Tree) -> str:
    """The last name of a trait's path, generic arguments left out."""
    at = tree
    while isinstance(at, tuple):
        at = [each for each in at[3:] if b.kind(each) != "generic_args"][-1]
    return b.name(at)


def name_in_impl(b: Builder, tree: Tree) -> str:
    """The name of an item, without building it."""
    while b.kind(tree) in ("attributed", "vis_item"):
        tree = tree[4]
    return b.name(next(each for each in tree[3:] if isinstance(each, int)))


def impl_parts(b: Builder, head: Head, target: Tree, inside: tuple[Tree, ...]) -> dict[str, Any]:
    """What stands in an impl."""
    tree = head.tree
    trait = trait_path(b, target[3]) if len(target) > 4 else None
    made = items(b, head, inside, "impl")
    for each in made:
        if trait is not None and each.visibility.kind:
            remove = ("remove it", each.visibility.span, "")
            b.error("K0449", each.visibility.span, "items of a trait impl are as visible as the trait", help=remove)
    return {
        "generics": item_generics(b, tree),
        "trait": trait,
        "self_type": b.type(target[-1]),
        "items": made,
        "is_unsafe": b.token_text(tree[1]) == "unsafe",
        "is_negative": b.kind(target) == "neg_impl_head",
    }


def trait_path(b: Builder, tree: Tree) -> ast.Path | None:
    """The trait before `for`, which the grammar reads as a type."""
    if b.kind(tree) == "type_path":
        return path(b, tree)
    b.error("K0404", tree, "a trait is named before `for`", label="not a trait")
    return None


@builds("trait_item")
def trait(b: Builder, head: Head) -> ast.Item:
    """A trait."""
    tree = head.tree
    words = [each for each in tree[3:] if isinstance(each, int)]
    after = tree[3 + len(words) :]
    limits = [each for each in after if b.kind(each) == "bounds"]
    inside = tuple(each for each in after if b.kind(each) not in ("bounds", "generics", "where"))
    if any(b.token_text(each) == "auto" for each in words[:-2]):
        b.error("K1046", words[0], "auto traits are reserved")
    made = items(b, head, inside, "trait")
    for each in made:
        if each.visibility.kind:
            b.error(
                "K0449",
                each.visibility.span,
                "items of a trait are as visible as the trait",
                help=("remove it", each.visibility.span, ""),
            )
    limit = bounds(b, limits[0]) if limits else []
    is_unsafe = b.token_text(tree[1]) == "unsafe"
    return ast.Trait(
        b.span(tree), head.attributes, head.visibility, b.ident(words[-1]), item_generics(b, tree), limit, made, is_unsafe
    )


@builds("extern_block")
def extern_block(b: Builder, head: Head) -> ast.Item:
    """`extern "C" { … }`: its items are checked and dropped."""
    words = [b.token_text(each[1]) for each in head.tree[3][3:]]
    if words not in (["extern"], ["unsafe", "extern"]):
        b.error("K1038", head.tree[3], "a block of declarations begins with `extern` or `unsafe extern`")
    items(b, head, head.tree[4:], "extern")
    return ast.OtherItem(b.span(head.tree), head.attributes, head.visibility, no_name(b, head.tree), "extern block")


@builds("extern_crate")
def extern_crate(b: Builder, head: Head) -> ast.Item:
    """`extern crate name;`."""
    return ast.OtherItem(b.span(head.tree), head.attributes, head.visibility, no_name(b, head.tree), "extern crate")


@builds("macro_item")
def macro_item(b: Builder, head: Head) -> ast.Item:
    """`name! { … }`, `macro_rules! name { … }`."""
    tree = head.tree
    name = b.ident(tree[4]) if isinstance(tree[4], int) else no_name(b, tree)
    no_visibility(b, head, "a macro")
    return ast.MacroItem(b.span(tree), head.attributes, head.visibility, name, path(b, tree[3]), b.delimited(tree[-1]))
