"""Expressions: one function per construct, found by the node's class. Each takes the checker, the node and the expected type (a hint, or None)."""

from __future__ import annotations

from .. import ast, hir
from ..infer import FLOAT, INTEGER
from ..lang import RANGES
from ..ty import (
    BOOL,
    CHAR,
    ERROR,
    FLOAT_BITS,
    INTEGER_BITS,
    NEVER,
    PRIMITIVES,
    STR,
    U8,
    USIZE,
    Ty,
    array_of,
    const_value,
    make,
    ref_to,
    slice_of,
    tuple_of,
)
from . import calls, control, operators, paths, places
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Check = Callable[[Checker, Any, Ty | None], hir.Node]


def check(c: Checker, node: ast.Expr, expected: Ty | None = None) -> hir.Node:
    """A place or value; an expression of type `!` makes what follows unreachable."""
    found = CHECKS[type(node)](c, node, expected)
    if found.ty is NEVER:
        c.diverges = True
    return found


def value(c: Checker, node: ast.Expr, expected: Ty | None = None) -> hir.Value:
    """The value of an expression."""
    return c.as_value(check(c, node, expected))


def coerced(c: Checker, node: ast.Expr, expected: Ty) -> hir.Value:
    """The value of an expression at a coercion site."""
    found = check(c, node, expected)
    return c.coerce(c.as_value(found), expected, node.span)


# ----------------------------------------------------------------------------------------------------------------------- literals


def literal(c: Checker, node: ast.Literal, expected: Ty | None) -> hir.Node:
    """A literal."""
    return LITERALS[node.kind](c, node, expected)


def integer(c: Checker, node: ast.Literal, expected: Ty | None) -> hir.Node:
    """An integer literal: its suffix, or what is expected, or an integer variable."""
    if node.suffix in FLOAT_BITS:
        return c.node(hir.Constant, PRIMITIVES[node.suffix], node.span, str(node.value))
    ty = PRIMITIVES[node.suffix] if node.suffix in INTEGER_BITS else literal_type(c, node, expected, INTEGER)
    made = c.node(hir.Constant, ty, node.span, node.value)
    c.finals.append(lambda: check_range(c, made, False))
    return made


def literal_type(c: Checker, node: ast.Literal, expected: Ty | None, kind: str) -> Ty:
    """The type of a literal without suffix."""
    if expected is not None:
        ty = c.table.shallow(expected)
        if (ty.is_integer if kind == INTEGER else ty.kind == "float") or c.table.kind_of(ty) == kind:
            return ty
    return c.fresh(node.span, kind)


def check_range(c: Checker, made: hir.Constant, negated: bool) -> None:
    """Reports an integer literal that its type cannot hold (rustc's lint `overflowing_literals`)."""
    ty = made.ty
    if not ty.is_integer or not isinstance(made.value, int):
        return
    bits = INTEGER_BITS[ty.data]
    limit = 1 << (bits - 1) if ty.kind == "int" else 1 << bits
    if made.value < limit + (1 if negated and ty.kind == "int" else 0) or made.value < 0:
        return
    low, high = (-limit, limit - 1) if ty.kind == "int" else (0, limit - 1)
    note = f"the literal `{made.span.text}` does not fit into the type `{ty}` whose range is `{low}..={high}`"
    c.error("K1120", made.span, f"literal out of range for `{ty}`", "", [note])


def floating(c: Checker, node: ast.Literal, expected: Ty | None) -> hir.Node:
    """A float literal."""
    ty = PRIMITIVES[node.suffix] if node.suffix in FLOAT_BITS else literal_type(c, node, expected, FLOAT)
    made = c.node(hir.Constant, ty, node.span, str(node.value))
    c.finals.append(lambda: check_float_range(c, made))
    return made


