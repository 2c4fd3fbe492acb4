extern "C" __global__ void ballot_match(const int *x, const long long *wide, unsigned *out) {
    int t = threadIdx.x, same;
    unsigned *o = out + 8 * t;
    o[0] = __ballot_sync(~0u, x[t] > 2);
    o[1] = __match_any_sync(~0u, x[t]);
    o[2] = __match_any_sync(~0u, wide[t]);
    o[3] = __match_all_sync(~0u, wide[t] >> 60, &same);
    o[4] = same;
    o[5] = __any_sync(~0u, x[t] == 4) | __all_sync(~0u, x[t] < 5) << 1 | __all_sync(~0u, x[t] < 4) << 2;
    if (x[t] == 1) o[6] = __activemask(); else o[6] = 0;
    if (t >= 20) return;
    o[7] = __shfl_sync(0xfffff, x[t], (t + 3) % 20);
}
