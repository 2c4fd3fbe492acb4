"""After building, expressions are nodes of `ast.py`; parentheses leave none. Blocks, loops and `match` are in `tree_blocks.py`."""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.literals import decode
from kernelc.frontend.source import Span
from kernelc.frontend.tree_builder import expression
from kernelc.frontend.tree_types import generic_args, path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.driver import Tree
    from kernelc.frontend.tree_builder import Builder

LABELLED = ("labeled_block", "loop", "while", "for")


# ---------------------------------------------------------------------------------------------- operands


@expression("literal")
def literal(b: Builder, tree: Tree) -> ast.Expr:
    """A literal; faults inside it are reported where they stand."""
    start = b.starts[tree[1]]

    def report(code: str, first: int, end: int, message: str) -> None:
        b.error(code, Span(b.source, start + first, start + end), message)

    kind, value, suffix = decode(b.token_text(tree[1]), report)
    return ast.Literal(b.span(tree), kind, value, suffix)


@expression("neg_literal")
def negated(b: Builder, tree: Tree) -> ast.Expr:
    """`-1` in a pattern or generic argument."""
    operand = b.expr(tree[3])
    if isinstance(operand, ast.Literal) and operand.kind not in ("int", "float"):
        b.error("K1010", tree, "only a number can be negated here")
    return ast.Unary(b.span(tree), "-", operand)


@expression("path_expr")
def path_expression(b: Builder, tree: Tree) -> ast.Expr:
    """A name or path."""
    return ast.PathExpr(b.span(tree), path(b, tree))


@expression("paren")
def paren(b: Builder, tree: Tree) -> ast.Expr:
    """`(e)` is `e` with the parentheses in its span, as rustc's HIR has it."""
    inner = b.expr(tree[3])
    inner.span = b.span(tree)
    return inner


@expression("tuple")
def tuple_(b: Builder, tree: Tree) -> ast.Expr:
    """`(a, b)`, `()`."""
    return ast.TupleExpr(b.span(tree), b.exprs(tree[3:]))


@expression("array")
def array(b: Builder, tree: Tree) -> ast.Expr:
    """`[a, b]`."""
    return ast.ArrayExpr(b.span(tree), b.exprs(tree[3:]))


@expression("array_repeat")
def repeat(b: Builder, tree: Tree) -> ast.Expr:
    """`[value; count]`."""
    return ast.RepeatExpr(b.span(tree), b.expr(tree[3]), b.expr(tree[4]))


@expression("underscore_expr")
def underscore(b: Builder, tree: Tree) -> ast.Expr:
    """`_` on the left of `=`."""
    return ast.Underscore(b.span(tree))


@expression("macro_call", "macro_brace")
def macro_call(b: Builder, tree: Tree) -> ast.Expr:
    """`name!(…)`: the tokens stay as they are."""
    return ast.MacroCall(b.span(tree), path(b, tree[3]), b.delimited(tree[4]))


@expression("struct_lit")
def struct(b: Builder, tree: Tree) -> ast.Expr:
    """`S { a: 1, b, ..base }`; the base comes last and without a comma."""
    members: list[ast.FieldInit] = []
    base: ast.Expr | None = None
    ended = False
    for part in b.present(tree[4:]):
        if ended:
            b.error("K1039", part, "nothing follows `..` in a struct literal", help="move `..` and what follows it to the end")
        if b.kind(part) == "base":
            ended = True
            base = struct_base(b, part)
        else:
            name = b.ident(part[3])
            members.append(ast.FieldInit(b.span(part), name, field_value(b, part, name)))
    if ended and b.token_text(tree[2] - 2) == "," and b.kind(tree[-1]) == "base":
        b.error(
            "K1039",
            tree[2] - 2,
            "no comma follows the base of a struct literal",
            help=("remove it", b.token_span(tree[2] - 2), ""),
        )
    return ast.StructExpr(b.span(tree), path(b, tree[3]), members, base)


def struct_base(b: Builder, part: Tree) -> ast.Expr | None:
    """`..base`; `..` alone is for the left of an assignment."""
    if len(part) == 3:
        return ast.Underscore(b.span(part))
    return b.expr(part[3])


def field_value(b: Builder, part: Tree, name: ast.Ident) -> ast.Expr:
    """The value of a field; the shorthand `a` stands for `a: a`."""
    if len(part) > 4:
        return b.expr(part[4])
    segment = ast.PathSegment(name.span, name, None)
    return ast.PathExpr(name.span, ast.Path(name.span, False, None, [segment]))


# ---------------------------------------------------------------------------------------------- operators


def operator(b: Builder, left: Tree, right: Tree) -> tuple[str, Span]:
    """The operator between two operands, as text and span."""
    first, end = left[2], right[1]
    return b.between(first, end), b.range_span(first, end)


@expression("and", "or", "cmp", "bitor", "bitxor", "bitand", "shl", "shr", "binary")
def binary(b: Builder, tree: Tree) -> ast.Expr:
    """`a op b`."""
    left, right = tree[3], tree[-1]
    sign, span = operator(b, left, right)
    return ast.Binary(b.span(tree), sign, span, b.expr(left), b.expr(right))


@expression("assign")
def assign(b: Builder, tree: Tree) -> ast.Expr:
    """`place = value`."""
    return ast.Assign(b.span(tree), b.expr(tree[3]), b.expr(tree[4]))


@expression("op_assign", "shr_assign")
def operator_assign(b: Builder, tree: Tree) -> ast.Expr:
    """`place op= value`."""
    left, right = tree[3], tree[-1]
    sign, span = operator(b, left, right)
    return ast.CompoundAssign(b.span(tree), sign[:-1], span, b.expr(left), b.expr(right))