def check_float_range(c: Checker, made: hir.Constant) -> None:
    """Reports a float literal that rounds to infinity."""
    largest = {"f16": 65520.0, "bf16": 3.3961775292304601e38, "f32": 3.4028235677973366e38}.get(str(made.ty.data))
    number = float(made.value)
    if number == float("inf") or largest is not None and number >= largest:
        note = f"the literal `{made.span.text}` does not fit into the type `{made.ty}` and will be converted to `{made.ty}::INFINITY`"
        c.error("K1120", made.span, f"literal out of range for `{made.ty}`", "", [note])


def plain(ty: Ty) -> Check:
    """A literal whose type is fixed."""

    def rule(c: Checker, node: ast.Expr, expected: Ty | None) -> hir.Node:
        assert isinstance(node, ast.Literal)
        return c.node(hir.Constant, ty, node.span, node.value)

    return rule


def byte_string(c: Checker, node: ast.Literal, expected: Ty | None) -> hir.Node:
    """`b"…"`: a reference to an array of bytes; only messages can use it yet."""
    return c.node(hir.Constant, ref_to(array_of(U8, const_value(len(node.value)))), node.span, node.value)


LITERALS: dict[str, Callable[[Checker, ast.Literal, Ty | None], hir.Node]] = {
    "int": integer,
    "float": floating,
    "bool": plain(BOOL),
    "char": plain(CHAR),
    "str": plain(ref_to(STR)),
    "byte": plain(U8),
    "byte_str": byte_string,
    "c_str": byte_string,
}


# --------------------------------------------------------------------------------------------------------------------- aggregates


def tuple_expr(c: Checker, node: ast.TupleExpr, expected: Ty | None) -> hir.Node:
    """`(a, b)`."""
    hints: tuple[Ty | None, ...] = (None,) * len(node.elements)
    if expected is not None:
        ty = c.shallow(expected)
        if ty.kind == "tuple" and len(ty.args) == len(node.elements):
            hints = ty.args
    elements: list[hir.Value] = []
    for element, hint in zip(node.elements, hints, strict=True):
        found = value(c, element, hint)
        elements.append(c.try_coerce(found, hint, element.span) or found if hint is not None else found)
    return c.node(hir.Tuple, tuple_of([e.ty for e in elements]), node.span, elements)


def element_hint(c: Checker, expected: Ty | None) -> Ty | None:
    """The element type of an expected array or slice."""
    ty = c.shallow(expected) if expected is not None else None
    return ty.target if ty is not None and ty.kind in ("array", "slice") else None


def array(c: Checker, node: ast.ArrayExpr, expected: Ty | None) -> hir.Node:
    """`[a, b]`."""
    element = element_hint(c, expected) or c.fresh(node.span)
    elements = [coerced(c, e, element) for e in node.elements]
    return c.node(hir.Array, array_of(element, const_value(len(elements))), node.span, elements)


def repeat(c: Checker, node: ast.RepeatExpr, expected: Ty | None) -> hir.Node:
    """`[value; n]`: the value must be `Copy` (or a constant)."""
    element = element_hint(c, expected) or c.fresh(node.span)
    found = coerced(c, node.value, element)
    length = c.scope.const_arg(node.count, USIZE)
    made = c.node(hir.Repeat, array_of(element, length), node.span, found)

    def final() -> None:
        ty = made.ty.target
        if ty is not ERROR and not c.selector.is_copy(ty, node.span) and made.ty.args[1].data not in (0, 1):
            c.error(
                "K0277",
                node.value.span,
                f"the trait bound `{ty}: Copy` is not satisfied",
                f"the trait `Copy` is not implemented for `{ty}`",
            )

    c.finals.append(final)
    return made


