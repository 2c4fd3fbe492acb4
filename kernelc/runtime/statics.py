"""Statics from the host: `module.static["COUNT"]` is a view of a device's variable, and `module.static["COUNT"] = 5` writes it.

A static lives once for each place where the module runs: on the CPU (the virtual machine), and on each GPU. Without more, the CPU's is meant, until the
module has been loaded on a GPU; `module.static.on("cpu")` and `module.static.on(0)` say which.

On the CPU a view is a NumPy array in place (of no dimensions for a single value), read-only for what Rust cannot change. On a GPU it is CuPy's; of
structs, of which CuPy knows nothing, a NumPy copy.
"""

from __future__ import annotations

from collections.abc import Mapping

from kernelc.runtime.dtypes import dtype_of
from kernelc.runtime.errors import ArgumentError, KernelError, Mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kernelc.runtime.module import ModuleCode
    from kernelc.signature import StaticSignature

SPACES = {"static": "global", "constant": "const"}
"""Attribute of a module → the space of the statics in it."""


class Statics(Mapping[str, object]):
    """The statics of a module in one space, by name; `place` is "cpu", the number of a GPU, or None for where the module runs."""

    __slots__ = ("_code", "_kind", "_place")

    def __init__(self, code: ModuleCode, kind: str, place: str | int | None = None) -> None:
        self._code, self._kind, self._place = code, kind, place

    def on(self, place: str | int) -> Statics:
        """Those on the CPU ("cpu"), or on a GPU by its number."""
        if place != "cpu" and (isinstance(place, bool) or not isinstance(place, int)):
            raise ValueError(f"the place is {place!r}, must be 'cpu' or the number of a GPU")
        return Statics(self._code, self._kind, place)

    def __getitem__(self, name: str) -> Any:
        static = self._find(name)
        place = self._where()
        return self._host_view(static) if place == "cpu" else self._device_view(static, int(place))

    def __setitem__(self, name: str, value: Any) -> None:
        """Writes the whole static. Raises ArgumentError for a value that does not fit, or a static that never changes."""
        from kernelc.runtime.values import pack

        static = self._find(name)
        if not is_writable(static):
            raise ArgumentError(f"{static!r} of {self._code.path} never changes; make it `static mut`, or `#[constant] static`")
        try:
            data = pack(static.layout, value)
        except Mismatch as problem:
            raise ArgumentError(f"{static!r}: {problem}") from None
        place = self._where()
        if place == "cpu":
            self._bytes(static)[:] = data
        else:
            self._copy_to_device(static, int(place), data)

    def __iter__(self) -> Iterator[str]:
        return iter([static.name for static in self._known()])

    def __len__(self) -> int:
        return len(self._known())

    def __repr__(self) -> str:
        return f"<{self._kind}s of {self._code.path}: {', '.join(self) or 'none'}>"

    def _known(self) -> list[StaticSignature]:
        return [static for static in self._code.artifact.statics if static.space == SPACES[self._kind]]

    def _find(self, name: str) -> StaticSignature:
        for static in self._known():
            if static.name == name:
                return static
        other = [static for static in self._code.artifact.statics if static.name == name]
        if other:
            kind = next(kind for kind, space in SPACES.items() if space == other[0].space)
            raise KeyError(f"`{name}` is a {kind}: write module.{kind}[{name!r}]")
        known = ", ".join(self) or "none"
        raise KeyError(f"{self._code.path} has no {self._kind} `{name}` that a kernel uses; it has {known}")

    def _where(self) -> str | int:
        """The place that is meant. Raises KernelError where that is not clear."""
        if self._place is not None:
            return self._place
        devices = list(self._code.device_modules)
        if not devices:
            return "cpu"
        if len(devices) == 1 and self._code.machine is None:
            return devices[0]
        places = ", ".join([*(["'cpu'"] if self._code.machine is not None else []), *[str(device) for device in devices]])
        raise KernelError(f"the module runs in several places ({places}); write module.{self._kind}.on(…)[…]")

    def _bytes(self, static: StaticSignature) -> memoryview:
        from kernelc.runtime import cpu

        return cpu.loaded(self._code).variable(static.symbol)[: static.layout.size]

    def _host_view(self, static: StaticSignature) -> Any:
        import numpy

        base, shape = split(dtype_of(static.layout))
        view = numpy.frombuffer(self._bytes(static), dtype=base).reshape(shape)
        view.flags.writeable = is_writable(static)
        return view

    def _device_view(self, static: StaticSignature, device: int) -> Any:
        from kernelc.runtime.gpu import cupy_module, loaded

        cupy = cupy_module()
        base, shape = split(dtype_of(static.layout))
        with cupy.cuda.Device(device):
            module = loaded(self._code, device).code
            memory = cupy.cuda.UnownedMemory(module.get_global_var(static.symbol), static.layout.size, module, device)
            pointer = cupy.cuda.MemoryPointer(memory, 0)
            if base.fields is None and base.kind != "V":
                return cupy.ndarray(shape, base, pointer)
            return cupy.ndarray((static.layout.size,), "uint8", pointer).get().view(base).reshape(shape)

    def _copy_to_device(self, static: StaticSignature, device: int, data: bytes) -> None:
        import numpy

        from kernelc.runtime.gpu import cupy_module, loaded

        cupy = cupy_module()
        with cupy.cuda.Device(device):
            module = loaded(self._code, device).code
            memory = cupy.cuda.UnownedMemory(module.get_global_var(static.symbol), static.layout.size, module, device)
            pointer = cupy.cuda.MemoryPointer(memory, 0)
            cupy.ndarray((len(data),), "uint8", pointer).set(numpy.frombuffer(data, dtype="uint8"))


def is_writable(static: StaticSignature) -> bool:
    """Whether the host may write: `static mut`, and constants, which never change only while kernels run."""
    return static.mutable or static.space == "const"


def split(dtype: Any) -> tuple[Any, tuple[int, ...]]:
    """The dtype of the elements of nested arrays, and their shape; a single value has none."""
    shape: tuple[int, ...] = ()
    while dtype.subdtype is not None:
        dtype, inner = dtype.subdtype
        shape += inner
    return dtype, shape
