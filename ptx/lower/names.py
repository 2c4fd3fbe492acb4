"""Names in the output: legal in PTX, unique where they are declared, derived from the source name, and the same for the same input.

Entry names are never changed. A name from the source that would read as something of PTX's own (`%tid`, `%r1`) gets a `_`
behind it; one that is taken gets `_1`, `_2` …; characters that PTX does not allow become `$` and their code in hexadecimal.
"""
from __future__ import annotations

from ptx.levels import SPECIAL_REGISTERS
from ptx.lower.registers import CLASSES
from ptx.printer import is_name

_NUMBERED = tuple(c.prefix for c in CLASSES)
_SPECIAL_FAMILIES = ("%envreg", "%pm")
_CALL_NAMES = ("param", "retval", "func_retval")
_PREDEFINED = ("WARP_SZ", "true", "false")


def legal(name: str) -> str:
    """The name with every character that PTX does not allow spelled out: `é` becomes `$e9`; `_` around what is no name."""
    if name and is_name(name) and "%" not in name:
        return name + "_" if name in _PREDEFINED or name == "_" else name
    out = "".join([c if c.isascii() and (c.isalnum() or c in "_$") else f"${ord(c):x}" for c in name])
    return out if is_name(out) else f"_{out}_"


def local(source: str) -> str:
    """The legal name of something inside a function: a dot may become `_` there, since what comes out equal is told apart by `Names`."""
    return legal(source.replace(".", "_"))


def register_name(source: str) -> str:
    """`%name`, kept apart from special registers and from the numbered registers."""
    name = "%" + local(source)
    plain = name.rstrip("0123456789")
    taken = name in SPECIAL_REGISTERS or plain in _NUMBERED or plain.startswith(_SPECIAL_FAMILIES)
    return name + "_" if taken else name


def slot_name(source: str) -> str:
    """The name of a slot, kept apart from the parameters that a call declares (`param0`, `retval0`)."""
    name = local(source)
    return name + "_" if name.rstrip("0123456789") in _CALL_NAMES else name


class Names:
    """The names taken in one scope, beside those of the scope `around` it."""

    __slots__ = ("_around", "_next", "_taken")

    def __init__(self, around: Names | None = None) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}
        self._around: set[str] = around._taken if around is not None else set()

    def claim(self, name: str) -> str:
        """Takes the name, or the first free one of `name_1`, `name_2` …"""
        taken, around = self._taken, self._around
        chosen = name
        n = self._next.get(name, 0)
        while chosen in taken or chosen in around:
            n += 1
            chosen = f"{name}_{n}"
        if n:
            self._next[name] = n
        taken.add(chosen)
        return chosen
