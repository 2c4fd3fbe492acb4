"""After building, patterns are nodes of `ast.py`; a bare name is a `BindPattern`, whatever it turns out to be."""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.source import Span
from kernelc.frontend.tree_builder import pattern
from kernelc.frontend.tree_types import path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.driver import Tree
    from kernelc.frontend.tree_builder import Builder


@pattern("wild_pat")
def wild(b: Builder, tree: Tree) -> ast.Pattern:
    """`_`."""
    return ast.WildPattern(b.span(tree))


@pattern("rest_pat")
def rest(b: Builder, tree: Tree) -> ast.Pattern:
    """`..` outside a list of patterns (lists take theirs by themselves)."""
    b.error(
        "K1039", tree, "`..` stands only in tuple, slice and struct patterns", help="write `_` for a value that is not needed"
    )
    return ast.WildPattern(b.span(tree))


@pattern("literal", "neg_literal")
def literal(b: Builder, tree: Tree) -> ast.Pattern:
    """A literal or negated number."""
    return ast.LiteralPattern(b.span(tree), b.expr(tree))


@pattern("path_expr")
def name(b: Builder, tree: Tree) -> ast.Pattern:
    """A bare name, or a path to a constant or variant."""
    parts = tree[3:]
    if len(parts) == 1 and b.kind(parts[0]) == "seg" and tree[2] == tree[1] + 1:
        text = b.token_text(tree[1])
        if text not in ("self", "Self", "super", "crate"):
            return ast.BindPattern(b.span(tree), b.ident(tree[1]), False, False, None)
        if text != "Self":
            b.error("K1021", tree, f"keyword `{text}` cannot be a pattern")
    return ast.PathPattern(b.span(tree), path(b, tree))


@pattern("range_from_pat", "range_pat", "range_to_pat")
def range_(b: Builder, tree: Tree) -> ast.Pattern:
    """`a..`, `a..=b`, `a..b`, `..=b`."""
    kind = b.kind(tree)
    sign = b.token_text(tree[1] if kind == "range_to_pat" else tree[3][2])
    if sign == "...":
        b.error(
            "K1010", tree[3][2], "range patterns are written with `..=`", help=("write `..=`", b.token_span(tree[3][2]), "..=")
        )
    start = None if kind == "range_to_pat" else b.expr(tree[3])
    end = None if kind == "range_from_pat" else b.expr(tree[-1])
    return ast.RangePattern(b.span(tree), start, end, sign != "..")


@pattern("bind_pat", "mut_bind")
def binding(b: Builder, tree: Tree) -> ast.Pattern:
    """`ref mut name @ pattern`."""
    children = tree[3:]
    sub = children[-1] if isinstance(children[-1], tuple) else None
    *modifiers, ident = [each for each in children if isinstance(each, int)]
    words = [b.token_text(each) for each in modifiers]
    inner = None if sub is None else b.pattern(sub)
    return ast.BindPattern(b.span(tree), b.ident(ident), "ref" in words, "mut" in words, inner)


@pattern("ref_pat")
def reference(b: Builder, tree: Tree) -> ast.Pattern:
    """`&p`, `&mut p`."""
    return ast.RefPattern(b.span(tree), len(tree) > 4, b.pattern(tree[-1]))


@pattern("ref_ref_pat")
def double_reference(b: Builder, tree: Tree) -> ast.Pattern:
    """`&&p`: one token, two references."""
    inner = ast.RefPattern(Span(b.source, b.starts[tree[1]] + 1, b.ends[tree[2] - 1]), len(tree) > 4, b.pattern(tree[-1]))
    return ast.RefPattern(b.span(tree), False, inner)


