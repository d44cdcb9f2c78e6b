// long double arithmetic on values that every format of it holds exactly.
#include <stdio.h>

static volatile double inputs[] = {0.5, 3.0, -7.25, 1024.0, 0.0625, -1.0};

static __attribute__((noinline)) long double polynomial(long double x, long double y) {
    return (x * x - y * 2 + 1) / 4 - -x;
}

int main(void) {
    for (int first = 0; first < 6; first++)
        for (int second = 0; second < 6; second++) {
            long double a = inputs[first], b = inputs[second];
            printf("%.10g %.10g %.10g %.10g\n", (double)(a + b), (double)(a - b), (double)(a * b),
                   (double)polynomial(a, b));
            a += b;
            a *= 2;
            a--;
            printf("%.10g %.10g\n", (double)a, (double)-a);
        }
    long double sum = 0;
    for (int at = 1; at <= 100; at++)
        sum += at * 0.25L;
    printf("%.10g\n", (double)sum);
    return 0;
}
