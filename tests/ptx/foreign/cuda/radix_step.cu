// Sorts a block's keys by their low eight bits: eight stable splits by one bit, ranks from ballots.
extern "C" __global__ void radix_step(const unsigned *in, unsigned *out) {
    __shared__ unsigned keys[64];
    __shared__ int ones[2];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned key = in[t];
    for (int bit = 0; bit < 8; bit++) {
        bool one = key >> bit & 1;
        unsigned votes = __ballot_sync(~0u, one);
        if (lane == 0) ones[warp] = __popc(votes);
        __syncthreads();
        int ones_before = __popc(votes & ((1u << lane) - 1)) + (warp ? ones[0] : 0);
        int zeros = 64 - ones[0] - ones[1];
        keys[one ? zeros + ones_before : t - ones_before] = key;
        __syncthreads();
        key = keys[t];
        __syncthreads();
    }
    out[t] = key;
}
