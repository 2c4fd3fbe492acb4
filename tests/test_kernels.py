"""Every kernel in `kernels/` computes what NumPy computes, bit for bit, at -O0 and -O2: odd sizes, odd blocks, special numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import load

ROOT = Path(__file__).resolve().parents[1]
Array = np.ndarray[Any, Any]

BLOCKS = (32, 33, 256)
SPECIAL = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, -1e-45, 1.1754942e-38, 3.4028235e38, -3.4028235e38], np.float32)

levels = pytest.mark.parametrize("level", [0, 2])


@cache
def kernel(file: str, level: int) -> Any:
    """The kernels of a file; compiled once per level."""
    return load(str(ROOT / "kernels" / f"{file}.rs"), level=level)


def sizes(block: int) -> list[int]:
    """Sizes around warps, blocks and several blocks."""
    return sorted({0, 1, 31, 33, block - 1, block, block + 1, 3 * block + 7})


def floats(count: int, seed: int) -> Array:
    """Random floats of all magnitudes with special ones among them."""
    generator = np.random.default_rng(seed)
    made = (generator.standard_normal(count) * 10.0 ** generator.integers(-20, 20, count)).astype(np.float32)
    places = generator.random(count) < 0.2
    made[places] = generator.choice(SPECIAL, int(places.sum()))
    return made


def fma(a: Any, b: Any, c: Any) -> Array:
    """a·b + c in float32 with one rounding: float64 rounded to odd, then to float32 (Boldo and Melquiond, 2008)."""
    with np.errstate(all="ignore"):
        product = np.float64(a) * np.float64(b)
        addend = np.broadcast_to(np.float64(c), np.shape(product)) if np.ndim(product) else np.float64(c)
        total = np.asarray(product + addend)
        part = total - product
        error = (product - (total - part)) + (addend - part)
        bits = total.view(np.int64).copy()
        odd = np.isfinite(total) & (error != 0) & (bits & 1 == 0)
        bits[odd] += np.where((error > 0) == (total > 0), 1, -1)[odd]
        rounded: Array = bits.view(np.float64).astype(np.float32)
    return rounded


def same(found: Array, expected: Array) -> bool:
    """Equal bit for bit, NaNs as a class."""
    if found.dtype.kind != "f":
        return bool((found == expected).all())
    numbers = ~np.isnan(expected)
    return bool((np.isnan(found) == ~numbers).all() and (found.view(np.uint32) == expected.view(np.uint32))[numbers].all())


def check_each_size(level: int, run: Callable[[Any, int, int], None]) -> None:
    """Call `run(grid, block, size)` for every size and block, with grids that are exact and larger than needed."""
    for block in BLOCKS:
        for size in sizes(block):
            run(-(-size // block), block, size)
            run(size // block + 2, block, size)


@levels
def test_hello_constant(level: int) -> None:
    for grid, block in ((1, 1), (2, 33), ((2, 2), (8, 4))):
        out = np.zeros(1, np.int32)
        kernel("hello_constant", level).hello_constant[grid, block](out)
        assert out[0] == 42


@levels
def test_saxpy(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        x, y, a = floats(size, size), floats(size, size + 1), np.float32(1.5 + size)
        expected = fma(a, x, y)
        kernel("saxpy", level).saxpy[grid, block](float(a), x, y)
        assert same(y, expected), (grid, block, size)

    check_each_size(level, run)


@levels
def test_sum_to(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        limits = np.random.default_rng(size).integers(-5, 12, size)
        out = np.full(size, -1, np.int64)
        kernel("sum_to", level).sum_to_each[grid, block](limits, out)
        assert same(out, np.where(limits > 0, limits * (limits + 1) // 2, 0)), (grid, block, size)

    check_each_size(level, run)


@levels
def test_classify(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        values = np.random.default_rng(size).choice(
            [-7, 0, 1, 3, 99, 100, 101, 104], size, p=[0.2, 0.2, 0.2, 0.2, 0.05, 0.05, 0.05, 0.05]
        )
        out = np.full(size, -1, np.int64)
        kernel("classify", level).classify_each[grid, block](values, out)
        assert same(out, np.clip(values, 0, 100) + 10 * np.clip(values - 100, 0, None)), (grid, block, size)

    check_each_size(level, run)


@levels
def test_stencil(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        data, out = floats(size, size), np.zeros(size, np.float32)
        expected = data.copy()
        with np.errstate(all="ignore"):
            if size > 2:
                inner = fma(np.float32(0.25), data[:-2], np.float32(0.5) * data[1:-1])
                expected[1:-1] = fma(np.float32(0.25), data[2:], inner)
        kernel("stencil", level).stencil[grid, block](data, out)
        assert same(out, expected), (grid, block, size)

    check_each_size(level, run)


@levels
@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (1, 3, 0), (0, 4, 2), (5, 7, 3), (16, 16, 16), (17, 9, 5), (8, 33, 2)])
def test_matmul_naive(level: int, m: int, n: int, k: int) -> None:
    a, b = floats(m * k, 1).reshape(m, k), floats(k * n, 2).reshape(k, n)
    expected = np.zeros((m, n), np.float32)
    for i in range(k):
        expected = fma(a[:, i : i + 1], b[i : i + 1, :], expected)
    for block in ((8, 4), (16, 16), (33, 1)):
        c = np.full((m, n), -1, np.float32)
        grid = (n // block[0] + 1, m // block[1] + 1)
        kernel("matmul_naive", level).matmul_naive[grid, block](m, n, k, a, b, c)
        assert same(c, expected), block


def escape_times(width: int, height: int, left: float, top: float, step: float, limit: int) -> Array:
    """The model of mandelbrot: every step rounded as the language says."""
    f32 = np.float32
    c_re, c_im = np.meshgrid(fma(np.arange(width), f32(step), f32(left)), fma(np.arange(height), f32(step), f32(top)))
    re, im, count = np.zeros_like(c_re), np.zeros_like(c_im), np.zeros(c_re.shape, np.uint32)
    for done in range(limit):
        alive = (fma(re, re, im * im) <= 4) & (count == done)
        following = fma(re, re, -(im * im)) + c_re
        im = np.where(alive, fma(f32(2) * re, im, c_im), im)
        re = np.where(alive, following, re)
        count += alive
    return count.ravel()


@levels
@pytest.mark.parametrize(("width", "height", "limit"), [(0, 0, 5), (1, 1, 0), (7, 5, 20), (33, 9, 12), (16, 16, 30)])
@pytest.mark.parametrize("view", [(-2.0, -1.25, 0.17), (-0.0, 1e-45, -0.0), (np.nan, -1.25, 0.17), (-2.0, -np.inf, 0.0)])
def test_mandelbrot(level: int, width: int, height: int, limit: int, view: tuple[float, float, float]) -> None:
    with np.errstate(all="ignore"):
        expected = escape_times(width, height, *view, limit)
    for block in ((8, 8), (32, 1), (5, 3)):
        out = np.full(width * height, 99, np.uint32)
        grid = (width // block[0] + 1, height // block[1] + 1)
        kernel("mandelbrot", level).mandelbrot[grid, block](width, height, *view, limit, out)
        assert same(out, expected), block


def added(values: Any) -> Array:
    """The sums along the last axis as a tree in which element i takes element i + (n + 1) // 2."""
    values = np.array(values, np.float32)
    with np.errstate(all="ignore"):
        while values.shape[-1] > 1:
            half = (values.shape[-1] + 1) // 2
            values[..., : values.shape[-1] - half] += values[..., half:]
            values = values[..., :half]
    return values[..., 0]


