extern "C" __global__ void doubles(const double *x, const double *y, double *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    double a = x[t], b = y[t];
    out[t] = a / b;
    out[n + t] = sqrt(a);
    out[2 * n + t] = fma(a, b, -a);
    out[3 * n + t] = floor(b * 3.7) + ceil(a) - trunc(b) + rint(a * 1.5);
    out[4 * n + t] = exp(-a) * log(a + 1);
    out[5 * n + t] = sin(b) + cos(a);
    out[6 * n + t] = pow(a, b);
    out[7 * n + t] = (double)(long long)(a * 1e6) + (double)(float)b;
    out[8 * n + t] = __dadd_ru(a, b * 1e-17) + __dmul_rd(a, b);
}
