"""Kernels in Numba's Python, with the types of their parameters; `make.py` compiles them."""

import math

from numba import complex64, cuda, float32, float64, int32, int64, uint32

FLOATS, DOUBLES, INTEGERS, COUNTS, LONGS = float32[::1], float64[::1], int32[::1], uint32[::1], int64[::1]
MATRIX, COMPLEX = float32[:, ::1], complex64[::1]


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


def block_sum(x, out):
    part = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * 64 + t
    part[t] = x[i] if i < x.size else float32(0)
    cuda.syncthreads()
    half = 32
    while half > 0:
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()
        half >>= 1
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def softmax(x, out):
    part = cuda.shared.array(32, float32)
    t, row = cuda.threadIdx.x, cuda.blockIdx.x
    most = float32(-math.inf)
    for j in range(t, x.shape[1], 32):
        most = max(most, x[row, j])
    part[t] = most
    cuda.syncthreads()
    for j in range(32):
        most = max(most, part[j])
    total = float32(0)
    for j in range(x.shape[1]):
        total += math.exp(x[row, j] - most)
    for j in range(t, x.shape[1], 32):
        out[row, j] = math.exp(x[row, j] - most) / total


def matmul(a, b, c):
    sa = cuda.shared.array((8, 8), float32)
    sb = cuda.shared.array((8, 8), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.grid(2)
    total = float32(0)
    for p in range(a.shape[1] // 8):
        sa[y, x] = a[row, p * 8 + x]
        sb[y, x] = b[p * 8 + y, column]
        cuda.syncthreads()
        for k in range(8):
            total += sa[y, k] * sb[k, x]
        cuda.syncthreads()
    c[row, column] = total


def histogram(x, bins):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(bins, x[i] % bins.size, 1)


def julia(out, steps, limit):
    i = cuda.grid(1)
    if i < out.size:
        z = out[i]
        count = 0
        while count < limit and z.real * z.real + z.imag * z.imag < 4:
            z = z * z + complex64(-0.4 + 0.6j)
            count += 1
        steps[i] = count
        out[i] = z


def special(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        series = 0.0
        for k in range(5):
            series = series * v + (k + 1)
        out[i] = math.sin(v) * math.cos(v) + math.sqrt(v) + math.log(v + 1) + math.atan2(v, 2.0) + series


def warp_scan(x, out):
    i = cuda.grid(1)
    v = x[i]
    d = 1
    while d < 32:
        left = cuda.shfl_up_sync(0xFFFFFFFF, v, d)
        if cuda.laneid >= d:
            v += left
        d *= 2
    out[i] = v + cuda.popc(cuda.ballot_sync(0xFFFFFFFF, v > 20)) * 1000


def collatz(x, steps):
    start, stride = cuda.grid(1), cuda.gridsize(1)
    for i in range(start, x.size, stride):
        v, count = x[i], 0
        while v != 1:
            if v % 2 == 0:
                v //= 2
            else:
                v = 3 * v + 1
            count += 1
        steps[i] = count


def sort_rows(x):
    own = cuda.local.array(8, float32)
    row = cuda.grid(1)
    if row < x.shape[0]:
        for k in range(8):
            own[k] = x[row, k]
        for k in range(1, 8):
            v = own[k]
            at = k
            while at > 0 and own[at - 1] > v:
                own[at] = own[at - 1]
                at -= 1
            own[at] = v
        for k in range(8):
            x[row, k] = own[k]


def lock(state, total):
    while cuda.atomic.cas(state, 0, 0, 1) != 0:
        pass
    total[0] += cuda.threadIdx.x + 1
    cuda.threadfence()
    cuda.atomic.exch(state, 0, 0)


KERNELS = {
    saxpy: (float32, FLOATS, FLOATS),
    block_sum: (FLOATS, FLOATS),
    softmax: (MATRIX, MATRIX),
    matmul: (MATRIX, MATRIX, MATRIX),
    histogram: (INTEGERS, COUNTS),
    julia: (COMPLEX, INTEGERS, int32),
    special: (DOUBLES, DOUBLES),
    warp_scan: (INTEGERS, INTEGERS),
    collatz: (LONGS, INTEGERS),
    sort_rows: (MATRIX,),
    lock: (INTEGERS, INTEGERS),
}
"""Each kernel with the types that it is compiled for."""
