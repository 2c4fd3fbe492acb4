"""PTX of other compilers: arrays for pointers, NumPy scalars for the rest, results as NumPy's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import ArgumentError, KernelError, load
from kernelc.cli import main
from tests.runtime.support import ROOT

CORPUS = ROOT / "tests" / "ptx" / "corpus"
OTHERS = ROOT.parent / "shared" / "data" / "foreign-ptx"
MACHINES = [CORPUS / "machine.debug.sm_75.ptx", CORPUS / "machine.lineinfo.sm_80.ptx"]


def head(tmp_path: Path, parameters: str, body: str = "\tret;") -> Any:
    """A kernel `k` with these parameters."""
    path = tmp_path / "k.ptx"
    path.write_text(f".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k(\n{parameters}\n)\n{{\n{body}\n}}\n")
    return load(path).k


@pytest.mark.parametrize("path", MACHINES, ids=lambda p: p.stem)
def test_nvcc(path: Path) -> None:
    module = load(path)
    x, y = np.arange(50, dtype=np.float32), np.ones(50, np.float32)
    module.saxpy[2, 32](np.float32(2), x, y, np.int32(50))
    assert (y == 2 * x + 1).all()
    module.saxpy[2, 32](2.0, x, y, 50)
    assert (y == 4 * x + 1).all()
    out = np.zeros((4, 8), np.int32)
    module.mandelbrot[(1, 1), (8, 4)](out, 8, 4, 20)
    assert out[0, 0] == 1
    assert out.max() == 20
    triple = np.array((1.5, 3, 4), np.dtype([("x", "f8"), ("k", "i4"), ("c", "i1")], align=True))
    wide = np.zeros(3)
    module.structs[1, 1](triple[()], wide)
    assert wide.tolist() == [6.0, 12.0, 6.0]
    bins = np.zeros(16, np.uint32)
    module.histogram[2, 32](np.arange(100, dtype=np.uint8), bins, 100)
    assert bins.tolist() == np.bincount(np.arange(100) & 15).tolist()
    shared = np.zeros(32, np.int32)
    module.dynamic_shared[1, 32, None, 128](shared)
    assert shared.tolist() == [3 * (31 - i) for i in range(32)]


def test_a_failed_assertion_names_the_line() -> None:
    with pytest.raises(KernelError, match=r"machine\.cu") as caught:
        load(MACHINES[1]).checked[1, 32](np.arange(32, dtype=np.int32), 20)
    assert caught.value.thread == (20, 0, 0)


SAXPY = ["nvcc", "nvrtc", "triton", "numba", "mlir"]


@pytest.mark.parametrize("origin", SAXPY)
def test_saxpy_of_other_compilers(origin: str) -> None:
    path = OTHERS / f"{origin}-saxpy.ptx"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    (kernel,) = load(path).kernels.values()
    n = 200
    x, y, out = np.arange(n, dtype=np.float32), np.linspace(0, 1, n, dtype=np.float32), np.zeros(n, np.float32)
    arrays: list[Any] = [x, y, out]
    if origin == "numba":
        arrays = [word for a in arrays for word in (0, 0, n, 4, a, n, 4)]
    if origin == "mlir":
        arrays = [word for a in arrays for word in (a, a, 0, n, 1)]
    rest = [0] * (len(kernel.signature.params) - len(arrays) - 2)
    kernel[2, 128](*arrays, np.float32(2.5), np.int32(n), *rest)
    assert np.array_equal(out, np.float32(2.5) * x + y)


def test_widths_count_not_signs(tmp_path: Path) -> None:
    k = head(tmp_path, ".param .u32 a,\n.param .b32 b,\n.param .u8 c,\n.param .f32 d,\n.param .u64 e")
    good = (np.int32(-1), np.float32(1), np.bool_(True), np.float32(2), np.zeros(2))
    k[1, 1](*good)
    k[1, 1](-1, 2**32 - 1, True, 2, -(2**63))
    wrong = (np.int64(1), np.float64(1), 256, np.int32(1), np.float64(2))
    with pytest.raises(ArgumentError) as caught:
        k[1, 1](*wrong)
    assert [line.partition(": ")[2] for line in str(caught.value).splitlines()] == [
        "expected 4 bytes for .u32, got numpy.int64; write numpy.int32(…) or numpy.uint32(…)",
        "expected 4 bytes for .b32, got numpy.float64; write numpy.int32(…) or numpy.uint32(…) or numpy.float32(…)",
        "256 does not fit into the 1 bytes of .u8",
        "expected 4 bytes for .f32, got numpy.int32; write numpy.float32(…)",
        "expected 8 bytes for .u64, got numpy.float64; write numpy.int64(…) or numpy.uint64(…)",
    ]
    for value, message in (([1], "expected .u64, got a value of type list; write an array, or"), (np.zeros((3, 3))[:, ::2], "strides")):
        with pytest.raises(ArgumentError, match=message):
            k[1, 1](*good[:4], value)
    with pytest.raises(ArgumentError, match="no meaning on a device"):
        k[1, 1](*good[:4], np.zeros(3, object))


def test_structs_are_bytes(tmp_path: Path) -> None:
    body = "\t.reg .b64 %rd<2>;\n\t.reg .b32 %r<2>;\n\tld.param.u64 %rd1, [out];\n\tld.param.u32 %r1, [s+4];\n\tst.u32 [%rd1], %r1;\n\tret;"
    k = head(tmp_path, ".param .align 4 .b8 s[8],\n.param .u64 out", body)
    out = np.zeros(1, np.uint32)
    k[1, 1](np.array((1, 77), "u4,u4")[()], out)
    assert out[0] == 77
    k[1, 1](bytes([0, 0, 0, 0, 9, 0, 0, 0]), out)
    assert out[0] == 9
    with pytest.raises(ArgumentError, match=r"expected 8 bytes for .b8\[8\], got 3 bytes"):
        k[1, 1](b"abc", out)


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "k.ptx"
    path.write_text(".version 7.8\n.target sm_80\nnonsense here\n")
    with pytest.raises(KernelError, match=r"k.ptx:3: ") as caught:
        load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    with pytest.raises(KernelError, match=r"parameter `p` of `k`: \.texref is not supported"):
        head(tmp_path, ".param .texref p")


def test_stages_before_ptx_are_not_there(tmp_path: Path) -> None:
    k = head(tmp_path, ".param .u32 a")
    for ask in (k.mir, k.cfg):
        with pytest.raises(KernelError, match=r"k\.ptx is PTX: there is no stage before it"):
            ask()
    assert repr(k.signature) == "k(a: .u32)"


def test_ptx_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.ptx"
    path.write_text("garbage\n")
    assert main(["run", f"{path}::k"]) == 1
    assert capsys.readouterr().err.startswith(f"kernelc: {path}:1: a module starts with .version")
