// A row for each block, any number of columns.
extern "C" __global__ void softmax(const float *x, float *out, int columns) {
    __shared__ float part[64];
    int t = threadIdx.x;
    const float *row = x + blockIdx.x * columns;
    float most = -INFINITY;
    for (int j = t; j < columns; j += 64) most = fmaxf(most, row[j]);
    part[t] = most;
    __syncthreads();
    for (int h = 32; h; h >>= 1) { if (t < h) part[t] = fmaxf(part[t], part[t + h]); __syncthreads(); }
    most = part[0];
    __syncthreads();
    float sum = 0;
    for (int j = t; j < columns; j += 64) sum += expf(row[j] - most);
    part[t] = sum;
    __syncthreads();
    for (int h = 32; h; h >>= 1) { if (t < h) part[t] += part[t + h]; __syncthreads(); }
    for (int j = t; j < columns; j += 64) out[blockIdx.x * columns + j] = expf(row[j] - most) / part[0];
}
