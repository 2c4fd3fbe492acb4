"""Types of the language: interned, so that `is` compares them, and kept as long as the crate of the first definition that they name.

One class for all kinds; `kind` tells which, `data` and `args` hold the rest:

| kind | data | args |
|---|---|---|
| int, uint, float | name ("i32", "usize", "f32" …) | |
| bool, char, str, never, error | name | |
| tuple | | the elements (unit is the empty tuple) |
| array | | element, length (a `const`, `param` or `infer`) |
| slice | | element |
| ref, ptr | whether mutable | the target |
| adt | the definition of a struct, enum or union | generic arguments |
| fn | the definition of a function: the zero-sized type of its name | generic arguments (for a trait method: Self, then the trait's, then its own) |
| closure | the closure's definition | generic arguments of the function around it |
| param | index among the generic parameters in scope | |
| infer | number of the inference variable | |
| projection | the definition of an associated type | Self, then the trait's arguments |
| const | an int: the value of a const generic argument or array length | |
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final, TypeAlias

    Table: TypeAlias = dict[tuple[object, ...], "Ty"]

HAS_INFER = 1
HAS_PARAM = 2
HAS_PROJECTION = 4
HAS_ERROR = 8

_OWN_FLAGS = {"infer": HAS_INFER, "param": HAS_PARAM, "projection": HAS_PROJECTION, "error": HAS_ERROR}


class Ty:
    """A type (or a const argument); made only by the functions of this module."""

    __slots__ = ("args", "data", "flags", "home", "kind", "name")
    flags: int

    def __init__(self, kind: str, data: Any, args: tuple[Ty, ...], name: str, home: Table) -> None:
        self.kind, self.data, self.args, self.name, self.home = kind, data, args, name, home
        flags = _OWN_FLAGS.get(kind, 0)
        for arg in args:
            flags |= arg.flags
        self.flags = flags

    def __repr__(self) -> str:
        return show(self)

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer type, signed or not."""
        return self.kind == "int" or self.kind == "uint"

    @property
    def is_numeric(self) -> bool:
        """Whether it is an integer or float type."""
        return self.kind in ("int", "uint", "float")

    @property
    def is_unit(self) -> bool:
        """Whether it is `()`."""
        return self is UNIT

    @property
    def target(self) -> Ty:
        """Of a reference, pointer, slice or array: what it points to or consists of."""
        return self.args[0]


_OF_DEFINITIONS = frozenset(("adt", "fn", "closure", "projection"))
_EVERYWHERE: Table = {}
"""The types that name no definition: those of all programs."""


def _home(kind: str, data: Any, args: tuple[Ty, ...]) -> Table:
    """The table that keeps a type."""
    if kind in _OF_DEFINITIONS:
        found: Table = data.home
        return found
    for arg in args:
        if arg.home is not _EVERYWHERE:
            return arg.home
    return _EVERYWHERE


def make(kind: str, data: Any = None, args: tuple[Ty, ...] = ()) -> Ty:
    """The one type of that kind with that data and those arguments."""
    key, home = (kind, data, args), _home(kind, data, args)
    found = home.get(key)
    return found if found is not None else home.setdefault(key, Ty(kind, data, args, "", home))


INTEGER_BITS: Final = {
    "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "isize": 64, "u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128, "usize": 64,
}  # fmt: skip
"""Widths of the integer types; `isize` and `usize` have 64 bits."""
FLOAT_BITS: Final = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}

PRIMITIVES: Final[dict[str, Ty]] = {
    **{n: make("int" if n[0] == "i" else "uint", n) for n in INTEGER_BITS},
    **{n: make("float", n) for n in FLOAT_BITS},
    **{n: make(n, n) for n in ("bool", "char", "str")},
}
BOOL: Final = PRIMITIVES["bool"]
CHAR: Final = PRIMITIVES["char"]
STR: Final = PRIMITIVES["str"]
I32: Final = PRIMITIVES["i32"]
U8: Final = PRIMITIVES["u8"]
U32: Final = PRIMITIVES["u32"]
USIZE: Final = PRIMITIVES["usize"]
F64: Final = PRIMITIVES["f64"]
NEVER: Final = make("never", "never")
ERROR: Final = make("error", "error")
UNIT: Final = make("tuple")


def tuple_of(elements: Iterable[Ty]) -> Ty:
    """`(A, B)`."""
    return make("tuple", None, tuple(elements))


def array_of(element: Ty, length: Ty) -> Ty:
    """`[T; length]`."""
    return make("array", None, (element, length))


def slice_of(element: Ty) -> Ty:
    """`[T]`."""
    return make("slice", None, (element,))


def ref_to(target: Ty, mutable: bool = False) -> Ty:
    """`&T` or `&mut T`."""
    return make("ref", mutable, (target,))


def ptr_to(target: Ty, mutable: bool = False) -> Ty:
    """`*const T` or `*mut T`."""
    return make("ptr", mutable, (target,))


def param(index: int, name: str) -> Ty:
    """Generic parameter number `index` of the item in scope (parents' parameters come first)."""
    key = ("param", index, name)
    found = _EVERYWHERE.get(key)
    return found if found is not None else _EVERYWHERE.setdefault(key, Ty("param", index, (), name, _EVERYWHERE))


def const_value(value: int) -> Ty:
    """A known const argument."""
    return make("const", value)


def substitute(ty: Ty, args: tuple[Ty, ...]) -> Ty:
    """`ty` with every parameter replaced by the argument of its index."""
    if not ty.flags & HAS_PARAM:
        return ty
    if ty.kind == "param":
        index: int = ty.data
        return args[index]
    return make(ty.kind, ty.data, tuple([substitute(a, args) for a in ty.args]))


def rewrite(ty: Ty, flags: int, leaf: Callable[[Ty], Ty | None]) -> Ty:
    """`ty` with `leaf` applied bottom-up to every part that has one of `flags`; None keeps a part."""
    if not ty.flags & flags:
        return ty
    if ty.args:
        args = tuple([rewrite(a, flags, leaf) for a in ty.args])
        if args != ty.args:
            ty = make(ty.kind, ty.data, args)
    found = leaf(ty)
    return ty if found is None else found


def show(ty: Ty) -> str:
    """The type as it is written in source."""
    kind, args = ty.kind, ty.args
    if kind == "tuple":
        return f"({show(args[0])},)" if len(args) == 1 else f"({', '.join(map(show, args))})"
    if kind == "array":
        return f"[{show(args[0])}; {show(args[1])}]"
    if kind == "slice":
        return f"[{show(args[0])}]"
    if kind == "ref":
        return ("&mut " if ty.data else "&") + show(args[0])
    if kind == "ptr":
        return ("*mut " if ty.data else "*const ") + show(args[0])
    if kind in ("adt", "fn"):
        path: str = ty.data.path
        return ("fn item " if kind == "fn" else "") + path + (f"<{', '.join(map(show, args))}>" if args else "")
    if kind == "closure":
        closure: str = ty.data.path
        return closure
    if kind == "projection":
        trait: str = ty.data.trait.name + (f"<{', '.join(map(show, args[1:]))}>" if len(args) > 1 else "")
        return f"<{show(args[0])} as {trait}>::{ty.data.name}"
    if kind == "infer":
        return "_"
    return {"never": "!", "error": "{error}", "param": ty.name}.get(kind) or str(ty.data)
