// Forty values live at once across a loop and a call.
#include <stdint.h>
#include <stdio.h>

#define EACH(do) do(0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) do(10) do(11) do(12) do(13) do(14) do(15) do(16) do(17) do(18) do(19)
#define DECLARE(n) uint32_t a##n = seed * (n + 1); int64_t b##n = seed - (n);
#define STEP(n) a##n = a##n * 5 + (uint32_t)b##n; b##n += (int32_t)(a##n >> 3) - (n);
#define FOLD(n) hash = hash * 31 + a##n + (uint32_t)(b##n >> 7);

static __attribute__((noinline)) uint32_t other(uint32_t x) { return x ^ x >> 3; }

static __attribute__((noinline)) uint32_t run(uint32_t seed, int rounds) {
    uint32_t hash = 0;
    EACH(DECLARE)
    for (int round = 0; round < rounds; round++) {
        EACH(STEP)
        a3 += b17 & 1 ? other(a11) : a12;
        b5 ^= a19;
    }
    EACH(FOLD)
    return hash;
}

int main(void) {
    for (volatile uint32_t seed = 1; seed < 6; seed++)
        printf("%u\n", run(seed, (int)seed * 10));
    return 0;
}
