"""Kernel times on a GPU beside nvcc -O3: the same launch of both machine codes, medians of CUDA-event times after warm-up."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 30
ELEMENTS = 1 << 24
SIDE = 1024


def table() -> str:
    """The times of three kernels, theirs and their ratio."""
    import cupy

    capability = cupy.cuda.Device().compute_capability
    lines = [f"Kernel times on the GPU (sm_{capability}), microseconds, median of {ROUNDS}\n"]
    lines.append(f"{'kernel':<16}{'kernelc':>10}{'nvcc -O3':>10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, grid, block, arguments in launches(cupy):
            ours = timed(cupy, load_ours(cupy, name, folder, f"sm_{capability}"), grid, block, arguments)
            theirs = timed(cupy, load_theirs(cupy, name, folder, f"sm_{capability}"), grid, block, arguments)
            lines.append(f"{name:<16}{ours:10.1f}{theirs:10.1f}{ours / theirs:8.2f}")
    return "\n".join(lines)


def launches(cupy: Any) -> list[tuple[str, tuple[int, ...], tuple[int, ...], tuple[Any, ...]]]:
    """Kernel, grid, block, PTX-level arguments (a slice is a pointer and a length)."""
    x, y = cupy.random.rand(ELEMENTS, dtype=cupy.float32), cupy.random.rand(ELEMENTS, dtype=cupy.float32)
    a, b = (cupy.random.rand(SIDE * SIDE, dtype=cupy.float32) for _ in range(2))
    c, picture = cupy.zeros(SIDE * SIDE, cupy.float32), cupy.zeros(SIDE * SIDE, cupy.uint32)
    u32, f32 = cupy.uint32, cupy.float32
    side, tiles = u32(SIDE), (SIDE // 16, SIDE // 16)
    view = (side, side, f32(-2), f32(-1.5), f32(3 / SIDE), u32(100))
    return [
        ("saxpy", (ELEMENTS // 256,), (256,), (f32(2), *slices(x, y))),
        ("matmul_naive", tiles, (16, 16), (side, side, side, *slices(a, b, c))),
        ("mandelbrot", tiles, (16, 16), (*view, *slices(picture))),
    ]


def slices(*arrays: Any) -> list[Any]:
    """Each array with its length."""
    return [word for array in arrays for word in (array, array.size)]


def load_ours(cupy: Any, name: str, folder: str, architecture: str) -> Any:
    """The kernel as kernelc compiles it."""
    target = f"{folder}/{name}.ptx"
    source = str(ROOT / "kernels" / f"{name}.rs")
    subprocess.run([sys.executable, "-m", "kernelc", "build", source, "--arch", architecture, "-o", target], check=True)
    return cupy.RawModule(path=target).get_function(name)


def load_theirs(cupy: Any, name: str, folder: str, architecture: str) -> Any:
    """The kernel as nvcc compiles it."""
    target = f"{folder}/{name}.cubin"
    source = str(ROOT / "tests" / "bench" / "cuda" / f"{name}.cu")
    subprocess.run(["nvcc", "-O3", "-cubin", f"-arch={architecture}", source, "-o", target], check=True)
    return cupy.RawModule(path=target).get_function(name)


def timed(cupy: Any, kernel: Any, grid: tuple[int, ...], block: tuple[int, ...], arguments: tuple[Any, ...]) -> float:
    """The median time of a launch in microseconds."""
    times = []
    for _ in range(ROUNDS + 3):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        kernel(grid, block, arguments)
        end.record()
        end.synchronize()
        times.append(1e3 * cupy.cuda.get_elapsed_time(start, end))
    return median(times[3:])
