// Packed bit-fields straddle the bytes and the words that hold them.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) straddling {
    uint8_t first : 3;
    uint32_t second : 31;
    int16_t third : 13;
    uint64_t fourth : 45;
    uint8_t fifth : 4;
};

static volatile uint64_t seed = 99;

int main(void) {
    struct straddling value;
    memset(&value, 0, sizeof value);
    printf("%u bytes\n", (unsigned)sizeof value);
    for (uint64_t round = seed; round < 108; round++) {
        value.first = round;
        value.second = (uint32_t)(round * 0x9e3779b9u);
        value.third = (int16_t)((round * 7919) & 4095);
        value.third = -value.third;
        value.fourth = round * 0x9e3779b97f4a7c15u;
        value.fifth = (uint8_t)(round ^ 5);
        printf("%d %u %d %llu %d\n", value.first, value.second, value.third, (unsigned long long)value.fourth,
               value.fifth);
        unsigned char bytes[sizeof value];
        memcpy(bytes, &value, sizeof bytes);
        for (unsigned at = 0; at < sizeof bytes; at++)
            printf("%02x", bytes[at]);
        printf("\n");
    }
    return 0;
}
