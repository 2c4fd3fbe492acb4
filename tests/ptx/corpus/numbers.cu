// Arithmetic of every width, conversions with each rounding, half precision, mathematical functions.
#include <cstdint>
#include <cuda_fp16.h>

struct Pair {
    float x;
    double y;
    int8_t tag;
};

extern "C" __global__ void integers(const int64_t *a, const int16_t *b, const uint8_t *c, int64_t *out) {
    int i = threadIdx.x;
    int64_t x = a[i];
    out[i] = x / (b[i] | 1) + x % 7 + (x << (c[i] & 63)) - (x >> 3) + __mulhi((int)x, 12345) + __umul64hi(x, x) + max((int)b[i], 4);
    out[i] ^= __brev((unsigned)x) + __ffs((int)x) + __byte_perm((unsigned)x, 7, 0x1234) + __funnelshift_l((unsigned)x, 9, 5);
}

extern "C" __global__ void floats(const float *a, const double *b, float *out, double *wide, Pair p) {
    int i = threadIdx.x;
    float x = a[i];
    out[i] = __fadd_rz(x, 1.5f) + sqrtf(x) / (x + 2.0f) + sinf(x) + __expf(x) + fminf(x, p.x) + __frcp_ru(x);
    wide[i] = fma(b[i], 2.0, p.y) + __dsqrt_rd(b[i]) + (double)x + p.tag + rint(b[i]);
    out[i] += (float)__float2int_rd(x) + (float)__double2ull_ru(b[i]) + copysignf(1.0f, x) + (isnan(x) ? 1.0f : 0.0f);
}

extern "C" __global__ void halves(const __half *a, __half *out, __half2 *pairs) {
    int i = threadIdx.x;
    out[i] = __hfma(a[i], __float2half(0.5f), a[i + 1]);
    pairs[i] = __hadd2(pairs[i], __halves2half2(a[i], out[i]));
    if (__hlt(a[i], a[i + 1])) out[i] = hexp2(a[i]);
}
