"""Kernels of several threads for the tests beside rustc: those of `kernels/`, small ones over what only a GPU has, and random ones."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from .threads import PRELUDE, Launch, Program

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parents[1] / "kernels"


# ---------------------------------------------------------------------------------------------------------------------- small ones

def small_programs(path=HERE / "threads.rs"):
    """The programs of a file: `//@ name`, lines `//@ launch GRID BLOCK ARGUMENT… [shared=BYTES]`, then the text."""
    programs = []
    for part in re.split(r"^//@ (?!launch )", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        lines = re.findall(r"^//@ launch (.*)$", rest, re.MULTILINE)
        text = re.sub(r"^//@ launch .*\n", "", rest, flags=re.MULTILINE)
        programs.append(Program(name, f"{PRELUDE}\n{text}", [read_launch(line, f"{name}{k}") for k, line in enumerate(lines)]))
    return programs


def read_launch(line, seed):
    grid, block, *words = line.split()
    shared = next((int(word[7:]) for word in words if word.startswith("shared=")), 0)
    generator = np.random.default_rng(list(seed.encode()))
    args = [read_argument(word, generator) for word in words if not word.startswith("shared=")]
    return Launch(tuple(map(int, grid.split(","))), tuple(map(int, block.split(","))), *args, shared=shared)


def read_argument(word, generator):
    """`rand:TYPE[n]`, `small:TYPE[n]` (whole numbers below 100), `zeros:…`, `iota:…` or a number; `[rows,columns]` for two dimensions."""
    found = re.fullmatch(r"(\w+):([iuf])(\d+)\[(\d+)(?:,(\d+))?\]", word)
    if found is None:
        return float(word) if "." in word else int(word)
    if found[5]:
        return read_argument(f"{word.partition('[')[0]}[{int(found[4]) * int(found[5])}]", generator).reshape(int(found[4]), -1)
    kind, letter, width, count = found[1], found[2], int(found[3]), int(found[4])
    dtype = np.dtype(f"{letter}{width // 8}")
    if kind == "rand":
        return generator.standard_normal(count).astype(dtype) if letter == "f" else np.frombuffer(generator.bytes(count * dtype.itemsize), dtype)
    return {"zeros": np.zeros(count), "iota": np.arange(count), "small": generator.integers(0, 100, count)}[kind].astype(dtype)


# ------------------------------------------------------------------------------------------------------------------ those of kernels/


def numbers(count, seed, kind=np.float32):
    """Random numbers; among floats also infinities, NaN, zeros and subnormals."""
    generator = np.random.default_rng(seed)
    if np.dtype(kind).kind != "f":
        return generator.integers(0, 120, count).astype(kind)
    made = (generator.standard_normal(count) * 10.0 ** generator.integers(-3, 4, count)).astype(kind)
    special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, -1.1e-38], kind)
    places = generator.random(count) < 0.1
    made[places] = generator.choice(special, int(places.sum()))
    return made


def plain(count, seed):
    """Random floats between 0 and 1."""
    return np.random.default_rng(seed).random(count).astype(np.float32)


def along(block, size):
    """A grid that covers `size` threads, with a block to spare."""
    return -(-size // block) + 1


SIZES = ((32, 70), (33, 33), (33, 100), (256, 255), (256, 300))
"""Blocks with numbers of elements."""
MATRICES = ((5, 7, 3), (17, 9, 20), (16, 16, 16))


def launches_of_kernels():
    """For each kernel of `kernels/` its file, launches, and how far results may lie apart."""
    of = {"hello_constant": ("hello_constant", [Launch(1, 1, np.zeros(1, np.int32))], 0)}
    of["saxpy"] = ("saxpy", [Launch(along(b, n), b, 1.7, numbers(n, n), numbers(n, n + 1)) for b, n in SIZES], 0)
    of["stencil"] = ("stencil", [Launch(along(b, n), b, numbers(n, n), np.zeros(n, np.float32)) for b, n in SIZES], 0)
    of["sum_to_each"] = ("sum_to", [Launch(along(b, n), b, numbers(n, n, np.int64) // 9 - 2, np.zeros(n, np.int64)) for b, n in SIZES], 0)
    of["classify_each"] = ("classify", [Launch(along(b, n), b, numbers(n, n, np.int64) // 2 + 50, np.zeros(n, np.int64)) for b, n in SIZES[:3]], 0)
    of["mandelbrot"] = ("mandelbrot", [Launch((2, 2), (16, 8), 25, 13, -2.0, -1.0, 0.125, 20, np.zeros(325, np.uint32))], 0)
    of["matmul_naive"] = ("matmul_naive", [matrices((8, 4), *size) for size in MATRICES], 0)
    of["matmul_tiled"] = ("matmul_tiled", [matrices((16, 16), *size) for size in MATRICES[:2]], 0)
    of["transpose"] = ("transpose", [Launch((2, 2), (32, 8), 40, 35, numbers(1400, 5), np.zeros(1400, np.float32))], 0)
    of["histogram"] = ("histogram", [Launch(2, b, numbers(150, b, np.uint8), np.ones(256, np.uint32)) for b in (32, 33, 256)], 0)
    of["sum_tree"] = ("reduce", [Launch(along(b, n) - 1, b, plain(n, n), np.zeros(along(b, n), np.float32)) for b, n in SIZES], 0)
    of["sum_shuffle"] = ("reduce", [Launch(along(b, n) - 1, b, plain(n, n), np.zeros(along(b, n), np.float32)) for b, n in SIZES], 0)
    of["softmax"] = ("softmax", [Launch(3, b, plain(3 * w, w), np.zeros(3 * w, np.float32), w) for b, w in ((32, 40), (33, 7), (256, 60))], 6)
    of["dot"] = ("dot", [Launch(1, 32, plain(100, 1), plain(100, 2), np.zeros(1, np.float32))], 0)
    return of


def matrices(block, m, n, k):
    grid = (n // block[0] + 1, m // block[1] + 1)
    return Launch(grid, block, m, n, k, numbers(m * k, m), numbers(k * n, n), np.zeros(m * n, np.float32))


def kernel_programs():
    """All kernels of `kernels/`."""
    out = []
    for kernel, (file, launches, ulp) in launches_of_kernels().items():
        out.append(Program(f"of_{kernel}", (KERNELS / f"{file}.rs").read_text("utf-8"), launches, ulp, kernel))
    return out
