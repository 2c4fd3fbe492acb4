struct Inner { short a; double b; };
struct Outer { char tag; Inner pairs[2]; int3 size; float factor; };
struct __align__(16) Result { float4 v; int tag; };
__device__ __noinline__ Result combine(Outer o, int t) {
    Result r;
    r.v = make_float4(o.pairs[0].a, (float)o.pairs[1].b, o.size.x + o.size.y * o.size.z, o.factor * t);
    r.tag = o.tag + t;
    return r;
}
extern "C" __global__ void structs(Outer o, Result *out) {
    o.pairs[threadIdx.x & 1].b += threadIdx.x;
    out[threadIdx.x] = combine(o, threadIdx.x);
}
