// _Bool from everything: pointers, floats, wide integers whose low half is zero; arithmetic on it.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static volatile uint64_t wholes[] = {0, 1, 2, 256, 1ull << 32, 1ull << 63};
static volatile double reals[] = {0.0, -0.0, 0.1, -5, 1e-320, NAN};

static __attribute__((noinline)) bool is_odd(int32_t x) { return x & 1; }
static __attribute__((noinline)) bool invert(bool x) { return !x; }
static __attribute__((noinline)) int32_t count(bool a, bool b, bool c) { return a + b + c - !a * 10; }

int main(void) {
    for (int at = 0; at < 6; at++) {
        bool a = wholes[at], b = reals[at], c = (unsigned char)wholes[at], d = wholes[at] >> 32;
        const volatile void *nowhere = 0, *somewhere = &reals[at];
        bool p = at % 2 ? nowhere : (const volatile void *)somewhere;
        printf("%d %d %d %d %d %d ", a, b, c, d, p, (bool)(float)reals[at]);
        a += 1, b -= 1, c *= 2, d ^= p, p++;
        printf("%d %d %d %d %d %d ", a, b, c, d, p, count(is_odd(at), invert(a), d));
        bool all[4] = {a, b, c, d};
        unsigned mask = 0;
        for (int bit = 0; bit < 4; bit++)
            mask |= (unsigned)all[bit] << bit;
        printf("%u %d %d\n", mask, -a, ~(int)b);
    }
    return 0;
}
