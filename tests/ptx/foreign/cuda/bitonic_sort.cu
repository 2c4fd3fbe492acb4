extern "C" __global__ void bitonic_sort(unsigned *keys) {
    __shared__ unsigned s[128];
    unsigned t = threadIdx.x;
    s[t] = keys[blockIdx.x * 128 + t];
    __syncthreads();
    for (unsigned size = 2; size <= 128; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            unsigned other = t ^ stride;
            if (other > t) {
                bool up = (t & size) == 0;
                unsigned a = s[t], b = s[other];
                if ((a > b) == up) { s[t] = b; s[other] = a; }
            }
            __syncthreads();
        }
    keys[blockIdx.x * 128 + t] = s[t];
}
