// Shared memory, barriers, warp collectives, atomics, fences, printf.
#include <cstdint>
#include <cstdio>

__constant__ float weights[4] = {0.25f, -1.0f, 3.5f, 0.0f};
__device__ unsigned counter = 7;

extern "C" __global__ void __launch_bounds__(256, 2) reduce(const float *in, float *out, int n) {
    __shared__ float partial[8];
    extern __shared__ float dynamic[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] * weights[i & 3] : 0.0f;
    dynamic[threadIdx.x] = v;
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = dynamic[1];
        for (int k = 0; k < 8; ++k) s += partial[k];
        atomicAdd(out, s);
        __threadfence();
        atomicInc(&counter, 100);
    }
}

extern "C" __global__ void warps(const int *in, unsigned *out, unsigned long long *lock) {
    int v = in[threadIdx.x];
    unsigned ballot = __ballot_sync(0xffffffffu, v > 0), all = __all_sync(0xffffffffu, v), same = __match_any_sync(0xffffffffu, v);
    out[threadIdx.x] = ballot ^ all ^ same ^ __activemask() ^ __shfl_xor_sync(0xffffffffu, v, 1) ^ __syncthreads_count(v);
    __syncwarp();
    if (atomicCAS(lock, 0ull, 1ull) == 0) printf("%d got it at %p\n", threadIdx.x, lock);
    atomicMax((int *)out, v);
    atomicExch(&out[1], 3u);
    __nanosleep(20);
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.u32 p, %1, 0;\n\tnot.pred q, p;\n\t@q trap;\n\tselp.u32 %0, 1, 2, p;\n\t}" : "=r"(out[2]) : "r"(ballot));
}
