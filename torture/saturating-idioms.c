// Saturating sums and differences, minimum and maximum, absolute differences and averages, by comparison.
#include <stdint.h>
#include <stdio.h>

static volatile int32_t inputs[] = {0, 1, -1, 100, 127, -128, 200, 255, 32767, -32768, 65535, INT32_MAX, INT32_MIN};

#define BOTH(bits)                                                                                                                   \
    static __attribute__((noinline)) uint##bits##_t up##bits(uint##bits##_t a, uint##bits##_t b) {                                  \
        uint##bits##_t sum = (uint##bits##_t)(a + b);                                                                                \
        return sum < a ? UINT##bits##_MAX : sum;                                                                                     \
    }                                                                                                                                \
    static __attribute__((noinline)) uint##bits##_t down##bits(uint##bits##_t a, uint##bits##_t b) { return a > b ? a - b : 0; }     \
    static __attribute__((noinline)) int##bits##_t signed##bits(int##bits##_t a, int##bits##_t b) {                                 \
        int64_t sum = (int64_t)a + b;                                                                                                \
        return (int##bits##_t)(sum > INT##bits##_MAX ? INT##bits##_MAX : sum < INT##bits##_MIN ? INT##bits##_MIN : sum);             \
    }

BOTH(8) BOTH(16) BOTH(32)

int main(void) {
    for (int first = 0; first < 13; first++)
        for (int second = 0; second < 13; second++) {
            int32_t a = inputs[first], b = inputs[second];
            printf("%d %d %d ", up8((uint8_t)a, (uint8_t)b), down8((uint8_t)a, (uint8_t)b), signed8((int8_t)a, (int8_t)b));
            printf("%d %d %d ", up16((uint16_t)a, (uint16_t)b), down16((uint16_t)a, (uint16_t)b), signed16((int16_t)a, (int16_t)b));
            printf("%u %u %d ", up32((uint32_t)a, (uint32_t)b), down32((uint32_t)a, (uint32_t)b), signed32(a, b));
            printf("%d %u %lld\n", a < b ? a : b, (uint32_t)a > (uint32_t)b ? (uint32_t)a : (uint32_t)b, a > b ? (long long)a - b : (long long)b - a);
        }
    return 0;
}
