// Overflow builtins whose operands and result are of different types.
#include <stdint.h>
#include <stdio.h>

static volatile int32_t ints[] = {0, 1, -1, 70000, -70000, INT32_MAX, INT32_MIN};
static volatile uint64_t longs[] = {0, 1, 255, 1u << 31, UINT32_MAX, INT64_MAX, UINT64_MAX};

int main(void) {
    for (int first = 0; first < 7; first++)
        for (int second = 0; second < 7; second++) {
            int32_t a = ints[first];
            uint64_t b = longs[second];
            uint8_t byte;
            int16_t half;
            int64_t wide;
            uint32_t word;
            int over = __builtin_add_overflow(a, b, &byte);
            over |= __builtin_sub_overflow(a, b, &half) << 1;
            over |= __builtin_mul_overflow(a, b, &wide) << 2;
            over |= __builtin_add_overflow(a, 5u, &word) << 3;
            printf("%d %d %d %lld %u\n", over, byte, half, (long long)wide, word);
            over = __builtin_mul_overflow(a, (int8_t)-3, &word);
            over |= __builtin_sub_overflow(b, a, &wide) << 1;
            over |= __builtin_mul_overflow((uint32_t)a, (uint32_t)b, &wide) << 2;
            printf("%d %u %lld\n", over, word, (long long)wide);
        }
    return 0;
}
