"""The way to a GPU, with a stand-in for CuPy: what reaches the driver, on which device and stream, and what is refused before."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kernelc import ArgumentError, KernelError, LaunchError, NotSupported, load, synchronize
from tests.runtime.support import ROOT, load_text

SAXPY = ROOT / "kernels" / "saxpy.rs"


class CudaError(RuntimeError):
    """What the driver raises."""


class Array:
    """An array on a device: NumPy's memory, without the attributes that would make it one of the host."""

    def __init__(self, memory: Any, device: int = 0, read_only: bool = False) -> None:
        self.memory, self.device, self.read_only = memory, SimpleNamespace(id=device), read_only
        self.data = SimpleNamespace(ptr=memory.__array_interface__["data"][0])

    def __getattr__(self, name: str) -> Any:
        if name in ("dtype", "size", "nbytes", "shape", "strides"):
            return getattr(self.memory, name)
        raise AttributeError(name)

    @property
    def flags(self) -> Any:
        return SimpleNamespace(c_contiguous=self.memory.flags.c_contiguous, f_contiguous=self.memory.flags.f_contiguous)

    @property
    def __cuda_array_interface__(self) -> Any:
        return {"data": (self.data.ptr, self.read_only), "shape": self.shape, "typestr": self.dtype.str, "version": 3}


class Stream:
    """A stream of CuPy."""

    def __init__(self, ptr: int) -> None:
        self.ptr = ptr

    def __enter__(self) -> Stream:
        STATE.streams.append(self.ptr)
        return self

    def __exit__(self, *problem: object) -> None:
        STATE.streams.pop()


class Device:
    """A device as a context."""

    def __init__(self, number: int | None = None) -> None:
        self.number = STATE.devices[-1] if number is None else number

    def __enter__(self) -> None:
        STATE.devices.append(self.number)

    def __exit__(self, *problem: object) -> None:
        STATE.devices.pop()


class Module:
    """`cupy.cuda.function.Module`."""

    def load(self, image: bytes) -> None:
        assert image.endswith(b"}\n\0")
        if STATE.refuse:
            raise CudaError(STATE.refuse)
        STATE.loads.append(STATE.devices[-1])

    def get_function(self, name: str) -> Any:
        def launch(grid: Any, block: Any, args: Any, *, shared_mem: int) -> None:
            STATE.launches.append((name, grid, block, args, shared_mem, STATE.devices[-1], STATE.streams[-1]))

        launch.ptr = 77  # type: ignore[attr-defined]
        return launch


class Pinned(bytearray):
    """Memory of the host that a device can write to."""

    ptr = 4096


class State:
    """What the stand-in has been asked for."""

    def __init__(self) -> None:
        self.launches: list[Any] = []
        self.loads: list[int] = []
        self.attributes: list[Any] = []
        self.devices, self.streams, self.refuse = [0], [0], ""


STATE = State()


