"""Arrays: after `check`, an array of the host or a device lies in memory as a slice or pointer parameter needs it, and may be used in place."""

from __future__ import annotations

from kernelc.runtime.errors import Mismatch
from kernelc.runtime.layouts import DTYPES, dtype_fits, dtype_text, layout_of
from kernelc.runtime.scalars import is_numpy_scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kernelc.signature import KernelParameter


def is_array(value: object) -> bool:
    """Whether it is an array, on the host or a device; found out without importing any library."""
    from kernelc.runtime.gpu import is_device_array

    if is_of_numpy(value):
        return True
    return (hasattr(value, "__array_interface__") and not is_numpy_scalar(value)) or is_device_array(value)


def is_of_numpy(value: object) -> bool:
    """Whether it is exactly NumPy's own array, not of a class derived from it."""
    kind = type(value)
    return kind.__name__ == "ndarray" and kind.__module__ == "numpy"


def as_array(parameter: KernelParameter, value: Any) -> Any:
    """The same memory with NumPy's attributes: the array itself, seen through CuPy, or seen through NumPy. Raises Mismatch."""
    from kernelc.runtime.gpu import as_cupy, is_device_array

    if is_of_numpy(value):
        return value
    if is_device_array(value):
        return as_cupy(value)
    if hasattr(value, "_mask") and hasattr(value, "filled"):
        raise Mismatch(f"masked arrays have no meaning for {parameter.text}; write {parameter.name}.filled(…) or {parameter.name}.data")
    if hasattr(value, "dtype") and hasattr(value, "flags"):
        return value
    import numpy

    return numpy.asarray(value)


def check(parameter: KernelParameter, array: Any, given: Any) -> None:
    """Whether the array fits. Raises Mismatch with everything that is to be changed."""
    check_dtype(parameter, array)
    check_order(parameter, array)
    if parameter.mutable and is_read_only(array, given):
        raise Mismatch(f"the kernel writes to {parameter.text}, but the array is read-only; write {parameter.name}.copy()")
    check_alignment(parameter, array)
    if parameter.kind in ("slice", "rows") and (parameter.size == 0 or array.nbytes % parameter.size):
        raise Mismatch(f"an element of {parameter.text} has {parameter.size} bytes, the array has {array.nbytes}")
    if parameter.kind == "pointer" and parameter.text.startswith("&") and array.nbytes < parameter.size:
        raise Mismatch(f"{parameter.text} needs {parameter.size} bytes, the array has {array.nbytes}")


def row_width(parameter: KernelParameter, array: Any) -> int:
    """How many elements a row of the array has. Raises Mismatch for one without rows."""
    if array.ndim < 2:
        raise Mismatch(f"{parameter.text} takes rows, the array has {array.ndim} dimensions; write {parameter.name}.reshape(-1, WIDTH)")
    width: int = array.nbytes // array.shape[0] // parameter.size if array.shape[0] else 0
    if width >= 2**32:
        raise Mismatch(f"a row of {parameter.text} has at most {2**32 - 1} elements, the array has {width}")
    return width


def check_alignment(parameter: KernelParameter, array: Any) -> None:
    """The address must be a multiple of what the elements need, or of what a launch fact says (`kernelc.facts`)."""
    if array.size and address_of(array) % parameter.align:
        raise Mismatch(f"{parameter.text} is aligned to {parameter.align} bytes, the array is not; write {parameter.name}.copy()")


def check_dtype(parameter: KernelParameter, array: Any) -> None:
    """The elements must be exactly those of the parameter, in this machine's byte order."""
    layout, dtype = layout_of(parameter), array.dtype
    if dtype_fits(layout, dtype):
        return
    order = "" if dtype.isnative else " in the other byte order"
    wanted, written = DTYPES.get(layout.element, dtype_text(layout)), f"astype({dtype_text(layout)})"
    if layout.kind != "scalar" or wanted == "void128":
        wanted, written = dtype_text(layout).strip("'"), f"view({dtype_text(layout)})"
    raise Mismatch(f"expected dtype {wanted} for {parameter.text}, got {dtype.name}{order}; write {parameter.name}.{written}")


def check_order(parameter: KernelParameter, array: Any) -> None:
    """Elements must lie one after the other, the last index fastest."""
    if not array.flags.c_contiguous:
        how = "is in Fortran order" if array.flags.f_contiguous else f"has strides {array.strides}"
        library = "numpy" if hasattr(array, "__array_interface__") else "cupy"
        raise Mismatch(f"the array {how} and shape {array.shape}; write {library}.ascontiguousarray({parameter.name})")


def is_read_only(array: Any, given: Any) -> bool:
    """Whether the array's library says that nobody may write to it."""
    if not getattr(array.flags, "writeable", True):
        return True
    if is_of_numpy(given):
        return False
    if type(given).__module__.partition(".")[0] in ("jax", "jaxlib"):
        return True
    interface = getattr(given, "__cuda_array_interface__", None)
    return bool(interface is not None and interface["data"][1])


def address_of(array: Any) -> int:
    """The address of the first element."""
    interface = getattr(array, "__array_interface__", None)
    found: int = interface["data"][0] if interface is not None else array.data.ptr
    return found
