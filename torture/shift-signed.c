// Shifts of negative and narrow values: arithmetic to the right, promotion before the shift.
#include <stdint.h>
#include <stdio.h>

static volatile int32_t values[] = {-1, -2, INT32_MIN, INT32_MAX, 0x1234, -0x1234};
static volatile int64_t wides[] = {-1, INT64_MIN, INT64_MAX, -123456789012345};

int main(void) {
    for (int at = 0; at < 6; at++)
        for (int by = 0; by < 32; by += 5) {
            int32_t value = values[at];
            printf("%d %u %d %d ", value >> by, (uint32_t)value >> by, (int8_t)((int8_t)value >> (by & 7)), (int16_t)value >> (by & 15));
            printf("%u %u %d\n", (uint32_t)value << by, (uint8_t)((uint8_t)value << (by & 7)), (uint16_t)value >> (by & 15));
        }
    for (int at = 0; at < 4; at++)
        for (int by = 0; by < 64; by += 9)
            printf("%lld %llu %llu\n", (long long)(wides[at] >> by), (unsigned long long)wides[at] >> by, (unsigned long long)wides[at] << by);
    return 0;
}
