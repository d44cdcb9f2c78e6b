// Arithmetic that makes infinities and not-a-number, tested by classification and never by the sign of a NaN.
#include <float.h>
#include <math.h>
#include <stdio.h>

static volatile double zero = 0.0, one = 1.0, largest = DBL_MAX, smallest = DBL_MIN;
static volatile float float_largest = FLT_MAX;

static const char *class_of(double value) {
    switch (fpclassify(value)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return value > 0 ? "infinity" : "-infinity";
    case FP_ZERO: return signbit(value) ? "-zero" : "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    volatile double infinity = INFINITY;
    printf("%s %s %s\n", class_of(infinity - infinity), class_of(infinity * zero), class_of(infinity / infinity));
    printf("%s %s %s\n", class_of(sqrt(-one)), class_of(largest * 2), class_of(-largest * 2));
    printf("%s %s %s\n", class_of(smallest / 3), class_of(-smallest * smallest), class_of(one / infinity));
    printf("%s %s %s\n", class_of((double)(float_largest * 2)), class_of(zero * -one), class_of(-zero + zero));
    printf("%d %d %d\n", !!isfinite(infinity), !!isinf(-infinity), !!isnormal(smallest / 2));
    double nan = infinity - infinity;
    printf("%d %d %d\n", nan == nan, nan != nan, (int)(one < nan || one >= nan));
    printf("%.17g %.17g\n", nextafter(one, 2), nextafter(zero, -1));
    return 0;
}
