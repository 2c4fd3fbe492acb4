#include <cuda_bf16.h>
extern "C" __global__ void bfloat_math(const __nv_bfloat16 *x, const __nv_bfloat16 *y, __nv_bfloat16 *out, __nv_bfloat162 *pairs, float *wide, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    __nv_bfloat16 a = x[t], b = y[t];
    out[t] = __hadd(a, b);
    out[n + t] = __hmul(a, b);
#if __CUDA_ARCH__ >= 800
    out[2 * n + t] = __hfma(a, b, a);
#else
    out[2 * n + t] = __float2bfloat16(fmaf(__bfloat162float(a), __bfloat162float(b), __bfloat162float(a)));
#endif
    out[3 * n + t] = __hmax(a, b);
    out[4 * n + t] = __float2bfloat16(__bfloat162float(a) * 3.3f);
    pairs[t] = __hadd2(__halves2bfloat162(a, b), __halves2bfloat162(b, b));
    wide[t] = __bfloat162float(a) / __bfloat162float(b);
}
