"""The jobs in Triton, which its interpreter runs: NumPy for each operation of a program, so large blocks are fast."""

import os

os.environ["TRITON_INTERPRET"] = "1"

import torch
import triton
import triton.language as tl

from tests.bench.problems import FACTOR, LEFT, TOP, WIDTH
from tests.bench.serving import Job, serve

BLOCK = 65536
TILE = 128


@triton.jit
def saxpy(a, x, y, n, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    inside = i < n
    tl.store(y + i, a * tl.load(x + i, inside) + tl.load(y + i, inside), inside)


@triton.jit
def sum_blocks(x, total, n, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    tl.atomic_add(total, tl.sum(tl.load(x + i, i < n, other=0.0)))


@triton.jit
def softmax(x, y, width: tl.constexpr):
    i = tl.program_id(0) * width + tl.arange(0, width)
    values = tl.load(x + i)
    powers = tl.exp(values - tl.max(values))
    tl.store(y + i, powers / tl.sum(powers))


@triton.jit
def matmul(a, b, c, n, tile: tl.constexpr):
    rows = tl.program_id(0) * tile + tl.arange(0, tile)
    cols = tl.program_id(1) * tile + tl.arange(0, tile)
    total = tl.zeros((tile, tile), tl.float32)
    for start in range(0, n, tile):
        k = start + tl.arange(0, tile)
        left = tl.load(a + rows[:, None] * n + k[None, :])
        right = tl.load(b + k[:, None] * n + cols[None, :])
        total += tl.dot(left, right, input_precision="ieee")
    tl.store(c + rows[:, None] * n + cols[None, :], total)


@triton.jit
def mandelbrot(left, top, step, limit, counts, side, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    re_c = left + (i % side).to(tl.float32) * step
    im_c = top + (i // side).to(tl.float32) * step
    re = tl.zeros((block,), tl.float32)
    im = tl.zeros((block,), tl.float32)
    count = tl.zeros((block,), tl.int32)
    for _ in range(limit):
        inside = re * re + im * im <= 4.0
        following = re * re - im * im + re_c
        im = tl.where(inside, 2.0 * re * im + im_c, im)
        re = tl.where(inside, following, re)
        count += inside.to(tl.int32)
    tl.store(counts + i, count, i < side * side)


def tensors(problem):
    return [torch.from_numpy(each) for each in problem.inputs.values()], torch.from_numpy(problem.output())


def saxpy_job(problem):
    (x, _), y = tensors(problem)
    grid = (triton.cdiv(problem.size, BLOCK),)
    return Job(lambda: saxpy[grid](FACTOR, x, y, problem.size, BLOCK), y.numpy)


def sum_job(problem):
    (x,), total = tensors(problem)
    grid = (triton.cdiv(problem.size, BLOCK),)
    return Job(lambda: (total.zero_(), sum_blocks[grid](x, total, problem.size, BLOCK)), total.numpy)


def softmax_job(problem):
    (x,), y = tensors(problem)
    return Job(lambda: softmax[(problem.size,)](x, y, WIDTH), y.numpy)


def matmul_job(problem):
    (a, b), c = tensors(problem)
    tile = min(TILE, problem.size)
    return Job(lambda: matmul[(problem.size // tile,) * 2](a, b, c, problem.size, tile), c.numpy)


def mandelbrot_job(problem):
    _, counts = tensors(problem)
    grid = (triton.cdiv(problem.size**2, BLOCK),)
    return Job(lambda: mandelbrot[grid](LEFT, TOP, problem.step, problem.limit, counts, problem.size, BLOCK), counts.numpy)


TABLE = {
    "saxpy": {"blocks of 65536": saxpy_job},
    "sum": {"blocks of 65536": sum_job},
    "softmax": {"program per row": softmax_job},
    "matmul": {"tiles of 128": matmul_job},
    "mandelbrot": {"blocks of 65536": mandelbrot_job},
}

if __name__ == "__main__":
    torch.set_num_threads(1)
    serve("Triton's interpreter", triton.__version__, TABLE)
