struct Row { float scale; short shift; unsigned char flag; };
__constant__ float weights[5] = {0.1f, 0.25f, 0.3f, 0.25f, 0.1f};
__constant__ Row rows[2] = {{2.0f, -3, 1}, {0.5f, 7, 0}};
__constant__ const char letters[] = "constants";
__constant__ long long biggest = 0x7fffffffffffffffll;
extern "C" __global__ void constants(const float *x, float *out, char *text, long long *big) {
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 5; k++) sum += weights[k] * x[t + k];
    const Row &row = rows[t & 1];
    out[t] = row.flag ? sum * row.scale + row.shift : sum;
    if (t < 10) text[t] = letters[t];
    big[t] = biggest - t;
}
