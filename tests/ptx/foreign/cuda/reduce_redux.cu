// One instruction per warp from sm_80 on, butterflies before.
#if __CUDA_ARCH__ >= 800
__device__ int add_up(int v) { return __reduce_add_sync(~0u, v); }
__device__ int largest(int v) { return __reduce_max_sync(~0u, v); }
__device__ unsigned common(unsigned v) { return __reduce_and_sync(~0u, v); }
__device__ unsigned odd(unsigned v) { return __reduce_xor_sync(~0u, v); }
#else
#define FOLD(name, type, both) __device__ type name(type v) { \
    for (int d = 1; d < 32; d *= 2) { type o = __shfl_xor_sync(~0u, v, d); v = both; } return v; }
FOLD(add_up, int, v + o)
FOLD(largest, int, max(v, o))
FOLD(common, unsigned, v & o)
FOLD(odd, unsigned, v ^ o)
#endif
extern "C" __global__ void reduce_redux(const int *x, int *sums, int *most, unsigned *every, unsigned *parity) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32;
    int s = add_up(x[i]), m = largest(x[i]);
    unsigned a = common(x[i]), o = odd(x[i]);
    if (threadIdx.x % 32 == 0) { sums[warp] = s; most[warp] = m; every[warp] = a; parity[warp] = o; }
}
