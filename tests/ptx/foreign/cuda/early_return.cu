// Threads leave before barriers and warp instructions; the rest of the block goes on.
extern "C" __global__ void early_return(const int *x, int *out, int n) {
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = 0;
    if (t >= n) return;
    s[t] = x[t];
    __syncthreads();
    int next = s[(t + 1) % n];
    for (int k = 0; k < t % 5; k++) {
        if (next > 60) { out[t] = -next; return; }
        next += k;
    }
    out[t] = next;
}
