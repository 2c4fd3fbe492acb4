"""After `parse_file`, a file is a `SyntaxTree`: its tokens, its tree of tuples, and its items, made into nodes when asked for.

The whole file is parsed, always, and every syntax error in it is reported. Nodes are made lazily: `stubs` lists what a file
holds (kind, name, attributes, visibility) without building anything; `items` builds the items with their signatures; the
body of a function is built when `Fn.body` is first read. Constructs that the grammar accepts too freely are refused then.
"""

from __future__ import annotations

from kernelc.frontend import ast, driver
from kernelc.frontend import tree_patterns as _patterns  # noqa: F401  registers its builders
from kernelc.frontend.configuration import DEVICE, Configuration
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.tree_blocks import condition
from kernelc.frontend.tree_builder import EXPRESSIONS, ITEMS, PATTERNS, STATEMENTS, STRUCTURAL, TYPES, Builder
from kernelc.frontend.tree_items import BUILDERS, Head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.driver import Tree
    from kernelc.frontend.lexer import Tokens
    from kernelc.frontend.source import Source, Span


class ItemStub:
    """An item before it is built: `kind` is the grammar's ("fn_item", "struct_item", …), `name` is "" for items without."""

    __slots__ = ("_attributes", "_builder", "_item", "_tree", "kind", "name")

    def __init__(self, builder: Builder, tree: Tree) -> None:
        self._builder = builder
        self._tree = tree
        self._item: ast.Item | None = None
        self._attributes: list[ast.Attribute] | None = None
        inner = tree
        while builder.kind(inner) in ("attributed", "vis_item"):
            inner = inner[4]
        self.kind = builder.kind(inner)
        self.name = item_name(builder, inner)

    @property
    def span(self) -> Span:
        """The item with its attributes."""
        return self._builder.span(self._tree)

    @property
    def attributes(self) -> list[ast.Attribute]:
        """The attributes before the item."""
        found = self._attributes
        if found is None:
            found = self._attributes = self._builder.attributes(self._tree)[0]
        return found

    @property
    def visibility(self) -> ast.Visibility:
        """What stands before the item's keyword."""
        return Head(self._builder, self._tree).visibility

    @property
    def items(self) -> list[ItemStub]:
        """The items of an inline module that `cfg` leaves in."""
        inner = Head(self._builder, self._tree).tree
        return list_items(self._builder, inner[4:]) if self.kind == "mod_item" else []

    def build(self) -> ast.Item:
        """The item as a node, built once."""
        if self._item is None:
            self._item = build_checked(self._builder, self._tree)
        return self._item

    def __repr__(self) -> str:
        return f"ItemStub({self.kind}, {self.name!r})"


class SyntaxTree:
    """A parsed file. `inner_attributes` are those of the file itself (`#![…]`)."""

    __slots__ = ("_items", "builder", "inner_attributes", "source", "stubs", "tokens", "tree")

    def __init__(self, builder: Builder, tree: Tree) -> None:
        self.source: Source = builder.source
        self.tokens: Tokens = builder.tokens
        self.tree = tree
        self.builder = builder
        self.inner_attributes = [builder.attribute(each) for each in tree[3:] if builder.kind(each) == "inner_attr"]
        self.stubs = list_items(builder, tree[3:])
        self._items: list[ast.Item] | None = None

    @property
    def items(self) -> list[ast.Item]:
        """The items that `cfg` leaves in, built with their signatures."""
        found = self._items
        if found is None:
            found = self._items = [stub.build() for stub in self.stubs]
        return found


def parse_file(source: Source, diagnostics: Diagnostics, configuration: Configuration = DEVICE) -> SyntaxTree | None:
    """Parse a file; all its syntax errors are reported, and then the answer is None."""
    table = driver.tables()
    tokens = table.lex(source.text)
    tokens.add(table.end, len(source.text), len(source.text))
    if not tokens.faults:
        try:
            tree, _ = driver.parse(table, tokens.kinds)
        except driver.SyntaxFault:
            pass
        else:
            if len(tokens.kinds) == 1:
                diagnostics.error("K1005", source.span(0, 0), f"`{source.path}` holds no items", help="write a function")
            return SyntaxTree(Builder(table, source, tokens, diagnostics, configuration), tree)
    from kernelc.frontend.recovery import parse_with_recovery

    found = parse_with_recovery(table, source, tokens, diagnostics)
    if found is not None:
        collected = Diagnostics()
        build_sound_parts(Builder(table, source, tokens, collected, configuration), found)
        diagnostics.extend(each for each in collected if is_syntax_code(each.code))
    return None


PLACES = {"mod_item": "mod", "impl_item": "impl", "trait_item": "trait", "extern_block": "extern", "block": "block"}


def build_sound_parts(b: Builder, tree: Tree) -> None:
    """Build the items and statements without made-up or faulty tokens, so that what the builders refuse is reported with the faults."""
    made_up, count = [0], 0
    faulty = {fault[1] for fault in b.tokens.faults}
    for start, end in zip(b.starts, b.ends):
        count += start == end or start in faulty
        made_up.append(count)
    pending = [(tree, "mod")]
    while pending:
        each, place = pending.pop()
        inner = each
        while b.kind(inner) in ("attributed", "vis_item"):
            inner = inner[4]
        kind = b.kind(inner)
        sound = made_up[each[1]] == made_up[each[2]]
        if sound and kind in BUILDERS:
            build_bodies([build_checked(b, each, place)])
        elif sound and kind in STATEMENTS:
            if not b.too_deep(each):
                STATEMENTS[kind](b, each)
        else:
            pending.extend((child, PLACES.get(kind, place)) for child in inner[3:] if child.__class__ is tuple)


