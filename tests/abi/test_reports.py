"""docs/abi.md, Panics: launches on a GPU pass a record, and what a kernel leaves there becomes a KernelPanic. The GPU is a fake that runs the VM."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kernelc
from kernelc import KernelError, KernelPanic
from kernelc.runtime import reports
from kernelc.runtime.artifact import Site
from ptx.record import SIZE, read_record
from ptx.vm import Buffer, Panic, VmModule
from ptx.vm import load as load_vm


class Pinned(bytearray):
    """Pinned memory: its address is only a name here."""

    ptr = 0x7F00_0000_1000


class DriverFault(Exception):
    """What the driver raises once a kernel has trapped."""


class DeviceArray:
    """An array that lies on device 0."""

    def __init__(self, host: np.ndarray) -> None:
        self.host = host
        self.dtype, self.flags, self.size, self.nbytes, self.shape = host.dtype, host.flags, host.size, host.nbytes, host.shape
        self.strides, self.device = host.strides, SimpleNamespace(id=0)
        self.data = SimpleNamespace(ptr=host.__array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"data": (self.data.ptr, False), "shape": self.shape, "typestr": self.dtype.str, "version": 3}


class FakeDevice:
    """As much of CuPy as a launch uses; kernels run on the VM, and a panic is noticed later, as on a GPU."""

    def __init__(self) -> None:
        self.pinned: list[Pinned] = []
        self.loads: list[str] = []
        self.arguments: tuple[Any, ...] = ()
        self.is_lost = False
        device = self

        class Module:
            def load(self, data: bytes) -> None:
                device.loads.append(data.rstrip(b"\0").decode())
                self.vm: VmModule = load_vm(device.loads[-1])

            def get_function(self, name: str) -> Any:
                return lambda grid, block, args, shared_mem: device.start(self.vm, name, grid, block, args)

        errors = {"CUDADriverError": DriverFault, "CUDARuntimeError": DriverFault}
        self.runtime = SimpleNamespace(getDevice=lambda: 0, deviceSynchronize=self.wait, **errors)
        self.cuda = SimpleNamespace(
            Device=lambda number: nullcontext(),
            alloc_pinned_memory=self.pin,
            function=SimpleNamespace(Module=Module),
            driver=SimpleNamespace(**errors),
            runtime=self.runtime,
            get_current_stream=nullcontext,
        )
        self.ndarray = DeviceArray

    def pin(self, size: int) -> Pinned:
        self.pinned.append(Pinned(b"\xff" * 512))
        self.pinned[-1].ptr = Pinned.ptr + 4096 * len(self.pinned)
        return self.pinned[-1]

    def start(self, vm: VmModule, name: str, grid: Any, block: Any, args: tuple[Any, ...]) -> None:
        if self.is_lost:
            raise DriverFault("CUDA_ERROR_LAUNCH_FAILED")
        self.arguments = args
        try:
            vm.launch(name, grid, block, [self.argument(each) for each in args])
        except Panic:
            self.is_lost = True

    def argument(self, value: Any) -> Any:
        if isinstance(value, DeviceArray):
            return Buffer("array", value.host)
        for memory in self.pinned:
            if value == memory.ptr:
                return Buffer("record", memoryview(memory)[:SIZE])
        return value.tobytes()

    def wait(self) -> None:
        if self.is_lost:
            raise DriverFault("CUDA_ERROR_LAUNCH_FAILED")


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDevice]:
    made = FakeDevice()
    monkeypatch.setitem(sys.modules, "cupy", made)
    monkeypatch.setattr(reports, "RECORDS", {})
    monkeypatch.setattr("kernelc.runtime.gpu.RECORDS", reports.RECORDS)
    yield made


TEXT = """
#[kernel]
pub fn k(scale: f32, x: &mut [f32]) {
    let i = cuda_device::thread::index_1d().get();
    x[i] = scale * x[i];
}
"""


@pytest.fixture
def module(tmp_path: Path) -> Any:
    path = tmp_path / "k.rs"
    path.write_text(TEXT, "utf-8")
    return kernelc.load(str(path))


def test_a_launch_on_a_gpu_passes_the_record(device: FakeDevice, module: Any) -> None:
    x = np.arange(8, dtype=np.float32)
    module.k[2, 4](2.0, DeviceArray(x))
    kernelc.synchronize()
    assert x.tolist() == [2.0 * i for i in range(8)]
    assert ".param .u64 .ptr .global .align 8 k_param_3" in device.loads[0]
    assert "k_param_3" not in module.ptx
    scale, _, length, record = device.arguments
    assert (scale, length, record) == (2.0, 8, device.pinned[0].ptr)
    assert (scale.dtype, length.dtype, record.dtype) == (np.float32, np.uint64, np.uint64)
    assert bytes(device.pinned[0][:SIZE]) == bytes(SIZE)


def test_one_record_serves_all_launches_of_a_module(device: FakeDevice, module: Any) -> None:
    for _ in range(3):
        module.k[2, 4](2.0, DeviceArray(np.zeros(8, np.float32)))
    assert (len(device.pinned), len(device.loads)) == (1, 1)


MESSAGE = (
    r"^thread \(1, 0, 0\) of block \(1, 0, 0\) panicked at .*k.rs:5:\d+:\n"
    r"index out of bounds: the len is 5 but the index is 5\nthe CUDA context of this process is lost"
)


def test_synchronize_says_what_panicked(device: FakeDevice, module: Any) -> None:
    module.k[2, 4](2.0, DeviceArray(np.zeros(5, np.float32)))
    for _ in range(2):
        with pytest.raises(KernelPanic, match=MESSAGE) as caught:
            kernelc.synchronize()
        assert (caught.value.line, caught.value.block, caught.value.thread, caught.value.values) == (5, (1, 0, 0), (1, 0, 0), (5, 5))


def test_the_next_call_says_it_too(device: FakeDevice, module: Any, tmp_path: Path) -> None:
    module.k[2, 4](2.0, DeviceArray(np.zeros(5, np.float32)))
    with pytest.raises(KernelPanic, match=MESSAGE):
        module.k[1, 1](2.0, DeviceArray(np.zeros(5, np.float32)))
    (tmp_path / "other.rs").write_text("#[kernel] pub fn other(x: &mut [f32]) { x[0] = 1.0; }", "utf-8")
    with pytest.raises(KernelPanic, match=MESSAGE):
        kernelc.load(str(tmp_path / "other.rs")).other[1, 1](DeviceArray(np.zeros(5, np.float32)))


def test_a_failure_that_is_no_panic_is_none(device: FakeDevice, module: Any) -> None:
    device.is_lost = True
    with pytest.raises(KernelError, match="cannot be launched on GPU 0") as caught:
        module.k[1, 4](2.0, DeviceArray(np.zeros(5, np.float32)))
    assert not isinstance(caught.value, KernelPanic)
    with pytest.raises(KernelError, match="the CUDA context is lost"):
        kernelc.synchronize()


@pytest.mark.parametrize("panic", ["message", "report"])
def test_what_was_asked_for_is_what_the_gpu_gets(device: FakeDevice, module: Any, panic: str) -> None:
    chosen = kernelc.load(module.path, panic=panic)
    chosen.k[2, 4](2.0, DeviceArray(np.zeros(8, np.float32)))
    assert device.loads == [chosen.ptx]
    assert len(device.arguments) == (4 if panic == "report" else 3)


def test_ptx_of_other_origin_gets_no_record(device: FakeDevice, module: Any, tmp_path: Path) -> None:
    path = tmp_path / "theirs.ptx"
    path.write_text(module.ptx, "utf-8")
    kernelc.load(str(path)).k[2, 4](np.float32(2), DeviceArray(np.zeros(8, np.float32)), np.uint64(8))
    assert len(device.arguments) == 3


def test_on_the_cpu_a_record_is_passed_where_it_was_asked_for(module: Any) -> None:
    with pytest.raises(KernelPanic, match="the len is 5 but the index is 5"):
        kernelc.load(module.path, panic="report").k[2, 4](2.0, np.zeros(5, np.float32))


def site(message: str, *types: str) -> dict[str, Site]:
    fields = {"file": "k.rs", "line": 3, "column": 7, "registers": (), "inlined": (), "function": "k"}
    return {"$panic_4": Site(fields | {"label": "$panic_4", "message": message, "types": types})}


def decoded(words: list[int], sites: dict[str, Site], state: int = 2) -> KernelPanic:
    data = np.zeros(16, np.uint32)
    data[:8] = [state, 4, 1, 2, 3, 5, 6, 7]
    data[8:] = np.array(words + [0] * (4 - len(words)), np.uint64).view(np.uint32)
    found = read_record(data.tobytes())
    assert found is not None
    return reports.exception_of(found, sites)


def test_values_are_shown_as_rust_does() -> None:
    half, single = int(np.float16(1.5).view(np.uint16)), int(np.float32(0.1).view(np.uint32))
    made = decoded([2**64 - 3, half, single, 1], site("{0} {1} {2} {3} {4}", "i8", "f16", "f32", "bool", "u32"))
    assert str(made).splitlines()[1] == "-3 1.5 0.1 true _"
    assert (made.block, made.thread, made.file, made.line, made.column) == ((1, 2, 3), (5, 6, 7), "k.rs", 3, 7)


def test_a_record_that_is_not_whole_is_said_to_be_damaged() -> None:
    assert "its record is damaged" in str(decoded([], site(""), state=1))
    assert "its record is damaged" in str(decoded([], {}))
