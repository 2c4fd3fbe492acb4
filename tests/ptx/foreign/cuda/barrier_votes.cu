extern "C" __global__ void barrier_votes(const int *x, int *out) {
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    int count = __syncthreads_count(v & 1);
    int every = __syncthreads_and(v > 0);
    int some = __syncthreads_or(v > 90);
    int *o = out + 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    o[0] = count; o[1] = every != 0; o[2] = some != 0;
}