@pytest.fixture(autouse=True)
def cupy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stand-in that is imported as `cupy`."""
    STATE.__init__()  # type: ignore[misc]
    monkeypatch.setattr("kernelc.runtime.reports.RECORDS", {})
    monkeypatch.setattr("kernelc.runtime.gpu.RECORDS", {})
    made: Any = ModuleType("cupy")
    made.ndarray = Array
    made.asarray = lambda other: Array(other.memory, other.device.id)
    made.from_dlpack = lambda other: Array(other.memory, other.device.id)

    def failed() -> None:
        if STATE.refuse:
            raise CudaError(STATE.refuse)

    made.cuda = SimpleNamespace(
        Device=Device,
        ExternalStream=Stream,
        get_current_stream=lambda: Stream(11),
        alloc_pinned_memory=Pinned,
        function=SimpleNamespace(Module=Module),
        runtime=SimpleNamespace(getDevice=lambda: STATE.devices[-1], deviceSynchronize=failed, CUDARuntimeError=CudaError),
        driver=SimpleNamespace(CUDADriverError=CudaError, funcSetAttribute=lambda *words: STATE.attributes.append(words)),
    )
    monkeypatch.setitem(sys.modules, "cupy", made)
    return made


def floats(count: int = 4, device: int = 0, **more: Any) -> Array:
    return Array(np.zeros(count, np.float32), device, **more)


def test_what_reaches_the_driver() -> None:
    x, y = floats(), floats()
    load(SAXPY).saxpy[2, (32, 4)](2, x, y)
    ((name, grid, block, args, shared, device, stream),) = STATE.launches
    assert (name, grid, block, shared, device, stream) == ("saxpy", (2, 1, 1), (32, 4, 1), 0, 0, 11)
    assert [type(a) for a in args] == [np.float32, Array, np.uint64, Array, np.uint64, np.uint64]
    assert args == (2, x, 4, y, 4, Pinned.ptr)


def test_an_optional_pointer_that_is_absent() -> None:
    from kernelc.runtime.arguments import bind
    from kernelc.runtime.gpu import words
    from kernelc.signature import KernelParameter, KernelSignature

    optional = KernelParameter("x", "Option<&[f32]>", "slice", "f32", 4, 4, False, True)
    (bound,) = bind(KernelSignature("k", "k", (optional,)), [None])
    assert [(type(word), word) for word in words(bound)] == [(np.uint64, 0), (np.uint64, 0)]


def test_every_width_of_scalar(tmp_path: Path) -> None:
    text = """
    pub struct P { a: u8, b: f32 }
    #[kernel] pub fn k(a: i8, b: u16, c: bool, d: f16, e: f64, f: char, p: P, w: u128, out: &mut [u8]) {}"""
    out = Array(np.zeros(3, np.uint8))
    load_text(tmp_path, text).k[1, 1](-1, 2, True, 1.5, 2.5, "a", (1, 2.0), 5, out)
    args = STATE.launches[0][3]
    assert [type(a) for a in args[:6]] == [np.int8, np.uint16, np.bool_, np.float16, np.float64, np.uint32]
    assert [a.item() for a in args[:6]] == [-1, 2, True, 1.5, 2.5, 97]
    assert [(type(a), a.shape, a.nbytes) for a in args[6:8]] == [(np.ndarray, (1,), 8), (np.ndarray, (1,), 16)]
    assert args[8:10] == (out, 3)


def test_a_module_is_loaded_once_a_device() -> None:
    kernel = load(SAXPY).saxpy
    for device in (0, 1, 0, 1):
        kernel[1, 32](1.0, floats(device=device), floats(device=device))
    assert STATE.loads == [0, 1]
    assert [launch[5] for launch in STATE.launches] == [0, 1, 0, 1]


def test_mixed_places_are_refused_naming_both() -> None:
    kernel = load(SAXPY).saxpy
    host = np.zeros(4, np.float32)
    with pytest.raises(ArgumentError, match=r"saxpy: `x` is on the host, `y` is on GPU 0; move one of them: cupy.asarray\(x\)"):
        kernel[1, 32](1.0, host, floats())
    with pytest.raises(ArgumentError, match=r"`x` is on GPU 0, `y` is on the host; move one of them: cupy.asarray\(y\)"):
        kernel[1, 32](1.0, floats(), host)
    with pytest.raises(ArgumentError, match=r"`x` is on GPU 0, `y` is on GPU 1; move one of them: `with cupy.cuda.Device\(0\): y = y.copy\(\)"):
        kernel[1, 32](1.0, floats(), floats(device=1))
    assert STATE.launches == []


def test_arrays_are_checked_as_those_of_the_host() -> None:
    kernel = load(SAXPY).saxpy
    with pytest.raises(ArgumentError) as caught:
        kernel[1, 32](1.0, Array(np.zeros(8, np.float32)[::2]), Array(np.zeros(4)))
    assert str(caught.value).splitlines() == [
        "argument `x` of saxpy: the array has strides (8,) and shape (4,); write cupy.ascontiguousarray(x)",
        "argument `y` of saxpy: expected dtype float32 for &mut [f32], got float64; write y.astype(numpy.float32)",
    ]
    with pytest.raises(ArgumentError, match=r"`y` of saxpy: the kernel writes to &mut .f32., but the array is read-only"):
        kernel[1, 32](1.0, floats(read_only=True), floats(read_only=True))


def test_zero_blocks_run_nothing() -> None:
    load(SAXPY).saxpy[0, 32](1.0, floats(0), floats(0))
    assert (STATE.launches, STATE.loads) == ([], [])


# ---------------------------------------------------------------------------------------------------------------- other libraries


class Foreign:
    """An array of a library that has only the interface."""

    def __init__(self, memory: Any, device: int = 0) -> None:
        self.memory, self.device = memory, SimpleNamespace(id=device)

    @property
    def __cuda_array_interface__(self) -> Any:
        return {"data": (self.memory.__array_interface__["data"][0], False)}


