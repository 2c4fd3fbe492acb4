"""After building, blocks, loops, conditions, `match` and statements are nodes of `ast.py`."""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.source import Span
from kernelc.frontend.tree_builder import ITEMS, STATEMENTS, expression, statement
from kernelc.frontend.tree_expressions import operator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.driver import Tree
    from kernelc.frontend.tree_builder import Builder


# ---------------------------------------------------------------------------------------------- blocks


@expression("block")
def plain_block(b: Builder, tree: Tree) -> ast.Expr:
    """`{ … }`."""
    return block(b, tree)


def block(b: Builder, tree: Tree, kind: str = "", label: ast.Lifetime | None = None, whole: Tree | None = None) -> ast.Block:
    """A block; a block-like expression that ends it without `;` is its value."""
    statements: list[ast.Statement] = []
    value: ast.Expr | None = None
    last = len(tree) - 1
    for at in range(3, len(tree)):
        each = tree[at]
        attributes, inner = b.attributes(each)
        name = b.kind(inner)
        if name == "inner_attr":
            b.only_silent([b.attribute(inner)])
        elif attributes and not b.enabled(attributes):
            continue
        elif name in STATEMENTS:
            made = STATEMENTS[name](b, each)
            if made is None:
                end_statement(statements)
                continue
            if at == last and name == "block_stmt":
                value = made.value
                continue
            if name == "block_stmt":
                made.has_semicolon = at < last and b.kind(tree[at + 1]) == "empty"
            statements.append(made)
        elif name in ITEMS:
            statements.append(ast.ItemStatement(b.span(each), ITEMS[name](b, each)))
        else:
            value = with_attributes(b, inner, attributes)
    return ast.Block(b.span(whole or tree), kind, label, statements, value, b.token_span(tree[2] - 1))


def end_statement(statements: list[ast.Statement]) -> None:
    """The `;` behind `if … { … }` and its like: the value of the statement before it is dropped."""
    if statements and isinstance(statements[-1], ast.ExprStatement):
        statements[-1].has_semicolon = True


def with_attributes(b: Builder, tree: Tree, attributes: list[ast.Attribute]) -> ast.Expr:
    """An expression with attributes before it: `for` and `while` keep theirs, on others only silent ones may stand."""
    made = b.expr(tree)
    if isinstance(made, ast.For | ast.While):
        b.only_silent(attributes, ("unroll",))
        made.attributes = [*attributes, *made.attributes]
    else:
        b.only_silent(attributes)
    return made


@expression("unsafe_block", "const_block", "async_block", "try_block")
def block_with_keyword(b: Builder, tree: Tree) -> ast.Expr:
    """`unsafe { … }` and its like."""
    return block(b, tree[-1], b.kind(tree).removesuffix("_block"), None, tree)


@expression("labeled_block")
def labelled_block(b: Builder, tree: Tree) -> ast.Expr:
    """`'a: { … }`."""
    return block(b, tree[4], "", b.lifetime(tree[3][3]), tree)


@expression("if_expr")
def if_(b: Builder, tree: Tree) -> ast.Expr:
    """`if condition { … } else …`."""
    otherwise = b.expr(tree[5]) if len(tree) > 5 else None
    return ast.If(b.span(tree), condition(b, tree[3]), block(b, tree[4]), otherwise)


def label_first(b: Builder, tree: Tree) -> tuple[ast.Lifetime | None, tuple[Tree, ...]]:
    """The label of a loop and the rest of its children."""
    if b.kind(tree[3]) == "label":
        return b.lifetime(tree[3][3]), tree[4:]
    return None, tree[3:]


@expression("while")
def while_(b: Builder, tree: Tree) -> ast.Expr:
    """`while condition { … }`."""
    label, (test, body) = label_first(b, tree)
    return ast.While(b.span(tree), [], label, condition(b, test), block(b, body))


@expression("loop")
def loop(b: Builder, tree: Tree) -> ast.Expr:
    """`loop { … }`."""
    label, (body,) = label_first(b, tree)
    return ast.Loop(b.span(tree), label, block(b, body))


@expression("for")
def for_(b: Builder, tree: Tree) -> ast.Expr:
    """`for pattern in iterable { … }`."""
    label, (variable, iterable, body) = label_first(b, tree)
    return ast.For(b.span(tree), [], label, b.pattern(variable), b.expr(iterable), block(b, body))


