// && and || evaluate no more than they must, in every nesting, with side effects that are counted.
#include <stdio.h>

static int trace;
static __attribute__((noinline)) int test(int bit, int value) {
    trace = trace * 10 + bit;
    return value >> bit & 1;
}

int main(void) {
    for (volatile int value = 0; value < 32; value++) {
        int v = value, results = 0;
        trace = 0;
        if (test(0, v) && (test(1, v) || test(2, v)))
            results |= 1;
        if ((test(3, v) || test(4, v)) && !(test(0, v) && test(1, v)))
            results |= 2;
        printf("%d ", trace);
        trace = 0;
        results |= (test(0, v) || test(1, v) || test(2, v)) << 2;
        results |= (!(test(0, v) && test(1, v) && test(2, v))) << 3;
        int x = test(2, v) && test(3, v) ? test(4, v) || test(0, v) : test(1, v) && !test(4, v);
        while (test(3, v) && trace < 100000000)
            v ^= test(1, v) ? 8 : 2;
        printf("%d %d %d\n", trace, results, x);
    }
    return 0;
}
