extern "C" __global__ void atomics(int *ints, unsigned *words, unsigned long long *wide, float *floats, double *sums, const int *x) {
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    atomicMin(&ints[0], v); atomicMax(&ints[1], v); atomicSub(&ints[2], v);
    atomicAnd(&words[0], ~(1u << (v & 31))); atomicOr(&words[1], 1u << (v & 31)); atomicXor(&words[2], 1u << (v & 31));
    atomicInc(&words[3], 9); atomicDec(&words[4], 5);
    atomicAdd(&wide[0], (unsigned long long)v); atomicMax(&wide[1], (unsigned long long)v << 32);
    atomicAdd(&floats[0], v * 0.5f);
    atomicAdd(&sums[0], v * 0.25);
    unsigned long long *slot = (unsigned long long *)&sums[1], old = *slot, seen;
    do {
        seen = old;
        double bigger = fmax(__longlong_as_double(seen), (double)v);
        old = atomicCAS(slot, seen, __double_as_longlong(bigger));
    } while (seen != old);
    atomicAdd_block(&ints[3], 1); atomicAdd_system(&ints[4], 2);
    atomicExch(&ints[5], 77);
}
