__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ __noinline__ void hanoi(int n, int from, int to, int *moves, int *count) {
    if (n == 0) return;
    hanoi(n - 1, from, 6 - from - to, moves, count);
    moves[(*count)++] = 10 * from + to;
    hanoi(n - 1, 6 - from - to, to, moves, count);
}
extern "C" __global__ void recursion(int *out, unsigned *acks, int *moves) {
    int t = threadIdx.x, local[31], count = 0;
    out[t] = fibonacci(t);
    if (t < 6) acks[t] = ackermann(t / 3, t % 3 + 1);
    if (t == 8) {
        hanoi(5, 1, 3, local, &count);
        for (int k = 0; k < count; k++) moves[k] = local[k];
    }
}
