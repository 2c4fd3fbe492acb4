// Producers and consumers of one block: mbarrier objects tell when a buffer is full, and when it is empty.
#include <cuda_awbarrier_primitives.h>
__device__ void meet(__mbarrier_t *barrier) {
    __mbarrier_token_t token = __mbarrier_arrive(barrier);
    while (!__mbarrier_test_wait(barrier, token)) {}
}
extern "C" __global__ void block_barrier(const int *x, int *sums, int rounds) {
    __shared__ __mbarrier_t full, empty;
    __shared__ int buffer[32];
    int t = threadIdx.x, lane = t % 32, sum = 0;
    if (t == 0) { __mbarrier_init(&full, 64); __mbarrier_init(&empty, 64); }
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < rounds; i++) {
            buffer[lane] = x[i * 32 + lane];
            meet(&full);
            meet(&empty);
        }
    } else {
        for (int i = 0; i < rounds; i++) {
            meet(&full);
            sum = 3 * sum + buffer[31 - lane];
            meet(&empty);
        }
        sums[lane] = sum;
    }
}