@expression("unary")
def unary(b: Builder, tree: Tree) -> ast.Expr:
    """`-x`, `!x`, `*x`, and borrows."""
    sign = b.token_text(tree[3])
    operand = b.expr(tree[-1])
    if sign[0] != "&":
        return ast.Unary(b.span(tree), sign, operand)
    words = [b.token_text(each) for each in tree[4:-1]]
    span = b.span(tree)
    if sign == "&":
        return ast.Borrow(span, "mut" in words, "raw" in words, operand)
    inner = ast.Borrow(Span(b.source, span.start + 1, span.end), "mut" in words, "raw" in words, operand)
    return ast.Borrow(span, False, False, inner)


@expression("cast")
def cast(b: Builder, tree: Tree) -> ast.Expr:
    """`value as Type`."""
    return ast.Cast(b.span(tree), b.expr(tree[3]), b.type(tree[4]))


@expression("range")
def range_(b: Builder, tree: Tree) -> ast.Expr:
    """`a..b`, `a..=b`, `a..`, `..b`, `..`."""
    at = next(index for index, child in enumerate(tree) if index > 2 and isinstance(child, int))
    start = b.expr(tree[3]) if at == 4 else None
    end = b.expr(tree[at + 1]) if len(tree) > at + 1 else None
    return ast.Range(b.span(tree), start, end, b.token_text(tree[at]) == "..=")


@expression("let_cond")
def misplaced_let(b: Builder, tree: Tree) -> ast.Expr:
    """`let` anywhere but in a condition."""
    message = "`let` stands only in the condition of `if` and `while` and in guards, joined with `&&`"
    b.error("K1036", tree, message, help="use `matches!(value, pattern)` for a bool")
    return ast.Let(b.span(tree), b.pattern(tree[3]), b.expr(tree[4]))


# ---------------------------------------------------------------------------------------------- what follows an operand


@expression("call")
def call(b: Builder, tree: Tree) -> ast.Expr:
    """`callee(args)`."""
    return ast.Call(b.span(tree), b.expr(tree[3]), b.exprs(tree[4:]))


@expression("method_call")
def method_call(b: Builder, tree: Tree) -> ast.Expr:
    """`receiver.name::<…>(args)`."""
    args = tree[5:]
    generic = None
    if args and b.kind(args[0]) == "generic_args":
        generic, args = generic_args(b, args[0]), args[1:]
    return ast.MethodCall(b.span(tree), b.expr(tree[3]), b.ident(tree[4]), generic, b.exprs(args))


@expression("field", "tuple_field_expr")
def field(b: Builder, tree: Tree) -> ast.Expr:
    """`base.name`, `base.0`."""
    text = b.token_text(tree[4])
    if text[0].isdigit() and not (text.isdigit() and (text == "0" or text[0] != "0")):
        b.error("K1032", tree[4], f"`{text}` is no index of a tuple; it is a plain number without suffix or leading zero")
    return ast.FieldExpr(b.span(tree), b.expr(tree[3]), b.ident(tree[4]))


@expression("index")
def index(b: Builder, tree: Tree) -> ast.Expr:
    """`base[index]`."""
    return ast.Index(b.span(tree), b.expr(tree[3]), b.expr(tree[4]), b.range_span(tree[3][2], tree[2]))


@expression("try")
def try_(b: Builder, tree: Tree) -> ast.Expr:
    """`value?`."""
    return ast.Try(b.span(tree), b.expr(tree[3]))


@expression("await")
def await_(b: Builder, tree: Tree) -> ast.Expr:
    """`.await` is not in the language."""
    return ast.OtherExpr(b.span(tree), "await")


# ---------------------------------------------------------------------------------------------- jumps and closures


def label_of(b: Builder, parts: tuple[Tree | int, ...]) -> ast.Lifetime | None:
    """The label that a jump names."""
    return b.lifetime(parts[0]) if parts and isinstance(parts[0], int) else None


@expression("return")
def return_(b: Builder, tree: Tree) -> ast.Expr:
    """`return value`."""
    return ast.Return(b.span(tree), b.expr(tree[3]) if len(tree) > 3 else None)


@expression("break")
def break_(b: Builder, tree: Tree) -> ast.Expr:
    """`break 'label value`."""
    value = tree[-1] if len(tree) > 3 and isinstance(tree[-1], tuple) else None
    if value is not None and b.kind(value) in LABELLED and b.token_text(value[1]).startswith("'"):
        b.error("K1040", value, "a labelled loop after `break` needs parentheses")
    return ast.Break(b.span(tree), label_of(b, tree[3:]), b.expr(value) if value is not None else None)


@expression("continue")
def continue_(b: Builder, tree: Tree) -> ast.Expr:
    """`continue 'label`."""
    return ast.Continue(b.span(tree), label_of(b, tree[3:]))


@expression("closure")
def closure(b: Builder, tree: Tree) -> ast.Expr:
    """`move |params| -> result body`."""
    words: list[str] = []
    parts = list(tree[3:])
    if b.kind(parts[0]) == "closure_kw":
        words = [b.token_text(each) for each in parts.pop(0)[3:] if isinstance(each, int)]
    if "async" in words:
        return ast.OtherExpr(b.span(tree), "async closure")
    params = [closure_param(b, each) for each in b.present(parts[0][3:]) if isinstance(each, tuple)]
    result = b.type(parts[1]) if len(parts) > 2 else None
    return ast.Closure(b.span(tree), "move" in words, params, result, b.expr(parts[-1]))


def closure_param(b: Builder, tree: Tree) -> ast.Param:
    """`pattern: Type`, the type left out or not."""
    return ast.Param(b.span(tree), b.pattern(tree[3]), b.type(tree[4]) if len(tree) > 4 else None)
