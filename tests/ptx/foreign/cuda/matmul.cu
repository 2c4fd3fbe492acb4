#define T 8
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float sa[T][T], sb[T][T];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * T + x, row = blockIdx.y * T + y;
    float sum = 0;
    for (int p = 0; p < k; p += T) {
        sa[y][x] = row < m && p + x < k ? a[row * k + p + x] : 0;
        sb[y][x] = column < n && p + y < k ? b[(p + y) * n + column] : 0;
        __syncthreads();
        for (int j = 0; j < T; j++) sum += sa[y][j] * sb[j][x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
