"""The files of the library crates, lexed and parsed beforehand: a `.bin` beside each `.rs` of `kernelc/core/`, made by `python -m kernelc.frontend.store`.

A stored file is used only if it was made from exactly this text by exactly these tables; otherwise the text is parsed. It holds a header (magic, format,
CRC-32 of the text, digest of the tables), then, compressed, the tokens, the tree of tuples and the index in marshal's version 2, which of numbers, strings,
tuples and bytes is the same for every Python version. A test makes the files anew and compares what is in them.

The index of a crate's root tells of each module in a file of its own (`mod iter;`) which traits it implements for which types, which items its inherent impls
have, and which items its traits have: so that the file is read only when one of them is sought, or a path leads into it.
"""

from __future__ import annotations

import marshal
import zlib
from binascii import crc32

from . import driver
from .lexer import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import ast
    from .driver import Tables, Tree
    from .source import Source
    from .ty import Ty

    Index = dict[str, "ModuleIndex"]
    ModuleIndex = tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]

MAGIC = b"KCST"
FORMAT = 4
HEADER = len(MAGIC) + 2 + 4 + 32


def header(table: Tables, source: Source) -> bytes:
    """What a stored crate must begin with to be used for this text."""
    text = crc32(source.text.encode("utf-8"))
    return MAGIC + FORMAT.to_bytes(2, "little") + text.to_bytes(4, "little") + bytes.fromhex(table.digest)


def pack(table: Tables, source: Source, tokens: Tokens, tree: Tree, index: Index) -> bytes:
    """The bytes of a stored file."""
    steps = [end - start for pair in zip([0, *tokens.ends], tokens.starts, tokens.ends, strict=False) for start, end in (pair[:2], pair[1:])]
    places = b"".join([step.to_bytes(2, "little") for step in steps])
    content = marshal.dumps((bytes(tokens.kinds), places, tree, tuple(index.items())), 2)
    return header(table, source) + zlib.compress(content, 9)


def unpack(table: Tables, source: Source, data: bytes) -> tuple[Tokens, Tree, Index] | None:
    """Tokens, tree and index; None if the bytes were made from something else or are damaged."""
    if data[:HEADER] != header(table, source):
        return None
    try:
        content = zlib.decompress(memoryview(data)[HEADER:])
        kinds, places, tree, index = marshal.loads(content)  # noqa: S302  package data, as trusted as the code beside it
    except (EOFError, ValueError, TypeError, zlib.error):
        return None
    tokens = Tokens()
    found = offsets(places)
    tokens.kinds, tokens.starts, tokens.ends = list(kinds), found[::2], found[1::2]
    return tokens, tree, dict(index)


def offsets(data: bytes) -> list[int]:
    """Offsets from how far each is from the one before, two little-endian bytes each: no token, and no text between two, has 64 KB."""
    from itertools import accumulate
    from sys import byteorder

    if byteorder == "little":
        return list(accumulate(memoryview(data).cast("H").tolist()))
    return list(accumulate([int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]))


def load(source: Source, path: str) -> tuple[Tokens, Tree, Index] | None:
    """The stored form of a library file; None where there is none for this text."""
    try:
        with open(path, "rb") as file:
            return unpack(driver.tables(), source, file.read())
    except OSError:
        return None


def make(name: str) -> bytes:
    """The stored form of a library file, made from its text."""
    from .library import library_source

    source = library_source(name)
    table = driver.tables()
    tokens = table.lex(source.text)
    tokens.add(table.end, len(source.text), len(source.text))
    tree, _ = driver.parse(table, tokens.kinds)
    return pack(table, source, tokens, tree, index_of(name))


def index_of(name: str) -> Index:
    """The index of the modules of a crate that lie in files of their own; empty for such a module itself."""
    from . import ast
    from .library import parsed_items

    if "/" in name:
        return {}
    inside = [item for item in parsed_items(name) if isinstance(item, ast.Mod) and item.items is None]
    return {item.name.name: module_index(parsed_items(f"{name}/{item.name.name}")) for item in inside}


def module_index(items: list[ast.Item]) -> ModuleIndex:
    """What a module implements and declares: `trait head` of its impls, `item head` of its inherent impls (see `head_of`), its traits with their items."""
    from . import ast

    implemented: dict[str, None] = {}
    methods: dict[str, None] = {}
    traits: dict[str, tuple[str, ...]] = {}
    work = list(items)
    while work:
        item = work.pop(0)
        if isinstance(item, ast.Mod):
            work.extend(item.items or [])
        elif isinstance(item, ast.Trait):
            traits[item.name.name] = tuple([each.name.name for each in item.items])
        elif isinstance(item, ast.Impl):
            names = [item.trait_name] if item.trait_name else item.item_names
            found = [f"{name} {head}" for name in names for head in heads_of(item)]
            (implemented if item.trait_name else methods).update(dict.fromkeys(found))
    return tuple(implemented), tuple(methods), tuple(traits.items())


def heads_of(item: ast.Impl) -> list[str]:
    """The heads of the types that an impl is for; `*` for any."""
    from . import ast
    from .attributes import words

    ty = item.self_type
    if not isinstance(ty, ast.PathType):
        return [{ast.RefType: "ref", ast.PtrType: "ptr", ast.SliceType: "slice", ast.ArrayType: "array", ast.TupleType: "tuple"}[type(ty)]]
    name = ty.path.segments[-1].name.name
    for_each = item.attribute("for_each")
    if for_each is not None:
        aliases, *rows = [word.split() for word in words(for_each)]
        if name == aliases[0]:
            return [row[0] for row in rows]
    return ["*" if any(p.name.name == name for p in item.generics.params) else name]


def head_of(ty: Ty) -> str:
    """The head of a type: the name of a primitive or a definition, or the kind; empty while it is not known."""
    if ty.kind == "adt":
        name: str = ty.data.name
        return name
    if ty.kind in ("infer", "param", "projection", "error"):
        return ""
    return str(ty.data) if ty.kind in ("int", "uint", "float") else ty.kind


def names() -> list[str]:
    """The library's files: each crate's root, then its modules in files of their own."""
    from .lang import CRATES

    return [each for name in dict.fromkeys(CRATES.values()) for each in (name, *[f"{name}/{m}" for m in index_of(name)])]


def main() -> None:
    """Writes the stored form of every file of the library."""
    from .library import LIBRARY

    for name in names():
        with open(f"{LIBRARY}/{name}.bin", "wb") as file:
            file.write(make(name))


if __name__ == "__main__":
    main()
