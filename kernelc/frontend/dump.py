"""Stages of the front end as text, for `--emit tokens,ast,hir`: one line a token or node, indented by depth; deterministic."""

from __future__ import annotations

from . import ast, hir
from .ty import Ty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .defs import FnDef
    from .program import Program
    from .source import Span
    from .syntax import SyntaxTree

INDENT = "  "


def show_tokens(tree: SyntaxTree) -> str:
    """A line per token: line:column, kind, text."""
    table, tokens, source = tree.builder.table, tree.tokens, tree.source
    out: list[str] = []
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
        if kind != table.end:
            line, column = source.position(start)
            out.append(f"{line}:{column}\t{table.terminals[kind]}\t{source.text[start:end]}")
    return "\n".join(out) + "\n"


def show_tree(tree: SyntaxTree) -> str:
    """The items of a file with their bodies."""
    out: list[str] = []
    work: list[tuple[str, object, int]] = [("", item, 0) for item in reversed(tree.items)]
    while work:
        label, node, depth = work.pop()
        children: list[tuple[str, object, int]] = []
        out.append(INDENT * depth + label + head_of(node, depth, children))
        work.extend(reversed(children))
    return "\n".join(out) + "\n"


def head_of(node: object, depth: int, children: list[tuple[str, object, int]]) -> str:
    """The line of a node; what needs lines of its own goes to `children`."""
    if not isinstance(node, ast.Node):
        return repr(node)
    simple: list[str] = []
    for name in node.fields:
        value = node.body if name == "make_body" and isinstance(node, ast.Fn) else node.__dict__[name]
        label = "body: " if name == "make_body" else f"{name}: "
        if name == "span" or value is None or value == [] or value == () or value == "":
            continue
        if isinstance(value, ast.Ident | ast.Lifetime):
            simple.append(f"{label}{value.name}")
        elif isinstance(value, ast.Node):
            children.append((label, value, depth + 1))
        elif isinstance(value, list):
            children.extend([(f"{name}[{k}]: ", each, depth + 1) for k, each in enumerate(value)])
        else:
            simple.append(f"{label}{value!r}")
    line, column = node.span.source.position(node.span.start)
    shown = f" {', '.join(simple)}" if simple else ""
    return f"{type(node).__name__}{shown} @{line}:{column}"


# ---------------------------------------------------------------------------------------------------------------------------- HIR


def show_bodies(program: Program, functions: list[FnDef]) -> str:
    """The checked bodies, each under its signature."""
    out: list[str] = []
    for fn in functions:
        body = program.body(fn)
        if body is not None:
            params = ", ".join([f"{v!r}: {v.ty}" for v in body.params])
            out.append(f"fn {fn.path}({params}) -> {body.result}")
            show_value(body.value, 1, "", out)
            out.append("")
    return "\n".join(out)


def show_value(root: object, depth: int, label: str, out: list[str]) -> None:
    """A value, place, pattern or statement with its parts."""
    work: list[tuple[object, int, str]] = [(root, depth, label)]
    while work:
        node, level, name = work.pop()
        children: list[tuple[object, int, str]] = []
        out.append(INDENT * level + name + line_of(node, level, children))
        work.extend(reversed(children))


def line_of(node: object, level: int, children: list[tuple[object, int, str]]) -> str:
    """The line of one HIR node."""
    fields = parts_of(node)
    simple: list[str] = []
    for name, value in fields:
        if is_compound(value):
            children.append((value, level + 1, f"{name}: "))
        elif isinstance(value, list | tuple) and any(is_compound(v) or isinstance(v, tuple) for v in value):
            for k, each in enumerate(value):
                index, part = each if isinstance(each, tuple) else (k, each)
                children.append((part, level + 1, f"{name}[{index}]: "))
        elif value is not None and value is not False and value not in ([], ()):
            simple.append(name if value is True else f"{name}={plain(value)}")
    head = type(node).__name__ + (f" {' '.join(simple)}" if simple else "")
    return head + (f": {node.ty}" if isinstance(node, hir.Node) else "") + position(node)


def parts_of(node: object) -> list[tuple[str, object]]:
    """Names and values of what a node holds, without type and span."""
    names = node.fields if isinstance(node, hir.Node) else type(node).__slots__  # type: ignore[attr-defined]
    if isinstance(node, hir.Closure):
        return [("form", node.definition.form), ("captures", node.captures), ("body", node.definition.value)]
    return [(name, getattr(node, name)) for name in names if name not in ("ty", "span")]


def is_compound(value: object) -> bool:
    """Whether a part gets lines of its own."""
    return isinstance(value, hir.Node | hir.Arm | hir.Let | hir.Evaluate)


def plain(value: object) -> str:
    """A part as text."""
    if isinstance(value, hir.Jump):
        return value.label or f"loop@{value.span.line}"
    if isinstance(value, tuple) and value and isinstance(value[0], Ty):
        return f"<{', '.join(map(str, value))}>"
    return str(getattr(value, "path", value))


def position(node: object) -> str:
    """Where a node stands."""
    span: Span | None = getattr(node, "span", None)
    return f" @{span.line}:{span.column}" if span is not None else ""
