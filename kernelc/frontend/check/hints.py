"""What to write instead, for a type mismatch, where it is certain."""

from __future__ import annotations

from ..infer import INTEGER
from ..ty import INTEGER_BITS, Ty
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostics import Help
    from ..source import Span


def mismatch_help(c: Checker, expected: Ty, found: Ty, span: Span) -> Help | None:
    """A conversion, a reference, a dereference or a float literal; None where nothing is certain."""
    text = span.text
    if expected.kind == "float" and c.table.kind_of(found) == INTEGER and text.isdigit():
        return ("use a float literal", span, f"{text}.0")
    if expected.is_numeric and found.is_numeric and "\n" not in text:
        return (
            ("convert it; the value may change", span, f"{parenthesised(text)} as {expected}")
            if not lossless(expected, found)
            else ("convert it", span, f"{parenthesised(text)} as {expected}")
        )
    if expected.kind == "ref" and c.table.can_unify(expected.target, found):
        return ("consider borrowing here", span, f"&{'mut ' if expected.data else ''}{text}")
    if found.kind == "ref" and c.table.can_unify(found.target, expected) and c.selector.is_copy(expected, span):
        return ("consider dereferencing the borrow", span, f"*{text}")
    return None


def parenthesised(text: str) -> str:
    """The text as an operand of `as`."""
    return text if text.replace("_", "").replace(".", "").replace("(", "").replace(")", "").isalnum() else f"({text})"


def lossless(expected: Ty, found: Ty) -> bool:
    """Whether every value of an integer type keeps its value in the other."""
    if not expected.is_integer or not found.is_integer:
        return False
    wider = INTEGER_BITS[expected.data] > INTEGER_BITS[found.data]
    return (
        wider
        and (expected.kind == found.kind or found.kind == "uint")
        or INTEGER_BITS[expected.data] == INTEGER_BITS[found.data]
        and expected.kind == found.kind
    )
