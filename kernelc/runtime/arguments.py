"""Checking arguments before a launch: after `bind`, every argument fits its parameter, or one error names all that do not.

Each complaint names the parameter, what is expected, what was given, and ends with the expression to write instead.
"""

from __future__ import annotations

import struct

from kernelc.runtime.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.signature import KernelParameter, KernelSignature

DTYPES = {
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64", "bool": "bool", "bf16": "uint16",
}  # fmt: skip
"""Element type of a slice → name of the NumPy dtype (`bf16` travels as its bits, `char` as `uint32`)."""
PACK = {"f16": "<e", "f32": "<f", "f64": "<d"}
LARGEST = {"f16": 65504.0, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}


class Bound:
    """An argument that fits.

    `words` are the values of its PTX parameters (numbers or bytes). For an array, `array` is the array itself (on a device: as CuPy's), `given` what
    the user passed, and `words` what follows its pointer (a slice's length).
    """

    __slots__ = ("array", "given", "is_on_device", "parameter", "words")

    def __init__(self, parameter: KernelParameter, words: tuple[Any, ...], array: Any = None, given: Any = None) -> None:
        self.parameter, self.words, self.array, self.given = parameter, words, array, given
        self.is_on_device = array is not None and not hasattr(array, "__array_interface__")


class Mismatch(Exception):
    """One argument that does not fit; `str()` is what to say after the parameter's name."""


def bind(signature: KernelSignature, args: Sequence[object]) -> list[Bound]:
    """Each argument with its parameter. Raises ArgumentError with a line for every argument that does not fit."""
    params = signature.params
    if len(args) != len(params):
        listed = ", ".join([repr(p) for p in params])
        raise ArgumentError(
            f"{signature.name}({listed}) takes {len(params)} argument{'s' if len(params) != 1 else ''}, got {len(args)}"
        )
    out: list[Bound] = []
    complaints: list[str] = []
    for parameter, value in zip(params, args, strict=True):
        try:
            out.append(bind_one(parameter, value))
        except Mismatch as problem:
            complaints.append(f"argument `{parameter.name}` of {signature.name}: {problem}")
    if complaints:
        raise ArgumentError("\n".join(complaints))
    return out


def bind_one(parameter: KernelParameter, value: Any) -> Bound:
    """One argument with its parameter. Raises Mismatch."""
    if parameter.kind == "scalar":
        return Bound(parameter, (scalar(parameter, value),))
    return Bound(parameter, (by_value(parameter, value),)) if parameter.kind == "value" else bind_array(parameter, value)


def by_value(parameter: KernelParameter, value: Any) -> bytes:
    """A struct or tuple as its bytes: a NumPy structured scalar or an array of one, laid out as C does (`align=True`)."""
    if not hasattr(value, "dtype"):
        raise Mismatch(f"expected a NumPy structured scalar for {parameter.text}, got {describe(value)}")
    if value.nbytes != parameter.size:
        size = f"{parameter.text} has {parameter.size} bytes, the argument has {value.nbytes}"
        raise Mismatch(f"{size}; make its dtype with align=True")
    found: bytes = value.tobytes()
    return found


# ------------------------------------------------------------------------------------------------------------------------ scalars


def is_numpy_scalar(value: object) -> bool:
    """Whether it is a NumPy scalar, found out without importing NumPy."""
    return any(base.__module__ == "numpy" and base.__name__ == "generic" for base in type(value).__mro__)


def scalar(parameter: KernelParameter, value: Any) -> int | float | bytes:
    """The value of a scalar parameter."""
    rust = parameter.text
    if is_numpy_scalar(value):
        wanted = DTYPES.get(parameter.element, "")
        if value.dtype.name != wanted:
            raise Mismatch(f"expected {rust}, got numpy.{value.dtype.name}; write {hint(parameter, value)}")
        value = value.item()
    if rust == "char":
        return char(value)
    if parameter.element == "bool":
        return boolean(value)
    if parameter.element in PACK:
        return real(parameter, value)
    return integer(parameter, value)


def hint(parameter: KernelParameter, value: Any) -> str:
    """The conversion to write for a NumPy scalar."""
    kind = "bool" if parameter.element == "bool" else DTYPES.get(parameter.element, "")
    return f"numpy.{kind}({value!r})" if kind != "bool" else f"bool({value!r})"


def char(value: object) -> int:
    """A one-character string as its code point."""
    if isinstance(value, str) and len(value) == 1 and not 0xD800 <= ord(value) < 0xE000:
        return ord(value)
    raise Mismatch(f"expected char, got {describe(value)}; write a string of one character")


def boolean(value: object) -> int:
    """True or False."""
    if isinstance(value, bool):
        return int(value)
    raise Mismatch(f"expected bool, got {describe(value)}; write bool({value!r})")