def padded(values: Array, grid: int, block: int) -> Array:
    """What each block reads, with zeroes beyond the end."""
    whole = np.zeros(grid * block, np.float32)
    whole[: len(values)] = values[: grid * block]
    return whole.reshape(grid, block)


def warp_sum(values: Array) -> Any:
    """The sum of up to 32 lanes: a butterfly of a whole warp, else lane 0 of shuffles down among the lanes there are."""
    lanes = values.copy()
    number = np.arange(len(lanes))
    with np.errstate(all="ignore"):
        for step in (16, 8, 4, 2, 1):
            if len(lanes) == 32:
                lanes = lanes + lanes[number ^ step]
            else:
                other = np.where(number + step < len(lanes), np.roll(lanes, -step), 0).astype(np.float32)
                lanes = np.where(number + step < len(lanes), lanes + other, lanes)
    return lanes[0]


@levels
def test_sums_by_a_tree_and_by_shuffles(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        data = floats(size, size)
        blocks = padded(data, grid, block)
        tree, shuffled = np.full(grid, 9, np.float32), np.full(grid, 9, np.float32)
        kernel("reduce", level).sum_tree[grid, block](data, tree)
        assert same(tree, added(blocks)), (grid, block, size)
        kernel("reduce", level).sum_shuffle[grid, block](data, shuffled)
        warps = -(-block // 32)
        of_warps = np.zeros((grid, min(block, 32)), np.float32)
        for w in range(warps):
            of_warps[:, w] = [warp_sum(each[w * 32 : w * 32 + 32]) for each in blocks]
        assert same(shuffled, np.array([warp_sum(each) for each in of_warps])), (grid, block, size)

    for block in BLOCKS:
        for size in sizes(block):
            run(size // block + 1, block, size)
    run(4, 33, 31)


@levels
def test_dot(level: int) -> None:
    for block in BLOCKS:
        for size in sizes(block):
            generator = np.random.default_rng(size)
            x, y = (generator.integers(-50, 50, size).astype(np.float32) for _ in range(2))
            for grid in (1, size // block + 2):
                out = np.array([2], np.float32)
                kernel("dot", level).dot[grid, block](x, y, out)
                assert out[0] == 2 + int(x.astype(np.int64) @ y.astype(np.int64)), (grid, block, size)


@levels
@pytest.mark.parametrize("block", BLOCKS)
def test_dot_of_special_numbers(level: int, block: int) -> None:
    """Sums whose order does not matter: of multiples of the least subnormal, of zeros, of infinities, of a NaN."""
    least = np.float32(1e-45)
    counts = np.random.default_rng(block).integers(-99, 99, block + 1)
    cases = [
        (counts.astype(np.float32) * least, counts.sum().astype(np.float32) * least),
        (np.full(block + 1, -0.0, np.float32), np.float32(0)),  # lanes without elements, and what was there, are +0
        (np.array([1, np.inf, 3], np.float32), np.float32(np.inf)),
        (np.array([np.inf, -np.inf], np.float32), np.float32(np.nan)),
        (np.array([1, np.nan, 3], np.float32), np.float32(np.nan)),
    ]
    for x, expected in cases:
        out = np.zeros(1, np.float32)
        kernel("dot", level).dot[2, block](x, np.ones_like(x), out)
        assert same(out, np.array([expected], np.float32)), x


@levels
@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (1, 3, 0), (0, 4, 2), (5, 7, 3), (16, 16, 16), (17, 9, 33), (33, 17, 20)])
def test_matmul_tiled(level: int, m: int, n: int, k: int) -> None:
    a, b = floats(m * k, 1).reshape(m, k), floats(k * n, 2).reshape(k, n)
    expected = np.zeros((m, n), np.float32)
    for i in range(k):
        expected = fma(a[:, i : i + 1], b[i : i + 1, :], expected)
    for more in (0, 1):
        c = np.full((m, n), -1, np.float32)
        kernel("matmul_tiled", level).matmul_tiled[(-(-n // 16) + more, -(-m // 16) + more), (16, 16)](m, n, k, a, b, c)
        assert same(c, expected), more


@levels
@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (1, 1), (1, 70), (31, 33), (32, 32), (65, 40)])
def test_transpose(level: int, rows: int, cols: int) -> None:
    data = floats(rows * cols, 3).reshape(rows, cols)
    for more in (0, 1):
        out = np.full((cols, rows), -1, np.float32)
        kernel("transpose", level).transpose[(-(-cols // 32) + more, -(-rows // 32) + more), (32, 8)](rows, cols, data, out)
        assert same(out, np.ascontiguousarray(data.T)), more


@levels
def test_histogram(level: int) -> None:
    def run(grid: int, block: int, size: int) -> None:
        data = np.random.default_rng(size).integers(0, 256, size).astype(np.uint8) // 3
        counts = np.arange(256, dtype=np.uint32)
        kernel("histogram", level).histogram[grid, block](data, counts)
        expected = np.arange(256) + np.bincount(data, minlength=256)
        assert (counts == (expected if grid else np.arange(256))).all(), (grid, block, size)

    check_each_size(level, run)


def test_the_model_of_fma_itself() -> None:
    from fractions import Fraction

    a, b, c = (floats(2000, seed) for seed in (1, 2, 3))
    finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    for x, y, z, found in zip(a[finite], b[finite], c[finite], fma(a, b, c)[finite], strict=True):
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        if exact and np.isfinite(found):
            with np.errstate(over="ignore"):
                below, above = np.nextafter(found, np.float32(-np.inf)), np.nextafter(found, np.float32(np.inf))
            distance = abs(exact - Fraction(float(found)))
            assert all(distance <= abs(exact - Fraction(float(each))) for each in (below, above) if np.isfinite(each))


@levels
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize(("rows", "width"), [(0, 5), (1, 1), (2, 31), (3, 33), (2, 255), (1, 257), (2, 775)])
def test_softmax(level: int, block: int, rows: int, width: int) -> None:
    x = (np.random.default_rng(width).standard_normal((rows, width)) * 20).astype(np.float32)
    if rows > 1:
        x[1, :1] = -np.inf
    if rows > 2:
        x[2, 1] = np.nan
    x[:1, : width // 2] = np.resize(np.array([-0.0, 0.0, 1e-45, -1e-45], np.float32), width // 2)
    found = np.zeros_like(x)
    kernel("softmax", level).softmax[rows + 2, block](x, found, width)
    with np.errstate(all="ignore"):
        powers = np.exp((x - x.max(axis=1, keepdims=True, initial=-np.inf)).astype(np.float64))  # the difference is taken in float32
        expected = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-37)
