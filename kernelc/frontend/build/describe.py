"""After `describe` a launcher knows a type's layout without the compiler: fields by name with their offsets, the variants of an enum."""

from __future__ import annotations

from kernelc.signature import TypeLayout

from .layout import AGGREGATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.types import Type
    from kernelc.frontend.ty import Ty

    from .layout import Layouts


def describe(layouts: Layouts, ty: Ty) -> TypeLayout:
    """The layout of a concrete type. Raises `layout.Unsupported` for a type without one."""
    shape, text = layouts.shape(ty), str(ty)
    t = shape.type
    if ty.kind in ("int", "uint", "float", "bool", "char"):
        return TypeLayout("scalar", text, t.size, t.align, t.name)
    if ty.kind == "array":
        return TypeLayout("array", text, t.size, t.align, parts=(("", 0, describe(layouts, ty.args[0])),))
    if ty.kind == "tuple" or (ty.kind == "adt" and ty.data.kind == "struct"):
        return TypeLayout("struct", text, t.size, t.align, parts=_fields(layouts, ty, 0, t, 0))
    if shape.is_nullable and shape.kind == AGGREGATE:
        return describe(layouts, payload(layouts, ty))
    if ty.kind == "adt" and ty.data.kind == "enum" and shape.tag is not None:
        return _enum(layouts, ty)
    return TypeLayout("opaque", text, t.size, t.align)


def payload(layouts: Layouts, ty: Ty) -> Ty:
    """The field of an `Option`-like enum."""
    return next(f for i in (0, 1) for f in layouts.fields(ty, i))


def _enum(layouts: Layouts, ty: Ty) -> TypeLayout:
    from .consteval import discriminants

    shape = layouts.shape(ty)
    assert shape.tag is not None
    t, variants = shape.type, []
    for i, variant in enumerate(ty.data.variants):
        fields = _fields(layouts, ty, i, shape.variants[i], 1)
        variants.append((variant.name, 0, TypeLayout("struct", variant.name, t.size, t.align, parts=fields)))
    return TypeLayout("enum", str(ty), t.size, t.align, shape.tag.name, tuple(variants), tuple(discriminants(layouts.program, ty.data)))


def _fields(layouts: Layouts, ty: Ty, variant: int, t: Type, first: int) -> tuple[tuple[str, int, TypeLayout], ...]:
    """The fields of a struct, tuple or variant, which lie where those of `t` from number `first` on do."""
    types = layouts.fields(ty, variant)
    names = [str(i) for i in range(len(types))]
    if ty.kind == "adt":
        names = [member.name for member in layouts.program.fields_of(ty.data.variants[variant])]
    return tuple([(name, t.offsets[first + i], describe(layouts, field)) for i, (name, field) in enumerate(zip(names, types, strict=True))])
