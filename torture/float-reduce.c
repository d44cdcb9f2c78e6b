// Sums whose order of rounding must be kept, in float and in double, with mixed operands.
#include <stdio.h>

static volatile int count = 1000;

int main(void) {
    float up = 0, down = 0;
    double mixed = 0, alternating = 0;
    for (int at = 1; at <= count; at++)
        up += 1.0f / at;
    for (int at = count; at >= 1; at--)
        down += 1.0f / at;
    for (int at = 1; at <= count; at++) {
        mixed = mixed * 0.5f + at / 3 + at / 3.0;
        alternating += at % 2 ? 1e16 / at : -1e16 / at;
    }
    printf("%.9g %.9g %.17g %.17g\n", up, down, mixed, alternating);
    float a = 16777216.0f, b = 1.0f;
    volatile float c = a + b;
    printf("%.9g %.9g %.17g\n", (c + b) - a, (double)(a + b) - a, (double)a + b);
    return 0;
}
