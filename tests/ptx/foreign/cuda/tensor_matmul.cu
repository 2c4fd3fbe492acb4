// C (float) = A * B (halves, rows one after another): tiles of 32 by 32, two stages of asynchronous copies, ldmatrix, mma.sync.
#include <cuda_fp16.h>
__device__ void copy(__half *to, const __half *from) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(__cvta_generic_to_global(from)) : "memory");
#else
    *(int4 *)to = *(const int4 *)from;
#endif
}
__device__ void commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int left> __device__ void wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" :: "n"(left) : "memory");
#endif
}
const int TILE = 32, DEPTH = 16, PAD = 8;
extern "C" __global__ void tensor_matmul(const __half *a, const __half *b, float *c, int n, int k) {
    __shared__ __align__(16) __half as[2][TILE][DEPTH + PAD], bs[2][DEPTH][TILE + PAD];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    int wr = warp / 2 * 16, wc = warp % 2 * 16;
    float d[2][4] = {};
    auto fetch = [&](int stage, int at) {
        if (t < 64) copy(&as[stage][t / 2][t % 2 * 8], &a[(row + t / 2) * k + at + t % 2 * 8]);
        else copy(&bs[stage][(t - 64) / 4][t % 4 * 8], &b[(at + (t - 64) / 4) * n + column + t % 4 * 8]);
        commit();
    };
    fetch(0, 0);
    for (int at = 0, stage = 0; at < k; at += DEPTH, stage ^= 1) {
        if (at + DEPTH < k) fetch(stage ^ 1, at + DEPTH);
        if (at + DEPTH < k) wait<1>(); else wait<0>();
        __syncthreads();
        unsigned fa[4], fb[4];
        unsigned from = (unsigned)__cvta_generic_to_shared(&as[stage][wr + lane % 16][lane / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
            : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "r"(from));
        from = (unsigned)__cvta_generic_to_shared(&bs[stage][lane % 16][wc + lane / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
            : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "r"(from));
        for (int j = 0; j < 2; j++) {
#if __CUDA_ARCH__ >= 800
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[2 * j]), "r"(fb[2 * j + 1]));
#else
            for (int half = 0; half < 2; half++)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                    : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                    : "r"(fa[2 * half]), "r"(fa[2 * half + 1]), "r"(fb[2 * j + half]));
#endif
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++)
        for (int e = 0; e < 4; e++)
            c[(row + wr + lane / 4 + e / 2 * 8) * n + column + wc + j * 8 + lane % 4 * 2 + e % 2] = d[j][e];
}
