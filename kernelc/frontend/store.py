"""The library crates, lexed and parsed beforehand: `kernelc/core/<crate>.bin`, made by `python -m kernelc.frontend.store`.

A stored crate is used only if it was made from exactly this text by exactly these tables; otherwise the text is parsed. It holds a header (magic, format,
CRC-32 of the text, digest of the tables), then the tokens and the tree of tuples in marshal's version 2, which of numbers, tuples and bytes is the same for
every Python version. A test makes the files anew and compares bytes.
"""

from __future__ import annotations

import marshal
from binascii import crc32

from . import driver
from .lexer import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .driver import Tables, Tree
    from .source import Source

MAGIC = b"KCST"
FORMAT = 1
HEADER = len(MAGIC) + 2 + 4 + 32


def header(table: Tables, source: Source) -> bytes:
    """What a stored crate must begin with to be used for this text."""
    text = crc32(source.text.encode("utf-8"))
    return MAGIC + FORMAT.to_bytes(2, "little") + text.to_bytes(4, "little") + bytes.fromhex(table.digest)


def pack(table: Tables, source: Source, tokens: Tokens, tree: Tree) -> bytes:
    """The bytes of a stored crate."""
    starts = b"".join([start.to_bytes(4, "little") for start in tokens.starts])
    ends = b"".join([end.to_bytes(4, "little") for end in tokens.ends])
    return header(table, source) + marshal.dumps((bytes(tokens.kinds), starts, ends, tree), 2)


def unpack(table: Tables, source: Source, data: bytes) -> tuple[Tokens, Tree] | None:
    """Tokens and tree; None if the bytes were made from something else or are damaged."""
    if data[:HEADER] != header(table, source):
        return None
    try:
        kinds, starts, ends, tree = marshal.loads(data[HEADER:])  # noqa: S302  package data, as trusted as the code beside it
    except (EOFError, ValueError, TypeError):
        return None
    tokens = Tokens()
    tokens.kinds, tokens.starts, tokens.ends = list(kinds), offsets(starts), offsets(ends)
    return tokens, tree


def offsets(data: bytes) -> list[int]:
    """Offsets from four little-endian bytes each."""
    from sys import byteorder

    if byteorder == "little":
        return memoryview(data).cast("I").tolist()
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def load(source: Source, path: str) -> tuple[Tokens, Tree] | None:
    """The stored form of a library crate; None where there is none for this text."""
    try:
        with open(path, "rb") as file:
            return unpack(driver.tables(), source, file.read())
    except OSError:
        return None


def make(name: str) -> bytes:
    """The stored form of a library crate, made from its text."""
    from .library import library_source

    source = library_source(name)
    table = driver.tables()
    tokens = table.lex(source.text)
    tokens.add(table.end, len(source.text), len(source.text))
    tree, _ = driver.parse(table, tokens.kinds)
    return pack(table, source, tokens, tree)


def main() -> None:
    """Writes the stored form of every library crate."""
    from .lang import CRATES
    from .library import LIBRARY

    for name in dict.fromkeys(CRATES.values()):
        with open(f"{LIBRARY}/{name}.bin", "wb") as file:
            file.write(make(name))


if __name__ == "__main__":
    main()
