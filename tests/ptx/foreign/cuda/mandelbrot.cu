extern "C" __global__ void mandelbrot(int *out, int width, int height, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    double cr = -2.0 + 3.0 * px / width, ci = -1.5 + 3.0 * py / height, zr = 0, zi = 0;
    int k = 0;
    while (k < limit && __dadd_rn(__dmul_rn(zr, zr), __dmul_rn(zi, zi)) < 4.0) {
        double t = __dadd_rn(__dadd_rn(__dmul_rn(zr, zr), -__dmul_rn(zi, zi)), cr);
        zi = __dadd_rn(__dmul_rn(__dmul_rn(2.0, zr), zi), ci);
        zr = t;
        k++;
    }
    out[py * width + px] = k;
}
