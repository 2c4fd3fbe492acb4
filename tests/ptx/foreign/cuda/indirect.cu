// Calls through a table of functions in constant memory, and through a pointer chosen by each thread.
typedef float (*Binary)(float, float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float minus(float a, float b) { return a - b; }
__device__ float times(float a, float b) { return a * b; }
__device__ float lesser(float a, float b) { return a < b ? a : b; }
__device__ Binary table[4] = {plus, minus, times, lesser};
struct Shape { __device__ virtual float area() const = 0; float w, h; };
struct Box : Shape { __device__ float area() const override { return w * h; } };
struct Triangle : Shape { __device__ float area() const override { return w * h / 2; } };
extern "C" __global__ void indirect(const int *which, const float *a, const float *b, float *out) {
    int t = threadIdx.x;
    out[t] = table[which[t] & 3](a[t], b[t]);
    Box box; Triangle triangle;
    box.w = triangle.w = a[t]; box.h = triangle.h = b[t];
    Shape *shape = which[t] & 1 ? (Shape *)&box : (Shape *)&triangle;
    out[blockDim.x + t] = shape->area();
}
