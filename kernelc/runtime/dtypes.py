"""NumPy dtypes of the kernel's types: after `dtype_of`, arrays of the dtype lie in memory as slices of the type do.

    struct P { tag: u8, at: [f32; 2] }  →  numpy.dtype([('tag', 'u1'), ('at', 'f4', (2,))], align=True)

Fields of tuples are called `0`, `1` …. An enum with fields is a structure of its tag, `tag`, and the fields of all its variants, `B_0` or `C_x`, which
overlap; one without is its tag. 128-bit integers are 16 bytes (`V16`), `bf16` is its bits (`uint16`).
"""

from __future__ import annotations

from kernelc.runtime.layouts import DTYPES, has_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from kernelc.signature import KernelSignature, TypeLayout


def dtype_of(layout: TypeLayout) -> Any:
    """The NumPy dtype of a type."""
    import numpy

    if layout.kind == "scalar" or (layout.kind == "enum" and not has_data(layout)):
        return scalar_dtype(layout.element)
    if layout.kind == "array":
        return numpy.dtype((dtype_of(layout.parts[0][2]), (layout.count,)))
    if layout.kind == "opaque":
        return numpy.dtype((numpy.void, layout.size))
    names, formats, offsets = [], [], []
    for name, offset, form in fields_of(layout):
        names.append(name)
        formats.append(form)
        offsets.append(offset)
    whole: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": layout.size}
    aligned = all(offset % form.alignment == 0 for offset, form in zip(offsets, formats, strict=True))
    return numpy.dtype(whole, align=aligned and layout.size % max([form.alignment for form in formats], default=1) == 0)


def scalar_dtype(element: str) -> Any:
    """The dtype of a scalar."""
    import numpy

    name = DTYPES[element]
    return numpy.dtype("V16" if name == "void128" else name)


def fields_of(layout: TypeLayout) -> Iterator[tuple[str, int, Any]]:
    """Name, offset and dtype of the fields of a struct; of the tag and the fields of each variant of an enum."""
    if layout.kind == "struct":
        yield from [(name, offset, dtype_of(part)) for name, offset, part in layout.parts]
        return
    yield "tag", 0, scalar_dtype(layout.element)
    for variant, _, part in layout.parts:
        yield from [(f"{variant}_{name}", offset, dtype_of(field)) for name, offset, field in part.parts]


def layouts_in(signatures: Iterable[KernelSignature]) -> Iterator[TypeLayout]:
    """The layouts of the parameters, and of all that is in them."""
    work = [p.layout for signature in signatures for p in signature.params if p.layout is not None]
    while work:
        layout = work.pop()
        yield layout
        work += [part for _, _, part in layout.parts]


def is_named(layout: TypeLayout, name: str) -> bool:
    """Whether a type is meant by a name: its text, or the last part of its path."""
    return name in (layout.text, layout.text.rpartition("::")[2] if "<" not in layout.text else "")
