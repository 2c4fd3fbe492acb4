"""After building, a parser's tuple is a node of `ast.py`; what the grammar accepts too freely has been refused.

`Builder` holds what every builder function needs: the tokens, spans, names, attributes, and the dispatch. The functions
are registered by the kind of tuple they turn into a node, in one table per place (`tree_expressions.py`, `tree_types.py`,
`tree_patterns.py`, `tree_items.py`); `STRUCTURAL` lists the kinds that only occur inside others.
"""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from kernelc.frontend.configuration import Configuration
    from kernelc.frontend.diagnostics import Diagnostics, Help, Label
    from kernelc.frontend.driver import Tables, Tree
    from kernelc.frontend.lexer import Tokens
    from kernelc.frontend.source import Source

    Make = Callable[["Builder", Tree], Any]
    F = TypeVar("F", bound=Make)

# The deepest tree of tuples that is built: hand-written code stays below 50. A walk over the syntax tree may recurse, so kinds
# that cost it more frames than an operator does weigh more.
NESTING_LIMIT = 256
MAX_WEIGHT = 8
WEIGHTS = {
    "call": 2, "method_call": 2, "tuple": 2, "array": 2, "index": 2, "struct_lit": 2, "closure": 2, "tuple_pat": 2, "slice_pat": 2,
    "tuple_struct_pat": 2, "ref_type": 2, "tuple_type": 2, "use_tree": 4, "mod_item": 8, "impl_item": 8, "trait_item": 8, "fn_item": 8,
}  # fmt: skip

EXPRESSIONS: dict[str, Make] = {}
TYPES: dict[str, Make] = {}
PATTERNS: dict[str, Make] = {}
ITEMS: dict[str, Make] = {}
STATEMENTS: dict[str, Make] = {}
STRUCTURAL = frozenset([
    "start", "macro_args", "match_args", "attr", "inner_attr", "attributed", "delim_paren", "delim_bracket", "delim_brace", "tt",
    "vis", "vis_item", "fn_quals", "fn_qual", "param", "variadic", "self_param", "ret", "named_fields", "tuple_fields",
    "field_decl", "tuple_field", "variant", "use_tree", "simple_path", "seg", "impl_head", "neg_impl_head", "generics",
    "lifetime_param", "type_param", "const_param", "gp_name", "binder", "where", "where_pred", "bounds", "bound_path",
    "use_bound", "use_cap", "generic_args", "assoc_eq", "assoc_bound", "qself", "tpath_part", "named_type", "field_pat",
    "field_init", "base", "arm", "arm_head", "last_arm", "label", "closure_kw", "closure_params", "closure_param",
])  # fmt: skip

# Attributes that may stand before a statement, expression, arm, field or parameter and mean nothing to code generation.
SILENT_ATTRIBUTES = frozenset([
    "allow", "warn", "deny", "forbid", "expect", "doc", "inline", "rustfmt", "clippy", "must_use", "cold", "deprecated",
    "unused_must_use", "default", "non_exhaustive", "diagnostic", "automatically_derived",
])  # fmt: skip


# Words that no program may use as a name, though nothing begins with them yet.
RESERVED = frozenset([
    "abstract", "become", "box", "do", "final", "gen", "macro", "override", "priv", "try", "typeof", "unsized", "virtual",
    "yield",
])  # fmt: skip


def registrar(table: dict[str, Make]) -> Callable[..., Callable[[F], F]]:
    """A decorator that enters a function into `table` for some kinds."""

    def register(*kinds: str) -> Callable[[F], F]:
        def enter(function: F) -> F:
            for kind in kinds:
                assert table.setdefault(kind, function) is function, kind
            return function

        return enter

    return register


expression = registrar(EXPRESSIONS)
type_ = registrar(TYPES)
pattern = registrar(PATTERNS)
item = registrar(ITEMS)
statement = registrar(STATEMENTS)


