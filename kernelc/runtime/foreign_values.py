"""Arguments of PTX of any origin: after `pack_number` and `pack_bytes`, the bytes of a parameter.

PTX does not tell signed from unsigned integers, and writes `.b32` for C's `float` too: the width of a NumPy scalar is what counts.
"""

from __future__ import annotations

from kernelc.runtime.errors import Mismatch
from kernelc.runtime.scalars import LARGEST, boolean, describe, is_numpy_scalar, number_text, real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kernelc.signature import KernelParameter


def pack_number(parameter: KernelParameter, value: Any) -> bytes:
    """A number: a NumPy scalar of the parameter's width, or a Python number that fits. Raises Mismatch."""
    if not is_numpy_scalar(value):
        return pack_python(parameter, value)
    kinds = {"f": "f", "b": "biuf"}.get(parameter.text[1], "biu")
    if value.dtype.itemsize != parameter.size or value.dtype.kind not in kinds:
        given = f"numpy.{value.dtype.name}"
        raise Mismatch(f"expected {parameter.size} bytes for {parameter.text}, got {given}; write {scalars_of(parameter)}")
    data: bytes = value.tobytes()
    return data


def pack_python(parameter: KernelParameter, value: Any) -> bytes:
    """A Python number; an integer may be meant with or without sign. Raises Mismatch."""
    size = parameter.size
    if parameter.element in LARGEST:
        return real(parameter, value)
    if isinstance(value, bool) and size == 1:
        return boolean(value)
    if isinstance(value, bool) or not isinstance(value, int):
        wanted = f"an array, or {scalars_of(parameter)}" if size == 8 else scalars_of(parameter)
        raise Mismatch(f"expected {parameter.text}, got {describe(value)}; write {wanted}")
    if not -(1 << (size * 8 - 1)) <= value < 1 << (size * 8):
        raise Mismatch(f"{number_text(value)} does not fit into the {size} bytes of {parameter.text}")
    return int(value & ((1 << (size * 8)) - 1)).to_bytes(size, "little")


def scalars_of(parameter: KernelParameter) -> str:
    """The NumPy scalars that a PTX type takes."""
    bits = parameter.size * 8
    floats = [f"numpy.float{bits}(…)"] if bits > 8 else []
    integers = [f"numpy.int{bits}(…)", f"numpy.uint{bits}(…)"]
    return " or ".join({"f": floats, "b": [*integers, *floats]}.get(parameter.text[1], integers))


def pack_bytes(parameter: KernelParameter, value: Any) -> bytes:
    """A struct: its bytes, a NumPy scalar of its size, or an array of so many bytes. Raises Mismatch."""
    is_bytes = getattr(getattr(value, "dtype", None), "name", "") == "uint8"
    data = value.tobytes() if is_numpy_scalar(value) or is_bytes else value
    if not isinstance(data, bytes | bytearray) or len(data) != parameter.size:
        given = f"{len(data)} bytes" if isinstance(data, bytes | bytearray) else describe(value)
        expected = f"expected {parameter.size} bytes for {parameter.text}"
        raise Mismatch(f"{expected}, got {given}; write a NumPy scalar of its layout, bytes, or an array of u8")
    return bytes(data)
