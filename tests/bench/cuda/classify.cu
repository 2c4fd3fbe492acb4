__device__ static long long classify(long long x) {
    long long result = 0;
    while (x > 0) {
        if (x > 100)
            result = result + 10;
        else
            result = result + 1;
        x = x - 1;
    }
    return result;
}

extern "C" __global__ void classify_each(const long long *values, unsigned long long values_len, long long *out, unsigned long long out_len) {
    unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < out_len) out[k] = classify(values[k]);
}
