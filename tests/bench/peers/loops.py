"""The jobs in Taichi and in Quadrants, which has the same language: parallel loops, without blocks, on one thread.

After `table(ti)` the kernels belong to the given package, which must be initialised. Kernels that have the fastest form of several are there in each.
"""

from tests.bench.problems import FACTOR, LEFT, TOP, Problem
from tests.bench.serving import Job

CHUNK = 1000


def table(ti):
    """Returns the variants of each job."""
    line = ti.types.ndarray(dtype=ti.f32, ndim=1)
    matrix = ti.types.ndarray(dtype=ti.f32, ndim=2)
    picture = ti.types.ndarray(dtype=ti.i32, ndim=2)

    @ti.kernel
    def saxpy(a: ti.f32, x: line, y: line):
        for i in range(x.shape[0]):
            y[i] = a * x[i] + y[i]

    @ti.kernel
    def sum_elements(x: line) -> ti.f32:
        total = 0.0
        for i in range(x.shape[0]):
            total += x[i]
        return total

    @ti.kernel
    def sum_chunks(x: line) -> ti.f32:
        total = 0.0
        for chunk in range((x.shape[0] + CHUNK - 1) // CHUNK):
            part = 0.0
            for i in range(chunk * CHUNK, ti.min(chunk * CHUNK + CHUNK, x.shape[0])):
                part += x[i]
            total += part
        return total

    @ti.kernel
    def softmax(x: matrix, y: matrix):
        for row in range(x.shape[0]):
            greatest = x[row, 0]
            for k in range(x.shape[1]):
                greatest = ti.max(greatest, x[row, k])
            total = 0.0
            for k in range(x.shape[1]):
                power = ti.exp(x[row, k] - greatest)
                y[row, k] = power
                total += power
            scale = 1.0 / total
            for k in range(x.shape[1]):
                y[row, k] *= scale

    @ti.kernel
    def matmul_elements(a: matrix, b: matrix, c: matrix):
        for i, j in ti.ndrange(c.shape[0], c.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total

    @ti.kernel
    def matmul_rows(a: matrix, b: matrix, c: matrix):
        for i in range(c.shape[0]):
            for j in range(c.shape[1]):
                c[i, j] = 0.0
            for k in range(a.shape[1]):
                factor = a[i, k]
                for j in range(c.shape[1]):
                    c[i, j] += factor * b[k, j]

    def matmul_in_registers(side):
        tile = ti.types.matrix(side, side, ti.f32)

        @ti.kernel
        def matmul_tiles(a: matrix, b: matrix, c: matrix):
            for block_i, block_j in ti.ndrange(c.shape[0] // side, c.shape[1] // side):
                total = tile(0.0)
                for k in range(a.shape[1]):
                    for i in ti.static(range(side)):
                        factor = a[block_i * side + i, k]
                        for j in ti.static(range(side)):
                            total[i, j] += factor * b[k, block_j * side + j]
                for i in ti.static(range(side)):
                    for j in ti.static(range(side)):
                        c[block_i * side + i, block_j * side + j] = total[i, j]

        return matmul_tiles

    @ti.kernel
    def mandelbrot(left: ti.f32, top: ti.f32, step: ti.f32, limit: ti.i32, counts: picture):
        for y, x in ti.ndrange(counts.shape[0], counts.shape[1]):
            re_c = left + x * step
            im_c = top + y * step
            re = 0.0
            im = 0.0
            count = 0
            while count < limit and re * re + im * im <= 4.0:
                following = re * re - im * im + re_c
                im = 2.0 * re * im + im_c
                re = following
                count += 1
            counts[y, x] = count

    def launched(kernel, *first):
        """A job whose kernel takes `first` (functions of the problem), the inputs, and the output."""

        def make(problem: Problem):
            output = problem.output()
            inputs = list(problem.inputs.values())[: 1 if problem.name == "saxpy" else None]
            values = [each(problem) for each in first]
            return Job(lambda: (kernel(*values, *inputs, output), ti.sync()), lambda: output)

        return make

    def summed(kernel):
        def make(problem: Problem):
            import numpy as np

            found = [0.0]

            def run():
                found[0] = kernel(problem.inputs["x"])

            return Job(run, lambda: np.array(found))

        return make

    view = (lambda p: LEFT, lambda p: TOP, lambda p: p.step, lambda p: p.limit)
    return {
        "saxpy": {"loop": launched(saxpy, lambda p: FACTOR)},
        "sum": {"loop": summed(sum_elements), "loop of chunks": summed(sum_chunks)},
        "softmax": {"loop of rows": launched(softmax)},
        "matmul": {
            "loop of elements": launched(matmul_elements),
            "loop of rows": launched(matmul_rows),
            "tiles 4x4 in registers": launched(matmul_in_registers(4)),
            "tiles 8x8 in registers": launched(matmul_in_registers(8)),
        },
        "mandelbrot": {"loop": launched(mandelbrot, *view)},
    }
