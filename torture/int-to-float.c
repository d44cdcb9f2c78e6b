// Integers of every width to floats and doubles: rounding to nearest even, unsigned 64 bits.
#include <stdint.h>
#include <stdio.h>

static volatile uint64_t inputs[] = {0, 1, UINT64_MAX, INT64_MAX, 1ull << 63, (1ull << 63) + 1025, (1ull << 53) + 1,
                                     (1ull << 53) + 3, (1ull << 24) + 1, (1ull << 24) + 3, 0xffffff80ull, 0x8000004000000001ull};

int main(void) {
    for (int at = 0; at < 12; at++) {
        uint64_t value = inputs[at];
        printf("%.17g %.17g %.9g %.9g\n", (double)value, (double)(int64_t)value, (float)value, (float)(int64_t)value);
        printf("%.17g %.17g %.9g %.9g\n", (double)(uint32_t)value, (double)(int32_t)value, (float)(uint32_t)value,
               (float)(int32_t)value);
        printf("%.9g %.9g %.9g %.9g\n", (double)(int8_t)value, (float)(uint8_t)value, (float)(int16_t)value,
               (double)(uint16_t)value);
    }
    return 0;
}
