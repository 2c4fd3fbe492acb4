// Kernels that the virtual machine's tests run and compare with NumPy. machine.*.ptx is made from this file; see README.md.
#include <cstdio>
#include <cassert>

extern "C" {

__global__ void saxpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void mandelbrot(int *out, int width, int height, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height, x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        n++;
    }
    out[py * width + px] = n;
}

__global__ void block_sum(const float *x, float *out, int n) {
    __shared__ float part[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void warp_sum(const int *x, int *out) {
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int s = 16; s > 0; s >>= 1) v += __shfl_down_sync(0xffffffffu, v, s);
    if ((threadIdx.x & 31) == 0) atomicAdd(out + blockIdx.x, v);
}

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float ta[8][8], tb[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int j = 0; j < 8; j++) sum += ta[threadIdx.y][j] * tb[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void locked_count(int *lock, int *count) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    *(volatile int *)count = *(volatile int *)count + 1;
    __threadfence();
    atomicExch(lock, 0);
}

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void recursion(int *out) { out[threadIdx.x] = ackermann(2, threadIdx.x); }

struct Triple { double x; int k; char c; };

__device__ __noinline__ Triple turn(Triple t) { return Triple{t.x * 2, t.k + t.c, (char)(t.c + 1)}; }

__global__ void structs(Triple t, double *out) {
    Triple u = turn(turn(t));
    out[0] = u.x; out[1] = u.k; out[2] = u.c;
}

__global__ void local_array(const int *order, int *out, int n) {
    int local[16];
    for (int i = 0; i < 16; i++) local[i] = i * i + threadIdx.x;
    for (int i = 0; i < n; i++) local[order[i] & 15] += i;
    int sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 31 + local[order[n - 1 - i] & 15];
    out[threadIdx.x] = sum;
}

__constant__ float weights[4] = {0.5f, 1.5f, -2.0f, 4.0f};
__device__ int calls = 7;

__global__ void variables(float *out) {
    out[threadIdx.x] = weights[threadIdx.x & 3];
    atomicAdd(&calls, 1);
}

__global__ void dynamic_shared(int *out) {
    extern __shared__ int data[];
    data[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
}

__global__ void speak(int n) {
    if (threadIdx.x < 2) printf("thread %d of %u: %5.2f %s %c%%\n", threadIdx.x, blockDim.x, n * 0.5, "text", 'x');
}

__global__ void checked(const int *x, int n) { assert(x[threadIdx.x] < n); }

__global__ void histogram(const unsigned char *x, unsigned *bins, int n) {
    __shared__ unsigned part[16];
    if (threadIdx.x < 16) part[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(part + (x[i] & 15), 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, part[threadIdx.x]);
}

__global__ void math(const float *x, float *out, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    out[i] = expf(x[i]);
    out[n + i] = sinf(x[i]);
    out[2 * n + i] = logf(fabsf(x[i]) + 1.0f);
    out[3 * n + i] = powf(fabsf(x[i]), 1.25f);
    out[4 * n + i] = x[i] / 3.0f;
    out[5 * n + i] = floorf(x[i]);
}

__global__ void switches(const int *x, int *out) {
    int i = threadIdx.x, r;
    switch (x[i]) {
        case 0: r = 5; break;
        case 1: r = x[i + 1] * 7; break;
        case 2: r = x[i + 2] - 1; break;
        case 3: r = 100 / (x[i + 1] + 1); break;
        case 4: r = x[i + 1] ^ 0x55; break;
        case 5: r = __popc(x[i + 2]); break;
        default: r = -1;
    }
    out[i] = r;
}

}
