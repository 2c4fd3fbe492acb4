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
        elif t[i] == ">" and open_types and open_types[-1][0] not in ("ptr", "array") and not open_types[-1][1]:
            found, i = tuple_of((), open_types.pop()[0]), i + 1
        elif t[i] in ("ptr", "array", "tuple"):
            if len(open_types) > _DEEPEST_TYPE:
                raise Fault("types are nested too deeply", i)
            kind, i = t[i], _sign(t, i + 1, "<")
            if kind == "tuple":
                kind, i = _modifier(t, i)
            open_types.append((kind, []))
            continue
        else:
            raise expected("a type", t, i)
        while open_types:
            kind, parts = open_types[-1]
            parts.append(found)
            if kind not in ("ptr", "array") and t[i] == ",":
                i += 1
                break
            found, i = _closed(kind, parts, t, i)
            open_types.pop()
        else:
            return found, i


def _modifier(t: Tokens, i: int) -> tuple[str, int]:
    """`align 16`, `packed 1` or `payload 8` at the start of a tuple, nothing if it has none; and the index after it and its comma."""
    if t[i] not in ("align", "packed", "payload"):
        return "", i
    word, number = t[i], t[i + 1]
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) and int(number) & (int(number) - 1) == 0):
        raise expected("a power of two", t, i + 1)
    if t[i + 2] not in (",", ">"):
        raise expected(",", t, i + 2)
    return f"{word} {number}", i + 2 + (t[i + 2] == ",")


def _closed(kind: str, parts: list[Type], t: Tokens, i: int) -> tuple[Type, int]:
    """The type whose parts end before token `i`, and the index after its `>`."""
    if kind not in ("ptr", "array"):
        if t[i] != ">":
            raise expected(",", t, i)
        return tuple_of(tuple(parts), kind), i + 1
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
