// inline, always_inline, pure, const, cold and hot functions, and a static one whose address is taken as well.
#include <stdint.h>
#include <stdio.h>

static inline __attribute__((always_inline)) uint32_t mix(uint32_t x) { return (x ^ x >> 15) * 0x2c1b3c6du; }
static __attribute__((const, noinline)) uint32_t pure_mix(uint32_t x) { return mix(mix(x)); }
static __attribute__((pure, noinline)) uint32_t total(const uint32_t *values, int count) {
    uint32_t sum = 0;
    while (count--)
        sum += *values++;
    return sum;
}
static __attribute__((cold, noinline)) void rare(uint32_t x) { printf("rare %u\n", x); }
static __attribute__((hot)) uint32_t often(uint32_t x) { return x * x + 1; }
static uint32_t (*volatile pointer)(uint32_t) = often;
static __attribute__((flatten, noinline)) uint32_t all(uint32_t x) { return often(pure_mix(x)) + pointer(x) + often(x); }

int main(void) {
    uint32_t values[10];
    for (volatile uint32_t at = 0; at < 10; at++) {
        values[at] = all(at);
        if (values[at] % 4 == 0)
            rare(values[at]);
        values[at] += pure_mix(at) - pure_mix(at);
    }
    printf("%u %u\n", total(values, 10), total(values, 10) - total(values + 5, 5));
    return 0;
}
