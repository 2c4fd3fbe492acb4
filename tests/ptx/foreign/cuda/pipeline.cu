// Two stages: the next tile is on its way (cp.async from sm_80 on) while this one is added up.
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void pipeline(const int4 *x, int *out, int tiles) {
    __shared__ int4 stage[2][32];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&stage[0][t], &x[t], 16);
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&stage[(k + 1) & 1][t], &x[(k + 1) * 32 + t], 16, t == 5 ? 8 : 0);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        int4 v = stage[k & 1][31 - t];
        sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
        __syncthreads();
    }
    out[t] = sum;
}
