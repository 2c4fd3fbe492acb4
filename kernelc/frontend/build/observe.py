"""Code that sees how a type lies in memory is warned about where Rust does not fix that: kernelc lays out as C does, rustc as it likes (K1128).

Fixed are numbers, pointers, `Option` of a reference, arrays of fixed types, and types with `repr(C)`, `repr(transparent)` or `repr(uN)` of fixed ones;
structs and tuples with one field too, for there is nothing to reorder.
"""

from __future__ import annotations

from .layout import representation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty

    from .function import FunctionBuilder
    from .layout import Layouts

_FIXING = ("C", "transparent", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize")
_HELPERS = ("cast", "size_of_val")
"""Functions of the library that look at the layout for their caller."""


def observe(b: FunctionBuilder, ty: Ty, how: str, span: Span) -> None:
    """Warns, once for a place and type, if the layout of `ty` is not fixed and the user's code is what looks at it."""
    seen_at = _users_span(b, span)
    if seen_at is None:
        return
    open_type = unfixed(b.module.layouts, ty)
    seen: dict[tuple[int, Ty], None] = b.instance.fn.state.setdefault("layouts observed", {})
    if open_type is None or (seen_at.start, open_type) in seen:
        return
    seen[(seen_at.start, open_type)] = None
    help_text = "give the struct `#[repr(C)]`" if open_type.kind == "adt" else "use a struct with `#[repr(C)]`"
    if open_type.kind == "adt" and open_type.data.kind == "enum":
        help_text = "give the enum `#[repr(u8)]`, or another integer"
    b.module.diagnostics.warning(
        "K1128", seen_at, f"the layout of `{open_type}` is not fixed in Rust", label=f"{how} depends on it",
        notes=["kernelc lays it out in the order of declaration, as C does; rustc may do otherwise"], help=help_text,
    )  # fmt: skip


def observe_cast(b: FunctionBuilder, source: Ty, target: Ty, span: Span) -> None:
    """A pointer becomes one to another type."""
    if source.kind not in ("ref", "ptr") or target.kind not in ("ref", "ptr"):
        return
    before, after = [t.args[0].args[0] if t.args[0].kind in ("slice", "array") else t.args[0] for t in (source, target)]
    if before is not after:
        for pointee in (before, after):
            observe(b, pointee, "the pointer cast", span)


def _users_span(b: FunctionBuilder, span: Span) -> Span | None:
    """The place in the user's crate; None for what the library does of its own accord."""
    instance = b.instance
    if not instance.fn.module.is_library:
        return span
    if instance.fn.name in _HELPERS and instance.caller is not None and not instance.caller.fn.module.is_library:
        return instance.span
    return None


def unfixed(layouts: Layouts, ty: Ty) -> Ty | None:
    """The type in `ty`, or itself, whose layout rustc may choose; None if there is none."""
    if ty.kind == "array":
        return unfixed(layouts, ty.args[0])
    if ty.kind == "tuple":
        return _first(layouts, ty, [ty.args], False)
    if ty.kind != "adt" or layouts.shape(ty).is_nullable:
        return None
    fields = [layouts.fields(ty, i) for i in range(len(ty.data.variants))]
    is_fixed = any(word in _FIXING for word in representation(ty.data))
    return ty if ty.data.kind == "enum" and fields and not is_fixed else _first(layouts, ty, fields, is_fixed)


def _first(layouts: Layouts, ty: Ty, variants: list[tuple[Ty, ...]], is_fixed: bool) -> Ty | None:
    """The type itself if it has several fields and nothing fixes their order; else the first among its fields."""
    for fields in variants:
        filled = [f for f in fields if layouts.type(f).size]
        if len(filled) > 1 and not is_fixed:
            return ty
        for field in filled:
            found = unfixed(layouts, field)
            if found is not None:
                return found
    return None
