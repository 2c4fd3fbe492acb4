extern "C" __global__ void vectors(const float4 *x, float4 *out, const uchar4 *bytes, int *sums, const double2 *d, double *norms, const short2 *s, longlong2 *l) {
    int t = threadIdx.x;
    float4 v = x[t];
    out[t] = make_float4(v.w, v.z + 1, v.y * 2, v.x);
    uchar4 b = bytes[t];
    sums[t] = b.x + b.y * 2 + b.z * 3 + b.w * 4;
    double2 e = d[t];
    norms[t] = e.x * e.x + e.y * e.y;
    short2 h = s[t];
    l[t] = make_longlong2((long long)h.x << 33, h.y);
}
