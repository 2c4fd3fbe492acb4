// C (int) = A (signed bytes, 8 by 32) * B (unsigned bytes, 32 by 8, columns one after another) + C, limited to int.
extern "C" __global__ void tensor_bytes(const signed char *a, const unsigned char *b, int *c) {
    __shared__ __align__(16) signed char as[8][32];
    int t = threadIdx.x, row = t / 4, pair = t % 4 * 2;
    *(long long *)&as[row][t % 4 * 8] = *(const long long *)&a[row * 32 + t % 4 * 8];
    __syncwarp();
    unsigned fa[2], from = (unsigned)__cvta_generic_to_shared(&as[t % 8][t / 8 % 2 * 16]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(fa[0]), "=r"(fa[1]) : "r"(from));
    int d0 = c[row * 8 + pair], d1 = c[row * 8 + pair + 1];
    for (int k = 0; k < 2; k++) {
        unsigned fb = *(const unsigned *)&b[row * 32 + k * 16 + t % 4 * 4];
        asm volatile("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+r"(d0), "+r"(d1) : "r"(fa[k]), "r"(fb));
    }
    c[row * 8 + pair] = d0;
    c[row * 8 + pair + 1] = d1;
}
