extern "C" __global__ void fast_math(const float *x, float *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    float a = x[t];
    out[t] = __sinf(a);
    out[n + t] = __cosf(a);
    out[2 * n + t] = __expf(a);
    out[3 * n + t] = __logf(a + 1);
    out[4 * n + t] = __powf(a + 1, 1.5f);
    out[5 * n + t] = __fdividef(1, a + 1);
    out[6 * n + t] = rsqrtf(a + 1);
    out[7 * n + t] = __frcp_rn(a + 1) + __fsqrt_ru(a) + __fdiv_rd(a, 3);
    out[8 * n + t] = __tanf(a) + exp2f(a) + __log2f(a + 2) + __saturatef(a - 1);
}
