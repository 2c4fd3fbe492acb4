// Each block adds up 128 elements in shared memory, halving the number of active threads.
extern "C" __global__ void reduce_shared(const int *x, int *sums, int n) {
    __shared__ int part[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
