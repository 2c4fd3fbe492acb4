"""Kernels in Triton's Python, with the types and constants of their parameters; `make.py` compiles them."""

import triton
import triton.language as tl


@triton.jit
def saxpy(a, x, y, n, size: tl.constexpr):
    i = tl.program_id(0) * size + tl.arange(0, size)
    inside = i < n
    tl.store(y + i, a * tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


@triton.jit
def softmax(x, out, columns, size: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, size)
    v = tl.load(x + row * columns + j, mask=j < columns, other=float("-inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * columns + j, e / tl.sum(e, axis=0), mask=j < columns)


@triton.jit
def total(x, out, n, size: tl.constexpr):
    i = tl.program_id(0) * size + tl.arange(0, size)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0), axis=0))


@triton.jit
def matmul(a, b, c, n, k, tall: tl.constexpr, wide: tl.constexpr, deep: tl.constexpr):
    rows = tl.program_id(0) * tall + tl.arange(0, tall)
    columns = tl.program_id(1) * wide + tl.arange(0, wide)
    inner = tl.arange(0, deep)
    acc = tl.zeros((tall, wide), dtype=tl.float32)
    for start in range(0, k, deep):
        left = tl.load(a + rows[:, None] * k + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * n + columns[None, :])
        acc = tl.dot(left, right, acc, input_precision="ieee")
    tl.store(c + rows[:, None] * n + columns[None, :], acc)


@triton.jit
def matmul_half(a, b, c, n, k, tall: tl.constexpr, wide: tl.constexpr, deep: tl.constexpr):
    rows = tl.arange(0, tall)
    columns = tl.arange(0, wide)
    inner = tl.arange(0, deep)
    acc = tl.zeros((tall, wide), dtype=tl.float32)
    for start in range(0, k, deep):
        left = tl.load(a + rows[:, None] * k + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * n + columns[None, :])
        acc = tl.dot(left, right, acc)
    tl.store(c + rows[:, None] * n + columns[None, :], acc)


@triton.jit
def histogram(x, bins, n, size: tl.constexpr):
    i = tl.program_id(0) * size + tl.arange(0, size)
    inside = i < n
    tl.atomic_add(bins + tl.load(x + i, mask=inside, other=0), 1, mask=inside, sem="relaxed")


@triton.jit
def running_sum(x, out, size: tl.constexpr):
    i = tl.arange(0, size)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


@triton.jit
def layer_norm(x, scale, out, columns, size: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, size)
    inside = j < columns
    v = tl.load(x + row * columns + j, mask=inside, other=0.0)
    mean = tl.sum(v, axis=0) / columns
    centred = tl.where(inside, v - mean, 0.0)
    rest = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + 1e-5)
    tl.store(out + row * columns + j, centred * rest * tl.load(scale + j, mask=inside), mask=inside)


@triton.jit
def arg_extremes(x, most, least, columns, size: tl.constexpr):
    row = tl.program_id(0)
    j = tl.arange(0, size)
    v = tl.load(x + row * columns + j, mask=j < columns, other=float("-inf"))
    tl.store(most + row, tl.argmax(v, axis=0))
    tl.store(least + row, tl.argmin(tl.where(j < columns, v, float("inf")), axis=0))


@triton.jit
def transpose_half(x, out, tall: tl.constexpr, wide: tl.constexpr):
    rows = tl.arange(0, tall)
    columns = tl.arange(0, wide)
    v = tl.load(x + rows[:, None] * wide + columns[None, :])
    tl.store(out + columns[:, None] * tall + rows[None, :], tl.trans(v) * 2.0)


@triton.jit
def sort_row(x, out, size: tl.constexpr):
    i = tl.arange(0, size)
    tl.store(out + tl.program_id(0) * size + i, tl.sort(tl.load(x + tl.program_id(0) * size + i)))


@triton.jit
def mandelbrot(out, width, height, limit, size: tl.constexpr):
    i = tl.program_id(0) * size + tl.arange(0, size)
    cr = -2.0 + 3.0 * (i % width).to(tl.float32) / width
    ci = -1.5 + 3.0 * (i // width).to(tl.float32) / height
    zr = tl.zeros((size,), tl.float32)
    zi = tl.zeros((size,), tl.float32)
    count = tl.zeros((size,), tl.int32)
    for _ in range(limit):
        inside = zr * zr + zi * zi < 4.0
        t = zr * zr - zi * zi + cr
        zi = tl.where(inside, 2.0 * zr * zi + ci, zi)
        zr = tl.where(inside, t, zr)
        count += inside.to(tl.int32)
    tl.store(out + i, count, mask=i < width * height)


KERNELS = {
    saxpy: ("fp32 *fp32 *fp32 i32", {"size": 128}),
    softmax: ("*fp32 *fp32 i32", {"size": 128}),
    total: ("*i32 *i32 i32", {"size": 256}),
    matmul: ("*fp32 *fp32 *fp32 i32 i32", {"tall": 16, "wide": 16, "deep": 16}),
    matmul_half: ("*fp16 *fp16 *fp32 i32 i32", {"tall": 16, "wide": 16, "deep": 16}),
    histogram: ("*i32 *i32 i32", {"size": 128}),
    running_sum: ("*fp32 *fp32", {"size": 256}),
    layer_norm: ("*fp32 *fp32 *fp32 i32", {"size": 128}),
    arg_extremes: ("*fp32 *i32 *i32 i32", {"size": 64}),
    transpose_half: ("*fp16 *fp16", {"tall": 16, "wide": 32}),
    sort_row: ("*i32 *i32", {"size": 64}),
    mandelbrot: ("*i32 i32 i32 i32", {"size": 128}),
}
"""Each kernel with the types of its parameters in order and its constants."""
