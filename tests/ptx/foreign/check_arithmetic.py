"""What kernels of arithmetic must have computed: halves, doubles, wide integers, functions, bits. One function for each kernel."""

from __future__ import annotations

import math

import numpy as np

from tests.ptx.foreign.launching import Launch, close, random, same


def half_math(launch: Launch) -> None:
    n = 24
    x, y = (random(seed).normal(size=n).astype(np.float16) for seed in (1, 2))
    out, pairs, wide = np.zeros((8, n), np.float16), np.zeros((n, 2), np.float16), np.zeros(n, np.float32)
    launch(1, 32, x, y, out, pairs, wide, n)
    a, b = x.astype(float), y.astype(float)
    same(out[0], x + y)
    same(out[1], x * y)
    same(out[2], (a * b + 0.5).astype(np.float16))
    same(out[3], x - y)
    same(out[4], np.where(x < y, -x, np.abs(y)))
    close(out[5], a / b, 2e-3)
    close(out[6], a * 1.001, 2e-3)
    same(out[7], (np.arange(n) * 37).astype(np.float16))
    most = np.maximum(x, y).astype(float)
    same(pairs, np.stack([a * 1.5 + most, b * 1.5 + most], axis=1).astype(np.float16))
    close(wide, np.sqrt(np.abs(a)).astype(np.float16) + np.rint(b), 2e-3)


