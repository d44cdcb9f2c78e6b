// floor, ceil, trunc, rint, nearbyint and round, halfway cases and values too large for a fraction.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {0.0,  -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 2.7, -2.7,
                                   1e15 + 0.5, 4503599627370495.5, 9007199254740993.0, 1e300, -1e-300};

int main(void) {
    for (int at = 0; at < 16; at++) {
        double a = inputs[at];
        float x = (float)a;
        printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", floor(a), ceil(a), trunc(a), rint(a), nearbyint(a), round(a));
        if (fabs(a) < 1e30)
            printf("%.9g %.9g %.9g %.9g %.9g\n", floorf(x), ceilf(x), truncf(x), rintf(x), roundf(x));
        if (fabs(a) < 1e9)
            printf("%lld %lld\n", (long long)llrint(a), (long long)llround(a));
    }
    return 0;
}