def range_expr(c: Checker, node: ast.Range, expected: Ty | None) -> hir.Node:
    """`a..b` and its kin: structs of the core library."""
    name = RANGES[node.start is not None, node.end is not None, node.is_inclusive]
    adt = c.program.lang(name)
    if adt is None:
        c.error("K1108", node.span, f"`{name}` values are not supported yet", "range used as a value")
        return c.failed(node.span)
    element = c.fresh(node.span)
    hint = c.shallow(expected) if expected is not None else None
    if hint is not None and hint.kind == "adt" and hint.data is adt:
        element = hint.args[0] if hint.args else element
    members: list[tuple[int, hir.Value]] = []
    for part in (node.start, node.end):
        if part is not None:
            members.append((len(members), coerced(c, part, element)))
    if node.is_inclusive and node.start is not None:
        members.append((2, c.node(hir.Constant, BOOL, node.span, False)))
    return c.node(hir.Struct, make("adt", adt, (element,) if members else ()), node.span, adt, 0, members, None)


# ------------------------------------------------------------------------------------------------------------------------- others


def borrow(c: Checker, node: ast.Borrow, expected: Ty | None) -> hir.Node:
    """`&x`, `&mut x`, `&raw const x`."""
    hint: Ty | None = None
    if expected is not None:
        ty = c.shallow(expected)
        if ty.kind in ("ref", "ptr"):
            hint = c.shallow(ty.target)
            if hint.kind in ("slice", "str"):  # `&[1, 2]` may become a slice only after it was an array
                hint = slice_of(hint.target) if hint.kind == "slice" else None
    found = check(c, node.operand, hint)
    if found.ty is NEVER:
        return found
    place = c.as_place(found)
    made = c.borrow(place, node.is_mutable, node.span)
    if node.is_raw:
        return c.node(hir.AddressOf, make("ptr", node.is_mutable, (place.ty,)), node.span, place, node.is_mutable, True)
    return made


def refused(c: Checker, node: ast.OtherExpr, expected: Ty | None) -> hir.Node:
    """An expression that the language does not have."""
    if node.what:
        c.error("K1103" if "await" in node.what else "K1105", node.span, f"{node.what} is not in the kernel language")
    return c.failed(node.span)


def underscore(c: Checker, node: ast.Underscore, expected: Ty | None) -> hir.Node:
    """`_` where a value is expected."""
    c.error(
        "K1010", node.span, "in expressions, `_` can only be used on the left-hand side of an assignment", "`_` not allowed here"
    )
    return c.failed(node.span)


def later(module: str, name: str) -> Check:
    """The rule of that name in a module that is read when the first such expression is met."""

    def rule(c: Checker, node: ast.Expr, expected: Ty | None) -> hir.Node:
        found: Check = getattr(__import__(f"{__package__}.{module}", fromlist=[name]), name)
        return found(c, node, expected)

    return rule


CHECKS: dict[type[ast.Node], Check] = {
    ast.Literal: literal,
    ast.PathExpr: paths.path_expr,
    ast.Unary: operators.unary,
    ast.Borrow: borrow,
    ast.Binary: operators.binary,
    ast.Assign: operators.assign,
    ast.CompoundAssign: operators.compound_assign,
    ast.Cast: operators.cast,
    ast.Call: calls.call,
    ast.MethodCall: calls.method_call,
    ast.FieldExpr: places.field,
    ast.Index: places.index,
    ast.Range: range_expr,
    ast.Block: control.block,
    ast.Let: later("matches", "let_condition"),
    ast.If: control.if_expr,
    ast.While: control.while_expr,
    ast.Loop: control.loop,
    ast.For: control.for_expr,
    ast.Match: later("matches", "match"),
    ast.Return: control.return_expr,
    ast.Break: control.break_expr,
    ast.Continue: control.continue_expr,
    ast.Closure: later("closures", "closure"),
    ast.StructExpr: paths.struct_expr,
    ast.TupleExpr: tuple_expr,
    ast.ArrayExpr: array,
    ast.RepeatExpr: repeat,
    ast.MacroCall: later("macros", "macro_call"),
    ast.Try: later("attempts", "try_expr"),
    ast.Underscore: underscore,
    ast.OtherExpr: refused,
}