def build_bodies(items: list[ast.Item]) -> None:
    """Build every function body in these items and in the items inside them."""
    pending = list(items)
    while pending:
        item = pending.pop()
        if isinstance(item, ast.Fn):
            body = item.body
            pending.extend(each.item for each in (body.statements if body else ()) if isinstance(each, ast.ItemStatement))
        elif isinstance(item, ast.Mod | ast.Impl | ast.Trait):
            pending.extend(item.items or [])


def is_syntax_code(code: str) -> bool:
    """Whether a code is of a syntax error (and not of a meaning that unreached code may have)."""
    return "K1010" <= code <= "K1048" or code in (
        "K0449",
        "K0747",
        "K0748",
        "K0758",
        "K0762",
        "K0763",
        "K0765",
        "K0766",
        "K0768",
        "K0586",
    )


def stored_tree(source: Source, diagnostics: Diagnostics, tokens: Tokens, tree: Tree) -> SyntaxTree:
    """The syntax tree of a file that was lexed and parsed beforehand."""
    return SyntaxTree(Builder(driver.tables(), source, tokens, diagnostics, DEVICE), tree)


def list_items(builder: Builder, trees: tuple[Tree, ...]) -> list[ItemStub]:
    """Stubs of the items that `cfg` leaves in."""
    stubs = [ItemStub(builder, tree) for tree in trees if builder.kind(tree) != "inner_attr"]
    return [
        stub for stub in stubs if stub._tree[0] != builder.table.kind_numbers["attributed"] or builder.enabled(stub.attributes)
    ]


def item_name(builder: Builder, tree: Tree) -> str:
    """The name of an item, "" if it has none: the token after its keyword."""
    kind = builder.kind(tree)
    if kind in ("impl_item", "use_item", "extern_block", "extern_crate"):
        return ""
    if kind == "macro_item":
        return builder.name(tree[4]) if isinstance(tree[4], int) else ""
    names = [each for each in tree[3:] if isinstance(each, int)]
    return builder.name(names[-1])


def build_checked(builder: Builder, tree: Tree, place: str = "mod") -> ast.Item:
    """Build an item unless it is nested too deeply (the body of a function is checked when it is built)."""
    head = Head(builder, tree, place)
    if not builder.is_library and builder.too_deep(head.tree):
        span = builder.span(tree)
        return ast.OtherItem(span, head.attributes, head.visibility, ast.Ident(span, ""), "item nested too deeply")
    return BUILDERS[builder.kind(head.tree)](builder, head)


# ---------------------------------------------------------------------------------------------- token trees


def parse_macro_args(tree: ast.TokenTree) -> list[ast.Expr] | None:
    """The tokens of a macro call or attribute as expressions separated by commas; None after reporting a syntax error."""
    parsed = parse_tokens(tree, "macro_args")
    if parsed is None:
        return None
    builder: Builder = tree.__dict__["builder"]
    return builder.exprs(parsed[3:])


def parse_match_args(tree: ast.TokenTree) -> tuple[ast.Expr, ast.Pattern, ast.Expr | None] | None:
    """The tokens of `matches!(value, pattern if guard)`; None after reporting a syntax error."""
    parsed = parse_tokens(tree, "match_args")
    if parsed is None:
        return None
    builder: Builder = tree.__dict__["builder"]
    guard = condition(builder, parsed[5]) if len(parsed) > 5 else None
    return builder.expr(parsed[3]), builder.pattern(parsed[4]), guard


def parse_tokens(tree: ast.TokenTree, start: str) -> Tree | None:
    """The tokens of a token tree parsed by one of the grammar's start rules."""
    builder: Builder = tree.__dict__["builder"]
    table = builder.table
    own = {at: builder.kinds[at] for at in range(tree.first, tree.end)}  # not the tokens of the whole file, for each of its macros
    own[tree.end] = table.end
    try:
        parsed, _ = driver.parse(table, own, start, tree.first)
    except driver.SyntaxFault as fault:
        from kernelc.frontend.recovery import report_fault

        kinds = [*builder.kinds[: tree.end], table.end]
        report_fault(table, builder.source, builder.tokens, kinds, fault, start, tree.first, builder.diagnostics)
        return None
    return None if builder.too_deep(parsed) else parsed


def tokens_of(tree: ast.TokenTree) -> list[tuple[str, Span]]:
    """The tokens of a token tree as (text, span), for macros with a syntax of their own."""
    builder: Builder = tree.__dict__["builder"]
    return [(builder.token_text(at), builder.token_span(at)) for at in range(tree.first, tree.end)]


def unbuilt_kinds(table: driver.Tables) -> tuple[list[str], list[str]]:
    """(Kinds of the grammar without a builder, builders without a kind): both are empty, a test checks."""
    known = {*EXPRESSIONS, *TYPES, *PATTERNS, *ITEMS, *STATEMENTS, *STRUCTURAL}
    return sorted(set(table.kinds) - known), sorted(known - set(table.kinds))
