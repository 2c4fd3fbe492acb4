// mma.sync and ldmatrix by hand: C (16 by 8) = A (16 by 8) times B (8 by 8), halves in, floats out.
#include <cuda_fp16.h>
extern "C" __global__ void matrix_mma(const __half *a, const __half *b, float *c) {
    __shared__ __half sa[16 * 8];
    int t = threadIdx.x;
    for (int i = t; i < 128; i += 32) sa[i] = a[i];
    __syncwarp();
    unsigned a0, a1, from = (unsigned)__cvta_generic_to_shared(sa + (t % 16) * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a0), "=r"(a1) : "r"(from));
    __half2 pair = __halves2half2(b[(t % 4 * 2) * 8 + t / 4], b[(t % 4 * 2 + 1) * 8 + t / 4]);
    unsigned b0 = *(unsigned *)&pair;
    float d[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(b0));
    for (int k = 0; k < 4; k++) c[(t / 4 + k / 2 * 8) * 8 + t % 4 * 2 + k % 2] = d[k];
}
