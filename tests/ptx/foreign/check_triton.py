"""What Triton's kernels must have computed. One function for each kernel; blocks have 128 threads."""

from __future__ import annotations

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same

BLOCK = 128


def saxpy(launch: Launch) -> None:
    x, y = random(1).random(200, np.float32), random(2).random(200, np.float32)
    wanted = np.float32(1.5) * x + y
    launch(2, BLOCK, np.float32(1.5), x, y, 200, shared=launch.shared)
    close(y, wanted)


def softmax(launch: Launch) -> None:
    x, out = random(3).normal(size=(3, 100)).astype(np.float32), np.zeros((3, 100), np.float32)
    launch(3, BLOCK, x, out, 100, shared=launch.shared)
    e = np.exp(x.astype(float))
    close(out, e / e.sum(axis=1, keepdims=True), 1e-5)


def total(launch: Launch) -> None:
    x, out = random(4).integers(-99, 999, 700).astype(np.int32), np.zeros(1, np.int32)
    launch(3, BLOCK, x, out, 700, shared=launch.shared)
    same(out, [x.sum()])


def matmul(launch: Launch) -> None:
    a, b, c = random(5).random((32, 48), np.float32), random(6).random((48, 16), np.float32), np.zeros((32, 16), np.float32)
    launch((2, 1), BLOCK, a, b, c, 16, 48, shared=launch.shared)
    close(c, a.astype(float) @ b, 1e-5)


def matmul_half(launch: Launch) -> None:
    a, b = random(7).random((16, 32)).astype(np.float16), random(8).random((32, 16)).astype(np.float16)
    c = np.zeros((16, 16), np.float32)
    launch(1, BLOCK, a, b, c, 16, 32, shared=launch.shared)
    close(c, a.astype(float) @ b.astype(float), 1e-5)


def histogram(launch: Launch) -> None:
    x, bins = random(9).integers(0, 20, 300).astype(np.int32), np.zeros(20, np.int32)
    launch(3, BLOCK, x, bins, 300, shared=launch.shared)
    same(bins, np.bincount(x, minlength=20))


def running_sum(launch: Launch) -> None:
    x, out = random(10).integers(0, 9, 256).astype(np.float32), np.zeros(256, np.float32)
    launch(1, BLOCK, x, out, shared=launch.shared)
    same(out, np.cumsum(x))


def layer_norm(launch: Launch) -> None:
    x, scale, out = random(11).random((2, 90), np.float32), random(12).random(90, np.float32), np.zeros((2, 90), np.float32)
    launch(2, BLOCK, x, scale, out, 90, shared=launch.shared)
    wide = x.astype(float)
    close(out, (wide - wide.mean(axis=1, keepdims=True)) / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5) * scale, 1e-4, 1e-5)


def arg_extremes(launch: Launch) -> None:
    x, most, least = random(13).random((3, 50), np.float32), np.zeros(3, np.int32), np.zeros(3, np.int32)
    launch(3, BLOCK, x, most, least, 50, shared=launch.shared)
    same(most, x.argmax(axis=1))
    same(least, x.argmin(axis=1))


def transpose_half(launch: Launch) -> None:
    x, out = random(14).random((16, 32)).astype(np.float16), np.zeros((32, 16), np.float16)
    launch(1, BLOCK, x, out, shared=launch.shared)
    same(out, 2 * x.T)


def sort_row(launch: Launch) -> None:
    x, out = random(15).integers(-99, 99, (2, 64)).astype(np.int32), np.zeros((2, 64), np.int32)
    launch(2, BLOCK, x, out, shared=launch.shared)
    same(out, np.sort(x, axis=1))


def mandelbrot(launch: Launch) -> None:
    out = np.zeros((9, 20), np.int32)
    launch(2, BLOCK, out, 20, 9, 15, shared=launch.shared)
    y, x = np.mgrid[:9, :20]
    c = -2 + 3 * x / 20 + 1j * (-1.5 + 3 * y / 9)
    z, count = np.zeros_like(c), np.zeros(c.shape, int)
    for _ in range(15):
        inside = np.abs(z) ** 2 < 4
        z, count = np.where(inside, z * z + c, z), count + inside
    assert (out != count).mean() < 0.03
