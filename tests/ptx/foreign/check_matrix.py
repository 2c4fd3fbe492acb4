"""What kernels of matrices, asynchronous copies and barrier objects must have computed. One function for each kernel."""

from __future__ import annotations

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same


def tensor_matmul(launch: Launch) -> None:
    a = random(1).integers(-8, 9, (32, 48)).astype(np.float16) / np.float16(8)
    b = random(2).integers(-8, 9, (48, 64)).astype(np.float16) / np.float16(8)
    c = np.zeros((32, 64), np.float32)
    launch((2, 1), 128, a, b, c, 64, 48)
    same(c, a.astype(np.float32) @ b.astype(np.float32))


def tensor_bytes(launch: Launch) -> None:
    a, b = random(3).integers(-128, 128, (8, 32)).astype(np.int8), random(4).integers(0, 256, (32, 8)).astype(np.uint8)
    c = random(5).integers(-1000, 1000, (8, 8)).astype(np.int32)
    c[:2], c[6:] = 2**31 - 100, -(2**31) + 100
    wanted = c.astype(np.int64)
    for k in (0, 16):
        wanted = np.clip(wanted + a[:, k : k + 16].astype(np.int64) @ b[k : k + 16].astype(np.int64), -(2**31), 2**31 - 1)
    launch(1, 32, a, np.ascontiguousarray(b.T), c)
    same(c, wanted)


def tensor_fragments(launch: Launch) -> None:
    a, b = (random(seed).integers(-4, 5, shape).astype(np.float16) for seed, shape in ((6, (32, 16)), (7, (16, 16))))
    c = np.zeros((16, 32), np.float16)
    launch(1, 64, a, b, c, np.float32(0.25))
    close(c.T, (a.astype(np.float32) @ b.astype(np.float32) + 0.5) * 0.25)


def block_barrier(launch: Launch) -> None:
    x, sums = random(8).integers(-99, 100, (5, 32)).astype(np.int32), np.zeros(32, np.int32)
    launch(1, 64, x, sums, 5)
    wanted = np.zeros(32, np.int32)
    for row in x:
        wanted = 3 * wanted + row[::-1]
    same(sums, wanted)
