// _Complex double and float: the four operations, parts, conjugation and comparison.
#include <complex.h>
#include <stdio.h>

static volatile double parts[] = {1.5, -2.0, 0.25, 3.0};

static __attribute__((noinline)) double _Complex step(double _Complex z, double _Complex c) { return z * z + c; }
static __attribute__((noinline)) float _Complex halve(float _Complex z) { return z / 2 - 1.0f * I; }

int main(void) {
    double _Complex a = parts[0] + parts[1] * I, b = parts[2] + parts[3] * I;
    float _Complex small = (float)parts[0] + 4.0f * I;
    for (int round = 0; round < 5; round++) {
        double _Complex sum = a + b, product = a * b, difference = a - b;
        printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", creal(sum), cimag(sum), creal(product), cimag(product), creal(difference), cimag(difference));
        a = step(a / 4, conj(b));
        small = halve(small);
        printf("%.6f %.6f %.6f %.6f %d %d\n", creal(a), __imag__ a, crealf(small), cimagf(small), a == b, a != conj(conj(a)));
        __real__ b += 0.5;
    }
    double _Complex quotient = (3 + 4 * I) / (1 + 2 * I);
    printf("%.9f %.9f\n", creal(quotient), cimag(quotient));
    return 0;
}
