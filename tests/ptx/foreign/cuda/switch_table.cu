// A small stack machine for each thread: the switch becomes a table of jumps.
extern "C" __global__ void switch_table(const unsigned char *code, int length, int *out) {
    int stack[8], top = 0, t = threadIdx.x;
    for (int at = 0; at < length; at++) {
        int step = code[at];
        if (step >= 8 && t % 2) step ^= 1;
        switch (step) {
            case 0: stack[top++] = t; break;
            case 1: stack[top++] = at; break;
            case 2: top--; stack[top - 1] += stack[top]; break;
            case 3: top--; stack[top - 1] -= stack[top]; break;
            case 4: top--; stack[top - 1] *= stack[top]; break;
            case 5: stack[top - 1] = -stack[top - 1]; break;
            case 6: stack[top] = stack[top - 1]; top++; break;
            case 7: stack[top - 1] ^= 0x55; break;
            case 8: stack[top - 1] <<= 2; break;
            case 9: stack[top - 1] >>= 1; break;
            default: stack[top - 1] = 7 * step;
        }
    }
    out[t] = stack[0];
}
