"""The panic record: 64 bytes in which a kernel built with `panic="report"` leaves which panic it met first; after `read_record`, that in numbers.

| bytes | what |
|---|---|
| 0–3 | state: 0 free, 1 claimed by a thread that still writes, 2 complete |
| 4–7 | number of the site |
| 8–19 | block: x, y, z |
| 20–31 | thread: x, y, z |
| 32–63 | up to four values of 64 bits: integers extended by their own sign, floats as their bits; 128-bit integers take two |

The kernel gets its address as its last parameter. The launcher clears it before the first launch.
"""

from __future__ import annotations

from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Index: TypeAlias = tuple[int, int, int]

SIZE = 64
STATE, SITE, BLOCK, THREAD, VALUES = 0, 4, 8, 20, 32
"""Offsets of the parts."""
FREE, CLAIMED, COMPLETE = 0, 1, 2
VALUE_COUNT = 4
_FORM = Struct("<2I3I3I4Q")
_FLOATS = {"f16": ("<e", 2), "f32": ("<f", 4), "f64": ("<d", 8)}


class Record:
    """A record that a thread wrote: number of the `site`, `block`, `thread`, and the `words` of its values."""

    __slots__ = ("block", "is_complete", "site", "thread", "words")

    def __init__(self, site: int, block: Index, thread: Index, words: tuple[int, ...], is_complete: bool) -> None:
        self.site, self.block, self.thread, self.words, self.is_complete = site, block, thread, words, is_complete


def read_record(data: bytes) -> Record | None:
    """What stands in the 64 bytes; None if no thread has panicked."""
    state, site, bx, by, bz, tx, ty, tz, *words = _FORM.unpack(data)
    return None if state == FREE else Record(site, (bx, by, bz), (tx, ty, tz), tuple(words), state == COMPLETE)


def values_of(words: tuple[int, ...], kinds: Sequence[str]) -> list[object]:
    """The values of these MIR types, as many as the record has room for; one of 128 bits takes two words."""
    found: list[object] = []
    at = 0
    for kind in kinds:
        size = 2 if kind in ("i128", "u128") else 1
        if at + size > len(words):
            break
        if size == 2:
            whole = words[at] | words[at + 1] << 64
            found.append(whole - (1 << 128) if kind == "i128" and whole >> 127 else whole)
        else:
            found.append(value_of(words[at], kind))
        at += size
    return found


def value_of(word: int, kind: str) -> object:
    """A word of the record as a value of a MIR type: `True`, `-5`, `1.5`; the bits of a `bf16`, the address of a pointer."""
    if kind in _FLOATS:
        from struct import unpack

        form, size = _FLOATS[kind]
        return unpack(form, word.to_bytes(8, "little")[:size])[0]
    if kind == "bool":
        return bool(word)
    return word - (1 << 64) if kind[:1] == "i" and word >> 63 else word
