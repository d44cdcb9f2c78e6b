// Every comparison of floats and doubles with not-a-number, infinities and zeros, as values and in branches.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {0.0, -0.0, 1.0, -2.5, INFINITY, -INFINITY, NAN};

static __attribute__((noinline)) int branches(double a, double b) {
    int bits = 0;
    if (a < b) bits |= 1;
    if (!(a < b)) bits |= 2;
    if (a <= b) bits |= 4;
    if (!(a <= b)) bits |= 8;
    if (a == b) bits |= 16;
    if (a != b) bits |= 32;
    if (!(a > b) && !(a < b)) bits |= 64;
    if (a > b || a < b) bits |= 128;
    return bits;
}

int main(void) {
    for (int first = 0; first < 7; first++)
        for (int second = 0; second < 7; second++) {
            double a = inputs[first], b = inputs[second];
            float x = (float)a, y = (float)b;
            int bits = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5;
            bits |= !!isless(a, b) << 6 | !!isgreaterequal(a, b) << 7 | !!islessgreater(a, b) << 8 | !!isunordered(a, b) << 9;
            bits |= !!islessequal(x, y) << 10 | !!isgreater(x, y) << 11 | (!(a > b)) << 12 | (!(x >= y)) << 13;
            printf("%d %d\n", bits, branches(a, b));
        }
    return 0;
}
