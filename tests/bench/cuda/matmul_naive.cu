extern "C" __global__ void matmul_naive(unsigned m, unsigned n, unsigned k, const float *a, unsigned long long a_len, const float *b,
                                        unsigned long long b_len, float *c, unsigned long long c_len) {
    unsigned long long row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long columns = n, depth = k;
    if (row < m && column < columns) {
        float sum = 0.0f;
        for (unsigned long long i = 0; i < depth; i++) sum = sum + a[row * depth + i] * b[i * columns + column];
        c[row * columns + column] = sum;
    }
}