def patterns(b: Builder, trees: tuple[Tree, ...], what: str) -> list[ast.Pattern]:
    """The patterns of a list, at most one of them `..` or `name @ ..`."""
    found: list[ast.Pattern] = []
    rests = 0
    for tree in trees:
        sub = tree[-1] if b.kind(tree) in ("bind_pat", "mut_bind") else tree
        is_rest = isinstance(sub, tuple) and b.kind(sub) == "rest_pat"
        rests += is_rest
        if is_rest and rests == 2:
            b.error("K1039", sub, f"`..` stands only once in a {what} pattern", label="the second one")
        if not is_rest:
            found.append(b.pattern(tree))
        elif sub is tree:
            found.append(ast.RestPattern(b.span(tree)))
        else:
            found.append(rest_binding(b, tree, what))
    return found


def rest_binding(b: Builder, tree: Tree, what: str) -> ast.Pattern:
    """`name @ ..`, allowed in slice patterns."""
    if what != "slice":
        b.error("K1039", tree, f"`name @ ..` stands only in slice patterns, not in a {what} pattern")
    *modifiers, ident = [each for each in tree[3:] if isinstance(each, int)]
    words = [b.token_text(each) for each in modifiers]
    return ast.BindPattern(b.span(tree), b.ident(ident), "ref" in words, "mut" in words, ast.RestPattern(b.span(tree[-1])))


@pattern("tuple_struct_pat")
def tuple_struct(b: Builder, tree: Tree) -> ast.Pattern:
    """`Some(x)`."""
    return ast.TupleStructPattern(b.span(tree), path(b, tree[3]), patterns(b, tree[4:], "tuple struct"))


@pattern("tuple_pat")
def tuple_(b: Builder, tree: Tree) -> ast.Pattern:
    """`(a, b)`."""
    return ast.TuplePattern(b.span(tree), patterns(b, tree[3:], "tuple"))


@pattern("paren_pat")
def paren(b: Builder, tree: Tree) -> ast.Pattern:
    """`(p)` is `p`; `(..)` is a tuple pattern."""
    if b.kind(tree[3]) == "rest_pat":
        return ast.TuplePattern(b.span(tree), [ast.RestPattern(b.span(tree[3]))])
    return b.pattern(tree[3])


@pattern("slice_pat")
def slice_(b: Builder, tree: Tree) -> ast.Pattern:
    """`[a, .., b]`."""
    return ast.SlicePattern(b.span(tree), patterns(b, tree[3:], "slice"))


@pattern("or_pat")
def alternatives(b: Builder, tree: Tree) -> ast.Pattern:
    """`a | b`."""
    return ast.OrPattern(b.span(tree), [b.pattern(each) for each in tree[3:]])


@pattern("struct_pat")
def struct(b: Builder, tree: Tree) -> ast.Pattern:
    """`S { a, b: p, .. }`; `..` comes last and without a comma."""
    members: list[ast.FieldPattern] = []
    has_rest = False
    for part in b.present(tree[4:]):
        if has_rest:
            b.error("K1039", part, "nothing follows `..` in a struct pattern", help="move `..` to the end")
        if b.kind(part) == "rest_pat":
            has_rest = True
        else:
            members.append(member(b, part))
    if has_rest and b.kind(tree[-1]) == "rest_pat" and b.token_text(tree[2] - 2) == ",":
        b.error(
            "K1039", tree[2] - 2, "no comma follows `..` in a struct pattern", help=("remove it", b.token_span(tree[2] - 2), "")
        )
    return ast.StructPattern(b.span(tree), path(b, tree[3]), members, has_rest)


def member(b: Builder, tree: Tree) -> ast.FieldPattern:
    """`name: pattern`, or the shorthand `ref mut name`."""
    if isinstance(tree[-1], tuple):
        return ast.FieldPattern(b.span(tree), b.ident(tree[3]), b.pattern(tree[-1]))
    *modifiers, ident = tree[3:]
    words = [b.token_text(each) for each in modifiers]
    bound = ast.BindPattern(b.span(tree), b.ident(ident), "ref" in words, "mut" in words, None)
    return ast.FieldPattern(b.span(tree), b.ident(ident), bound)


@pattern("macro_pat", "const_block")
def other(b: Builder, tree: Tree) -> ast.Pattern:
    """Patterns that the language does not have."""
    return ast.OtherPattern(b.span(tree), "macro" if b.kind(tree) == "macro_pat" else "const block")
