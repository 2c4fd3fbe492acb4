extern "C" __global__ void wide_integers(const long long *x, const long long *y, long long *out, unsigned long long *high, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    long long a = x[t], b = y[t];
    out[t] = a / b;
    out[n + t] = a % b;
    out[2 * n + t] = a * b;
    out[3 * n + t] = (a >> (t & 63)) ^ (long long)((unsigned long long)b << (t & 63));
    out[4 * n + t] = a < b ? a - b : llabs(b);
    high[t] = __umul64hi(a, b);
    high[n + t] = (unsigned long long)a / ((unsigned long long)b | 1);
    unsigned __int128 p = (unsigned __int128)(unsigned long long)a * (unsigned long long)b + 12345;
    high[2 * n + t] = (unsigned long long)(p >> 64);
    high[3 * n + t] = (unsigned long long)p;
    high[4 * n + t] = (unsigned long long)((__int128)a * b / 1000003);
}
