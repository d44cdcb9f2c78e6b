// switch with huge gaps between small dense clusters.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int choose(int32_t value) {
    switch (value) {
    case -2000000000: return 1;
    case -1999999999: return 2;
    case -10: return 3;
    case -9: return 4;
    case -8: return 5;
    case 5: return 6;
    case 1000: return 7;
    case 1001: return 8;
    case 1002: return 7;
    case 1003: return 9;
    case 1004: return 8;
    case 1000000: return 10;
    case 2147483646: return 11;
    case 2147483647: return 12;
    default: return 0;
    }
}

static volatile int32_t starts[] = {INT32_MIN, -2000000001, -12, 3, 998, 999999, 2147483640};

int main(void) {
    for (int at = 0; at < 7; at++) {
        for (int32_t by = 0; by < 8; by++)
            printf("%d ", choose(starts[at] + by));
        printf("\n");
    }
    return 0;
}
