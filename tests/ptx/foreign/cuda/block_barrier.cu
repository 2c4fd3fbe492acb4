// Producers and consumers of one block: cuda::barrier objects tell when a buffer is full, and when it is empty.
#include <cuda/barrier>
extern "C" __global__ void block_barrier(const int *x, int *sums, int rounds) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ alignas(barrier) unsigned char places[2][sizeof(barrier)];
    __shared__ int buffer[32];
    barrier *full = (barrier *)places[0], *empty = (barrier *)places[1];
    int t = threadIdx.x, lane = t % 32;
    if (t == 0) { init(full, 64); init(empty, 64); }
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < rounds; i++) {
            buffer[lane] = x[i * 32 + lane];
            full->arrive_and_wait();
            empty->arrive_and_wait();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            full->arrive_and_wait();
            sum = 3 * sum + buffer[31 - lane];
            empty->arrive_and_wait();
        }
        sums[lane] = sum;
    }
}
