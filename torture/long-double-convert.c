// long double to and from integers of every width, float and double.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t wholes[] = {0, 1, -1, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, 1234567890123456789};
static volatile float singles[] = {0.5f, -3.75f, 100.25f, 16777216.0f};

int main(void) {
    for (int at = 0; at < 8; at++) {
        long double value = wholes[at], positive = (uint64_t)wholes[at];
        printf("%lld %llu %.17g %.9g\n", (long long)value, (unsigned long long)positive, (double)value, (float)value);
        printf("%d %d\n", (int32_t)(value / 8589934592.0L), (int8_t)((int64_t)value & 127));
    }
    for (int at = 0; at < 4; at++) {
        long double value = singles[at];
        printf("%d %u %lld %.9g\n", (int)value, (unsigned)(value < 0 ? -value : value), (long long)(value * 4),
               (float)(value / 2));
    }
    return 0;
}
