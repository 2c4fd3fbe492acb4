"""Helpers of the syntax tests."""

from __future__ import annotations

from pathlib import Path

from kernelc.frontend import ast, syntax
from kernelc.frontend.diagnostics import Diagnostics, render_all
from kernelc.frontend.source import Source

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CORPUS = sorted([*(HERE / "corpus").glob("*.rs"), *(ROOT / "kernels").glob("*.rs"), *(ROOT / "kernelc" / "core").glob("*.rs")])


def parse(text: str, path: str = "test.rs") -> syntax.SyntaxTree:
    """The syntax tree of a text without errors."""
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source(path, text), diagnostics)
    assert tree is not None, render_all(diagnostics)
    syntax.build_bodies(tree.items)
    assert not len(diagnostics), render_all(diagnostics)
    return tree


def codes(text: str) -> list[str]:
    """The codes that are reported when everything in a text is built."""
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source("test.rs", text), diagnostics)
    if tree is not None:
        syntax.build_bodies(tree.items)
    return [each.code for each in diagnostics]


def body(text: str) -> ast.Block:
    """The body of `fn f() { text }`."""
    function = parse(f"fn f() {{ {text} }}").items[0]
    assert isinstance(function, ast.Fn) and function.body is not None
    return function.body


def expression(text: str) -> ast.Expr:
    """The value of `fn f() { let _ = text; }`."""
    statement = body(f"let _ = {text};").statements[0]
    assert isinstance(statement, ast.LetStatement) and statement.value is not None
    return statement.value


def shape(node: object) -> str:
    """An expression with every grouping written as parentheses, names and operators as they are."""
    match node:
        case ast.Binary():
            return f"({shape(node.lhs)} {node.op} {shape(node.rhs)})"
        case ast.Unary():
            return f"({node.op}{shape(node.operand)})"
        case ast.Borrow():
            words = ("raw " if node.is_raw else "") + ("mut " if node.is_mutable else "const " if node.is_raw else "")
            return f"(&{words}{shape(node.operand)})"
        case ast.Assign():
            return f"({shape(node.place)} = {shape(node.value)})"
        case ast.CompoundAssign():
            return f"({shape(node.place)} {node.op}= {shape(node.value)})"
        case ast.Cast():
            return f"({shape(node.value)} as {node.type.span.text})"
        case ast.Call():
            return f"{shape(node.callee)}({', '.join(map(shape, node.args))})"
        case ast.MethodCall():
            return f"({shape(node.receiver)}).{node.name.name}({', '.join(map(shape, node.args))})"
        case ast.FieldExpr():
            return f"({shape(node.base)}).{node.name.name}"
        case ast.Index():
            return f"({shape(node.base)})[{shape(node.index)}]"
        case ast.Try():
            return f"({shape(node.value)})?"
        case ast.Range():
            start, end = ("" if each is None else shape(each) for each in (node.start, node.end))
            return f"({start}{'..=' if node.is_inclusive else '..'}{end})"
        case ast.Closure():
            return f"(|{', '.join(each.span.text for each in node.params)}| {shape(node.body)})"
        case ast.Return():
            return f"(return{'' if node.value is None else ' ' + shape(node.value)})"
        case ast.Break():
            return f"(break{'' if node.value is None else ' ' + shape(node.value)})"
        case ast.Let():
            return f"(let {node.pattern.span.text} = {shape(node.value)})"
        case ast.If():
            return f"if {shape(node.condition)} {{…}}"
        case ast.TupleExpr():
            return f"({', '.join(map(shape, node.elements))},)"
        case ast.Block():
            return "{…}"
        case ast.Match():
            return f"match {shape(node.value)} {{…}}"
        case ast.Loop():
            return "loop {…}"
    assert isinstance(node, ast.Node)
    return node.span.text
