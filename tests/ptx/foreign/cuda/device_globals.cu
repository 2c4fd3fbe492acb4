__device__ int counter = 5;
__device__ float table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
__device__ int *where = &counter;
__device__ unsigned short halves[3] = {1, 0xffff, 7};
__managed__ int shared_with_host = 11;
static __device__ double hidden;
extern "C" __global__ void device_globals(float *out, int *seen) {
    int t = threadIdx.x;
    seen[t] = atomicAdd(where, 2);
    out[t] = table[t & 7] + halves[t % 3];
    if (t == 0) hidden = out[0] + shared_with_host;
    __syncthreads();
    if (t == 3) out[t] = (float)hidden;
}
