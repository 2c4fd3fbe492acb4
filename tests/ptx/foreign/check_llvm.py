"""What the kernels written in LLVM's language must have computed. One function for each kernel."""

from __future__ import annotations

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same


def saxpy(launch: Launch) -> None:
    x, y = random(1).random(70, np.float32), random(2).random(70, np.float32)
    wanted = np.float32(-1.5) * x + y
    launch(3, 32, np.float32(-1.5), x, y, 70)
    close(y, wanted, 1e-6, 1e-7)


def reduce(launch: Launch) -> None:
    x, sums, most = random(3).integers(-99, 999, 192).astype(np.int32), np.zeros(3, np.int32), np.full(1, -1000, np.int32)
    launch(3, 64, x, sums, most)
    same(sums, x.reshape(3, 64).sum(axis=1))
    same(most, [x.max()])


def mixed(launch: Launch) -> None:
    x = random(4).integers(0, 2**31, 32).astype(np.int32)
    out, wide, floats = np.zeros(32, np.uint32), np.zeros(32, np.uint64), np.zeros((32, 4), np.float32)
    halves = random(5).random(32).astype(np.float16)
    squared = (halves * halves + np.float16(1)).astype(np.float16)
    launch(1, 32, x, out, wide, floats, halves)
    for t, v in enumerate(x.tolist()):
        turned = (v << 32 | 12345) << t >> 32
        chosen = [v.bit_count(), turned, int(f"{v:032b}"[::-1], 2), v * (3, 5, 7, 11)[t & 3], min(v + 2147480000, 2**31 - 1), -(v // 7)]
        if v % 6 == 3 and t & 3 == 0:
            chosen[3] = v * 3
        assert out[t] == chosen[v % 6] % 2**32, (t, v)
        assert int(wide[t]) == (v**3 % 2**64) ^ (64 - (v * v).bit_length())
    numbers = np.arange(32.0)
    fused = 1.5 * numbers + np.sqrt(numbers)
    inverse = np.where(fused == 0, -1, 1 / np.where(fused == 0, 1, fused))
    close(floats, np.stack([numbers, np.sqrt(numbers), fused, inverse], axis=1), 1e-6)
    close(halves, squared, 1e-3)


def lanes(launch: Launch) -> None:
    x, out, marks = random(6).integers(0, 5, 32).astype(np.int32), np.zeros((32, 3), np.uint32), np.zeros(32, np.int32)
    sums = np.zeros(3, np.uint64)
    launch(1, 32, x, out, sums, marks)
    bits = 1 << np.arange(32, dtype=np.uint64)
    assert set(out[:, 0].tolist()) == {int(x.sum())}
    assert set(out[:, 1].tolist()) == {int(bits[(x & 1) == 1].sum())}
    same(out[:, 2], [bits[x == v].sum() for v in x])
    same(marks, np.arange(32))
    assert int(sums[0]) == x.sum()
    assert float(sums[1:2].view(np.float32)[0]) == x.sum()
    value = 0
    for _ in range(32):
        value = (3 * value + 1) % 2**64
    assert int(sums[2]) == value
