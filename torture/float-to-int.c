// Floats and doubles to integers of every width, at the last values that fit.
#include <stdint.h>
#include <stdio.h>

static volatile double reals[] = {0.99, -0.99, 127.5, -128.5, 32767.9, 2147483647.5, -2147483648.5, 9007199254740993.0,
                                  9223372036854774784.0, -9223372036854775808.0};
static volatile double positives[] = {0.5, 255.9, 65535.9, 4294967295.9, 9223372036854775808.0, 18446744073709549568.0};
static volatile float singles[] = {1.5f, -1.5f, 2147483520.0f, -2147483648.0f, 9223371487098961920.0f};

int main(void) {
    for (int at = 0; at < 10; at++) {
        printf("%lld\n", (long long)reals[at]);
        if (at < 7)
            printf("%d\n", (int32_t)reals[at]);
        if (at < 4)
            printf("%d\n", (int16_t)(reals[at] / 256));
        if (at < 3)
            printf("%d\n", (int8_t)reals[at]);
    }
    for (int at = 0; at < 6; at++) {
        printf("%llu\n", (unsigned long long)positives[at]);
        if (at < 4)
            printf("%u\n", (uint32_t)positives[at]);
        if (at < 3)
            printf("%u\n", (uint16_t)positives[at]);
        if (at < 2)
            printf("%u %d\n", (uint8_t)positives[at], (_Bool)positives[at]);
    }
    for (int at = 0; at < 5; at++) {
        printf("%lld\n", (long long)singles[at]);
        if (at < 4)
            printf("%d\n", (int32_t)singles[at]);
    }
    return 0;
}
