"""After a query every concrete type of the language has one `Shape`: how its values travel and what they are in memory.

| shape | types | value | memory |
|---|---|---|---|
| ZERO | unit, structs without data, function items, `!` | none | `tuple<>` or a type of size 0 |
| SCALAR | numbers, bool, char, thin pointers, enums without fields, `Option<&T>` | one MIR value | the same type |
| FAT | pointers to slices and to `str`, `Option` of them | pointer and length | `tuple<ptr<T, generic>, u64>` |
| AGGREGATE | tuples, structs, arrays, enums with fields, unions | none: built in place | `tuple<…>`, `array<…>` |

Layout is C's in declaration order; an enum is a union of structs that each start with the tag (RFC 2195, with the smallest tag that holds
the discriminants), written as the tag followed by the fields of its only variant with fields, or by words of the enum's alignment.
An `Option` of a reference, or of what the library marks `#[nonzero]`, is as large as that: zero is `None`.
"""

from __future__ import annotations

from dialect.types import BOOL, SCALARS, U8, U32, U64, Type, array, ptr, tuple_of
from kernelc.frontend.attributes import words
from kernelc.frontend.callables import held
from kernelc.frontend.ty import HAS_PROJECTION, substitute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from kernelc.frontend.defs import AdtDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.ty import Ty

ZERO, SCALAR, FAT, AGGREGATE = range(4)
NOTHING: Final = tuple_of(())
_LARGEST_ALIGNMENT = 1 << 29
POINTER_DEPTH = 8
"""Behind how many pointers a type is looked at."""
_NAMES = {"usize": "u64", "isize": "i64"}


class Shape:
    """How values of a type travel (`kind`) and the MIR type they have in memory. `variants` are the tuples of an enum or union,
    each with the tag first.
    """

    __slots__ = ("is_nullable", "kind", "tag", "type", "variants")

    def __init__(self, kind: int, type: Type, variants: tuple[Type, ...] = (), tag: Type | None = None, is_nullable: bool = False) -> None:
        self.kind, self.type, self.variants, self.tag, self.is_nullable = kind, type, variants, tag, is_nullable


class Unsupported(Exception):
    """The type has no layout yet; `str()` is the sentence for the user."""


