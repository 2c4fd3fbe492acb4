// Loops of different lengths in a loop, with breaks and continues: lanes part and meet again.
extern "C" __global__ void collatz(const unsigned *x, unsigned *steps, unsigned *peaks, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = x[i], count = 0, peak = v;
        if (v == 0) { steps[i] = ~0u; peaks[i] = 0; continue; }
        while (v != 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            if (v > peak) peak = v;
            if (++count == 100) break;
        }
        steps[i] = count;
        peaks[i] = peak;
    }
}
