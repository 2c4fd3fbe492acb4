"""`kernels/` under the options and shapes that `tests/test_kernels.py` leaves out: -O1, --no-fmad, 2-D and 3-D launches around whole blocks, `over`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from kernelc import load
from tests.runtime.support import ROOT
from tests.test_kernels import escape_times, floats, fma, same


@cache
def kernels(file: str, **options: Any) -> Any:
    """The kernels of a file; compiled once per set of options."""
    return load(ROOT / "kernels" / f"{file}.rs", **options)


@pytest.mark.parametrize("size", [0, 1, 33, 255, 257, 775])
def test_level_1(size: int) -> None:
    x, y = floats(size, 1), floats(size, 2)
    expected = fma(np.float32(1.5), x, y)
    kernels("saxpy", level=1).saxpy.over(size)(1.5, x, y)
    assert same(y, expected)
    limits, out = np.arange(size) % 19 - 3, np.zeros(size, np.int64)
    kernels("sum_to", level=1).sum_to_each.over(size)(limits, out)
    assert same(out, np.where(limits > 0, limits * (limits + 1) // 2, 0))


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("size", [0, 1, 33, 100])
def test_without_contraction_every_step_is_rounded(level: int, size: int) -> None:
    x, y = floats(size, 1), floats(size, 2)
    with np.errstate(all="ignore"):
        expected = np.float32(1.7) * x + y
    kernels("saxpy", level=level, fmad=False).saxpy.over(size)(float(np.float32(1.7)), x, y)
    assert same(y, expected)
    out = np.zeros(size, np.float32)
    expected = x.copy()
    with np.errstate(all="ignore"):
        if size > 2:
            expected[1:-1] = np.float32(0.25) * x[:-2] + np.float32(0.5) * x[1:-1] + np.float32(0.25) * x[2:]
    kernels("stencil", level=level, fmad=False).stencil.over(size)(x, out)
    assert same(out, expected)


def matmul(a: Any, b: Any) -> Any:
    """The model: a sum from left to right, each step rounded once."""
    total = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for i in range(a.shape[1]):
        total = fma(a[:, i : i + 1], b[i : i + 1, :], total)
    return total


def around(block: int) -> list[int]:
    """Sizes around a block and several."""
    return sorted({0, 1, block - 1, block, block + 1, 3 * block + 7})


QUICK = [((8, 4), 0, 5), ((8, 4), 9, 4), ((8, 4), 31, 19), ((33, 1), 34, 2), ((16, 16), 17, 15)]
SLOW = [(block, n, m) for block in ((8, 4), (16, 16), (33, 1), (5, 7), (32, 8), (1, 64)) for n in around(block[0]) for m in around(block[1])]


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(
    ("block", "n", "m"), [*QUICK, *[pytest.param(*each, marks=pytest.mark.slow) for each in SLOW if each not in QUICK and each[1] * each[2] < 2000]]
)
def test_two_dimensions(level: int, block: tuple[int, int], n: int, m: int) -> None:
    a, b, c = floats(m * 2, 1).reshape(m, 2), floats(2 * n, 2).reshape(2, n), np.full((m, n), -1, np.float32)
    kernels("matmul_naive", level=level).matmul_naive.over((n, m), block)(m, n, 2, a, b, c)
    assert same(c, matmul(a, b))
    picture = np.full(n * m, 99, np.uint32)
    kernels("mandelbrot", level=level).mandelbrot.over((n, m, 1), block)(n, m, -2.0, -1.25, 0.17, 6, picture)
    assert same(picture, escape_times(n, m, -2.0, -1.25, 0.17, 6))


def test_numbers_at_the_ends_of_their_type() -> None:
    values = np.array([150, -(2**63), 0, 101], np.int64)
    out = np.zeros(4, np.int64)
    kernels("classify").classify_each[1, 32](values, out)
    assert out.tolist() == [600, 0, 0, 110]
