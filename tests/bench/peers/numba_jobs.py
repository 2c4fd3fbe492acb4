"""The jobs in Numba's CUDA, which its simulator runs: one thread of the host for every thread of the GPU."""

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numba
import numpy as np
from numba import cuda, float32

from tests.bench.problems import FACTOR, LEFT, TOP
from tests.bench.serving import Job, serve

BLOCK = 256
TILE = 16


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def sum_blocks(x, total):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, tile[0])


@cuda.jit
def softmax(x, y):
    tile = cuda.shared.array(BLOCK, float32)
    t, row = cuda.threadIdx.x, cuda.blockIdx.x
    greatest = x[row, t]
    for k in range(t, x.shape[1], BLOCK):
        greatest = max(greatest, x[row, k])
    tile[t] = greatest
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        cuda.syncthreads()
        half //= 2
    greatest = tile[0]
    cuda.syncthreads()
    total = np.float32(0)
    for k in range(t, x.shape[1], BLOCK):
        power = np.exp(x[row, k] - greatest)
        y[row, k] = power
        total += power
    tile[t] = total
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    for k in range(t, x.shape[1], BLOCK):
        y[row, k] /= tile[0]


@cuda.jit
def matmul(a, b, c):
    of_a = cuda.shared.array((TILE, TILE), float32)
    of_b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    total = np.float32(0)
    for start in range(0, a.shape[1], TILE):
        of_a[y, x] = a[row, start + x]
        of_b[y, x] = b[start + y, col]
        cuda.syncthreads()
        for k in range(TILE):
            total += of_a[y, k] * of_b[k, x]
        cuda.syncthreads()
    c[row, col] = total


@cuda.jit
def mandelbrot(left, top, step, limit, counts):
    x, y = cuda.grid(2)
    if x < counts.shape[1] and y < counts.shape[0]:
        re_c = np.float32(left + x * step)
        im_c = np.float32(top + y * step)
        re = np.float32(0)
        im = np.float32(0)
        count = 0
        while count < limit and re * re + im * im <= 4:
            following = re * re - im * im + re_c
            im = 2 * re * im + im_c
            re = following
            count += 1
        counts[y, x] = count


def launched(kernel, shape, *first):
    """A job whose kernel takes `first`, then the inputs and the output; `shape` gives grid and block."""

    def make(problem):
        output = problem.output()
        inputs = list(problem.inputs.values())[: 1 if problem.name == "saxpy" else None]
        values = [each(problem) for each in first]
        grid, block = shape(problem.size)

        def run():
            if problem.name == "sum":
                output[0] = 0
            kernel[grid, block](*values, *inputs, output)

        return Job(run, lambda: output)

    return make


def blocks(size):
    return -(-size // BLOCK), BLOCK


def squares(size):
    return (-(-size // TILE),) * 2, (TILE, TILE)


TABLE = {
    "saxpy": {"kernel": launched(saxpy, blocks, lambda p: FACTOR)},
    "sum": {"tree in shared memory": launched(sum_blocks, blocks)},
    "softmax": {"block per row": launched(softmax, lambda size: (size, BLOCK))},
    "matmul": {"tiles in shared memory": launched(matmul, squares)},
    "mandelbrot": {"kernel": launched(mandelbrot, squares, lambda p: LEFT, lambda p: TOP, lambda p: p.step, lambda p: p.limit)},
}

if __name__ == "__main__":
    serve("Numba's simulator", numba.__version__, TABLE)
