extern "C" __global__ void hello_constant(int *out) { *out = 42; }
