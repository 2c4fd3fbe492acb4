"""Launching on an NVIDIA GPU through CuPy: PTX is loaded once a device, arrays are used where they are, on their library's current stream.

Arrays of CuPy, and of any library with `__cuda_array_interface__` or DLPack, are seen through CuPy without a copy. What the driver refuses becomes a
KernelError.
"""

from __future__ import annotations

from kernelc.runtime.errors import ArgumentError, KernelError, LaunchError, Mismatch, NotSupported
from kernelc.runtime.layouts import DTYPES
from kernelc.runtime.reports import RECORDS, DeviceRecord, new_record, panic_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.runtime.arguments import Bound
    from kernelc.runtime.module import ModuleCode
    from kernelc.signature import KernelSignature

DEVICE_KINDS = (2, 13)
"""DLPack's device types of CUDA memory: `kDLCUDA`, `kDLCUDAManaged` (dlpack.h)."""
MAX_DYNAMIC_SHARED = 8
"""CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES (cuda.h)."""
PLAIN_SHARED = 48 * 1024
"""The most dynamic shared memory that needs no attribute (CUDA C++ Programming Guide, "Shared Memory")."""


def is_device_array(value: object) -> bool:
    """Whether the array lies in the memory of a CUDA device; found out without importing any library. Raises Mismatch."""
    try:
        if hasattr(value, "__cuda_array_interface__"):
            return True
        device = getattr(value, "__dlpack_device__", None)
        if device is None or hasattr(value, "__array_interface__"):
            return False
        return device()[0] in DEVICE_KINDS
    except Exception as problem:  # noqa: BLE001  whatever a foreign library raises, it says why the array cannot be had
        raise Mismatch(f"the {type(value).__name__} does not give its memory away: {problem}") from None


def cupy_module() -> Any:
    """CuPy. Raises NotSupported where it is not installed."""
    try:
        import cupy
    except ImportError as problem:
        raise NotSupported(f"arrays on a GPU need CuPy: {problem}; pip install 'kernelc[cuda13]' (or cuda12)") from None
    return cupy


def as_cupy(value: Any) -> Any:
    """The same memory as a CuPy array. Raises Mismatch where CuPy cannot see it so."""
    cupy = cupy_module()
    if isinstance(value, cupy.ndarray):
        return value
    try:
        return cupy.asarray(value) if hasattr(value, "__cuda_array_interface__") else cupy.from_dlpack(value)
    except (TypeError, ValueError, RuntimeError, BufferError) as problem:
        raise Mismatch(f"CuPy cannot use the {type(value).__name__} in place: {problem}") from None


def launch(
    code: ModuleCode,
    signature: KernelSignature,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    shared: int,
    stream: object,
    bound: Sequence[Bound],
) -> None:
    """Starts the kernel on the device of its arrays and returns without waiting. Raises KernelError."""
    device = common_device(signature, bound)
    shared += signature.shared
    cupy = cupy_module()
    if 0 in grid:
        return
    number = int(cupy.cuda.runtime.getDevice()) if device is None else device
    raise_panic(number)
    try:
        with cupy.cuda.Device(number):
            module = loaded(code, number)
            function = module.code.get_function(signature.symbol)
            if shared > PLAIN_SHARED:
                cupy.cuda.driver.funcSetAttribute(function.ptr, MAX_DYNAMIC_SHARED, shared)
            args = tuple([word for b in bound for word in words(b)]) + module.hidden()
            with stream_of(stream, bound):
                function(grid, block, args, shared_mem=shared)
    except (cupy.cuda.driver.CUDADriverError, cupy.cuda.runtime.CUDARuntimeError) as problem:
        raise_panic(number)
        shape = f"grid {grid}, block {block}" + (f", {shared} bytes of shared memory" if shared else "")
        raise KernelError(f"{signature.name} cannot be launched on GPU {number} ({shape}): {problem}") from problem


def common_device(signature: KernelSignature, bound: Sequence[Bound]) -> int | None:
    """The one device of all arrays; None for the current one. Raises ArgumentError naming two arrays that lie apart."""
    first: Bound | None = None
    for b in bound:
        if b.array is None:
            continue
        if first is None:
            first = b
        elif place(b) != place(first):
            raise ArgumentError(
                f"{signature.name}: `{first.parameter.name}` is on {place(first)}, `{b.parameter.name}` is on {place(b)}; "
                f"move one of them: {mover(first, b)}"
            )
    return int(first.array.device.id) if first is not None else None


