"""What Numba's kernels must have computed. One function for each kernel."""

from __future__ import annotations

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same, words


def saxpy(launch: Launch) -> None:
    x, y = random(1).random(70, np.float32), random(2).random(70, np.float32)
    wanted = np.float32(1.5) * x + y
    launch(3, 32, np.float32(1.5), *words(x), *words(y))
    close(y, wanted)


def block_sum(launch: Launch) -> None:
    x, out = random(3).random(150, np.float32), np.zeros(3, np.float32)
    launch(3, 64, *words(x), *words(out))
    close(out, [x[:64].sum(), x[64:128].sum(), x[128:].sum()], 1e-5)


def softmax(launch: Launch) -> None:
    x, out = random(4).normal(size=(2, 50)).astype(np.float32), np.zeros((2, 50), np.float32)
    launch(2, 32, *words(x), *words(out))
    e = np.exp(x.astype(float))
    close(out, e / e.sum(axis=1, keepdims=True), 1e-5)


def matmul(launch: Launch) -> None:
    a, b, c = random(5).random((16, 24), np.float32), random(6).random((24, 8), np.float32), np.zeros((16, 8), np.float32)
    launch((1, 2), (8, 8), *words(a), *words(b), *words(c))
    close(c, a.astype(float) @ b, 1e-5)


def histogram(launch: Launch) -> None:
    x, bins = random(7).integers(0, 1000, 100).astype(np.int32), np.zeros(10, np.uint32)
    launch(4, 32, *words(x), *words(bins))
    same(bins, np.bincount(x % 10, minlength=10))


def julia(launch: Launch) -> None:
    points = (random(8).normal(size=20) + 1j * random(9).normal(size=20)).astype(np.complex64)
    out, steps = points.copy(), np.zeros(20, np.int32)
    launch(1, 32, *words(out), *words(steps), np.int32(25))
    z, count = points.astype(complex), np.zeros(20, int)
    for _ in range(25):
        inside = np.abs(z) ** 2 < 4
        z, count = np.where(inside, z * z + complex(-0.4, 0.6), z), count + inside
    assert (steps == count).mean() > 0.9
    agree = steps == count
    close(np.abs(out)[agree], np.abs(z)[agree], 1e-2)


def special(launch: Launch) -> None:
    x, out = random(10).random(20), np.zeros(20)
    launch(1, 32, *words(x), *words(out))
    wanted = np.sin(x) * np.cos(x) + np.sqrt(x) + np.log(x + 1) + np.arctan2(x, 2) + np.polyval([1, 2, 3, 4, 5], x)
    close(out, wanted, 1e-13)


def warp_scan(launch: Launch) -> None:
    x, out = random(11).integers(0, 5, 64).astype(np.int32), np.zeros(64, np.int32)
    launch(2, 32, *words(x), *words(out))
    sums = np.cumsum(x.reshape(2, 32), axis=1)
    same(out.reshape(2, 32), sums + 1000 * (sums > 20).sum(axis=1, keepdims=True))


def collatz(launch: Launch) -> None:
    x, steps = np.arange(1, 41), np.zeros(40, np.int32)
    launch(1, 32, *words(x), *words(steps))
    wanted = []
    for v in x.tolist():
        count = 0
        while v != 1:
            v, count = v // 2 if v % 2 == 0 else 3 * v + 1, count + 1
        wanted.append(count)
    same(steps, wanted)


def sort_rows(launch: Launch) -> None:
    x = random(12).random((10, 8), np.float32)
    wanted = np.sort(x, axis=1)
    launch(1, 16, *words(x))
    same(x, wanted)


def lock(launch: Launch) -> None:
    state, total = np.zeros(1, np.int32), np.zeros(1, np.int32)
    launch(2, 1, *words(state), *words(total))
    same(total, [2])
    assert state[0] == 0