class Layouts:
    """Shapes by type, computed once each. Types are concrete: no parameters, projections or inference variables."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._shapes: dict[Ty, Shape] = {}
        self._open: dict[Ty, None] = {}  # what is being computed, each part of the one before
        self._behind: dict[Ty, None] = {}  # what is being computed because something points to it

    def shape(self, ty: Ty) -> Shape:
        """The shape of a concrete type. Raises `Unsupported` for a type that lowering does not know yet."""
        found = self._shapes.get(ty)
        if found is None:
            if ty.kind != "adt":
                return self._shapes.setdefault(ty, self._compute(ty))
            if ty in self._open:
                raise Unsupported(f"the type `{ty}` contains itself and has no size")
            self._open[ty] = None
            try:
                found = self._shapes.setdefault(ty, self._compute(ty))
            finally:
                del self._open[ty]
        return found

    def type(self, ty: Ty) -> Type:
        """The MIR type in memory."""
        return self.shape(ty).type

    def pointer(self, target: Ty) -> Type:
        """The type of a thin pointer to `target`, or to the elements of a slice.

        A type that contains a pointer to itself sees only an address (a pointer to `u8`); so does what lies behind many pointers.
        """
        if target.kind == "str":
            return ptr(U8, "generic")
        if target.kind == "slice":
            target = target.args[0]
        found = self._shapes.get(target)
        if found is not None:
            return ptr(found.type, "generic")
        if target in self._behind or len(self._behind) >= POINTER_DEPTH:
            return ptr(U8, "generic")
        self._behind[target] = None
        outer, self._open = self._open, {}
        try:
            return ptr(self.type(target), "generic")
        finally:
            self._open = outer
            del self._behind[target]

    def _compute(self, ty: Ty) -> Shape:
        kind = ty.kind
        if kind in ("int", "uint", "float"):
            return Shape(SCALAR, SCALARS[_NAMES.get(ty.data, ty.data)])
        if kind == "bool":
            return Shape(SCALAR, BOOL)
        if kind == "char":
            return Shape(SCALAR, U32)
        if kind in ("ref", "ptr"):
            return self._pointer_shape(ty.args[0])
        if kind == "tuple":
            return _struct(tuple([self.type(a) for a in ty.args]))
        if kind == "array":
            return self._array(ty)
        if kind in ("never", "fn"):
            return Shape(ZERO, NOTHING)
        if kind == "adt":
            return self._adt(ty)
        if kind == "closure":
            return _struct(tuple([self.type(f) for f in self.fields(ty, 0)]))
        raise Unsupported(f"values of type `{ty}` are not supported yet")

    def _pointer_shape(self, target: Ty) -> Shape:
        pointer = self.pointer(target)
        if target.kind in ("slice", "str"):
            return Shape(FAT, tuple_of((pointer, U64)))
        return Shape(SCALAR, pointer)

    def _array(self, ty: Ty) -> Shape:
        count = ty.args[1]
        if count.kind != "const":
            raise Unsupported(f"the length of `{ty}` is not known")
        t = array(self.type(ty.args[0]), count.data)
        return Shape(AGGREGATE if t.size else ZERO, t)

    def _adt(self, ty: Ty) -> Shape:
        definition: AdtDef = ty.data
        if self.program.has_destructor(ty):
            raise Unsupported(f"`{ty}` has a destructor (`impl Drop`), which is not supported yet")
        for word in representation(definition):
            if definition.kind == "enum" and word.startswith(("packed", "align")):
                raise Unsupported(f"`repr({word})` of `{ty}` is not supported yet")
        members = [self.fields(ty, i) for i in range(len(definition.variants))]
        if definition.kind == "struct":
            return _struct(tuple([self.type(m) for m in members[0]]), modifier(definition))
        if definition.kind == "union":
            raise Unsupported(f"the union `{ty}` is not supported yet")
        return self._enum(ty, members)

    def fields(self, ty: Ty, variant: int) -> tuple[Ty, ...]:
        """The types of the fields of a struct, tuple, variant or closure."""
        if ty.kind == "tuple":
            return ty.args
        if ty.kind == "closure":
            return tuple([self._concrete(f) for f in held(ty) or ()])
        return self.field_types(ty, variant)

    def field_types(self, ty: Ty, variant: int) -> tuple[Ty, ...]:
        """The types of the fields of a variant with the arguments of the type in them."""
        members = self.program.fields_of(ty.data.variants[variant])
        return tuple([self._concrete(substitute(m.ty, ty.args)) for m in members])

    def _concrete(self, ty: Ty) -> Ty:
        return self.program.normalize(ty) if ty.flags & HAS_PROJECTION else ty

    def _enum(self, ty: Ty, members: list[tuple[Ty, ...]]) -> Shape:
        if not members:
            return Shape(ZERO, NOTHING)
        nullable = self._nullable(members)
        if nullable is not None:
            return nullable
        tag = self._tag(ty)
        types = [tuple([self.type(f) for f in fields]) for fields in members]
        payload = max([f.align for fields in types for f in fields], default=1)
        behind = f"payload {payload}" if "C" in representation(ty.data) else ""
        variants = tuple([tuple_of((tag, *fields), behind) for fields in types])
        filled = [v for v in variants if len(v.fields) > 1]
        if not filled:
            return Shape(SCALAR, tag, variants, tag)
        return Shape(AGGREGATE, filled[0] if len(filled) == 1 else _union(tag, filled), variants, tag)

    def _nullable(self, members: list[tuple[Ty, ...]]) -> Shape | None:
        """The shape of an `Option`-like enum over what is not zero: zero is the empty variant."""
        if sorted([len(m) for m in members]) != [0, 1]:
            return None
        inner = (members[0] or members[1])[0]
        if not self.is_nonzero(inner):
            return None
        shape = self.shape(inner)
        return Shape(shape.kind, shape.type, is_nullable=True)

    def is_nonzero(self, ty: Ty) -> bool:
        """Whether a type is a reference, marked `#[nonzero]`, or a transparent struct around such a type."""
        if ty.kind != "adt" or ty.data.kind != "struct":
            return ty.kind == "ref"
        if ty.data.attribute("nonzero") is not None:
            return True
        inside = [f for f in self.fields(ty, 0) if "transparent" in representation(ty.data) and self.type(f).size]
        return len(inside) == 1 and self.is_nonzero(inside[0])

    def _tag(self, ty: Ty) -> Type:
        from .consteval import discriminants

        values = discriminants(self.program, ty.data)
        found = representation(ty.data)
        for word in found:
            if _NAMES.get(word, word) in SCALARS:
                return SCALARS[_NAMES.get(word, word)]
        if "C" in found:
            return SCALARS["i32"]
        low, high = min(values), max(values)
        for bits in (8, 16, 32, 64):
            if low >= 0 and high < 1 << bits:
                return SCALARS[f"u{bits}"]
            if low < 0 and -(1 << bits - 1) <= low and high < 1 << bits - 1:
                return SCALARS[f"i{bits}"]
        raise Unsupported(f"the discriminants of `{ty}` do not fit 64 bits")


def representation(definition: AdtDef) -> list[str]:
    """The words of `#[repr(…)]`."""
    attribute = definition.attribute("repr")
    return words(attribute) if attribute is not None else []


def modifier(definition: AdtDef) -> str:
    """What `repr(align(…))` and `repr(packed)` say of a struct: `align 16`, `packed 1`, or nothing. Raises `Unsupported` for what they cannot."""
    found: dict[str, int] = {}
    for word in representation(definition):
        name, _, number = word.partition("(")
        if name in ("align", "packed"):
            text = number.rstrip(") ") or ("1" if name == "packed" else "")
            size = int(text) if text.isdigit() and text.isascii() and len(text) < 10 else 0
            if not 0 < size <= _LARGEST_ALIGNMENT or size & (size - 1):
                raise Unsupported(f"`repr({word})` of `{definition.path}` is no power of two up to 2²⁹")
            found[name] = max(found.get(name, 0), size)
    if len(found) > 1:
        raise Unsupported(f"`{definition.path}` is both packed and aligned, which is a contradiction")
    return "".join([f"{name} {size}" for name, size in found.items()])


def _struct(fields: tuple[Type, ...], modifier: str = "") -> Shape:
    t = tuple_of(fields, modifier)
    return Shape(AGGREGATE if t.size else ZERO, t)


def _union(tag: Type, variants: list[Type]) -> Type:
    """A tuple with the tag first that has the alignment and at least the size of every variant."""
    align = max([v.align for v in variants])
    size = -(-max([v.size for v in variants]) // align) * align
    return tuple_of((tag, array(SCALARS[f"u{8 * align}"], size // align - 1)))
