// fma rounds once: the error of a product, and cases where two roundings differ.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {1.0 / 3, 0.1, 1e16 + 1, 3.0, -0.7, 1e-160};

int main(void) {
    for (int first = 0; first < 6; first++)
        for (int second = 0; second < 6; second++) {
            double a = inputs[first], b = inputs[second];
            volatile double product = a * b;
            printf("%.17g %.17g\n", fma(a, b, -product), fma(a, -b, 1.0));
            float x = (float)a, y = (float)b;
            volatile float single = x * y;
            printf("%.9g\n", fmaf(x, y, -single));
        }
    return 0;
}