def place(b: Bound) -> str:
    """Where an array is, for messages."""
    return f"GPU {b.array.device.id}" if b.is_on_device else "the host"


def mover(first: Bound, second: Bound) -> str:
    """What to write so that both arrays are in one place."""
    if first.is_on_device and second.is_on_device:
        return f"`with cupy.cuda.Device({first.array.device.id}): {second.parameter.name} = {second.parameter.name}.copy()`"
    return f"cupy.asarray({(second if first.is_on_device else first).parameter.name})"


class DeviceModule:
    """A module that the driver has loaded, and the record that its kernels fill when they panic (None for PTX of other origin)."""

    __slots__ = ("code", "record")

    def __init__(self, code: Any, record: DeviceRecord | None) -> None:
        self.code, self.record = code, record

    def hidden(self) -> tuple[Any, ...]:
        """The arguments behind those of the source."""
        if self.record is None:
            return ()
        import numpy

        return (numpy.uint64(self.record.address),)


def loaded(code: ModuleCode, device: int) -> DeviceModule:
    """The module on a device, loaded by the driver once."""
    cupy = cupy_module()
    with code.lock:
        found: DeviceModule | None = code.device_modules.get(device)
        if found is None:
            made = cupy.cuda.function.Module()
            made.load(code.reporting.ptx.encode("utf-8") + b"\0")
            record = new_record(cupy, device, code.reporting.sites) if code.reports else None
            found = code.device_modules[device] = DeviceModule(made, record)
        return found


def raise_panic(device: int) -> None:
    """Raises KernelPanic if a kernel has panicked on the device."""
    found = panic_on(device)
    if found is not None:
        raise found


def words(b: Bound) -> tuple[Any, ...]:
    """The kernel's parameters for an argument: arrays, and NumPy scalars of exactly the parameter's width."""
    if b.parameter.kind in ("slice", "rows", "pointer") or b.array is not None:
        return (*([b.array] if b.array is not None else []), *[typed(f"u{8 * len(word)}", word) for word in b.words])
    return tuple([typed(b.parameter.element, word) for word in b.words])


def typed(element: str, data: bytes) -> Any:
    """Bytes as a NumPy scalar of the element's type where it has one, else as an array of one element, which CuPy passes by value."""
    import numpy

    name = DTYPES.get(element, "")
    if name and not name.startswith("void"):
        return numpy.frombuffer(data, dtype=name)[0]
    return numpy.frombuffer(data, dtype=numpy.dtype((numpy.void, len(data))))


def stream_of(stream: object, bound: Sequence[Bound]) -> Any:
    """The stream to launch on: the one given, else the current one of the arrays' library. Raises LaunchError."""
    cupy = cupy_module()
    if stream is None:
        return foreign_stream(bound) or cupy.cuda.get_current_stream()
    if isinstance(stream, int) and not isinstance(stream, bool):
        return cupy.cuda.ExternalStream(stream)
    if isinstance(getattr(stream, "ptr", None), int) and hasattr(stream, "__enter__"):
        return stream
    handle = getattr(stream, "cuda_stream", None)
    protocol = getattr(stream, "__cuda_stream__", None)
    if not isinstance(handle, int) and callable(protocol):
        handle = protocol()[1]
    if isinstance(handle, int):
        return cupy.cuda.ExternalStream(handle)
    raise LaunchError(f"the stream is a {type(stream).__name__}; pass a CuPy or Torch stream, or a stream's address")


def foreign_stream(bound: Sequence[Bound]) -> Any:
    """Torch's current stream where an argument is a Torch tensor; None otherwise."""
    for b in bound:
        if type(b.given).__module__.partition(".")[0] == "torch":
            torch = __import__("torch")

            return cupy_module().cuda.ExternalStream(torch.cuda.current_stream(b.given.device).cuda_stream)
    return None


def synchronize() -> None:
    """Waits for everything launched on the current device. Raises KernelPanic where a kernel has panicked, KernelError where one has failed.

    Launches on the CPU have ended when they return, so without a GPU there is nothing to wait for.
    """
    import sys

    if "cupy" not in sys.modules:
        return
    cupy = cupy_module()
    try:
        cupy.cuda.runtime.deviceSynchronize()
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        for device in RECORDS:
            raise_panic(device)
        raise KernelError(f"a kernel failed on the GPU, and the CUDA context is lost: {problem}") from problem