class Dlpack:
    """An array that can only be had by DLPack."""

    def __init__(self, memory: Any, kind: int) -> None:
        self.memory, self.kind, self.device = memory, kind, SimpleNamespace(id=0)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, 0

    def __dlpack__(self) -> None:
        raise AssertionError("the stand-in does not need it")


def test_arrays_of_other_libraries() -> None:
    memory = np.zeros(3, np.float32)
    for other in (Foreign(memory), Dlpack(memory, 2), Dlpack(memory, 13)):
        load(SAXPY).saxpy[1, 32](1.0, other, floats(3))
        assert STATE.launches[-1][3][1].memory is memory
    with pytest.raises(ArgumentError, match=r"expected an array for &\[f32\], got a value of type Dlpack; write numpy.asarray\(x\)"):
        load(SAXPY).saxpy[1, 32](1.0, Dlpack(memory, 1), floats(3))


def test_an_array_that_does_not_give_its_memory_away() -> None:
    class Tracked:
        @property
        def __cuda_array_interface__(self) -> Any:
            raise RuntimeError("it requires grad; use detach()")

    with pytest.raises(ArgumentError, match=r"`x` of saxpy: the Tracked does not give its memory away: it requires grad; use detach\(\)"):
        load(SAXPY).saxpy[1, 32](1.0, Tracked(), floats(3))


def test_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = load(SAXPY).saxpy
    protocol = SimpleNamespace(__cuda_stream__=lambda: (0, 44))
    for given, number in ((Stream(22), 22), (33, 33), (protocol, 44), (SimpleNamespace(cuda_stream=55), 55), (None, 11)):
        kernel[1, 32, given](1.0, floats(), floats())
        assert STATE.launches[-1][6] == number
    for wrong in ("main", True, object()):
        with pytest.raises(LaunchError, match="the stream is a "):
            kernel[1, 32, wrong](1.0, floats(), floats())
    torch: Any = ModuleType("torch")
    torch.cuda = SimpleNamespace(current_stream=lambda device: SimpleNamespace(cuda_stream=66))
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setattr(Foreign, "__module__", "torch")
    kernel[1, 32](1.0, Foreign(np.zeros(3, np.float32)), floats(3))
    assert STATE.launches[-1][6] == 66


def test_a_kernel_without_arrays_runs_where_its_stream_is(tmp_path: Path) -> None:
    kernel = load_text(tmp_path, "#[kernel] pub fn k(n: u32) {}").k
    kernel[1, 32](3)
    assert STATE.launches == []
    kernel[1, 32, Stream(22)](3)
    assert STATE.launches[0][4:] == (0, 0, 22)


def test_dynamic_shared_memory() -> None:
    kernel = load(SAXPY).saxpy
    kernel[1, 32, None, 48 * 1024](1.0, floats(), floats())
    assert STATE.attributes == []
    kernel[1, 32, None, 64 * 1024](1.0, floats(), floats())
    assert STATE.attributes == [(77, 8, 64 * 1024)]
    assert [launch[4] for launch in STATE.launches] == [48 * 1024, 64 * 1024]


def test_shared_arrays_beyond_what_may_be_declared(tmp_path: Path) -> None:
    text = "use cuda_device::*; #[kernel] pub fn k(out: &mut [f32]) { let a = shared::<[f32; 20000]>(); a[0] = out[0]; out[1] = a[1]; }"
    kernel = load_text(tmp_path, text).k
    kernel[1, 32](floats())
    kernel[1, 32, None, 100](floats())
    assert STATE.attributes == [(77, 8, 80000), (77, 8, 80100)]
    assert [launch[4] for launch in STATE.launches] == [80000, 80100]


# ------------------------------------------------------------------------------------------------------------------------- failures


def test_what_the_driver_refuses() -> None:
    STATE.refuse = "CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed"
    with pytest.raises(KernelError, match=r"saxpy cannot be launched on GPU 0 \(grid \(1, 1, 1\), block \(32, 1, 1\)\): CUDA_ERROR_INVALID_PTX"):
        load(SAXPY).saxpy[1, 32](1.0, floats(), floats())
    with pytest.raises(KernelError, match="the CUDA context is lost: CUDA_ERROR"):
        synchronize()


def test_without_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NotSupported, match=r"arrays on a GPU need CuPy: .*pip install 'kernelc\[cuda13\]'"):
        load(SAXPY).saxpy[1, 32](1.0, floats(), floats())
    monkeypatch.delitem(sys.modules, "cupy")
    synchronize()
