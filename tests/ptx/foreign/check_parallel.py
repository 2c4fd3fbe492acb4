"""What kernels of threads that work together must have computed: reductions, scans, sorts, locks, barriers, warps, atomics. One function for each kernel."""

from __future__ import annotations

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same


def saxpy(launch: Launch) -> None:
    x, y = random(1).random(100, np.float32), random(2).random(100, np.float32)
    wanted = np.float32(2.5) * x + y
    launch(4, 32, np.float32(2.5), x, y, np.int32(100))
    close(y, wanted)


def reduce_shared(launch: Launch) -> None:
    x, sums = random(1).integers(-1000, 1000, 300).astype(np.int32), np.zeros(3, np.int32)
    launch(3, 128, x, sums, 300)
    same(sums, [x[:128].sum(), x[128:256].sum(), x[256:].sum()])


def reduce_shuffle(launch: Launch) -> None:
    x, total, most = random(3).random(300, np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32)
    launch(1, 128, x, total, most, 300)
    close(total, x.astype(float).sum(), 1e-5)
    same(most, [x.max()])


def reduce_redux(launch: Launch) -> None:
    x = random(4).integers(-(2**20), 2**20, 128).astype(np.int32)
    sums, most = np.zeros(4, np.int32), np.zeros(4, np.int32)
    every, parity = np.zeros(4, np.uint32), np.zeros(4, np.uint32)
    launch(2, 64, x, sums, most, every, parity)
    warps = x.reshape(4, 32)
    same(sums, warps.sum(axis=1))
    same(most, warps.max(axis=1))
    same(every.view(np.int32), np.bitwise_and.reduce(warps, axis=1))
    same(parity.view(np.int32), np.bitwise_xor.reduce(warps, axis=1))


def scan(launch: Launch) -> None:
    x, out = random(5).integers(-9, 99, 100).astype(np.int32), np.zeros(100, np.int32)
    launch(1, 128, x, out, 100)
    same(out, np.cumsum(x))


def softmax(launch: Launch) -> None:
    x, out = random(6).normal(size=(2, 100)).astype(np.float32), np.zeros((2, 100), np.float32)
    launch(2, 64, x, out, 100)
    e = np.exp(x.astype(float))
    close(out, e / e.sum(axis=1, keepdims=True), 1e-5)


def matmul(launch: Launch) -> None:
    a, b = random(7).random((13, 19), np.float32), random(8).random((19, 10), np.float32)
    c = np.zeros((13, 10), np.float32)
    launch((2, 2), (8, 8), a, b, c, 13, 10, 19)
    close(c, a.astype(float) @ b, 1e-5)


def stencil(launch: Launch) -> None:
    x, out = random(9).random((11, 13), np.float32), np.zeros((11, 13), np.float32)
    launch((2, 2), (8, 8), x, out, 13, 11)
    p = np.pad(x.astype(float), 1)
    close(out, 0.5 * x + 0.125 * (p[1:-1, :-2] + p[1:-1, 2:] + p[:-2, 1:-1] + p[2:, 1:-1]), 1e-5)


def histogram(launch: Launch) -> None:
    data, bins = random(10).integers(0, 256, 500).astype(np.uint8), np.zeros(64, np.uint32)
    launch(3, 64, data, bins, 500)
    same(bins, np.bincount(data & 63, minlength=64))


def transpose(launch: Launch) -> None:
    x = random(11).random((20, 25))
    out = np.zeros((25, 20))
    launch((2, 2), (16, 4), x, out, 25, 20)
    same(out, x.T)


def mandelbrot(launch: Launch) -> None:
    out = np.zeros((9, 14), np.int32)
    launch((2, 2), (8, 8), out, 14, 9, 30)
    wanted = np.zeros_like(out)
    for (py, px), _ in np.ndenumerate(out):
        cr, ci, zr, zi, k = -2.0 + 3.0 * px / 14, -1.5 + 3.0 * py / 9, 0.0, 0.0, 0
        while k < 30 and zr * zr + zi * zi < 4:
            zr, zi, k = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci, k + 1
        wanted[py, px] = k
    assert (out != wanted).mean() < 0.02  # where a fused product lands on the other side


def bitonic_sort(launch: Launch) -> None:
    keys = random(12).integers(0, 2**32, 128).astype(np.uint32)
    wanted = np.sort(keys)
    launch(1, 128, keys)
    same(keys, wanted)


def radix_step(launch: Launch) -> None:
    keys, out = random(13).integers(0, 2**32, 64).astype(np.uint32), np.zeros(64, np.uint32)
    launch(1, 64, keys, out)
    same(out, keys[np.argsort(keys & 255, kind="stable")])


def spin_lock(launch: Launch) -> None:
    lock, count, order = np.zeros(1, np.int32), np.zeros(1, np.int32), np.full(96, -1, np.int32)
    launch(2, 48, lock, count, order)
    assert (lock[0], count[0]) == (0, 96)
    same(np.sort(order), np.arange(96))


