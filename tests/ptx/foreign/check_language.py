"""What kernels that use much of the language must have computed: calls, switches, memory spaces, structs, printing. One function for each kernel."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

from kernelc import KernelError
from tests.ptx.foreign.launching import Launch, close, random, same


def recursion(launch: Launch) -> None:
    out, acks, moves = np.zeros(9, np.int32), np.zeros(6, np.uint32), np.zeros(31, np.int32)
    launch(1, 9, out, acks, moves)
    same(out, [0, 1, 1, 2, 3, 5, 8, 13, 21])
    same(acks, [2, 3, 4, 3, 4, 5])
    pegs: dict[int, list[int]] = {1: [5, 4, 3, 2, 1], 2: [], 3: []}
    for move in moves.tolist():
        disk = pegs[move // 10].pop()
        assert not pegs[move % 10] or pegs[move % 10][-1] > disk
        pegs[move % 10].append(disk)
    assert pegs[3] == [5, 4, 3, 2, 1]


def indirect(launch: Launch) -> None:
    which = random(1).integers(0, 4, 32).astype(np.int32)
    a, b, out = random(2).random(32, np.float32), random(3).random(32, np.float32), np.zeros(64, np.float32)
    launch(1, 32, which, a, b, out)
    same(out[:32], np.choose(which, [a + b, a - b, a * b, np.minimum(a, b)]))
    same(out[32:], np.where(which & 1, a * b, a * b / 2))


def switch_table(launch: Launch) -> None:
    code, out = np.array([0, 1, 4, 0, 2, 6, 7, 3, 5, 0, 8, 2, 9, 1, 2, 8, 10], np.uint8), np.zeros(16, np.int32)
    launch(1, 16, code[:16], 16, out)
    same(out, [machine(code[:16].tolist(), t) for t in range(16)])
    launch(1, 16, code, 17, out)
    same(out, np.where(np.arange(16) % 2, 77, 70))


def machine(code: list[int], t: int) -> int:
    """What thread `t` of `switch_table` leaves on its stack."""
    stack: list[int] = []
    for at, step in enumerate(code):
        step ^= int(step >= 8 and t % 2)
        if step < 2:
            stack.append((t, at)[step])
        elif step < 5:
            right, left = stack.pop(), stack.pop()
            stack.append((left + right, left - right, left * right)[step - 2])
        elif step == 6:
            stack.append(stack[-1])
        else:
            stack[-1] = {5: -stack[-1], 7: stack[-1] ^ 0x55, 8: stack[-1] << 2, 9: stack[-1] >> 1}[step]
    return stack[0]


def print(launch: Launch) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        launch(2, 3, np.array([1.5, 2.25], np.float32), -(2**40), 0)
    assert sorted(printed.getvalue().splitlines()) == [
        "-1099511627776 0xff 4000000000 42   |-0007",
        "hello from block 0",
        "hello from block 1",
        "value:  1.50 0.5 100% a",
        "value:  2.25 0.5 100% b",
    ]


def asserts(launch: Launch) -> None:
    x, out = np.arange(40, dtype=np.int32), np.zeros(40, np.int32)
    launch(1, 40, x, out, 40)
    same(out, 2 * x)
    with pytest.raises(KernelError, match="value too large") as caught:
        launch(1, 40, x, out, 35)
    assert caught.value.thread == (35, 0, 0)


def dynamic_shared(launch: Launch) -> None:
    x, out = random(4).integers(-100, 100, 48).astype(np.int32), np.zeros(48)
    launch(1, 48, x, out, 48, shared=48 * 10)
    same(out, x[::-1] * 0.5 + 3 * np.roll(x, -1))


def constants(launch: Launch) -> None:
    x, out = random(5).random(20, np.float32), np.zeros(16, np.float32)
    text, big = np.zeros(10, np.int8), np.zeros(16, np.int64)
    launch(1, 16, x, out, text, big)
    sums = np.convolve(x.astype(float), [0.1, 0.25, 0.3, 0.25, 0.1], "valid")
    close(out, np.where(np.arange(16) % 2 == 0, 2 * sums - 3, sums), 1e-5)
    assert text.tobytes() == b"constants\0"
    same(big, 2**63 - 1 - np.arange(16))


def device_globals(launch: Launch) -> None:
    out, seen = np.zeros(12, np.float32), np.zeros(12, np.int32)
    launch(1, 12, out, seen)
    first = int(seen.min())
    same(np.sort(seen), first + 2 * np.arange(12))
    t = np.arange(12)
    wanted = 2.0 ** (t & 7) + np.choose(t % 3, [1, 0xFFFF, 7])
    wanted[3] = wanted[0] + 11
    same(out, wanted)
    launch(1, 12, out, seen)
    same(np.sort(seen), first + 24 + 2 * np.arange(12))


INNER = np.dtype([("a", "i2"), ("b", "f8")], align=True)
OUTER = np.dtype([("tag", "i1"), ("pairs", INNER, 2), ("size", "i4", 3), ("factor", "f4")], align=True)


def structs(launch: Launch) -> None:
    value = np.zeros((), OUTER)
    value["tag"], value["size"], value["factor"] = -3, (2, 5, 7), 1.5
    value["pairs"]["a"], value["pairs"]["b"] = (11, 12), (0.25, 0.75)
    out = np.zeros(8, np.dtype({"names": ["v", "tag"], "formats": [("f4", 4), "i4"], "offsets": [0, 16], "itemsize": 32}))
    launch(1, 8, value[()], out)
    t = np.arange(8)
    same(out["tag"], t - 3)
    same(out["v"], np.stack([np.full(8, 11), np.where(t & 1, 0.75 + t, 0.75), np.full(8, 37), 1.5 * t], axis=1))


def vectors(launch: Launch) -> None:
    x, out = random(6).random((16, 4), np.float32), np.zeros((16, 4), np.float32)
    small, sums = random(7).integers(0, 256, (16, 4)).astype(np.uint8), np.zeros(16, np.int32)
    d, norms = random(8).random((16, 2)), np.zeros(16)
    s, wide = random(9).integers(-(2**15), 2**15, (16, 2)).astype(np.int16), np.zeros((16, 2), np.int64)
    launch(1, 16, x, out, small, sums, d, norms, s, wide)
    same(out, np.stack([x[:, 3], x[:, 2] + 1, x[:, 1] * 2, x[:, 0]], axis=1))
    same(sums, small.astype(int) @ [1, 2, 3, 4])
    close(norms, (d * d).sum(axis=1), 1e-15)
    same(wide, np.stack([s[:, 0].astype(np.int64) << 33, s[:, 1]], axis=1))


def local_array(launch: Launch) -> None:
    x, solutions, out = random(10).integers(0, 99, (6, 9)).astype(np.int32), np.zeros(6, np.int32), np.zeros((6, 9), np.int32)
    launch(1, 6, solutions, x, out)
    same(solutions, [0, 1, 1, 1, 1, 0])
    same(out, np.sort(x, axis=1))


def collatz(launch: Launch) -> None:
    x = np.concatenate([np.arange(50), [27, 97, 871]]).astype(np.uint32)
    steps, peaks = np.zeros(53, np.uint32), np.zeros(53, np.uint32)
    launch(1, 40, x, steps, peaks, 53)
    wanted = []
    for v in x.tolist():
        count, peak = 0, v
        while v > 1 and count < 100:
            v = 3 * v + 1 if v & 1 else v >> 1
            peak, count = max(peak, v), count + 1
        wanted.append((2**32 - 1, 0) if v == 0 else (count, peak))
    same(np.stack([steps, peaks], axis=1), wanted)
