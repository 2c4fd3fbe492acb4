"""Types of MIR: interned, so that `is` compares them, each with its layout computed once.

Values have scalar types (`bool`, integers, floats, `ptr<T, space>`). Tuples and arrays are types of *memory*: a slot may have one, a value never has.
Layout is C's, in declaration order: the size and alignment of a scalar are its width in bytes, a tuple is padded between and after its fields.

A tuple may be aligned to more (`tuple<align 16, f32>`); packed, its fields aligned to at most so many bytes (`tuple<packed 1, u8, f32>`); or have all
fields but the first behind an alignment of their own (`tuple<payload 8, i32, u8>`, a variant of a C union behind its tag).
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SPACES = ("generic", "global", "shared", "local", "const", "param")
"""Address spaces of pointers. `generic` covers all others but `param`."""


class Type:
    """A scalar, a pointer (`elem`, `space`), an array (`elem`, `count`), a tuple (`fields`, `offsets`, `modifier`: `align 16`, `packed 1`,
    `payload 8` or nothing) or `void` (an op without result).

    `kind` is one of bool, int, uint, float, ptr, array, tuple, void; `bits` is the width of a scalar; `size` and `align` are in bytes.
    """

    __slots__ = ("name", "kind", "bits", "elem", "space", "count", "fields", "modifier", "offsets", "size", "align")

    def __init__(
        self,
        name: str,
        kind: str,
        bits: int,
        *,
        elem: Type | None = None,
        space: str = "",
        count: int = 0,
        fields: tuple[Type, ...] = (),
        modifier: str = "",
    ) -> None:
        self.name, self.kind, self.bits, self.space, self.count, self.fields, self.modifier = name, kind, bits, space, count, fields, modifier
        self.elem: Type = elem if elem is not None else self
        self.offsets, self.size, self.align = _layout(self)

    def __repr__(self) -> str:
        return self.name

    @property
    def is_scalar(self) -> bool:
        """Whether a value can have this type."""
        return self.bits != 0

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer type, signed or not."""
        return self.kind == "int" or self.kind == "uint"


def _layout(t: Type) -> tuple[tuple[int, ...], int, int]:
    """Offsets of the fields, size and alignment in bytes."""
    if t.bits:
        size = (t.bits + 7) // 8
        return (), size, size
    if t.kind == "array":
        return (), t.elem.size * t.count, t.elem.align
    word, _, number = t.modifier.partition(" ")
    offsets, at, align = [], 0, int(number) if word in ("align", "payload") else 1
    for field in t.fields:
        field_align = min(field.align, int(number)) if word == "packed" else field.align
        at = -(-at // field_align) * field_align
        offsets.append(at)
        at += field.size
        align = max(align, field_align)
        if word == "payload" and len(offsets) == 1:
            at = -(-at // int(number)) * int(number)
    return tuple(offsets), -(-at // align) * align, align


VOID: Final = Type("void", "void", 0)
BOOL: Final = Type("bool", "bool", 1)
I8: Final = Type("i8", "int", 8)
I16: Final = Type("i16", "int", 16)
I32: Final = Type("i32", "int", 32)
I64: Final = Type("i64", "int", 64)
I128: Final = Type("i128", "int", 128)
U8: Final = Type("u8", "uint", 8)
U16: Final = Type("u16", "uint", 16)
U32: Final = Type("u32", "uint", 32)
U64: Final = Type("u64", "uint", 64)
U128: Final = Type("u128", "uint", 128)
F16: Final = Type("f16", "float", 16)
BF16: Final = Type("bf16", "float", 16)
F32: Final = Type("f32", "float", 32)
F64: Final = Type("f64", "float", 64)

SCALARS: Final[dict[str, Type]] = {t.name: t for t in (VOID, BOOL, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, F16, BF16, F32, F64)}
_INTERNED: Final[dict[str, Type]] = dict(SCALARS)


def ptr(elem: Type, space: str) -> Type:
    """The pointer to `elem` in `space`: one object per pair."""
    name = f"ptr<{elem.name}, {space}>"
    found = _INTERNED.get(name)
    return found if found is not None else _INTERNED.setdefault(name, Type(name, "ptr", 64, elem=elem, space=space))


def array(elem: Type, count: int) -> Type:
    """`count` elements of type `elem`, one after the other."""
    name = f"array<{elem.name}, {count}>"
    found = _INTERNED.get(name)
    return found if found is not None else _INTERNED.setdefault(name, Type(name, "array", 0, elem=elem, count=count))


def tuple_of(fields: tuple[Type, ...], modifier: str = "") -> Type:
    """A struct or tuple with these fields, laid out as C does; `modifier` is `align N`, `packed N`, `payload N` or nothing."""
    name = f"tuple<{', '.join([*([modifier] if modifier else []), *[f.name for f in fields]])}>"
    found = _INTERNED.get(name)
    return found if found is not None else _INTERNED.setdefault(name, Type(name, "tuple", 0, fields=fields, modifier=modifier))


def named(name: str) -> Type | None:
    """The scalar type of that name, or an already interned type that prints so."""
    return _INTERNED.get(name)


def with_space(pointer: Type, space: str) -> Type:
    """The same pointer type in another address space."""
    return ptr(pointer.elem, space)
