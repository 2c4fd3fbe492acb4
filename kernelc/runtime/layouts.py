"""Types of the kernel beside dtypes of NumPy: after `dtype_fits`, elements lie in memory as the kernel expects them; `dtype_text` writes such a dtype."""

from __future__ import annotations

from kernelc.signature import KernelParameter, TypeLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DTYPES = {
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64", "bool": "bool", "bf16": "uint16", "i128": "void128", "u128": "void128",
}  # fmt: skip
"""Scalar type → name of the NumPy dtype. NumPy has no `bf16` and no 128-bit integers: they travel as their bits (`uint16`, `V16`)."""
KINDS = {
    "i8": ("i", 1), "i16": ("i", 2), "i32": ("i", 4), "i64": ("i", 8), "u8": ("u", 1), "u16": ("u", 2), "u32": ("u", 4), "u64": ("u", 8),
    "f16": ("f", 2), "f32": ("f", 4), "f64": ("f", 8), "bool": ("b", 1), "bf16": ("u", 2), "i128": ("V", 16), "u128": ("V", 16),
}  # fmt: skip
"""Scalar type → kind and bytes of the same dtype: its name takes NumPy some time to find."""
OTHER_DTYPES = {"bf16": "bfloat16"}
"""Scalar type → a dtype of an extension of NumPy that is taken as well (`ml_dtypes`)."""


def layout_of(parameter: KernelParameter) -> TypeLayout:
    """The layout of a parameter's value, or of what it points to."""
    if parameter.layout is not None:
        return parameter.layout
    kind = "scalar" if parameter.element in DTYPES else "opaque"
    return TypeLayout(kind, parameter.text, parameter.size, parameter.align, parameter.element)


def scalar_fits(scalar: str, dtype: Any) -> bool:
    """Whether a dtype holds exactly this scalar type, in this machine's byte order."""
    if (dtype.kind, dtype.itemsize) == KINDS.get(scalar):
        return bool(dtype.isnative) and dtype.fields is None and dtype.subdtype is None
    return scalar in OTHER_DTYPES and bool(dtype.name == OTHER_DTYPES[scalar])


def row_of(layout: TypeLayout) -> str:
    """The scalar type that an array of any rank is a row of; empty for other layouts."""
    while layout.kind == "array":
        layout = layout.parts[0][2]
    return layout.element if layout.kind == "scalar" else ""


def dtype_fits(layout: TypeLayout, dtype: Any) -> bool:
    """Whether an element of the dtype, or several in a row where the type is an array of numbers, lies in memory as the type does."""
    return scalar_fits(row_of(layout), dtype) or same(layout, dtype)


def same(layout: TypeLayout, dtype: Any) -> bool:
    """Whether one element of the dtype lies in memory as the type does; the names of fields do not count."""
    if layout.kind == "scalar":
        return scalar_fits(layout.element, dtype)
    if dtype.itemsize != layout.size or dtype.hasobject:
        return False
    if layout.kind == "array":
        base, count = elements_of(dtype)
        return count == layout.count and same(layout.parts[0][2], base)
    fields = fields_of(dtype)
    if layout.kind == "enum":
        return scalar_fits(layout.element, fields[0][1] if fields else dtype)
    if layout.kind == "opaque":
        return dtype.kind in "Vu"
    parts = [(offset, part) for _, offset, part in layout.parts if part.size]
    return [at for at, _ in fields] == [at for at, _ in parts] and all(same(p, f) for (_, p), (_, f) in zip(parts, fields, strict=True))


def elements_of(dtype: Any) -> tuple[Any, int]:
    """The dtype in an array dtype, and how many of them; a plain dtype is one of itself."""
    if dtype.subdtype is None:
        return dtype, 1
    base, shape = dtype.subdtype
    count = 1
    for extent in shape:
        count *= extent
    inner, more = elements_of(base)
    return inner, count * more


def fields_of(dtype: Any) -> list[tuple[int, Any]]:
    """Offset and dtype of each field in the order of memory, those without bytes left out."""
    if dtype.fields is None:
        return []
    found = [(entry[1], entry[0]) for entry in dtype.fields.values() if entry[0].itemsize]
    return sorted(found, key=lambda each: each[0])


def dtype_text(layout: TypeLayout) -> str:
    """The NumPy dtype of a type, as one writes it."""
    if layout.kind == "scalar":
        name = DTYPES[layout.element]
        return "'V16'" if name == "void128" else f"numpy.{name}{'_' if name == 'bool' else ''}"
    if layout.kind == "array":
        return f"({dtype_text(layout.parts[0][2])}, {layout.count})"
    if layout.kind == "enum" and not has_data(layout):
        return f"numpy.{DTYPES[layout.element]}"
    if layout.kind != "struct":
        return f"'V{layout.size}'"
    if offsets_of(layout) == [offset for _, offset, _ in layout.parts]:
        fields = ", ".join([f"('{name}', {dtype_text(part)})" for name, _, part in layout.parts])
        return f"numpy.dtype([{fields}], align=True)"
    names, formats = [name for name, _, _ in layout.parts], ", ".join([dtype_text(part) for _, _, part in layout.parts])
    offsets = [offset for _, offset, _ in layout.parts]
    return f"numpy.dtype({{'names': {names}, 'formats': [{formats}], 'offsets': {offsets}, 'itemsize': {layout.size}}})"


def offsets_of(layout: TypeLayout) -> list[int]:
    """Where C, and NumPy with `align=True`, would put the fields; with other ends of the struct, nothing."""
    out, end, most = [], 0, 1
    for _, _, part in layout.parts:
        start = -(-end // part.align) * part.align
        out.append(start)
        end, most = start + part.size, max(most, part.align)
    return out if -(-end // most) * most == layout.size else []


def has_data(layout: TypeLayout) -> bool:
    """Whether a variant of an enum has fields."""
    return any(part.parts for _, _, part in layout.parts)
