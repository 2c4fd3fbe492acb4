"""`gpu_printf!`: after it is checked its format string is C's, with a conversion for the type of each value.

| in the format string | prints |
|---|---|
| `{}`, `{:?}` | by the type: integers and `bool` in decimal, floats with six digits after the point, pointers in hexadecimal, literal strings |
| `{:x}` `{:X}` `{:o}` `{:c}` `{:e}` `{:g}` `{:.2f}` … | as C's conversion of that letter |
| `{:8}` `{:-8}` `{:<8}` `{:08}` `{:+}` `{: }` `{:#x}` `{:.3}` `{:*}` | C's flags, width and precision; `*` takes it from an argument before the value |
"""

from __future__ import annotations

import re

from .. import ast, hir
from ..ty import I32, INTEGER_BITS, STR, ref_to
from .checker import Checker
from .macros import arguments, behind, placeholders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span
    from ..ty import Ty

_STYLE = re.compile(r"(?P<align>[<>]?)(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?P<precision>(?:\.(?:\*|\d*))?)(?P<letter>[a-zA-Z?]?)")
LETTERS = {"int": "diouxXc", "uint": "udioxXc", "float": "fFeEgGaA", "bool": "di", "ptr": "p", "text": "s"}
"""The conversions of each kind of value; the first is meant where none is written."""
MOST_VALUES = 32


def gpu_printf(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`gpu_printf!("format", values…)`: the number of values."""
    from .expressions import coerced, value

    args = arguments(c, node)
    if args is None:
        return c.failed(node.span)
    first = args[0] if args else None
    if not isinstance(first, ast.Literal) or first.kind != "str":
        c.error("K1126", node.span if first is None else first.span, "format argument must be a string literal", "", help='write `"{}"` before it')
        return c.failed(node.span)
    if c.is_const:
        c.error("K0015", node.span, "cannot print in constants", "")
    text = str(first.value)
    if "\0" in text:
        c.error("K1126", first.span, "a format string ends at its first NUL, which stands inside of this one", "")
    pieces: list[str | Printed] = []
    for piece in placeholders(c, text, args[1:], first.span, stars=True) or ():
        if isinstance(piece, str):
            pieces.append(piece[:1])
            continue
        *stars, last = piece[0]
        widths = [coerced(c, each, I32) for each in stars]
        pieces.append(Printed(piece[1], widths, behind(c, value(c, last), last.span), last.span))
    made = c.node(hir.Print, I32, node.span, "", [])
    c.finals.append(lambda: finish(c, made, pieces))
    return made


class Printed:
    """A value, the values of its `*`s, and what stands behind the colon."""

    __slots__ = ("span", "style", "value", "widths")

    def __init__(self, style: str, widths: list[hir.Value], value: hir.Value, span: Span) -> None:
        self.style, self.widths, self.value, self.span = style, widths, value, span

    @property
    def kind(self) -> str:
        """What kind of value it is, as `LETTERS` names them; empty for one that cannot be printed."""
        ty = self.value.ty
        if ty is ref_to(STR):
            return "text" if isinstance(self.value, hir.Constant) else ""
        return ty.kind if ty.kind in LETTERS and INTEGER_BITS.get(ty.data, 0) <= 64 else ""


def finish(c: Checker, node: hir.Print, pieces: list[str | Printed]) -> None:
    """Writes the format and the operands, now that types are known."""
    out = []
    for piece in pieces:
        out.append(piece.replace("%", "%%") if isinstance(piece, str) else conversion(c, node, piece))
    node.format = "".join(out)
    if len(node.operands) > MOST_VALUES:
        c.error("K1126", node.span, f"one call prints at most {MOST_VALUES} values, here are {len(node.operands)}", "")


def conversion(c: Checker, node: hir.Print, piece: Printed) -> str:
    """C's conversion of a value, which becomes an operand; the text itself of a literal."""
    ty, kind = piece.value.ty, piece.kind
    found = _STYLE.fullmatch(piece.style)
    letter = found["letter"].replace("?", "") if found else ""
    if not kind:
        if ty.kind not in ("error", "never"):
            c.error("K1126", piece.span, f"values of type `{ty}` cannot be printed", "numbers of at most 64 bits, `bool`, pointers and literal strings can")
        return ""
    if found is None or (letter and letter not in LETTERS[kind]) or ("#" in found["flags"] and letter not in tuple("oxXeEfFgGaA")):
        c.error("K1126", piece.span, f"a value of type `{ty}` has no format `{{:{piece.style}}}`", "", help=f"letters for it are {' '.join(LETTERS[kind])}")
        return ""
    flags = found["flags"] + ("-" if found["align"] == "<" else "")
    if isinstance(piece.value, hir.Constant) and kind == "text":
        return ("%" + flags + found["width"] + found["precision"] + "s").replace("*", "") % str(piece.value.value).replace("%", "%%")
    node.operands += [*piece.widths, piece.value]
    long = "ll" if INTEGER_BITS.get(ty.data) == 64 else ""
    return f"%{flags}{found['width']}{found['precision']}{long}{letter or LETTERS[kind][0]}"
