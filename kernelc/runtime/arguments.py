"""Checking arguments before a launch: after `bind`, every argument fits its parameter, or one error names all that do not.

Each complaint names the parameter, what is expected, what was given, and ends with the expression to write instead.
"""

from __future__ import annotations

from kernelc.runtime import arrays, foreign_values, scalars, values
from kernelc.runtime.errors import ArgumentError, Mismatch
from kernelc.runtime.layouts import dtype_text, layout_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.signature import KernelParameter, KernelSignature


class Bound:
    """An argument that fits.

    `words` are the bytes of its PTX parameters. For an array, `array` is the array itself (on a device: as CuPy's), `given` what the user passed, and
    `words` what follows its pointer (a slice's length).
    """

    __slots__ = ("array", "given", "is_on_device", "parameter", "words")

    def __init__(self, parameter: KernelParameter, words: tuple[bytes, ...], array: Any = None, given: Any = None) -> None:
        self.parameter, self.words, self.array, self.given = parameter, words, array, given
        self.is_on_device = array is not None and not hasattr(array, "__array_interface__")


def bind(signature: KernelSignature, args: Sequence[object]) -> list[Bound]:
    """Each argument with its parameter. Raises ArgumentError with a line for every argument that does not fit."""
    params = signature.params
    if len(args) != len(params):
        raise ArgumentError(f"{signature!r} takes {len(params)} argument{'s' if len(params) != 1 else ''}, got {len(args)}")
    out: list[Bound] = []
    complaints: list[str] = []
    for parameter, value in zip(params, args, strict=True):
        try:
            out.append(BINDERS[parameter.kind](parameter, value))
        except Mismatch as problem:
            complaints.append(f"argument `{parameter.name}` of {signature.name}: {problem}")
    if complaints:
        raise ArgumentError("\n".join(complaints))
    return out


def bind_scalar(parameter: KernelParameter, value: Any) -> Bound:
    """A number, bool or char."""
    return Bound(parameter, (scalars.pack(parameter, value),))


def bind_value(parameter: KernelParameter, value: Any) -> Bound:
    """A struct, tuple, array or enum."""
    return Bound(parameter, (values.pack(layout_of(parameter), value),))


def bind_array(parameter: KernelParameter, value: Any) -> Bound:
    """An array for a slice or pointer parameter, seen flat; None for `Option<&T>`."""
    if value is None and parameter.optional:
        return Bound(parameter, (bytes(8),) * parameter.words)
    if not arrays.is_array(value):
        raise Mismatch(f"expected an array for {parameter.text}, got {scalars.describe(value)}; write {array_of(parameter, value)}")
    array = arrays.as_array(parameter, value)
    arrays.check(parameter, array, value)
    words: list[bytes] = []
    if parameter.kind in ("slice", "rows"):
        words.append((array.nbytes // parameter.size).to_bytes(8, "little"))
    if parameter.kind == "rows":
        words.append(arrays.row_width(parameter, array).to_bytes(4, "little"))
    return Bound(parameter, tuple(words), array, value)


def array_of(parameter: KernelParameter, value: Any) -> str:
    """How to make an array of something else, without a copy where that is possible."""
    if any(hasattr(value, name) for name in ("__dlpack__", "__array__", "__buffer__")) and not scalars.is_numpy_scalar(value):
        return f"numpy.asarray({parameter.name})"
    return f"numpy.array(…, dtype={dtype_text(layout_of(parameter))})"


def bind_word(parameter: KernelParameter, value: Any) -> Bound:
    """A 64-bit word of foreign PTX: an array for a pointer, else a number."""
    if not arrays.is_array(value):
        return bind_foreign(parameter, value)
    array = arrays.as_array(parameter, value)
    if array.dtype.hasobject or not array.dtype.isnative:
        raise Mismatch(f"an array of {array.dtype} has no meaning on a device; write {parameter.name}.astype(…)")
    arrays.check_order(parameter, array)
    arrays.check_alignment(parameter, array)
    return Bound(parameter, (), array, value)


def bind_foreign(parameter: KernelParameter, value: Any) -> Bound:
    """A number of foreign PTX."""
    return Bound(parameter, (foreign_values.pack_number(parameter, value),))


def bind_bytes(parameter: KernelParameter, value: Any) -> Bound:
    """A struct of foreign PTX."""
    return Bound(parameter, (foreign_values.pack_bytes(parameter, value),))


BINDERS = {
    "scalar": bind_scalar,
    "value": bind_value,
    "slice": bind_array,
    "rows": bind_array,
    "pointer": bind_array,
    "word": bind_word,
    "number": bind_foreign,
    "bytes": bind_bytes,
}
"""Kind of parameter → how an argument is bound to it; the last three are those of foreign PTX."""