def rounded(values: np.ndarray) -> np.ndarray:
    """Values to the nearest bfloat16, ties to even, as bits."""
    bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def widened(bits: np.ndarray) -> np.ndarray:
    """Bits of bfloat16 as floats."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def bfloat_math(launch: Launch) -> None:
    n = 20
    x, y = (rounded(random(seed).normal(size=n)) for seed in (3, 4))
    out, pairs, wide = np.zeros((5, n), np.uint16), np.zeros((n, 2), np.uint16), np.zeros(n, np.float32)
    launch(1, 32, x, y, out, pairs, wide, n)
    a, b = widened(x), widened(y)
    same(out[0], rounded(a + b))
    same(out[1], rounded(a * b))
    close(widened(out[2]), a.astype(float) * b + a, 2**-8, 2**-9)
    same(out[3], rounded(np.maximum(a, b)))
    same(out[4], rounded(a * np.float32(3.3)))
    same(pairs, np.stack([rounded(a + b), rounded(b + b)], axis=1))
    close(wide, a / b, 1e-6)


def doubles(launch: Launch) -> None:
    n = 12
    x, y = random(5).random(n) * 4 + 0.1, random(6).normal(size=n)
    out = np.zeros((9, n))
    launch(1, 32, x, y, out, n)
    same(out[0], x / y)
    same(out[1], np.sqrt(x))
    close(out[2], x * y - x, 1e-13, 1e-15)
    same(out[3], np.floor(y * 3.7) + np.ceil(x) - np.trunc(y) + np.rint(x * 1.5))
    close(out[4], np.exp(-x) * np.log(x + 1), 1e-14)
    close(out[5], np.sin(y) + np.cos(x), 1e-13, 1e-15)
    close(out[6], x**y, 1e-14)
    close(out[7], np.trunc(x * 1e6) + y.astype(np.float32).astype(float), 1e-15)
    upwards = np.where(y > 0, np.nextafter(x, np.inf), x)
    close(out[8], upwards + x * y, 1e-14, 1e-15)


def wide_integers(launch: Launch) -> None:
    n = 16
    x, y = (random(seed).integers(-(2**62), 2**62, n) for seed in (7, 8))
    y[:4] = [3, -7, 1, 2**40]
    out, high = np.zeros((5, n), np.int64), np.zeros((5, n), np.uint64)
    launch(1, 32, x, y, out, high, n)
    for t in range(n):
        a, b, word = int(x[t]), int(y[t]), 2**64
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        wanted = [quotient, a - quotient * b, a * b, (a >> t) ^ (b << t), a - b if a < b else abs(b)]
        assert [int(v) % word for v in out[:, t]] == [v % word for v in wanted]
        product = (a % word) * (b % word)
        tall = abs(a * b) // 1000003 * (1 if a * b >= 0 else -1)
        wanted = [product >> 64, (a % word) // (b % word | 1), (product + 12345) >> 64, product + 12345, tall]
        assert [int(v) for v in high[:, t]] == [v % word for v in wanted], (t, a, b, high[:, t], wanted)


def fast_math(launch: Launch) -> None:
    n = 16
    x = (random(9).random(n) * 3).astype(np.float32)
    out = np.zeros((9, n), np.float32)
    launch(1, 32, x, out, n)
    a = x.astype(float)
    close(out[0], np.sin(a), 0, 2e-6)
    close(out[1], np.cos(a), 0, 2e-6)
    close(out[2], np.exp(a), 2e-6)
    close(out[3], np.log(a + 1), 2e-6, 1e-6)
    close(out[4], (a + 1) ** 1.5, 3e-6)
    close(out[5], 1 / (a + 1), 1e-6)
    close(out[6], (a + 1) ** -0.5, 1e-6)
    close(out[7], 1 / (a + 1) + np.sqrt(a) + a / 3, 1e-6)
    near_poles = 1e-4
    close(out[8], np.tan(a) + np.exp2(a) + np.log2(a + 2) + np.clip(a - 1, 0, 1), near_poles)


def precise_math(launch: Launch) -> None:
    n = 10
    x = (random(10).random(n) * 2).astype(np.float32)
    out = np.zeros((10, n), np.float32)
    launch(1, 32, x, out, n)
    a = x.astype(float)
    large = (x * np.float32(1000000)).astype(float)
    close(out[0], np.sin(large), 1e-5, 1e-6)
    close(out[1], np.cos(a), 1e-6, 1e-7)
    close(out[2], np.exp(a), 1e-6)
    close(out[3], np.log1p(a), 1e-6)
    close(out[4], np.tanh(a), 1e-6)
    close(out[5], [math.erf(v) for v in a], 1e-6)
    close(out[6], np.cbrt(a) + np.arctan2(a, 2), 1e-6)
    hundredfold = (x * np.float32(100)).astype(float)
    close(out[7], np.fmod(hundredfold, float(np.float32(0.7))), 1e-4, 1e-4)
    close(out[8], (a + 0.1) ** -2.3 + np.hypot(a, 3), 1e-5)
    close(out[9], [math.lgamma(v + 0.5) + math.floor(v * 10 + 0.5) + v * 32 for v in a], 1e-5, 1e-5)


def bit_intrinsics(launch: Launch) -> None:
    n = 20
    x, y = (random(seed).integers(0, 2**32, n).astype(np.uint32) for seed in (11, 12))
    x[0], y[0], x[1], y[2] = 0, 0, 0xFFFFFFFF, 0x80000000
    out = np.zeros((11, n), np.uint32)
    launch(1, 32, x, y, out, n)
    for t in range(n):
        assert out[:, t].tolist() == [v % 2**32 for v in intrinsics(int(x[t]), int(y[t]), t)], t


def signed(value: int, bits: int = 32) -> int:
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


def reversed_bits(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2)


def parts(value: int, bits: int, is_signed: bool = False) -> list[int]:
    found = [value >> at & ((1 << bits) - 1) for at in range(0, 32, bits)]
    return [signed(part, bits) for part in found] if is_signed else found


def joined(values: list[int], bits: int) -> int:
    return sum((value & ((1 << bits) - 1)) << bits * at for at, value in enumerate(values))


def first_set(value: int) -> int:
    return (value & -value).bit_length()


def intrinsics(a: int, b: int, t: int) -> list[int]:
    """The rows of `bit_intrinsics`, from the meanings in CUDA's manual."""
    w, sa, sb = a << 32 | b, signed(a), signed(b)
    low = t % 32
    both = b << 32 | a
    by_bytes = parts(a, 8) + parts(b, 8)
    chosen = joined([by_bytes[0], by_bytes[4], by_bytes[1], by_bytes[5]], 8)
    dot_signed = sum(p * q for p, q in zip(parts(a, 8, True), parts(b, 8, True), strict=True)) + t
    dot_unsigned = sum(p * q for p, q in zip(parts(a, 8), parts(b, 8), strict=True)) + t
    dot_halves = sum(p * q for p, q in zip(parts(a, 16, True), parts(b, 8, True)[:2], strict=True)) + t
    short = signed(a & 0xFFFFFF, 24) * signed(b & 0xFFFFFF, 24)
    sums = joined([p + q for p, q in zip(parts(a, 8), parts(b, 8), strict=True)], 8)
    apart = joined([abs(p - q) for p, q in zip(parts(a, 8), parts(b, 8), strict=True)], 8)
    most = joined([max(p, q) for p, q in zip(parts(a, 16, True), parts(b, 16, True), strict=True)], 16)
    return [
        a.bit_count() + 100 * w.bit_count(),
        32 - a.bit_length() + 100 * (64 - w.bit_length()),
        reversed_bits(a, 32) ^ (reversed_bits(w, 64) >> 32),
        chosen,
        (both << low >> 32) % 2**32 + (both >> min(3 * t, 32)) % 2**32,
        first_set(a) + 100 * first_set(w),
        (sa * sb >> 32) + (a * b >> 32) + short + (a & 0xFFFFFF) * (b & 0xFFFFFF),
        abs(sa - sb) + t + abs(a - b) + t + (sa + sb >> 1) + (sa + sb + 1 >> 1),
        dot_signed % 2**32 ^ dot_unsigned % 2**32 ^ dot_halves % 2**32,
        sums ^ apart ^ most,
        (a >> 5 & 0x1FF) | (b << 9 & 0xFFFF0000),
    ]
