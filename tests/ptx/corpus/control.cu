// Loops, a switch, early returns, nested conditions, calls, recursion and local arrays.
#include <cstdint>

__device__ __noinline__ int collatz(uint32_t n) {
    int steps = 0;
    while (n > 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        ++steps;
    }
    return steps;
}

__device__ __noinline__ uint32_t ackermann(uint32_t m, uint32_t n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void control(const uint32_t *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t v = in[i];
    int counts[8];
    for (int k = 0; k < 8; ++k) counts[k] = 0;
    for (int k = 0; k < 32; k += 4) counts[(v >> k) & 7] += k;
    int r = 0;
    switch (v % 9) {
        case 0: r = collatz(v); break;
        case 1: r = counts[v & 7]; break;
        case 2: r = __popc(v); break;
        case 3: r = __clz(v); break;
        case 4: r = v * 7 - 3; break;
        case 5: r = (int)ackermann(1, v & 3); break;
        case 6: r = -(int)v; break;
        default: r = v / 10 % 10;
    }
    out[i] = r;
}

typedef int (*operation)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ operation operations[2] = {plus, times};

extern "C" __global__ void indirect(int *out, int which) { out[threadIdx.x] = operations[which](threadIdx.x, 3); }