class Builder:
    """Turns the tuples of one file into nodes."""

    __slots__ = (
        "configuration",
        "diagnostics",
        "ends",
        "is_library",
        "kind_names",
        "kinds",
        "source",
        "starts",
        "table",
        "text",
        "tokens",
    )

    def __init__(
        self, table: Tables, source: Source, tokens: Tokens, diagnostics: Diagnostics, configuration: Configuration
    ) -> None:
        self.table = table
        self.kind_names = table.kinds
        self.source = source
        self.text = source.text
        self.tokens = tokens
        self.kinds = tokens.kinds
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.diagnostics = diagnostics
        self.configuration = configuration
        self.is_library = False  # of the core library: signatures are built when asked for, intrinsics have no body

    # ------------------------------------------------------------------ tokens and spans

    def kind(self, tree: Tree | int) -> str:
        """The kind of a tuple; "" for a token."""
        return "" if tree.__class__ is int else self.kind_names[tree[0]]  # type: ignore[index]

    def token_text(self, index: int) -> str:
        """The text of a token."""
        return self.text[self.starts[index] : self.ends[index]]

    def between(self, first: int, end: int) -> str:
        """The text from token `first` to the token before `end`, blanks and all."""
        return self.text[self.starts[first] : self.ends[end - 1]] if end > first else ""

    def token_span(self, index: int) -> Span:
        """The span of a token."""
        return Span(self.source, self.starts[index], self.ends[index])

    def range_span(self, first: int, end: int) -> Span:
        """The span from token `first` to the token before `end`; an empty range is the place before `first`."""
        if end > first:
            return Span(self.source, self.starts[first], self.ends[end - 1])
        at = self.starts[first] if first < len(self.starts) else len(self.text)
        return Span(self.source, at, at)

    def span(self, tree: Tree | int) -> Span:
        """The span of a tuple or token."""
        if tree.__class__ is int:
            return self.token_span(tree)
        return self.range_span(tree[1], tree[2])  # type: ignore[index]

    def error(
        self,
        code: str,
        where: Tree | int | Span,
        message: str,
        label: str = "",
        help: Help | None = None,
        secondary: tuple[Label, ...] = (),
    ) -> None:
        """Report an error at a tuple, token or span."""
        span = where if isinstance(where, Span) else self.span(where)
        self.diagnostics.error(code, span, message, label=label, help=help, secondary=secondary)

    # ------------------------------------------------------------------ dispatch

    def expr(self, tree: Tree) -> ast.Expr:
        """An expression."""
        return EXPRESSIONS[self.kind_names[tree[0]]](self, tree)  # type: ignore[no-any-return]

    def exprs(self, trees: tuple[Tree, ...]) -> list[ast.Expr]:
        """The expressions of a list, without those that a `cfg` attribute removes."""
        return [self.expr(tree) for tree in self.present(trees)]

    def type(self, tree: Tree) -> ast.Type:
        """A type."""
        return TYPES[self.kind_names[tree[0]]](self, tree)  # type: ignore[no-any-return]

    def pattern(self, tree: Tree) -> ast.Pattern:
        """A pattern."""
        return PATTERNS[self.kind_names[tree[0]]](self, tree)  # type: ignore[no-any-return]

    # ------------------------------------------------------------------ names

    def ident(self, index: int) -> ast.Ident:
        """A name, without `r#`."""
        return ast.Ident(self.token_span(index), self.name(index))

    def name(self, index: int) -> str:
        """The text of a name, without `r#`."""
        text = self.token_text(index)
        if text.startswith("r#"):
            text = text[2:]
            if text in ("self", "Self", "super", "crate", "_"):
                self.error("K1021", index, f"`{text}` cannot be a raw identifier")
        elif text in RESERVED:
            self.error(
                "K1021",
                index,
                f"`{text}` is reserved",
                "a reserved word",
                (f"write `r#{text}`", self.token_span(index), f"r#{text}"),
            )
        return text

    def lifetime(self, index: int) -> ast.Lifetime:
        """A lifetime or label."""
        return ast.Lifetime(self.token_span(index), self.token_text(index))

    # ------------------------------------------------------------------ attributes

    def attribute(self, tree: Tree) -> ast.Attribute:
        """`#[path…]`; what follows `=` is a token tree with the delimiter "="."""
        first = tree[1] + (3 if self.token_text(tree[1] + 1) == "!" else 2)
        return self.attribute_of(first, tree[2] - 1, self.span(tree))

    def attribute_of(self, at: int, end: int, span: Span) -> ast.Attribute:
        """The attribute whose tokens are those from `at` to the one before `end`; `unsafe(no_mangle)` is `no_mangle`."""
        if at + 1 < end and self.token_text(at) == "unsafe" and self.token_text(at + 1) == "(":
            at, end = at + 2, end - 1
        path: list[str] = []
        while at < end and (not path or self.token_text(at) == "::"):
            at += bool(path)
            path.append(self.token_text(at))
            at += 1
        rest = None
        if at < end:
            opening = self.token_text(at)
            rest = self.token_tree(at + 1, end if opening == "=" else end - 1, opening)
        return ast.Attribute(span, tuple(path) or ("",), rest)

    def attributes(self, tree: Tree) -> tuple[list[ast.Attribute], Tree]:
        """Strip `attributed` layers: the attributes, outermost first, and what they stand before; `cfg_attr` is resolved."""
        found = []
        while self.kind_names[tree[0]] == "attributed":
            made = self.attribute(tree[3])
            found.extend([made] if made.path != ("cfg_attr",) else self.configuration.resolved(self, made))
            tree = tree[4]
        return found, tree

    def present(self, trees: tuple[Any, ...]) -> Iterator[Tree]:
        """The elements of a list that `cfg` leaves in, without their attributes; others than silent ones are refused."""
        for tree in trees:
            if tree.__class__ is int or self.kind_names[tree[0]] != "attributed":
                yield tree
                continue
            attributes, inner = self.attributes(tree)
            if self.enabled(attributes):
                self.only_silent(attributes)
                yield inner

    def enabled(self, attributes: list[ast.Attribute]) -> bool:
        """Whether the `cfg` attributes hold."""
        return all(self.configuration.holds(self, each) for each in attributes if each.path == ("cfg",))

    def only_silent(self, attributes: list[ast.Attribute], allowed: tuple[str, ...] = ()) -> None:
        """Refuse attributes that have a meaning but cannot have one here."""
        for each in attributes:
            name = each.path[0]
            if name not in SILENT_ATTRIBUTES and name != "cfg" and name not in allowed:
                self.error("K1107", each.span, f"attribute `{'::'.join(each.path)}` has no meaning here")

    def token_tree(self, first: int, end: int, delimiter: str) -> ast.TokenTree:
        """The tokens from `first` to the one before `end`, and the way back to this builder (`syntax.parse_macro_args`)."""
        span = self.range_span(first, end)
        node = ast.TokenTree(span, first, end, delimiter)
        node.__dict__["builder"] = self
        return node

    def delimited(self, tree: Tree) -> ast.TokenTree:
        """The token tree of a `delim_…` tuple."""
        return self.token_tree(tree[1] + 1, tree[2] - 1, self.token_text(tree[1]))

    # ------------------------------------------------------------------ nesting

    def too_deep(self, tree: Tree) -> bool:
        """Whether the tree is nested beyond NESTING_LIMIT; then that is reported where the limit is passed.

        Bodies of functions inside are left out: they are checked when they are built.
        """
        level, depth = [tree], 0
        while level and depth * MAX_WEIGHT <= NESTING_LIMIT:
            depth += 1
            level = [child for each in level for child in self.walked(each)]
        return bool(level) and self.passes_limit(tree)

    def walked(self, tree: Tree) -> list[Tree]:
        """The tuples inside one that are built together with it."""
        children = [child for child in tree[3:] if child.__class__ is tuple]
        if self.kind_names[tree[0]] == "fn_item":
            children = [child for child in children if self.kind_names[child[0]] != "block"]
        return children

    def passes_limit(self, tree: Tree) -> bool:
        """The same by weighted depth, for the few trees that are deep."""
        pending = [(tree, 0)]
        while pending:
            each, depth = pending.pop()
            depth += WEIGHTS.get(self.kind_names[each[0]], 1)
            if depth > NESTING_LIMIT:
                self.error(
                    "K1035",
                    self.token_span(each[1]),
                    f"nested too deeply: the limit is {NESTING_LIMIT} levels",
                    label="this level is one too many",
                    help="split the code with `let` or into functions",
                )
                return True
            pending.extend([(child, depth) for child in self.walked(each)])
        return False
