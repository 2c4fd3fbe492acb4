"""The jobs in Warp, for the CPU: plain kernels, and tiles; each kernel a module of its own, so that a first call compiles no other.

`float(0.0)` declares a variable there that a loop changes.
"""

import os

import warp as wp

from tests.bench.problems import FACTOR, LEFT, TOP, WIDTH, Problem
from tests.bench.serving import Job, serve

wp.config.quiet = True
wp.config.kernel_cache_dir = os.environ.get("BENCH_CACHE") or None
CPU = "cpu"
CHUNK = 10_000
SUM_TILE = 1024


@wp.kernel(module="unique")
def saxpy(a: float, x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


@wp.kernel(module="unique")
def sum_atomic(x: wp.array(dtype=float), total: wp.array(dtype=float)):
    wp.atomic_add(total, 0, x[wp.tid()])


@wp.kernel(module="unique")
def sum_chunk(x: wp.array(dtype=float), total: wp.array(dtype=float)):
    first = wp.tid() * CHUNK
    part = float(0.0)
    for i in range(first, wp.min(first + CHUNK, x.shape[0])):
        part += x[i]
    wp.atomic_add(total, 0, part)


@wp.kernel(module="unique")
def sum_tile(x: wp.array(dtype=float), total: wp.array(dtype=float)):
    tile = wp.tile_load(x, shape=SUM_TILE, offset=wp.tid() * SUM_TILE)
    wp.tile_atomic_add(total, wp.tile_sum(tile), offset=0)


@wp.kernel(module="unique")
def softmax_loop(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    row = wp.tid()
    greatest = x[row, 0]
    for k in range(x.shape[1]):
        greatest = wp.max(greatest, x[row, k])
    total = float(0.0)
    for k in range(x.shape[1]):
        power = wp.exp(x[row, k] - greatest)
        y[row, k] = power
        total += power
    scale = 1.0 / total
    for k in range(x.shape[1]):
        y[row, k] = y[row, k] * scale


@wp.kernel(module="unique")
def softmax_tile(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    row = wp.tid()
    tile = wp.tile_load(x[row], shape=WIDTH)
    powers = wp.tile_map(wp.exp, tile - wp.tile_broadcast(wp.tile_max(tile), shape=(WIDTH,)))
    total = wp.tile_broadcast(wp.tile_sum(powers), shape=(WIDTH,))
    wp.tile_store(y[row], wp.tile_map(wp.div, powers, total))


@wp.kernel(module="unique")
def matmul_plain(a: wp.array2d(dtype=float), b: wp.array2d(dtype=float), c: wp.array2d(dtype=float)):
    i, j = wp.tid()
    total = float(0.0)
    for k in range(a.shape[1]):
        total += a[i, k] * b[k, j]
    c[i, j] = total


def matmul_by_tiles(height, width, depth):
    @wp.kernel(module="unique")
    def matmul_tile(a: wp.array2d(dtype=float), b: wp.array2d(dtype=float), c: wp.array2d(dtype=float)):
        i, j = wp.tid()
        total = wp.tile_zeros(shape=(height, width), dtype=float)
        for k in range(a.shape[1] // depth):
            left = wp.tile_load(a, shape=(height, depth), offset=(i * height, k * depth))
            right = wp.tile_load(b, shape=(depth, width), offset=(k * depth, j * width))
            wp.tile_matmul(left, right, total)
        wp.tile_store(c, total, offset=(i * height, j * width))

    return matmul_tile


@wp.func
def escape_time(re_c: float, im_c: float, limit: int) -> int:
    re = float(0.0)
    im = float(0.0)
    count = int(0)
    while count < limit and re * re + im * im <= 4.0:
        following = re * re - im * im + re_c
        im = 2.0 * re * im + im_c
        re = following
        count += 1
    return count


@wp.kernel(module="unique")
def mandelbrot(left: float, top: float, step: float, limit: int, counts: wp.array2d(dtype=int)):
    y, x = wp.tid()
    counts[y, x] = escape_time(left + float(x) * step, top + float(y) * step, limit)


def arrays(problem: Problem):
    """Inputs and output on Warp's CPU."""
    inputs = [wp.array(each, device=CPU) for each in problem.inputs.values()]
    return inputs, wp.array(problem.output(), device=CPU)


def recorded(launch, output):
    """A job of one launch, recorded once: later calls skip what Warp does for each launch."""
    state = []

    def run():
        if not state:
            command = launch(record_cmd=True)
            state.append(command)
        state[0].launch()

    return Job(run, output.numpy)


def launched(kernel, dim, inputs, output):
    return recorded(lambda **more: wp.launch(kernel, dim=dim, inputs=inputs, device=CPU, **more), output)


def tiled(kernel, dim, inputs, output):
    return recorded(lambda **more: wp.launch_tiled(kernel, dim=dim, inputs=inputs, block_dim=1, device=CPU, **more), output)


def saxpy_job(problem):
    (x, _), y = arrays(problem)
    return launched(saxpy, problem.size, [FACTOR, x, y], y)


def sum_job(start, kernel, per_thread):
    def make(problem):
        (x,), total = arrays(problem)
        job = start(kernel, -(-problem.size // per_thread), [x, total], total)
        return Job(lambda: (total.zero_(), job.run()), job.result)

    return make


def softmax_job(start, kernel):
    def make(problem):
        (x,), y = arrays(problem)
        return start(kernel, problem.size, [x, y], y)

    return make


def matmul_plain_job(problem):
    (a, b), c = arrays(problem)
    return launched(matmul_plain, (problem.size,) * 2, [a, b, c], c)


def matmul_tile_job(height, width, depth):
    def make(problem):
        if problem.size % height or problem.size % width or problem.size % depth:
            raise ValueError("the tiles do not divide the matrices")
        (a, b), c = arrays(problem)
        return tiled(matmul_by_tiles(height, width, depth), [problem.size // height, problem.size // width], [a, b, c], c)

    return make


def mandelbrot_job(problem):
    _, counts = arrays(problem)
    return launched(mandelbrot, (problem.size,) * 2, [LEFT, TOP, problem.step, problem.limit, counts], counts)


TABLE = {
    "saxpy": {"kernel": saxpy_job},
    "sum": {
        "atomic": sum_job(launched, sum_atomic, 1),
        "chunk per thread": sum_job(launched, sum_chunk, CHUNK),
        "tiles": sum_job(tiled, sum_tile, SUM_TILE),
    },
    "softmax": {"row per thread": softmax_job(launched, softmax_loop), "tiles": softmax_job(tiled, softmax_tile)},
    "matmul": {
        "element per thread": matmul_plain_job,
        "tiles 32x32x32": matmul_tile_job(32, 32, 32),
        "tiles 64x64x16": matmul_tile_job(64, 64, 16),
        "tiles 64x64x64": matmul_tile_job(64, 64, 64),
    },
    "mandelbrot": {"kernel": mandelbrot_job},
}

if __name__ == "__main__":
    wp.init()
    serve("Warp", wp.__version__, TABLE)
