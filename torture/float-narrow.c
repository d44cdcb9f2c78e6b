// double to float and back: rounding, overflow to infinity, denormals.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {1.0000000596046448, 1.0000001788139343, 3.4028235677973366e38, 1e-45, 7e-46,
                                   1.1754942e-38, -0.1, 16777217.0, 1e-60, INFINITY};

int main(void) {
    for (int at = 0; at < 10; at++) {
        float single = (float)inputs[at];
        double back = single;
        printf("%.9g %.17g %.9g %.9g\n", single, back, single * 0.5f, single + 1.0f);
        single *= 3;
        single /= 7.0;
        printf("%.9g %.17g\n", single, sqrt(fabs(inputs[at])));
    }
    return 0;
}
