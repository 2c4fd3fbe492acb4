"""Which types have values at all, and which have the value whose bytes are zero: what `MaybeUninit::assume_init` and `mem::zeroed` ask."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.ty import Ty

    from .layout import Layouts


def is_inhabited(layouts: Layouts, ty: Ty) -> bool:
    """Whether the type has a value. Pointers always have one."""
    if ty.kind == "never":
        return False
    if ty.kind == "array":
        return not ty.args[1].data or is_inhabited(layouts, ty.args[0])
    if ty.kind == "tuple" or (ty.kind == "adt" and ty.data.kind == "struct"):
        return all([is_inhabited(layouts, f) for f in layouts.fields(ty, 0)])
    if ty.kind == "adt" and ty.data.kind == "enum":
        return any([all([is_inhabited(layouts, f) for f in layouts.fields(ty, i)]) for i in range(len(ty.data.variants))])
    return True


def may_be_zero(layouts: Layouts, ty: Ty) -> bool:
    """Whether bytes that are all zero are a value of the type."""
    if ty.kind in ("ref", "never") or layouts.is_nonzero(ty):
        return False
    if ty.kind == "array":
        return not ty.args[1].data or may_be_zero(layouts, ty.args[0])
    if ty.kind == "tuple" or (ty.kind == "adt" and ty.data.kind == "struct"):
        return all([may_be_zero(layouts, f) for f in layouts.fields(ty, 0)])
    if ty.kind == "adt" and ty.data.kind == "enum":
        return layouts.shape(ty).is_nullable or _has_zero_variant(layouts, ty)
    return True


def _has_zero_variant(layouts: Layouts, ty: Ty) -> bool:
    """Whether the variant with the discriminant zero may be all zero."""
    from .consteval import discriminants

    found = [i for i, value in enumerate(discriminants(layouts.program, ty.data)) if not value]
    return any([all([may_be_zero(layouts, f) for f in layouts.fields(ty, i)]) for i in found])
