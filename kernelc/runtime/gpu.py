"""Launching on an NVIDIA GPU through CuPy: PTX is loaded once a device, arrays are used where they are, on their library's current stream.

Arrays of CuPy, and of any library with `__cuda_array_interface__` or DLPack, are seen through CuPy without a copy.
"""

from __future__ import annotations

from kernelc.runtime.arguments import DTYPES
from kernelc.runtime.errors import ArgumentError, LaunchError, NotSupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.runtime.arguments import Bound
    from kernelc.runtime.module import LoadedModule
    from kernelc.signature import KernelParameter, KernelSignature

KDL_CUDA = 2
"""DLPack's device type of CUDA memory (dlpack.h, `kDLCUDA`)."""


def is_device_array(value: object) -> bool:
    """Whether the array lies in the memory of a CUDA device; found out without importing any library."""
    if hasattr(value, "__cuda_array_interface__"):
        return True
    device = getattr(value, "__dlpack_device__", None)
    if device is None or hasattr(value, "__array_interface__"):
        return False
    return bool(device()[0] == KDL_CUDA)


def cupy_module() -> Any:
    """CuPy. Raises NotSupported where it is not installed."""
    try:
        import cupy
    except ImportError as problem:
        raise NotSupported(f"arrays on a GPU need CuPy: {problem}; pip install 'kernelc[cuda13]' (or cuda12)") from None
    return cupy


def as_cupy(value: Any) -> Any:
    """The same memory as a CuPy array."""
    cupy = cupy_module()
    if isinstance(value, cupy.ndarray):
        return value
    return cupy.asarray(value) if hasattr(value, "__cuda_array_interface__") else cupy.from_dlpack(value)


def launch(
    module: LoadedModule,
    signature: KernelSignature,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    shared: int,
    stream: object,
    bound: Sequence[Bound],
) -> None:
    """Starts the kernel on the device of its arrays and returns without waiting."""
    device = common_device(signature, bound)
    if 0 in grid:
        return
    cupy = cupy_module()
    with cupy.cuda.Device(device):
        function = loaded(module, device).get_function(signature.symbol)
        args = tuple([word for b in bound for word in words(b)])
        with stream_of(stream, bound):
            function(grid, block, args, shared_mem=shared)


def common_device(signature: KernelSignature, bound: Sequence[Bound]) -> int:
    """The one device of all arrays. Raises ArgumentError naming two arrays that lie apart."""
    first: Bound | None = None
    for b in bound:
        if b.array is None:
            continue
        if first is None:
            first = b
        elif place(b) != place(first):
            raise ArgumentError(
                f"{signature.name}: `{first.parameter.name}` is on {place(first)}, `{b.parameter.name}` is on {place(b)}; "
                f"move one of them, for example with cupy.asarray({b.parameter.name})"
            )
    assert first is not None, "a launch comes here only with an array on a device"
    return int(first.array.device.id)


def place(b: Bound) -> str:
    """Where an array is, for messages."""
    return f"GPU {b.array.device.id}" if b.is_on_device else "the host"


def loaded(module: LoadedModule, device: int) -> Any:
    """The module on a device, loaded by the driver once."""
    with module._lock:
        found = module._device_modules.get(device)
        if found is None:
            found = cupy_module().cuda.function.Module()
            found.load(module.ptx.encode("utf-8") + b"\0")
            module._device_modules[device] = found
        return found


def words(b: Bound) -> tuple[Any, ...]:
    """The kernel's parameters for an argument: NumPy scalars of exactly the parameter's width, and arrays."""
    import numpy

    if b.array is not None:
        return (b.array, *[numpy.uint64(n) for n in b.words])
    return (typed(b.parameter, b.words[0]),)


def typed(parameter: KernelParameter, value: Any) -> Any:
    """A number as a NumPy scalar of the parameter's type."""
    import numpy

    if isinstance(value, bytes):
        return numpy.frombuffer(value, dtype=numpy.dtype((numpy.void, len(value))))[0]
    return getattr(numpy, DTYPES.get(parameter.element, "uint64") + ("_" if parameter.element == "bool" else ""))(value)


def stream_of(stream: object, bound: Sequence[Bound]) -> Any:
    """The stream to launch on: the one given, else the current one of the arrays' library."""
    cupy = cupy_module()
    if stream is None:
        return foreign_stream(bound) or cupy.cuda.get_current_stream()
    if isinstance(stream, int):
        return cupy.cuda.ExternalStream(stream)
    if hasattr(stream, "ptr") and hasattr(stream, "__enter__"):
        return stream
    handle = getattr(stream, "cuda_stream", None)
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
    """Waits for everything launched on the current device. Raises KernelError where a kernel has failed."""
    from kernelc.runtime.errors import KernelError

    cupy = cupy_module()
    try:
        cupy.cuda.runtime.deviceSynchronize()
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        raise KernelError(f"a kernel failed on the GPU, and the CUDA context is lost: {problem}") from problem
