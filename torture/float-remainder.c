// fmod, remainder, remquo, modf, frexp, ldexp, scalbn, logb: exact by definition.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {5.3, -5.3, 1e18, 0.001, 3.0, 1e-310, -123456.789};

int main(void) {
    for (int first = 0; first < 7; first++) {
        double a = inputs[first], whole;
        int exponent, quotient;
        double fraction = modf(a, &whole);
        printf("%.17g %.17g ", fraction, whole);
        fraction = frexp(a, &exponent);
        printf("%.17g %d %.17g %.17g %.17g\n", fraction, exponent, ldexp(a, 3), scalbn(a, -5), logb(a));
        for (int second = 0; second < 7; second++) {
            double b = inputs[second];
            double rest = remquo(a, b, &quotient);
            printf("%.17g %.17g %.17g %d\n", fmod(a, b), remainder(a, b), rest, quotient & 7);
        }
    }
    return 0;
}