def look_back(launch: Launch) -> None:
    x, out = random(14).integers(-50, 100, 320).astype(np.int32), np.zeros(320, np.int32)
    state = [np.zeros(size, kind) for size, kind in ((1, np.uint32), (5, np.int32), (5, np.int32), (5, np.int32))]
    launch(5, 64, x, out, *state)
    same(out, np.cumsum(x))


def producer_consumer(launch: Launch) -> None:
    x, out = random(15).integers(0, 1000, (8, 32)).astype(np.int32), np.zeros((8, 32), np.int32)
    launch(1, 64, x, out)
    same(out, 3 * x[:, ::-1] + np.arange(8)[:, None])


def barrier_votes(launch: Launch) -> None:
    x, out = random(16).integers(1, 90, (2, 40)).astype(np.int32), np.zeros((2, 40, 3), np.int32)
    x[1, 7], x[1, 33] = -1, 95
    launch(2, 40, x, out)
    for block in range(2):
        same(out[block], np.tile([(x[block] & 1).sum(), int((x[block] > 0).all()), int((x[block] > 90).any())], (40, 1)))


def ballot_match(launch: Launch) -> None:
    x = random(17).integers(0, 5, 32).astype(np.int32)
    wide = (x.astype(np.int64) % 3) << 40
    out = np.zeros((32, 8), np.uint32)
    launch(1, 32, x, wide, out)
    lanes = 1 << np.arange(32, dtype=np.uint64)

    def ballot(chosen: np.ndarray) -> int:
        return int(lanes[chosen].sum())

    for t in range(32):
        wanted = [ballot(x > 2), ballot(x == x[t]), ballot(wide == wide[t]), 2**32 - 1, 1]
        wanted += [int((x == 4).any()) | int((x < 5).all()) << 1 | int((x < 4).all()) << 2, ballot(x == 1) if x[t] == 1 else 0]
        wanted += [x[(t + 3) % 20] if t < 20 else 0]
        same(out[t], wanted)


def grid_sync(launch: Launch) -> None:
    a, b, arrived = np.zeros(96, np.int32), np.zeros(96, np.int32), np.zeros(1, np.uint32)
    launch(3, 32, a, b, arrived)
    i = np.arange(96)
    same(b, (95 - i) ** 2 + 1)
    same(a, b[(i + 7) % 96])
    assert arrived[0] == 6


def pipeline(launch: Launch) -> None:
    x, out = random(18).integers(-99, 99, (4, 32, 4)).astype(np.int32), np.zeros(32, np.int32)
    launch(1, 32, x, out, 4)
    copied = x.copy()
    copied[1:, 5, 2:] = 0
    same(out, (copied[:, ::-1] * np.array([1, 2, 3, 4])).sum(axis=(0, 2)))


def early_return(launch: Launch) -> None:
    x, out = random(19).integers(0, 100, 96).astype(np.int32), np.zeros(96, np.int32)
    launch(1, 96, x, out, 70)
    wanted = np.zeros(96, np.int64)
    for t in range(70):
        n = int(x[(t + 1) % 70])
        for k in range(t % 5):
            if n > 60:
                n = -n
                break
            n += k
        wanted[t] = n
    same(out, wanted)


def atomics(launch: Launch) -> None:
    x = random(20).integers(0, 1000, 96).astype(np.int32)
    ints = np.array([10**6, -(10**6), 5, 0, 0, 0], np.int32)
    words = np.array([2**32 - 1, 0, 0, 0, 3], np.uint32)
    wide, floats, sums = np.zeros(2, np.uint64), np.zeros(1, np.float32), np.array([0.0, -1.0])
    launch(2, 48, ints, words, wide, floats, sums, x)
    same(ints, [x.min(), x.max(), 5 - x.sum(), 96, 192, 77])
    bits = np.uint32(1) << (x & 31).astype(np.uint32)
    same(words[:3], [~np.bitwise_or.reduce(bits), np.bitwise_or.reduce(bits), np.bitwise_xor.reduce(bits)])
    down = 3
    for _ in range(96):
        down = 5 if down == 0 or down > 5 else down - 1
    same(words[3:], [96 % 10, down])
    same(wide, [x.sum(), int(x.max()) << 32])
    close(floats, x.sum() * 0.5)
    same(sums, [x.sum() * 0.25, float(x.max())])


def matrix_wmma(launch: Launch) -> None:
    a, b = random(21).random((16, 32)).astype(np.float16), random(22).random((16, 32)).astype(np.float16)
    c = np.zeros((16, 16), np.float32)
    launch(1, 32, a, b, c)
    close(c, a.astype(float) @ b.astype(float).T + 1, 1e-5)


def matrix_mma(launch: Launch) -> None:
    a, b = random(23).random((16, 8)).astype(np.float16), random(24).random((8, 8)).astype(np.float16)
    c = np.zeros((16, 8), np.float32)
    launch(1, 32, a, b, c)
    close(c, a.astype(float) @ b.astype(float), 1e-5)
