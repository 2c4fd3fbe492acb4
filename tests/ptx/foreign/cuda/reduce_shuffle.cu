// A grid-stride sum and maximum: butterflies within a warp, shared memory between warps.
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
    return v;
}
extern "C" __global__ void reduce_shuffle(const float *x, float *sum, float *most, int n) {
    __shared__ float sums[4], mosts[4];
    float s = 0, m = -1e30f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) { s += x[i]; m = fmaxf(m, x[i]); }
    s = warp_sum(s); m = warp_max(m);
    if (threadIdx.x % 32 == 0) { sums[threadIdx.x / 32] = s; mosts[threadIdx.x / 32] = m; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) { s += sums[w]; m = fmaxf(m, mosts[w]); }
        *sum = s; *most = m;
    }
}