@expression("match")
def match(b: Builder, tree: Tree) -> ast.Expr:
    """`match value { arms }`."""
    arms = []
    for part in tree[4:]:
        if b.kind(part) == "inner_attr":
            b.only_silent([b.attribute(part)])
        elif (made := arm(b, part)) is not None:
            arms.append(made)
    return ast.Match(b.span(tree), b.expr(tree[3]), arms)


def arm(b: Builder, tree: Tree) -> ast.Arm | None:
    """`pattern if guard => body`; None if `cfg` removes it."""
    head = list(tree[3][3:])
    attributes = []
    while b.kind(head[0]) == "attr":
        attributes.append(b.attribute(head.pop(0)))
    if not b.enabled(attributes):
        return None
    b.only_silent(attributes)
    guard = condition(b, head[1]) if len(head) > 1 else None
    return ast.Arm(b.span(tree), b.pattern(head[0]), guard, b.expr(tree[4]))


@expression("attributed")
def attributed(b: Builder, tree: Tree) -> ast.Expr:
    """An attribute before an expression that cannot be left out."""
    attributes, inner = b.attributes(tree)
    if not b.enabled(attributes):
        b.error("K1107", tree[3], "`cfg` cannot remove an expression from here")
    return with_attributes(b, inner, attributes)


# ---------------------------------------------------------------------------------------------- statements


@statement("empty")
def empty(b: Builder, tree: Tree) -> None:
    """A lone `;`, which must not follow an attribute."""
    attributes, _ = b.attributes(tree)
    if attributes:
        b.error("K1041", attributes[-1].span, "an attribute needs something to apply to", label="nothing follows it")


@statement("let_stmt")
def let(b: Builder, tree: Tree) -> ast.Statement:
    """`let pattern: type = value else { … };`."""
    attributes, tree = b.attributes(tree)
    b.only_silent(attributes)
    bound, *rest = tree[3:]
    if b.kind(bound) == "or_pat":
        b.error(
            "K1040",
            bound,
            "alternatives after `let` need parentheses",
            help=("add them", b.span(bound), f"({b.span(bound).text})"),
        )
    declared = b.type(rest.pop(0)) if rest and b.token_text(bound[2]) == ":" else None
    value = b.expr(rest[0]) if rest else None
    otherwise = let_else(b, rest[0], rest[1]) if len(rest) > 1 else None
    return ast.LetStatement(b.span(tree), b.pattern(bound), declared, value, otherwise)


def let_else(b: Builder, value: Tree, otherwise: Tree) -> ast.Block:
    """The block after `else`; a value that readers would take for the condition of an `if` needs parentheses."""
    if b.kind(value) in ("and", "or") or b.token_text(value[2] - 1) == "}":
        b.error(
            "K1040",
            value,
            "this value before `else` needs parentheses",
            help=("add them", b.span(value), f"({b.span(value).text})"),
        )
    return block(b, otherwise)


@statement("expr_stmt", "block_stmt")
def expression_statement(b: Builder, tree: Tree) -> ast.Statement:
    """An expression as a statement."""
    attributes, tree = b.attributes(tree)
    return ast.ExprStatement(b.span(tree), with_attributes(b, tree[3], attributes), b.kind(tree) == "expr_stmt")


# ---------------------------------------------------------------------------------------------- conditions


def condition(b: Builder, tree: Tree) -> ast.Expr:
    """The condition of `if`, `while` or a guard: here `let` may stand, at the ends of `&&`."""
    kind = b.kind(tree)
    if kind == "let_cond":
        return ast.Let(b.span(tree), b.pattern(tree[3]), b.expr(tree[4]))
    if kind == "and":
        sign, span = operator(b, tree[3], tree[4])
        return ast.Binary(b.span(tree), sign, span, condition(b, tree[3]), condition(b, tree[4]))
    if kind == "assign":
        span = b.range_span(tree[3][2], tree[4][1])
        b.error(
            "K1019",
            tree,
            "expected a condition, found an assignment",
            help=("to compare, write `==`", Span(span.source, span.end, span.end), "="),
        )
    if kind == "or" and has_let(b, tree):
        b.error("K1036", b.range_span(tree[3][2], tree[4][1]), "`||` cannot join `let` conditions", label="only `&&` can")
        return ast.Literal(b.span(tree), "bool", True, "")
    return b.expr(tree)


def has_let(b: Builder, tree: Tree) -> bool:
    """Whether a `let` is joined by `||` and `&&` here."""
    pending = [tree]
    while pending:
        each = pending.pop()
        kind = b.kind(each)
        if kind == "let_cond":
            return True
        if kind in ("or", "and"):
            pending.extend(each[3:])
    return False
