// Division and remainder by constants of every kind, signed and unsigned, 8 to 64 bits.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t inputs[] = {0, 1, -1, 7, -7, 100, -128, 255, 65535, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, 1234567890123};

#define EACH(type, format, cast, divisor) printf(format " " format " ", (cast)((type)value / (divisor)), (cast)((type)value % (divisor)));
#define ALL(divisor)                                                                                                   \
    EACH(int8_t, "%d", int, divisor) EACH(uint8_t, "%d", int, divisor) EACH(int16_t, "%d", int, divisor)               \
    EACH(uint16_t, "%d", int, divisor) EACH(int32_t, "%d", int, divisor) EACH(int64_t, "%lld", long long, divisor)     \
    EACH(uint32_t, "%u", unsigned, divisor##u) EACH(uint64_t, "%llu", unsigned long long, divisor##u)

int main(void) {
    for (int at = 0; at < 15; at++) {
        int64_t value = inputs[at];
        ALL(1) ALL(2) ALL(3) ALL(7) ALL(10) ALL(16) ALL(100) ALL(641) ALL(1000000007)
        printf("%d %lld %lld\n", (int16_t)value / -3, (long long)(value / -10), (long long)(value % -16));
    }
    return 0;
}
