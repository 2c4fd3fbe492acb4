"""Panic messages: texts with places for values; after `message_text` a message reads as Rust prints it.

| in a message | shows value n |
|---|---|
| `{n}` | as `{}` does: `0.1`, `5`, `true` |
| `{n:?}` | as `{:?}` does: floats with `.0` or an exponent |
| `{n:c}`, `{n:c?}` | as a character, plain or quoted |
| `{{`, `}}` | a brace |
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Piece = str | tuple[int, str]

STYLES = ("", "?", "c", "c?")
"""How a value is shown: what follows the colon."""
ESCAPES = {"\0": "\\0", "\t": "\\t", "\r": "\\r", "\n": "\\n", "'": "\\'", "\\": "\\\\"}


def message_pieces(message: str) -> list[Piece] | None:
    """A message as texts and (number of a value, style). None if a brace is no placeholder."""
    pieces: list[Piece] = []
    text: list[str] = []
    at = 0
    while at < len(message):
        if message[at] not in "{}":
            text.append(message[at])
            at += 1
        elif message[at : at + 2] in ("{{", "}}"):
            text.append(message[at])
            at += 2
        else:
            end = message.find("}", at)
            number, colon, style = message[at + 1 : end].partition(":")
            if message[at] == "}" or end < 0 or not (number.isascii() and number.isdigit()) or style not in STYLES or bool(colon) != bool(style):
                return None
            pieces += ["".join(text), (int(number), style)]
            text = []
            at = end + 1
    return [piece for piece in [*pieces, "".join(text)] if piece != ""]


def message_text(message: str, types: Sequence[str], values: Sequence[object]) -> str:
    """The message with values of the MIR types named; a value that has no number stands as Python writes it."""
    pieces = message_pieces(message)
    if pieces is None:
        return message
    return "".join([p if isinstance(p, str) else value_text(types[p[0]], values[p[0]], p[1]) for p in pieces])


def value_text(type: str, value: object, style: str) -> str:
    """One value as Rust shows it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return float_text(type, value, "?" in style)
    if isinstance(value, int) and type == "bool":
        return "true" if value else "false"
    if isinstance(value, int) and "c" in style:
        return character_text(value, "?" in style)
    return str(value)


def character_text(value: int, quoted: bool) -> str:
    """A character, in quotes with escapes or as it is."""
    if not 0 <= value < 0x110000 or 0xD800 <= value < 0xE000:
        return f"{value:#x}"
    character = chr(value)
    if not quoted:
        return character
    return f"'{ESCAPES.get(character) or (character if character.isprintable() else f'{chr(92)}u{{{value:x}}}')}'"


def float_text(type: str, value: float, debug: bool) -> str:
    """The shortest digits that mean the value in its type; `debug` writes `.0`, and an exponent for the very great and the very small."""
    from decimal import Decimal

    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    number = Decimal(shortest(type, value)).normalize()
    if debug and value and not 1e-4 <= abs(value) < 1e16:
        sign, digits, exponent = number.as_tuple()
        mantissa = str(digits[0]) + ("." + "".join([str(d) for d in digits[1:]]) if len(digits) > 1 else "")
        return f"{'-' * sign}{mantissa}e{int(exponent) + len(digits) - 1}"
    text = f"{number:f}"
    return f"{text}.0" if debug and "." not in text else text


def shortest(type: str, value: float) -> str:
    """The fewest decimal digits that round to the value in a float type."""
    from . import scalar
    from .types import SCALARS

    form = SCALARS[type]
    if form.bits < 64:
        for digits in range(1, 17):
            text = f"{value:.{digits}g}"
            if scalar.rounded(form, float(text)) == value:
                return text
    return repr(value)
