__device__ static long long sum_to(long long n) {
    long long sum = 0, i = 1;
    while (i <= n) {
        sum = sum + i;
        i = i + 1;
    }
    return sum;
}

extern "C" __global__ void sum_to_each(const long long *limits, unsigned long long limits_len, long long *out, unsigned long long out_len) {
    unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < out_len) out[k] = sum_to(limits[k]);
}
