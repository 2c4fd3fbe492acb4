// Inclusive sums of a block: shuffles in a warp, then the warps' totals.
extern "C" __global__ void scan(const int *x, int *out, int n) {
    __shared__ int totals[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    int v = t < n ? x[t] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        int left = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += left;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int w = lane < blockDim.x / 32 ? totals[lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            int left = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += left;
        }
        totals[lane] = w;
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    if (t < n) out[t] = v;
}
