"""Types read from the tokens of a line of textual MIR, and the faults that reading may meet."""
from __future__ import annotations

from .types import SCALARS, SPACES, Type, array, ptr, tuple_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Tokens: TypeAlias = list[str]

_DEEPEST_TYPE = 40
_LARGEST_TYPE = 1 << 62


class MirError(Exception):
    """A fault in textual MIR. `line` and `column` count from 1; `message` says what was expected."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message, self.line, self.column = message, line, column


class Fault(Exception):
    """A fault at token `index` of the line at hand."""

    def __init__(self, message: str, index: int) -> None:
        self.message, self.index = message, index


def expected(what: str, t: Tokens, i: int) -> Fault:
    """The fault that something else stands at token `i`."""
    return Fault(f"expected {what}, found {t[i] or 'the end of the line'}", i)


def parse_type(t: Tokens, i: int, depth: int = 0) -> tuple[Type, int]:
    """A type and the index after it; nesting is limited, so the recursion is."""
    found = SCALARS.get(t[i])
    if found is not None:
        return found, i + 1
    if depth > _DEEPEST_TYPE:
        raise Fault("types are nested too deeply", i)
    kind = t[i]
    if kind not in ("ptr", "array", "tuple"):
        raise expected("a type", t, i)
    i = _sign(t, i + 1, "<")
    if kind == "tuple":
        return _tuple_type(t, i, depth)
    elem, i = parse_type(t, i, depth + 1)
    i = _sign(t, i, ",")
    word = t[i]
    if kind == "ptr":
        if word not in SPACES:
            raise expected("an address space", t, i)
        return ptr(elem, word), _sign(t, i + 1, ">")
    if not (word.isascii() and word.isdigit() and len(word) < 20) or elem.size * int(word) > _LARGEST_TYPE:
        raise expected("a count of elements", t, i)
    return array(elem, int(word)), _sign(t, i + 1, ">")


def _tuple_type(t: Tokens, i: int, depth: int) -> tuple[Type, int]:
    fields: list[Type] = []
    while t[i] != ">":
        if fields:
            i = _sign(t, i, ",")
        field, i = parse_type(t, i, depth + 1)
        fields.append(field)
    return tuple_of(tuple(fields)), i + 1


def _sign(t: Tokens, i: int, text: str) -> int:
    if t[i] != text:
        raise expected(text, t, i)
    return i + 1
