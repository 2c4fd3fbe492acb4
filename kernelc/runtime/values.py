"""Structs, tuples, arrays and enums by value: after `pack`, the bytes of a parameter in its layout.

A NumPy structured scalar of the same layout is taken as it is. Otherwise a struct is a dataclass (or any object with its fields as attributes) or a
tuple, an array a list, an enum without fields its discriminant; each number in them is checked as a parameter of its own.
"""

from __future__ import annotations

from kernelc.runtime import scalars
from kernelc.runtime.errors import Mismatch
from kernelc.runtime.layouts import dtype_fits, dtype_text, has_data
from kernelc.signature import KernelParameter, TypeLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pack(layout: TypeLayout, value: Any) -> bytes:
    """The bytes of a value. Raises Mismatch."""
    if layout.kind == "scalar":
        parameter = KernelParameter("", layout.text, "scalar", layout.element, layout.size, layout.align, False)
        return scalars.pack(parameter, value)
    if layout.kind == "enum" and not has_data(layout):
        return pack_discriminant(layout, value)
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        return pack_numpy(layout, value)
    if layout.kind == "array" and isinstance(value, list | tuple):
        return pack_array(layout, value)
    if layout.kind == "struct" and not isinstance(value, int | float | str | bytes | list | dict | set | None):
        return pack_struct(layout, value)
    raise Mismatch(f"expected {layout.text}, got {scalars.describe(value)}; write {how(layout)}")


def how(layout: TypeLayout) -> str:
    """How to make a value of the type."""
    return f"numpy.array((…), dtype={dtype_text(layout)})[()]"


def pack_numpy(layout: TypeLayout, value: Any) -> bytes:
    """A NumPy scalar or array of the same layout."""
    if value.nbytes != layout.size or not dtype_fits(layout, value.dtype):
        given = f"{value.dtype}" + (f" of shape {value.shape}" if value.shape else "")
        raise Mismatch(f"{layout.text} has another layout than {given}; write {how(layout)}")
    data: bytes = value.tobytes()
    if layout.kind == "enum":
        size = next(part for part in (1, 2, 4, 8) if layout.element in (f"u{part * 8}", f"i{part * 8}"))
        check_discriminant(layout, int.from_bytes(data[:size], "little", signed=layout.element[0] == "i"))
    return data


def pack_array(layout: TypeLayout, value: Any) -> bytes:
    """The elements one after the other."""
    if len(value) != layout.count:
        raise Mismatch(f"{layout.text} has {layout.count} elements, got {len(value)}")
    return b"".join([pack_part(f"[{n}]", layout.parts[0][2], each) for n, each in enumerate(value)])


def pack_struct(layout: TypeLayout, value: Any) -> bytes:
    """Each field at its offset, zeros between."""
    names = [name for name, _, _ in layout.parts]
    if isinstance(value, tuple):
        if len(value) != len(names):
            raise Mismatch(f"{layout.text} has {len(names)} fields ({', '.join(names)}), got {len(value)} values")
        given = dict(zip(names, value, strict=True))
    else:
        own = list(getattr(value, "__dataclass_fields__", names))
        if own != names or not all(hasattr(value, name) for name in names):
            raise Mismatch(f"{layout.text} has the fields {', '.join(names)}, {scalars.describe(value)} has others; write {how(layout)}")
        given = {name: getattr(value, name) for name in names}
    out = bytearray(layout.size)
    for name, offset, part in layout.parts:
        out[offset : offset + part.size] = pack_part(f"field `{name}`", part, given[name])
    return bytes(out)


def pack_part(where: str, layout: TypeLayout, value: Any) -> bytes:
    """A field or element; what is wrong with it is said with its place."""
    try:
        return pack(layout, value)
    except Mismatch as problem:
        raise Mismatch(f"{where}: {problem}") from None


def pack_discriminant(layout: TypeLayout, value: Any) -> bytes:
    """The tag of an enum without fields."""
    parameter = KernelParameter("", layout.element, "scalar", layout.element, layout.size, layout.align, False)
    data = scalars.pack(parameter, value)
    check_discriminant(layout, int(value))
    return data


def check_discriminant(layout: TypeLayout, value: int) -> None:
    """Whether a variant has this discriminant. Raises Mismatch."""
    if value not in layout.discriminants:
        known = ", ".join([f"{name} = {number}" for (name, _, _), number in zip(layout.parts, layout.discriminants, strict=True)])
        raise Mismatch(f"{value} is no variant of {layout.text}; it has {known}")
