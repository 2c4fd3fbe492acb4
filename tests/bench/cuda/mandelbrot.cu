__device__ static unsigned escape_time(float c_re, float c_im, unsigned limit) {
    float re = 0.0f, im = 0.0f;
    unsigned count = 0;
    while (count < limit && re * re + im * im <= 4.0f) {
        float next = re * re - im * im + c_re;
        im = 2.0f * re * im + c_im;
        re = next;
        count += 1;
    }
    return count;
}

extern "C" __global__ void mandelbrot(unsigned width, unsigned height, float left, float top, float step, unsigned limit, unsigned *out,
                                      unsigned long long out_len) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float c_re = left + x * step, c_im = top + y * step;
        out[(unsigned long long)y * width + x] = escape_time(c_re, c_im, limit);
    }
}
