// fmin, fmax, copysign, fabs and negation, with not-a-number on either side and signs of zeros.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {0.5, -0.5, 3.0, INFINITY, -INFINITY, NAN};

static void show(double value) {
    if (isnan(value))
        printf("nan ");
    else
        printf("%.6g ", value);
}

int main(void) {
    for (int first = 0; first < 6; first++) {
        for (int second = 0; second < 6; second++) {
            double a = inputs[first], b = inputs[second];
            show(fmin(a, b)), show(fmax(a, b)), show(copysign(3.0, b)), show(fmaxf((float)a, (float)b));
            show(a < b ? a : b), show(a > b ? a : b), show(fdim(a, b)), show(fminf((float)b, (float)a));
        }
        show(fabs(inputs[first])), show(-inputs[first]), show(fabsf((float)-inputs[first]));
        printf("%d\n", !!signbit(copysign(inputs[first], -1.0)));
    }
    volatile double zero = 0.0;
    printf("%d %d %d %d\n", !!signbit(zero), !!signbit(-zero), !!signbit(zero * -1), !!signbit(zero - zero));
    return 0;
}
