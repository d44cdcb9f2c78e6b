// A loop that counts with 128 bits, and decimal digits of a factorial.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 uwide;

static __attribute__((noinline)) char *decimal(uwide value, char *end) {
    *--end = 0;
    do
        *--end = (char)('0' + (int)(value % 10));
    while (value /= 10);
    return end;
}

static volatile int last = 33;

int main(void) {
    char text[48];
    uwide product = 1;
    for (uwide factor = 1; factor <= (uwide)last; factor++) {
        product *= factor;
        printf("%s\n", decimal(product, text + sizeof text));
    }
    uwide sum = 0;
    for (uwide at = ((uwide)1 << 64) - 5; at < ((uwide)1 << 64) + 5; at++)
        sum += at;
    printf("%s\n", decimal(sum, text + sizeof text));
    return 0;
}
