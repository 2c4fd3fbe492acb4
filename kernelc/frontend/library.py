"""Where source files come from: the library crates beside this package, and the files that `mod name;` names beside the user's."""

from __future__ import annotations

from . import store
from .configuration import DEVICE
from .diagnostics import Diagnostics
from .source import Source, read_source
from .syntax import SyntaxTree, parse_file, stored_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import ast
    from .configuration import Configuration
    from .defs import ModuleDef
    from .store import Index

    Places = dict[str, list[tuple[str, str]]]
    Known = tuple[Places, Places, dict[str, list[str]]]

_LIBRARIES: dict[str, Loaded] = {}
LIBRARY = __file__.rpartition("/")[0].rpartition("/")[0] + "/core"


class Loaded:
    """A file of the library: its text, its items, and (of a crate's root) the index of the modules in files of their own."""

    __slots__ = ("_known", "index", "items", "source")

    def __init__(self, source: Source, items: list[ast.Item], index: Index) -> None:
        self.source, self.items, self.index = source, items, index
        self._known: Known | None = None

    @property
    def known(self) -> Known:
        """The index by name: what has impls of a trait, or items of a name in inherent impls, as (head of the type, module); traits' items."""
        found = self._known
        if found is None:
            found = self._known = by_name(self.index)
        return found


def by_name(index: Index) -> Known:
    """The modules' entries, sorted by name."""
    places: tuple[Places, Places] = ({}, {})
    traits: dict[str, list[str]] = {}
    for module, (implemented, methods, declared) in index.items():
        for known, names in zip(places, (implemented, methods), strict=True):
            for each in names:
                name, _, head = each.partition(" ")
                known.setdefault(name, []).append((head, module))
        for trait, items in declared:
            traits.setdefault(trait, []).extend(items)
    return *places, traits


def load_library(name: str) -> Loaded:
    """A file of the library (`core`, `core/iter`), parsed once in a process. An error in it is a fault of kernelc."""
    found = _LIBRARIES.get(name)
    return found if found is not None else _LIBRARIES.setdefault(name, read_library(name))


def library_source(name: str) -> Source:
    """The text of a file of the library."""
    with open(f"{LIBRARY}/{name}.rs", encoding="utf-8") as file:
        return Source(f"<{name.replace('/', '::')}>", file.read())


def read_library(name: str) -> Loaded:
    """Reads a file of the library from its stored form, or parses its text."""
    source = library_source(name)
    stored = store.load(source, f"{LIBRARY}/{name}.bin")
    if stored is None:
        return Loaded(source, parsed_items(name), store.index_of(name))
    diagnostics = Diagnostics()
    return Loaded(source, library_items(stored_tree(source, diagnostics, *stored[:2]), diagnostics), stored[2])


def parsed_items(name: str) -> list[ast.Item]:
    """The items of a file of the library, from its text."""
    diagnostics = Diagnostics()
    return library_items(parse_file(library_source(name), diagnostics), diagnostics)


def library_items(tree: SyntaxTree | None, diagnostics: Diagnostics) -> list[ast.Item]:
    """The items of a file of the library, their signatures left for later."""
    diagnostics.raise_errors()
    assert tree is not None
    tree.builder.is_library = True
    items = tree.items
    diagnostics.raise_errors()
    return items


def load_module_file(
    module: ModuleDef, item: ast.Mod, files: dict[str, Source], diagnostics: Diagnostics, configuration: Configuration = DEVICE
) -> tuple[Source, list[ast.Item]] | None:
    """The file of `mod name;`: `name.rs` or `name/mod.rs` in the folder of its parent. None after an error has been reported."""
    attribute = module.attribute("path")
    if attribute is not None:
        diagnostics.error("K1108", attribute.span, "the attribute `path` is not supported yet")
        return None
    folder = module_folder(module)
    candidates = [f"{folder}{module.name}.rs", f"{folder}{module.name}/mod.rs"]
    found = [path for path in candidates if is_file(path)]
    if len(found) != 1:
        message = (
            f"file not found for module `{module.name}`"
            if not found
            else f"file for module `{module.name}` found at both `{found[0]}` and `{found[1]}`"
        )
        help_text = (
            f'to create the module `{module.name}`, create file "{candidates[0]}" or "{candidates[1]}"'
            if not found
            else "delete or rename one of them"
        )
        diagnostics.error("K0583" if not found else "K0761", item.span, message, help=help_text)
        return None
    source = read_source(found[0], diagnostics)
    if source is None:
        return None
    files[source.path] = source
    tree = parse_file(source, diagnostics, configuration)
    return (source, tree.items) if tree is not None else None


def module_folder(module: ModuleDef) -> str:
    """The folder (with its slash) in which the files of a module's children lie."""
    parent = module.parent.module if module.parent is not None else module
    path = parent.source.path
    folder, _, name = path.rpartition("/")
    base = folder + "/" if folder else ""
    inline: list[str] = []
    at = parent
    while at.parent is not None and at.parent.module.source is at.source:
        inline.append(at.name)
        at = at.parent.module
    if at.parent is not None and name != "mod.rs":
        base += name.removesuffix(".rs") + "/"
    return base + "".join([f"{n}/" for n in reversed(inline)])


def is_file(path: str) -> bool:
    """Whether there is a file of that path."""
    from os.path import isfile

    return isfile(path)
