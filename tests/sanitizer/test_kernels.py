"""The kernels of the repository are clean under every checker, with odd blocks too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

ROOT = Path(__file__).resolve().parents[2]


def floats(count: int) -> Any:
    return np.random.default_rng(count).random(count, dtype=np.float32)


def zeros(count: int, kind: Any = np.float32) -> Any:
    return np.zeros(count, kind)


def numbers(count: int, kind: Any, most: int) -> Any:
    return np.random.default_rng(count).integers(0, most, count).astype(kind)


CASES: list[tuple[str, str, Any, Any, Any]] = [
    ("hello_constant", "hello_constant", 1, 1, lambda: (zeros(1, np.int32),)),
    ("saxpy", "saxpy", 5, 96, lambda: (2.0, floats(450), floats(450))),
    ("softmax", "softmax", 3, 100, lambda: (floats(900), zeros(900), 300)),
    ("softmax", "softmax", 2, 256, lambda: (floats(600), zeros(600), 300)),
    ("matmul_naive", "matmul_naive", (2, 2), (16, 16), lambda: (20, 25, 30, floats(600), floats(750), zeros(500))),
    ("matmul_tiled", "matmul_tiled", (2, 2), (16, 16), lambda: (20, 25, 30, floats(600), floats(750), zeros(500))),
    ("histogram", "histogram", 3, 70, lambda: (numbers(1000, np.uint8, 256), zeros(256, np.uint32))),
    ("mandelbrot", "mandelbrot", (3, 3), (16, 16), lambda: (40, 40, -2.0, -1.25, 0.0625, 50, zeros(1600, np.uint32))),
    ("classify", "classify_each", 2, 48, lambda: (numbers(90, np.int64, 300), zeros(90, np.int64))),
    ("sum_to", "sum_to_each", 2, 48, lambda: (numbers(90, np.int64, 30), zeros(90, np.int64))),
    ("stencil", "stencil", 3, 70, lambda: (floats(200), zeros(200))),
    ("transpose", "transpose", (2, 2), (32, 8), lambda: (40, 50, floats(2000), zeros(2000))),
    ("dot", "dot", 4, 72, lambda: (numbers(900, np.float32, 9), numbers(900, np.float32, 9), zeros(1))),
    ("reduce", "sum_tree", 4, 250, lambda: (floats(900), zeros(4))),
    ("reduce", "sum_shuffle", 4, 256, lambda: (floats(900), zeros(4))),
    ("reduce", "sum_shuffle", 2, 80, lambda: (floats(130), zeros(2))),
]


@pytest.mark.parametrize(("file", "name", "grid", "block", "make"), CASES)
def test_kernels_are_clean(file: str, name: str, grid: Any, block: Any, make: Any) -> None:
    kernel = kernelc.load(str(ROOT / "kernels" / f"{file}.rs")).kernels[name]
    plain, watched = make(), make()
    kernel[grid, block](*plain)
    with kernelc.sanitize():
        kernel[grid, block](*watched)
    for a, b in zip(plain, watched):
        np.testing.assert_array_equal(a, b)


def test_no_kernel_is_left_out() -> None:
    kernels = {(path.stem, name) for path in (ROOT / "kernels").glob("*.rs") for name in kernelc.load(str(path)).kernels}
    assert kernels == {(file, name) for file, name, *_ in CASES}
