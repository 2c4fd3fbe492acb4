// The eight queens' problem, a board in local memory for each first row, and a sort by insertion.
extern "C" __global__ void local_array(int *solutions, const int *x, int *sorted) {
    int t = threadIdx.x, row[6], found = 0;
    row[0] = t % 6;
    int column = 1;
    row[1] = -1;
    while (column > 0) {
        row[column]++;
        if (row[column] >= 6) { column--; continue; }
        bool safe = true;
        for (int c = 0; c < column; c++)
            if (row[c] == row[column] || abs(row[c] - row[column]) == column - c) safe = false;
        if (!safe) continue;
        if (column == 5) { found++; continue; }
        row[++column] = -1;
    }
    solutions[t] = found;
    int own[9];
    for (int k = 0; k < 9; k++) {
        int v = x[t * 9 + k], at = k;
        while (at > 0 && own[at - 1] > v) { own[at] = own[at - 1]; at--; }
        own[at] = v;
    }
    for (int k = 0; k < 9; k++) sorted[t * 9 + k] = own[k];
}
