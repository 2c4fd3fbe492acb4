"""On an NVIDIA GPU: every kernel in `kernels/` equals the virtual machine bit for bit and NumPy; streams, big grids, other libraries, panics."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import ArgumentError, KernelError, load, synchronize

ROOT = Path(__file__).resolve().parents[2]
SPECIAL = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, -1e-45, 1.1754942e-38, 3.4028235e38, -3.4028235e38], np.float32)
BLOCKS = (32, 33, 256)

pytestmark = pytest.mark.gpu
levels = pytest.mark.parametrize("level", [0, 2])


@cache
def kernels(file: str, level: int = 2) -> Any:
    """The kernels of a file; compiled once per level."""
    return load(ROOT / "kernels" / f"{file}.rs", level=level)


def floats(count: int, seed: int) -> Any:
    """Random floats of all magnitudes with special ones among them."""
    generator = np.random.default_rng(seed)
    made = (generator.standard_normal(count) * 10.0 ** generator.integers(-20, 20, count)).astype(np.float32)
    places = generator.random(count) < 0.2
    made[places] = generator.choice(SPECIAL, int(places.sum()))
    return made


def same_on_both(kernel: Any, grid: Any, block: Any, *args: Any) -> list[Any]:
    """Runs on the CPU and on the GPU; the arrays must be equal bit for bit, NaNs as a class. Answers those of the GPU."""
    import cupy

    on_host = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    on_device = [cupy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
    kernel[grid, block](*on_host)
    kernel[grid, block](*on_device)
    synchronize()
    found = [cupy.asnumpy(a) if isinstance(a, cupy.ndarray) else a for a in on_device]
    for parameter, host, device in zip(kernel.signature.params, on_host, found, strict=True):
        if isinstance(host, np.ndarray):
            assert_same(parameter.name, host, device)
    return found


def assert_same(name: str, host: Any, device: Any) -> None:
    """Equal bit for bit, NaNs as a class."""
    numbers = ~np.isnan(host) if host.dtype.kind == "f" else np.ones(host.shape, bool)
    assert np.array_equal(host[numbers].view(np.uint8), device[numbers].view(np.uint8)), name
    assert np.isnan(device[~numbers]).all(), name


def shapes() -> list[tuple[int, int, int]]:
    """Grid, block, size: around warps and blocks, exact and larger than needed."""
    found = []
    for block in BLOCKS:
        for size in sorted({0, 1, 31, 33, block - 1, block, block + 1, 3 * block + 7}):
            found += [(-(-size // block), block, size), (size // block + 2, block, size)]
    return found


@levels
def test_hello_constant(level: int) -> None:
    assert same_on_both(kernels("hello_constant", level).hello_constant, 1, 1, np.zeros(1, np.int32))[0][0] == 42


@levels
def test_saxpy(level: int) -> None:
    for grid, block, size in shapes():
        same_on_both(kernels("saxpy", level).saxpy, grid, block, 1.5 + size, floats(size, 1), floats(size, 2))


@levels
def test_stencil(level: int) -> None:
    for grid, block, size in shapes():
        same_on_both(kernels("stencil", level).stencil, grid, block, floats(size, 1), np.zeros(size, np.float32))


@levels
def test_sum_to_and_classify(level: int) -> None:
    for grid, block, size in shapes():
        numbers = np.random.default_rng(size).integers(-5, 120, size)
        for file in ("sum_to", "classify"):
            kernel = getattr(kernels(file, level), f"{file}_each")
            out = same_on_both(kernel, grid, block, numbers, np.full(size, -1, np.int64))[1]
            if file == "sum_to":
                assert np.array_equal(out, np.where(numbers > 0, numbers * (numbers + 1) // 2, 0))


@levels
@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (1, 3, 0), (5, 7, 3), (16, 16, 16), (17, 9, 5), (8, 33, 2)])
def test_matmul_naive(level: int, m: int, n: int, k: int) -> None:
    for block in ((8, 4), (16, 16), (33, 1)):
        a, b = floats(m * k, 1).reshape(m, k), floats(k * n, 2).reshape(k, n)
        grid = (n // block[0] + 1, m // block[1] + 1)
        same_on_both(kernels("matmul_naive", level).matmul_naive, grid, block, m, n, k, a, b, np.zeros((m, n), np.float32))


@levels
def test_mandelbrot(level: int) -> None:
    for block in ((8, 8), (32, 1), (5, 3)):
        grid = (33 // block[0] + 1, 9 // block[1] + 1)
        out = np.zeros(33 * 9, np.uint32)
        same_on_both(kernels("mandelbrot", level).mandelbrot, grid, block, 33, 9, -2.0, -1.25, 0.17, 40, out)


def test_a_big_grid() -> None:
    import cupy

    n = 50_000_001
    x, y = cupy.arange(n, dtype=cupy.float32), cupy.ones(n, cupy.float32)
    kernels("saxpy").saxpy.over(n)(2.0, x, y)
    synchronize()
    assert bool((y == 2 * x + 1).all())


def test_streams_keep_their_order() -> None:
    import cupy

    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(4)]
    results = []
    for number, stream in enumerate(streams):
        with stream:
            x, y = cupy.full(100_000, number, cupy.float32), cupy.zeros(100_000, cupy.float32)
        for _ in range(20):
            kernels("saxpy").saxpy[400, 256, stream](1.0, x, y)
        results.append(y)
    for number, (stream, y) in enumerate(zip(streams, results, strict=True)):
        stream.synchronize()
        assert bool((y == 20 * number).all())


def test_the_current_stream_is_taken() -> None:
    import cupy

    with cupy.cuda.Stream(non_blocking=True) as stream:
        x, y = cupy.ones(1000, cupy.float32), cupy.zeros(1000, cupy.float32)
        kernels("saxpy").saxpy.over(1000)(3.0, x, y)
        assert float(y.sum()) == 3000
    stream.synchronize()


def test_host_and_device_in_one_launch() -> None:
    import cupy

    with pytest.raises(ArgumentError, match="`x` is on the host, `y` is on GPU 0"):
        kernels("saxpy").saxpy[1, 32](1.0, np.zeros(3, np.float32), cupy.zeros(3, cupy.float32))


def test_structs_and_small_scalars(tmp_path: Path) -> None:
    path = tmp_path / "k.rs"
    path.write_text(
        "use cuda_device::*;\npub struct P { a: u8, b: f32 }\n"
        "#[kernel] pub fn k(a: i8, b: u16, c: bool, d: f16, e: f64, f: char, p: P, out: &mut [f64]) {\n"
        "    out[0] = a as f64; out[1] = b as f64; out[2] = if c { 1.0 } else { 0.0 }; out[3] = d as f64; out[4] = e;\n"
        "    out[5] = (f as u32) as f64; out[6] = p.a as f64; out[7] = p.b as f64;\n}\n"
    )
    out = same_on_both(load(path).k, 1, 1, -7, 65535, True, 1.5, 2.5, "é", (9, -0.25), np.zeros(8))[-1]
    assert out.tolist() == [-7, 65535, 1, 1.5, 2.5, 0xE9, 9, -0.25]


def test_arrays_of_torch() -> None:
    torch = pytest.importorskip("torch", reason="Torch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("this Torch has no CUDA")
    x, y = torch.arange(100, dtype=torch.float32, device="cuda"), torch.ones(100, device="cuda")
    with torch.cuda.stream(torch.cuda.Stream()):
        kernels("saxpy").saxpy.over(100)(2.0, x, y)
        assert torch.equal(y, 2 * x + 1)


def test_arrays_of_numba() -> None:
    cuda = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    x, y = cuda.to_device(np.arange(100, dtype=np.float32)), cuda.to_device(np.ones(100, np.float32))
    kernels("saxpy").saxpy.over(100)(2.0, x, y)
    synchronize()
    assert np.array_equal(y.copy_to_host(), 2 * np.arange(100) + 1)


def test_ptx_of_another_compiler() -> None:
    import cupy

    theirs = load(ROOT / "tests" / "ptx" / "corpus" / "machine.lineinfo.sm_80.ptx")
    x, y = cupy.arange(50, dtype=cupy.float32), cupy.ones(50, cupy.float32)
    theirs.saxpy[2, 32](np.float32(2), x, y, np.int32(50))
    assert bool((y == 2 * x + 1).all())


def test_ptx_that_the_driver_refuses(tmp_path: Path) -> None:
    import cupy

    path = tmp_path / "k.ptx"
    path.write_text(".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n\tfrob.u32 %r1;\n\tret;\n}\n")
    with pytest.raises(KernelError, match="k cannot be launched on GPU 0"):
        load(path).k[1, 1](cupy.zeros(1, cupy.float32))


PANIC = """
import sys, cupy, kernelc
kernel = kernelc.load(sys.argv[1]).k
try:
    kernel[2, 32](cupy.zeros(40, cupy.uint32))
    kernelc.synchronize()
except kernelc.KernelError as problem:
    print(type(problem).__name__, problem)
else:
    print("nothing was raised")
"""


@pytest.mark.parametrize("statement", ["x[i] = 1;", "x[0] = 1 / (x[0] * i as u32);", 'if i == 40 { panic!("no way"); }'])
def test_panics_each_in_its_own_process(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "k.rs"
    path.write_text(f"use cuda_device::*;\n#[kernel] pub fn k(x: &mut [u32]) {{\n    let i = thread::index_1d().get();\n    {statement}\n}}\n")
    done = subprocess.run(
        [sys.executable, "-c", PANIC, str(path)], env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "KernelError" in done.stdout or "KernelPanic" in done.stdout
    assert "context" in done.stdout
