extern "C" __global__ void bit_intrinsics(const unsigned *x, const unsigned *y, unsigned *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    unsigned a = x[t], b = y[t];
    unsigned long long w = (unsigned long long)a << 32 | b;
    out[t] = __popc(a) + 100 * __popcll(w);
    out[n + t] = __clz(a) + 100 * __clzll(w);
    out[2 * n + t] = __brev(a) ^ (unsigned)(__brevll(w) >> 32);
    out[3 * n + t] = __byte_perm(a, b, 0x5140);
    out[4 * n + t] = __funnelshift_l(a, b, t) + __funnelshift_rc(a, b, t * 3);
    out[5 * n + t] = __ffs(a) + 100 * __ffsll(w);
    out[6 * n + t] = __mulhi((int)a, (int)b) + __umulhi(a, b) + __mul24(a, b) + __umul24(a, b);
    out[7 * n + t] = __sad(a, b, t) + __usad(a, b, t) + __hadd((int)a, (int)b) + __rhadd((int)a, (int)b);
    out[8 * n + t] = __dp4a((int)a, (int)b, t) ^ __dp4a(a, b, (unsigned)t) ^ __dp2a_lo((int)a, (int)b, t);
    out[9 * n + t] = __vadd4(a, b) ^ __vabsdiffu4(a, b) ^ __vmaxs2(a, b);
    out[10 * n + t] = (a >> 5 & 0x1ff) | (b << 9 & 0xffff0000);
}
