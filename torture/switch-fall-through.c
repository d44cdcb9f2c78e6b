// Falling through cases, the default in the middle, and a case within a nested block.
#include <stdio.h>

static __attribute__((noinline)) int walk(int from) {
    int trace = 0;
    switch (from) {
    case 3: trace = trace * 10 + 3;
    /* fall through */
    case 1: trace = trace * 10 + 1;
    /* fall through */
    default: trace = trace * 10 + 9;
    /* fall through */
    case 2:
        trace = trace * 10 + 2;
        if (trace > 100)
            break;
        /* fall through */
        {
    case 7:
            trace = trace * 10 + 7;
        }
    /* fall through */
    case 5: trace = trace * 10 + 5; break;
    case 6: trace = 6;
    }
    return trace;
}

static volatile int last = 9;

int main(void) {
    for (int from = -1; from <= last; from++)
        printf("%d %d\n", from, walk(from));
    return 0;
}
