"""Types read from the tokens of a line of textual MIR, and the faults that reading may meet."""
from __future__ import annotations

from .types import SCALARS, SPACES, Type, array, ptr, tuple_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Tokens: TypeAlias = list[str]

_DEEPEST_TYPE = 1000
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


def parse_type(t: Tokens, i: int) -> tuple[Type, int]:
    """A type and the index after it; nesting takes no recursion, but memory, so it is limited."""
    open_types: list[tuple[str, list[Type]]] = []
    while True:
        found = SCALARS.get(t[i])
        if found is not None:
            i += 1
        elif t[i] == ">" and open_types and open_types[-1] == ("tuple", []):
            found, i = tuple_of(()), i + 1
            open_types.pop()
        elif t[i] in ("ptr", "array", "tuple"):
            if len(open_types) > _DEEPEST_TYPE:
                raise Fault("types are nested too deeply", i)
            open_types.append((t[i], []))
            i = _sign(t, i + 1, "<")
            continue
        else:
            raise expected("a type", t, i)
        while open_types:
            kind, parts = open_types[-1]
            parts.append(found)
            if kind == "tuple" and t[i] == ",":
                i += 1
                break
            found, i = _closed(kind, parts, t, i)
            open_types.pop()
        else:
            return found, i


def _closed(kind: str, parts: list[Type], t: Tokens, i: int) -> tuple[Type, int]:
    """The type whose parts end before token `i`, and the index after its `>`."""
    if kind == "tuple":
        if t[i] != ">":
            raise expected(",", t, i)
        return tuple_of(tuple(parts)), i + 1
    (elem,) = parts
    i = _sign(t, i, ",")
    word = t[i]
    if kind == "ptr":
        if word not in SPACES:
            raise expected("an address space", t, i)
        return ptr(elem, word), _sign(t, i + 1, ">")
    if not (word.isascii() and word.isdigit() and len(word) < 20) or elem.size * int(word) > _LARGEST_TYPE:
        raise expected("a count of elements", t, i)
    return array(elem, int(word)), _sign(t, i + 1, ">")


def _sign(t: Tokens, i: int, text: str) -> int:
    if t[i] != text:
        raise expected(text, t, i)
    return i + 1
