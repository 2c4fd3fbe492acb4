#include <cuda_fp16.h>
extern "C" __global__ void half_math(const __half *x, const __half *y, __half *out, __half2 *pairs, float *wide, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    __half a = x[t], b = y[t];
    out[t] = __hadd(a, b);
    out[n + t] = __hmul(a, b);
    out[2 * n + t] = __hfma(a, b, __float2half(0.5f));
    out[3 * n + t] = __hsub(a, b);
    out[4 * n + t] = __hlt(a, b) ? __hneg(a) : __habs(b);
    out[5 * n + t] = __hdiv(a, b);
    out[6 * n + t] = __float2half_rz(__half2float(a) * 1.001f);
    out[7 * n + t] = __int2half_rn(t * 37);
    __half2 p = __halves2half2(a, b), q = __float2half2_rn(1.5f);
    pairs[t] = __hfma2(p, q, __hmax2(p, __lowhigh2highlow(p)));
    wide[t] = __half2float(hsqrt(__habs(a))) + (float)__half2int_rn(b);
}
