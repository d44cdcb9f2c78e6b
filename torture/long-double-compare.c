// long double comparisons with every operator, with not-a-number and infinities.
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {0.0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, NAN};

int main(void) {
    for (int first = 0; first < 7; first++)
        for (int second = 0; second < 7; second++) {
            long double a = inputs[first], b = inputs[second];
            int bits = (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5;
            bits |= (!(a < b)) << 6 | isunordered(a, b) << 7 | !!islessgreater(a, b) << 8 | !!a << 9;
            if (!(a >= b))
                bits |= 1 << 10;
            printf("%d\n", bits);
        }
    return 0;
}
