// The library's own code: Payne-Hanek reduction with a local array, directed rounding, tables in constant memory.
extern "C" __global__ void precise_math(const float *x, float *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    float a = x[t];
    out[t] = sinf(a * 1000000);
    out[n + t] = cosf(a);
    out[2 * n + t] = expf(a);
    out[3 * n + t] = logf(a + 1);
    out[4 * n + t] = tanhf(a);
    out[5 * n + t] = erff(a);
    out[6 * n + t] = cbrtf(a) + atan2f(a, 2);
    out[7 * n + t] = fmodf(a * 100, 0.7f);
    out[8 * n + t] = powf(a + 0.1f, -2.3f) + hypotf(a, 3);
    out[9 * n + t] = lgammaf(a + 0.5f) + roundf(a * 10) + ldexpf(a, 5);
}
