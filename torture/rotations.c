// Rotations of 8, 16, 32 and 64 bits, by constants and by variables, in the idiom that compilers know.
#include <stdint.h>
#include <stdio.h>

#define ROTATE(bits)                                                                                                   \
    static __attribute__((noinline)) uint##bits##_t left##bits(uint##bits##_t value, unsigned by) {                   \
        by &= bits - 1;                                                                                                \
        return (uint##bits##_t)(value << by | value >> (-by & (bits - 1)));                                            \
    }                                                                                                                  \
    static __attribute__((noinline)) uint##bits##_t right##bits(uint##bits##_t value, unsigned by) {                  \
        by &= bits - 1;                                                                                                \
        return (uint##bits##_t)(value >> by | value << (-by & (bits - 1)));                                            \
    }

ROTATE(8) ROTATE(16) ROTATE(32) ROTATE(64)

static __attribute__((noinline)) uint64_t fixed(uint64_t value) {
    uint32_t word = (uint32_t)value;
    return (value << 13 | value >> 51) ^ (word << 7 | word >> 25) ^ (value >> 1 | value << 63);
}

static volatile uint64_t seed = 0x0123456789abcdefu;

int main(void) {
    for (unsigned by = 0; by < 70; by += 7) {
        uint64_t value = seed * (by + 1);
        printf("%x %x %x %x ", left8((uint8_t)value, by), right8((uint8_t)value, by), left16((uint16_t)value, by), right16((uint16_t)value, by));
        printf("%x %x %llx %llx %llx\n", left32((uint32_t)value, by), right32((uint32_t)value, by), (unsigned long long)left64(value, by),
               (unsigned long long)right64(value, by), (unsigned long long)fixed(value));
    }
    return 0;
}
