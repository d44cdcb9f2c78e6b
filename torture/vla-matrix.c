// Two-dimensional variable-length arrays as parameters, with sizeof of a row and pointers to rows.
#include <stdio.h>

static __attribute__((noinline)) void multiply(int n, int m, int k, int out[n][k], int a[n][m], int b[m][k]) {
    for (int x = 0; x < n; x++)
        for (int z = 0; z < k; z++) {
            out[x][z] = 0;
            for (int y = 0; y < m; y++)
                out[x][z] += a[x][y] * b[y][z];
        }
}

static volatile int n = 3, m = 4, k = 2;

int main(void) {
    int a[n][m], b[m][k], out[n][k];
    int(*row)[m] = a;
    for (int x = 0; x < n; x++, row++)
        for (int y = 0; y < m; y++)
            (*row)[y] = x * 10 + y;
    for (int y = 0; y < m; y++)
        for (int z = 0; z < k; z++)
            b[y][z] = y - z * 3;
    multiply(n, m, k, out, a, b);
    for (int x = 0; x < n; x++)
        printf("%d %d\n", out[x][0], out[x][1]);
    printf("%d %d %d\n", (int)sizeof a, (int)sizeof *row, (int)(row - a));
    return (int)(sizeof out / sizeof out[0]);
}
