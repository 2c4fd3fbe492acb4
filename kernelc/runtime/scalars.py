"""Numbers, bools and characters: after `pack`, the bytes of a parameter, exact or rounded as the type says; what would change a value is refused.

- A Python `int` must fit. For a float parameter it must be a value of the type: `16777217` is not one of `f32`.
- A Python `float` is rounded to nearest, ties to even; one beyond the largest finite value is refused, infinities and NaN are not.
- `True` and `False` are for `bool` only. A `char` is a string of one character.
- A NumPy scalar must have exactly the parameter's type.
"""

from __future__ import annotations

from math import isfinite, ldexp
from struct import pack as to_bytes
from struct import unpack

from kernelc.runtime.errors import Mismatch
from kernelc.runtime.layouts import DTYPES, scalar_fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kernelc.signature import KernelParameter, TypeLayout

FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
"""Float type → its form for `struct`."""
PLAIN = (int, float, bool, str)
"""The types of most arguments, which are none of NumPy's."""
LARGEST = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}


def is_numpy_scalar(value: object) -> bool:
    """Whether it is a NumPy scalar, found out without importing NumPy."""
    return type(value) not in PLAIN and any(base.__module__ == "numpy" and base.__name__ == "generic" for base in type(value).__mro__)


def pack(parameter: KernelParameter | TypeLayout, value: Any) -> bytes:
    """The bytes of a scalar parameter. Raises Mismatch."""
    if is_numpy_scalar(value):
        if not scalar_fits(parameter.element, value.dtype):
            given = f"numpy.{value.dtype.name}"
            raise Mismatch(f"expected {parameter.text}, got {given} {value}; write {conversion(parameter, value)}")
        raw: bytes = value.tobytes()
        if parameter.text != "char":
            return raw
        raise Mismatch(f"expected char, got numpy.{value.dtype.name}; write chr({value})")
    if parameter.text == "char":
        return character(value)
    if parameter.element == "bool":
        return boolean(value)
    if parameter.element in LARGEST:
        return real(parameter, value)
    return integer(parameter, value)


def conversion(parameter: KernelParameter | TypeLayout, value: Any) -> str:
    """What to write instead of a NumPy scalar of another type."""
    plain = value.item() if value.dtype.kind in "biuf" else None
    if parameter.text == "char":
        return "a string of one character"
    if parameter.element == "bool":
        return f"bool({value})"
    kind = DTYPES[parameter.element]
    if plain is None or kind == "void128":
        return "int(…)" if kind == "void128" else f"numpy.{kind}(…)"
    if parameter.element not in LARGEST:
        return f"numpy.{kind}({int(plain) if isfinite(plain) else plain})"
    return f"numpy.{kind}({plain!r})" if parameter.element != "bf16" else f"float({plain!r})"


def character(value: object) -> bytes:
    """A one-character string as its code point."""
    if isinstance(value, str) and len(value) == 1 and not 0xD800 <= ord(value) < 0xE000:
        return ord(value).to_bytes(4, "little")
    raise Mismatch(f"expected char, got {describe(value)}; write a string of one character")


def boolean(value: object) -> bytes:
    """True or False."""
    if isinstance(value, bool):
        return b"\1" if value else b"\0"
    raise Mismatch(f"expected bool, got {describe(value)}; write bool(…)")


def real(parameter: KernelParameter | TypeLayout, value: Any) -> bytes:
    """A number in the float type."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Mismatch(f"expected {parameter.text}, got {describe(value)}; write {cast_to('float', value)}")
    try:
        found = float_bytes(parameter.element, float(value))
    except OverflowError:
        largest = f"the largest is {LARGEST[parameter.element]!r}"
        raise Mismatch(f"{describe(value)} is too large for {parameter.text}; {largest}") from None
    if isinstance(value, int) and float_of(parameter.element, found) != value:
        raise Mismatch(f"{value} is not a value of {parameter.text}, which rounds it; write float({value})")
    return found


def float_bytes(kind: str, number: float) -> bytes:
    """A number rounded to nearest, ties to even. Raises OverflowError."""
    return to_bytes(FLOATS[kind], number) if kind in FLOATS else bfloat_bytes(number)


def float_of(kind: str, data: bytes) -> float:
    """The number that the bytes hold."""
    found: float = unpack(FLOATS[kind], data)[0] if kind in FLOATS else unpack("<f", b"\0\0" + data)[0]
    return found


def bfloat_bytes(number: float) -> bytes:
    """A number rounded to bfloat16: 8 bits of precision, subnormals from 2⁻¹³³."""
    from math import frexp

    if not isfinite(number) or number == 0:
        high = to_bytes("<f", number)[2:]
        return b"\xc0\x7f" if number != number else high
    unit = max(frexp(number)[1] - 8, -133)
    rounded = ldexp(float(round(ldexp(number, -unit))), unit)
    if abs(rounded) > LARGEST["bf16"]:
        raise OverflowError
    return to_bytes("<f", rounded if rounded else number * 0.0)[2:]


def integer(parameter: KernelParameter | TypeLayout, value: Any) -> bytes:
    """An integer that fits the type."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Mismatch(f"expected {parameter.text}, got {describe(value)}; write {cast_to('int', value)}")
    size = parameter.size
    signed = parameter.element[0] == "i"
    low, high = (-(1 << (size * 8 - 1)), (1 << (size * 8 - 1)) - 1) if signed else (0, (1 << (size * 8)) - 1)
    if not low <= value <= high:
        raise Mismatch(f"{number_text(value)} does not fit into {parameter.text}, which holds {low} to {high}")
    return int(value).to_bytes(size, "little", signed=signed)


def number_text(value: int) -> str:
    """An integer for a message; one with very many digits by its size."""
    return str(value) if value.bit_length() <= 256 else f"an int of {value.bit_length()} bits"


def cast_to(kind: str, value: object) -> str:
    """The conversion to write for a value of another kind."""
    if isinstance(value, bool | int | float) and not (kind == "int" and isinstance(value, float) and not isfinite(value)):
        return f"{kind}({value!r})"
    size = getattr(value, "size", None)
    return f"{kind}(….item())" if size == 1 and hasattr(value, "item") else f"{kind}(…)"


def describe(value: object) -> str:
    """A value for a message."""
    kind = type(value).__name__
    if isinstance(value, int) and not isinstance(value, bool):
        return f"the {kind} {number_text(value)}"
    if isinstance(value, bool | float | str | complex):
        shown = repr(value)
        return f"the {kind} {shown if len(shown) <= 40 else shown[:37] + '…'}"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and hasattr(value, "dtype"):
        return f"an array of {value.dtype} and shape {shape}"
    return f"a value of type {kind}" if value is not None else "None"
