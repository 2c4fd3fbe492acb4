"""Structs, tuples, arrays and enums by value: after `pack`, the bytes of a parameter in its layout.

A NumPy structured scalar of the same layout is taken as it is, as are an object of ctypes with the same fields, and bytes of the right number.
Otherwise a struct is a dataclass (or any object with its fields as attributes), a dict or a tuple; an array a list; an enum the name of a variant, a
tuple of the name and the fields (`("Circle", 2.5)`), or the discriminant of a variant without fields. Each number in them is checked as a parameter of
its own.
"""

from __future__ import annotations

from kernelc.runtime import scalars
from kernelc.runtime.errors import Mismatch
from kernelc.runtime.layouts import dtype_fits, dtype_text
from kernelc.signature import KernelParameter, TypeLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pack(layout: TypeLayout, value: Any) -> bytes:
    """The bytes of a value. Raises Mismatch."""
    if layout.kind == "scalar":
        parameter = KernelParameter("", layout.text, "scalar", layout.element, layout.size, layout.align, False)
        return scalars.pack(parameter, value)
    if isinstance(value, bytes | bytearray):
        return pack_bytes(layout, value)
    if layout.kind == "enum" and getattr(getattr(value, "dtype", None), "fields", None) is None:
        return pack_variant(layout, value)
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        return pack_numpy(layout, value)
    if is_of_ctypes(value):
        return pack_ctypes(layout, value)
    if layout.kind == "array" and isinstance(value, list | tuple | range):
        return pack_array(layout, value)
    if layout.kind == "struct" and not isinstance(value, int | float | str | list | set | None):
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
        check_discriminant(layout, int.from_bytes(data[: tag_size(layout)], "little", signed=layout.element[0] == "i"))
    return data


def pack_bytes(layout: TypeLayout, value: bytes | bytearray) -> bytes:
    """Bytes as they are."""
    if len(value) != layout.size:
        raise Mismatch(f"{layout.text} has {layout.size} bytes, got {len(value)}")
    return bytes(value)


def is_of_ctypes(value: object) -> bool:
    """Whether it is a structure or array of ctypes, found out without importing it."""
    return any(base.__module__ == "_ctypes" and base.__name__ in ("Structure", "Array") for base in type(value).__mro__)


def pack_ctypes(layout: TypeLayout, value: Any) -> bytes:
    """An object of ctypes with the same fields, or as many elements."""
    data = bytes(value)
    fields = [getattr(type(value), name) for name, *_ in getattr(value, "_fields_", ())]
    if layout.kind == "array" and not fields:
        fits = len(value) == layout.count
    else:
        fits = layout.kind == "struct" and [(f.offset, f.size) for f in fields] == [(at, part.size) for _, at, part in layout.parts]
    if not fits or len(data) != layout.size:
        raise Mismatch(f"{layout.text} has another layout than {type(value).__name__} of ctypes; write {how(layout)}")
    return data


def pack_array(layout: TypeLayout, value: Any) -> bytes:
    """The elements one after the other."""
    if len(value) != layout.count:
        raise Mismatch(f"{layout.text} has {layout.count} elements, got {len(value)}")
    return b"".join([pack_part(f"[{n}]", layout.parts[0][2], each) for n, each in enumerate(value)])


def pack_struct(layout: TypeLayout, value: Any) -> bytes:
    """Each field at its offset, zeros between."""
    given = field_values(layout, value)
    out = bytearray(layout.size)
    for name, offset, part in layout.parts:
        out[offset : offset + part.size] = pack_part(f"field `{name}`", part, given[name])
    return bytes(out)


def field_values(layout: TypeLayout, value: Any) -> dict[str, Any]:
    """The values of a struct's fields by name."""
    names = [name for name, _, _ in layout.parts]
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        if len(value) != len(names):
            raise Mismatch(f"{layout.text} has {len(names)} fields ({', '.join(names)}), got {len(value)} values")
        return dict(zip(names, value, strict=True))
    own = list(value if isinstance(value, dict) else getattr(value, "__dataclass_fields__", getattr(value, "_fields", names)))
    if sorted(own, key=str) != sorted(names) or not (isinstance(value, dict) or all(hasattr(value, name) for name in names)):
        raise Mismatch(f"{layout.text} has the fields {', '.join(names)}, {scalars.describe(value)} has others; write {how(layout)}")
    return {name: value[name] if isinstance(value, dict) else getattr(value, name) for name in names}


def pack_part(where: str, layout: TypeLayout, value: Any) -> bytes:
    """A field or element; what is wrong with it is said with its place."""
    try:
        return pack(layout, value)
    except Mismatch as problem:
        raise Mismatch(f"{where}: {problem}") from None


def pack_variant(layout: TypeLayout, value: Any) -> bytes:
    """A variant by its name (or a member of a Python enum of that name), by name and fields, or by its discriminant."""
    size = tag_size(layout)
    value = getattr(value, "name", value)
    name, *fields = value if isinstance(value, tuple) and value else (value,)
    if not isinstance(name, str):
        number = scalars.pack(KernelParameter("", layout.element, "scalar", layout.element, size, size, False), value)
        check_discriminant(layout, int(value))
        name, fields = layout.parts[layout.discriminants.index(int(value))][0], []
        return filled(layout, name, number, fields)
    numbers = [number for (variant, _, _), number in zip(layout.parts, layout.discriminants, strict=True) if variant == name]
    if not numbers:
        raise Mismatch(f"{layout.text} has no variant `{name}`; it has {', '.join([variant for variant, _, _ in layout.parts])}")
    return filled(layout, name, numbers[0].to_bytes(size, "little", signed=numbers[0] < 0), fields)


def filled(layout: TypeLayout, name: str, tag: bytes, fields: list[Any]) -> bytes:
    """The tag, and the fields of the variant at their offsets."""
    part = next(part for variant, _, part in layout.parts if variant == name)
    given = fields[0] if len(fields) == 1 and isinstance(fields[0], dict) else tuple(fields)
    data = bytearray(pack_part(f"variant `{name}`", part, given)) if part.parts or fields else bytearray(layout.size)
    data[: len(tag)] = tag
    return bytes(data)


def tag_size(layout: TypeLayout) -> int:
    """The bytes of an enum's tag."""
    return next(size for size in (1, 2, 4, 8) if layout.element in (f"u{size * 8}", f"i{size * 8}"))


def check_discriminant(layout: TypeLayout, value: int) -> None:
    """Whether a variant has this discriminant. Raises Mismatch."""
    if value not in layout.discriminants:
        known = ", ".join([f"{name} = {number}" for (name, _, _), number in zip(layout.parts, layout.discriminants, strict=True)])
        raise Mismatch(f"{value} is no variant of {layout.text}; it has {known}")
