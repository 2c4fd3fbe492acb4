#define T 16
extern "C" __global__ void transpose(const double *in, double *out, int width, int height) {
    __shared__ double tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x;
    for (int j = threadIdx.y; j < T; j += blockDim.y) {
        int y = blockIdx.y * T + j;
        if (x < width && y < height) tile[j][threadIdx.x] = in[(size_t)y * width + x];
    }
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    for (int j = threadIdx.y; j < T; j += blockDim.y) {
        int y = blockIdx.x * T + j;
        if (x < height && y < width) out[(size_t)y * height + x] = tile[threadIdx.x][j];
    }
}
