// All blocks meet twice at a counter in global memory; each block needs the others to run.
__device__ void meet(unsigned *arrived, unsigned goal) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1u);
        while (*(volatile unsigned *)arrived < goal) { }
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void grid_sync(int *a, int *b, unsigned *arrived) {
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i;
    meet(arrived, gridDim.x);
    b[i] = a[n - 1 - i] + 1;
    meet(arrived, 2 * gridDim.x);
    a[i] = b[(i + 7) % n];
}
