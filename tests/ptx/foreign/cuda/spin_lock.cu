// Every thread of every block takes the lock in turn: within a warp, between warps, between blocks.
extern "C" __global__ void spin_lock(int *lock, int *count, int *order) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            volatile int *c = count;
            order[*c] = blockIdx.x * blockDim.x + threadIdx.x;
            *c = *c + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
