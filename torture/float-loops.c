// Loops with float and double conditions: convergence, not-a-number as an end, comparison with integers.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) double root(double x) {
    double low = 0, high = x < 1 ? 1 : x;
    while (high - low > 1e-12 * high) {
        double middle = (low + high) / 2;
        if (middle * middle < x)
            low = middle;
        else
            high = middle;
    }
    return low;
}
static __attribute__((noinline)) int until_nan(double x) {
    int rounds = 0;
    while (x == x && rounds < 3000) {
        x = x * x;
        if (isinf(x))
            x = x - x;
        rounds++;
    }
    return rounds;
}
static __attribute__((noinline)) int mandelbrot(float x, float y) {
    float a = 0, b = 0;
    int rounds = 0;
    for (; rounds < 200 && a * a + b * b < 4; rounds++) {
        float next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
    }
    return rounds;
}

int main(void) {
    for (volatile int at = 1; at < 12; at++)
        printf("%.9f %d %d\n", root(at * 0.75), until_nan(at * 0.7), mandelbrot(at * 0.2f - 1.5f, 0.3f));
    return 0;
}
