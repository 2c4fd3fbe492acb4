// Two warps pass eight batches through one buffer; barrier 1 says full, barrier 2 says empty.
extern "C" __global__ void producer_consumer(const int *in, int *out) {
    __shared__ int buffer[32];
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 32) {
        for (int k = 0; k < 8; k++) {
            asm volatile("bar.sync 2, 64;" ::: "memory");
            buffer[lane] = in[k * 32 + lane] * 3;
            __threadfence_block();
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        for (int k = 0; k < 8; k++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[k * 32 + lane] = buffer[31 - lane] + k;
            if (k < 7) asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}
