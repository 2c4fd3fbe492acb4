#include <cstdio>
extern "C" __global__ void print(const float *x, long long big, const char *name) {
    if (threadIdx.x == 0) printf("hello from block %d\n", blockIdx.x);
    if (threadIdx.x == 1) printf("%s: %5.2f %g 100%% %c\n", "value", x[blockIdx.x], (double)x[0] / 3, 'a' + blockIdx.x);
    if (threadIdx.x == 2 && blockIdx.x == 1) printf("%lld 0x%x %u %-5d|%05d\n", big, 255, 4000000000u, 42, -7);
}
