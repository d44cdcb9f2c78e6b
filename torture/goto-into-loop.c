// goto into the middle of loops, so that they have two entries.
#include <stdio.h>

static __attribute__((noinline)) int enter(int from, int count) {
    int total = 0, at = 0;
    if (from == 1)
        goto middle;
    if (from == 2)
        goto late;
    for (at = 0; at < count; at++) {
        total += at;
middle:
        total = total * 2 + 1;
        if (total > 100000)
            break;
late:
        total ^= at;
    }
    return total;
}

static __attribute__((noinline)) int nested(int from, int count) {
    int outer = 0, inner = 0, total = 1;
    if (from)
        goto inside;
    while (outer < count) {
        inner = 0;
        while (inner < outer) {
            total += outer * inner;
inside:
            total = total * 3 % 10007;
            inner++;
        }
        outer++;
    }
    return total;
}

int main(void) {
    for (volatile int count = 0; count < 10; count++)
        printf("%d %d %d %d %d\n", enter(0, count), enter(1, count), enter(2, count), nested(0, count), nested(1, count));
    return 0;
}
