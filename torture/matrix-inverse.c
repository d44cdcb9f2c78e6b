// Gaussian elimination with pivoting in doubles, and fixed-point arithmetic in 32 and 64 bits.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 6 };

static __attribute__((noinline)) double solve(double a[N][N], double b[N]) {
    double determinant = 1;
    for (int column = 0; column < N; column++) {
        int best = column;
        for (int row = column + 1; row < N; row++)
            if (fabs(a[row][column]) > fabs(a[best][column]))
                best = row;
        if (best != column) {
            for (int at = 0; at < N; at++) {
                double kept = a[best][at];
                a[best][at] = a[column][at], a[column][at] = kept;
            }
            double kept = b[best];
            b[best] = b[column], b[column] = kept;
            determinant = -determinant;
        }
        determinant *= a[column][column];
        for (int row = 0; row < N; row++) {
            if (row == column)
                continue;
            double factor = a[row][column] / a[column][column];
            for (int at = column; at < N; at++)
                a[row][at] -= factor * a[column][at];
            b[row] -= factor * b[column];
        }
    }
    for (int row = 0; row < N; row++)
        b[row] /= a[row][row];
    return determinant;
}

static int32_t fixed_root(int32_t value) {
    int64_t root = 0;
    for (int bit = 23; bit >= 0; bit--) {
        int64_t tried = root | INT64_C(1) << bit;
        if (tried * tried <= (int64_t)value << 16)
            root = tried;
    }
    return (int32_t)root;
}

int main(void) {
    double a[N][N], b[N];
    for (int row = 0; row < N; row++) {
        b[row] = row + 1;
        for (int at = 0; at < N; at++)
            a[row][at] = (row * 31 + at * 17) % 13 - 6 + (row == at ? 0.5 : 0);
    }
    printf("%.9g\n", solve(a, b));
    for (int row = 0; row < N; row++)
        printf("%.9g %d\n", b[row], fixed_root((row + 2) << 16));
    return 0;
}
