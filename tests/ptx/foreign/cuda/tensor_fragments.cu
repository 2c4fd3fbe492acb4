// wmma from shared memory with padded rows, a sum in halves, a change of every element, and a result by columns.
#include <mma.h>
using namespace nvcuda;
const int WIDE = 24;
extern "C" __global__ void tensor_fragments(const __half *a, const __half *b, __half *c, float scale) {
    __shared__ __align__(32) __half as[32 * WIDE], bs[16 * 16];
    int t = threadIdx.x, warp = t / 32;
    for (int i = t; i < 32 * 16; i += blockDim.x) as[i / 16 * WIDE + i % 16] = a[i];
    for (int i = t; i < 16 * 16; i += blockDim.x) bs[i] = b[i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> fc;
    wmma::fill_fragment(fc, __float2half(0.5f));
    wmma::load_matrix_sync(fa, as + warp * 16 * WIDE, WIDE);
    wmma::load_matrix_sync(fb, bs, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = __float2half(__half2float(fc.x[i]) * scale);
    wmma::store_matrix_sync(c + warp * 16, fc, 32, wmma::mem_col_major);
}