def real(parameter: KernelParameter, value: Any) -> float:
    """A number rounded to the float type; one too large is refused, infinities are not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Mismatch(f"expected {parameter.text}, got {describe(value)}; write float(…)")
    try:
        number = float(value)
        rounded: float = struct.unpack(PACK[parameter.element], struct.pack(PACK[parameter.element], number))[0]
    except OverflowError:
        raise Mismatch(f"{value!r} is too large for {parameter.text}; the largest is {LARGEST[parameter.element]!r}") from None
    return rounded


def integer(parameter: KernelParameter, value: Any) -> int:
    """An integer that fits the type."""
    if isinstance(value, bool) or not isinstance(value, int):
        cast = f"int({value!r})" if isinstance(value, bool | float) else "int(…)"
        raise Mismatch(f"expected {parameter.text}, got {describe(value)}; write {cast}")
    bits = parameter.size * 8
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if parameter.element[0] == "i" else (0, (1 << bits) - 1)
    if not low <= value <= high:
        raise Mismatch(f"{value} does not fit into {parameter.text}, which holds {low} to {high}")
    return value


def describe(value: object) -> str:
    """A value for a message."""
    kind = type(value).__name__
    if isinstance(value, bool | int | float | str):
        shown = repr(value)
        return f"the {kind} {shown if len(shown) <= 40 else shown[:37] + '…'}"
    return f"a {kind}" if value is not None else "None"


# ------------------------------------------------------------------------------------------------------------------------- arrays


def bind_scalar(parameter: KernelParameter, value: Any) -> Bound:
    """A number, bool or char."""
    return Bound(parameter, (scalar(parameter, value),))


def bind_bytes(parameter: KernelParameter, value: Any) -> Bound:
    """A struct of foreign PTX: its bytes."""
    data = value.tobytes() if is_numpy_scalar(value) else value
    if not isinstance(data, bytes | bytearray) or len(data) != parameter.size:
        raise Mismatch(f"expected {parameter.size} bytes for {parameter.text}, got {describe(value)}; write bytes(…)")
    return Bound(parameter, (bytes(data),))


def bind_word(parameter: KernelParameter, value: Any) -> Bound:
    """A 64-bit word of foreign PTX: an array for a pointer, else a number."""
    if is_array(value):
        array = host_or_device(parameter, value)
        if not array.flags.c_contiguous:
            raise Mismatch(f"the array is not contiguous; write numpy.ascontiguousarray({parameter.name})")
        return Bound(parameter, (), array, value)
    return bind_scalar(parameter, value)


def is_array(value: object) -> bool:
    """Whether it is an array, on the host or a device."""
    from kernelc.runtime.gpu import is_device_array

    return hasattr(value, "__array_interface__") and not is_numpy_scalar(value) or is_device_array(value)


def host_or_device(parameter: KernelParameter, value: Any) -> Any:
    """The array with NumPy's attributes: itself, or seen through CuPy."""
    from kernelc.runtime.gpu import as_cupy, is_device_array

    if is_device_array(value):
        return as_cupy(value)
    if hasattr(value, "__array_interface__") and not hasattr(value, "dtype"):
        import numpy

        return numpy.asarray(value)
    return value


def bind_array(parameter: KernelParameter, value: Any) -> Bound:
    """An array for a slice or pointer parameter, seen flat."""
    if not is_array(value):
        kind = dtype_of(parameter)
        raise Mismatch(f"expected an array for {parameter.text}, got {describe(value)}; write numpy.array(…, dtype=numpy.{kind})")
    array = host_or_device(parameter, value)
    check_dtype(parameter, array)
    check_shape(parameter, array)
    words = (array.size,) if parameter.kind == "slice" else ()
    if parameter.kind == "pointer" and parameter.text.startswith("&") and array.nbytes < parameter.size:
        raise Mismatch(f"{parameter.text} needs {parameter.size} bytes, the array has {array.nbytes}")
    return Bound(parameter, words, array, value)


BINDERS = {"scalar": bind_scalar, "slice": bind_array, "pointer": bind_array, "word": bind_word, "bytes": bind_bytes}
"""Kind of parameter → how an argument is bound to it."""


def dtype_of(parameter: KernelParameter) -> str:
    """The NumPy dtype of a parameter's elements."""
    if parameter.text.endswith("char]"):
        return "uint32"
    return DTYPES.get(parameter.element, parameter.element)


def check_dtype(parameter: KernelParameter, value: Any) -> None:
    """The element type must be exactly the parameter's, in this machine's byte order."""
    wanted = dtype_of(parameter)
    if value.dtype.name == wanted and value.dtype.isnative:
        return
    if value.dtype.fields is not None and value.dtype.itemsize == parameter.size:
        return
    order = "" if value.dtype.isnative else " in the other byte order"
    raise Mismatch(
        f"expected dtype {wanted} for {parameter.text}, got {value.dtype.name}{order}; write {parameter.name}.astype(numpy.{wanted})"
    )


def check_shape(parameter: KernelParameter, value: Any) -> None:
    """Elements one after the other, writable where the kernel writes, aligned."""
    if not value.flags.c_contiguous:
        how = "is in Fortran order" if value.flags.f_contiguous else f"has strides {value.strides}"
        raise Mismatch(f"the array {how}; write numpy.ascontiguousarray({parameter.name})")
    if parameter.mutable and not getattr(value.flags, "writeable", True):
        raise Mismatch(f"the kernel writes to {parameter.text}, but the array is read-only; write {parameter.name}.copy()")
    if value.size and address_of(value) % parameter.align:
        raise Mismatch(f"the array is not aligned to {parameter.align} bytes; write {parameter.name}.copy()")


def address_of(value: Any) -> int:
    """The address of the first element."""
    interface = getattr(value, "__array_interface__", None)
    found: int = interface["data"][0] if interface is not None else value.data.ptr
    return found
