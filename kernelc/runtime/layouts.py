"""Types of memory as a launcher sees them: after `layout`, a type's numbers with their offsets, in C's layout; the same of a NumPy dtype.

`tuple<u8, f32, array<i16, 2>>` has the leaves `((0, "u8"), (4, "f32"), (8, "i16"), (10, "i16"))`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Leaves = tuple[tuple[int, str], ...]

DTYPES = {
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64", "bool": "bool", "bf16": "uint16", "i128": "void128", "u128": "void128",
}  # fmt: skip
"""Scalar type → name of the NumPy dtype. NumPy has no `bf16` and no 128-bit integers: they travel as their bits (`uint16`, `V16`)."""
OTHER_DTYPES = {"bf16": "bfloat16"}
"""Scalar type → a dtype of an extension of NumPy that is taken as well (`ml_dtypes`)."""
SIZES = {"i8": 1, "u8": 1, "bool": 1, "i16": 2, "u16": 2, "f16": 2, "bf16": 2, "i32": 4, "u32": 4, "f32": 4, "i128": 16, "u128": 16}
"""Bytes of a scalar; 8 where not named. Every scalar is aligned to its size."""


def scalar_fits(scalar: str, dtype: Any) -> bool:
    """Whether a dtype holds exactly this scalar type, in this machine's byte order."""
    return bool(dtype.name in (DTYPES.get(scalar), OTHER_DTYPES.get(scalar)) and dtype.isnative)


def split(text: str) -> list[str]:
    """The parts of `a, b<c, d>, e` at its outer commas."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def layout(element: str) -> tuple[Leaves, int, int]:
    """Leaves, size and alignment of a MIR type."""
    kind, _, inside = element.partition("<")
    parts = split(inside[:-1]) if inside else []
    if kind == "array":
        return array_layout(parts[0], int(parts[1]))
    if kind == "tuple":
        return tuple_layout(parts)
    size = SIZES.get(element, 8)
    return ((0, element if not inside else "u64"),), size, size


def array_layout(element: str, count: int) -> tuple[Leaves, int, int]:
    """`count` elements in a row."""
    leaves, size, align = layout(element)
    return tuple([(n * size + at, scalar) for n in range(count) for at, scalar in leaves]), count * size, align


def tuple_layout(fields: list[str]) -> tuple[Leaves, int, int]:
    """Fields one after the other, each at the next multiple of its alignment."""
    found: list[tuple[int, str]] = []
    end, most = 0, 1
    for field in fields:
        leaves, size, align = layout(field)
        start = -(-end // align) * align
        found.extend([(start + at, scalar) for at, scalar in leaves])
        end, most = start + size, max(most, align)
    return tuple(found), -(-end // most) * most, most


def dtype_leaves(dtype: Any, start: int = 0) -> list[tuple[int, Any]]:
    """The numbers of a dtype with their offsets."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        count = 1
        for extent in shape:
            count *= extent
        return [leaf for n in range(count) for leaf in dtype_leaves(base, start + n * base.itemsize)]
    if dtype.fields is None:
        return [(start, dtype)]
    fields = sorted([(entry[1], entry[0]) for entry in dtype.fields.values()], key=lambda each: each[0])
    return [leaf for at, field in fields for leaf in dtype_leaves(field, start + at)]


def dtype_fits(element: str, dtype: Any) -> bool:
    """Whether an element of the dtype, or several in a row, lie in memory as the MIR type does."""
    leaves, size, _ = layout(element)
    if dtype.fields is None and dtype.subdtype is None:
        row = size // dtype.itemsize if dtype.itemsize else 0
        return [at for at, _ in leaves] == [n * dtype.itemsize for n in range(row)] and all(scalar_fits(s, dtype) for _, s in leaves)
    found = dtype_leaves(dtype)
    same_places = dtype.itemsize == size and [at for at, _ in found] == [at for at, _ in leaves]
    return same_places and all(scalar_fits(scalar, field) for (_, scalar), (_, field) in zip(leaves, found, strict=True))


def dtype_expression(element: str, prefix: str = "numpy.") -> str:
    """The NumPy dtype of a MIR type, as one writes it."""
    kind, _, inside = element.partition("<")
    if not inside or kind == "ptr":
        name = DTYPES.get(element, "uint64")
        return "'V16'" if name == "void128" else prefix + ("bool_" if name == "bool" else name)
    parts = split(inside[:-1])
    if kind == "array":
        return f"({dtype_expression(parts[0], prefix)}, {parts[1]})"
    fields = ", ".join([f"('f{n}', {dtype_expression(part, prefix)})" for n, part in enumerate(parts)])
    return f"numpy.dtype([{fields}], align=True)"
