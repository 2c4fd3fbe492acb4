"""C's formats, as `gpu.print` has them: after `printed` a format and its values are the text that a GPU prints.

A conversion is `%`, flags, width, precision, `ll` for 64 bits, and a letter; a width or precision `*` takes a value of its own. `%%` is `%`.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .op import Number
    from .types import Type

_CONVERSION = r"%([-+ #0]*)(\*|\d*)((?:\.(?:\*|\d*))?)(ll)?(.?)"
FLOATS, SIGNED, UNSIGNED = "eEfFgGaA", "dic", "uoxX"
MOST_VALUES = 32
"""How many values one call can print."""


class Conversion:
    """One conversion: its text, how many `*` it has, whether its value is wide, and its letter."""

    __slots__ = ("letter", "spec", "stars", "wide")

    def __init__(self, spec: str, wide: bool, letter: str) -> None:
        self.spec, self.stars, self.wide, self.letter = spec, spec.count("*"), wide, letter

    @property
    def types(self) -> tuple[str, ...]:
        """The names of the types that its value may have."""
        if self.letter in FLOATS:
            return ("f64",)
        if self.letter == "p":
            return ("u64",)
        return ("i64", "u64") if self.wide else ("i32", "u32")


def pieces(format: str) -> list[str | Conversion] | None:
    """The texts and conversions of a format; None where a `%` begins no conversion that is known."""
    import re  # not before a format is met: few programs print, and the module takes its time

    out: list[str | Conversion] = []
    at = 0
    for found in re.finditer(_CONVERSION, format, re.DOTALL):
        flags, width, precision, wide, letter = found.groups()
        out += [format[at : found.start()]]
        at = found.end()
        if found.group() == "%%":
            out.append("%")
        elif letter and letter in FLOATS + SIGNED + UNSIGNED + "p":
            out.append(Conversion(f"%{flags}{width}{precision}", wide is not None, letter))
        else:
            return None
    return [*out, format[at:]]


def value_types(format: str) -> list[tuple[str, ...]] | None:
    """For each value of a format the types that it may have."""
    found = pieces(format)
    if found is None:
        return None
    return [types for piece in found if isinstance(piece, Conversion) for types in (*[("i32", "u32")] * piece.stars, piece.types)]


def printed(format: str, types: Sequence[Type], values: Sequence[Number]) -> str:
    """The text that a format makes of values of these types."""
    out, left = [], list(zip(types, values, strict=True))
    for piece in pieces(format) or ():
        if isinstance(piece, str):
            out.append(piece)
            continue
        spec = piece.spec
        for _ in range(piece.stars):
            spec = spec.replace("*", str(left.pop(0)[1]), 1)
        out.append(_converted(spec, piece.letter, *left.pop(0)))
    return "".join(out)


def _converted(spec: str, letter: str, type: Type, value: Number) -> str:
    if letter in "aA":
        text = float(value).hex()
        return text.upper() if letter == "A" else text
    if letter == "p":
        return f"{int(value):#x}"
    if letter == "c":
        return (spec + "c") % chr(int(value) & 0xFF)
    if letter in UNSIGNED:
        value = int(value) & (1 << type.bits) - 1
    if letter == "o" and "#" in spec:
        return (spec.replace("#", "") + "s") % f"0{value:o}"
    return (spec + letter) % value
