// Variables swapped in a loop: copies with cycles, and a value lost if copied too early.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t rotate(uint32_t a, uint32_t b, uint32_t c, uint32_t d, int rounds) {
    while (rounds-- > 0) {
        uint32_t kept = a;
        a = b, b = c, c = d, d = kept;
        if (a & 1) {
            kept = b, b = d, d = kept;
            if (c & 2)
                kept = a, a = c, c = kept;
        }
    }
    return a + b * 10 + c * 100 + d * 1000;
}

static __attribute__((noinline)) uint32_t lost(uint32_t x, int rounds) {
    uint32_t before;
    do {
        before = x;
        x = x * 3 + 1;
    } while (--rounds > 0 && x % 7);
    return before * 100 + x % 100;
}

static __attribute__((noinline)) double mixed(double p, double q, int64_t m, int64_t n, int rounds) {
    for (int at = 0; at < rounds; at++) {
        double next = p / 2 + q;
        p = q, q = next;
        int64_t sum = (m + n) % 1000;
        m = n, n = at & 1 ? sum : m;
    }
    return p + q * 3 + (double)m + (double)n * 7;
}

int main(void) {
    for (volatile int rounds = 0; rounds < 12; rounds++)
        printf("%u %u %.6f\n", rotate(1, 2, 3, 4, rounds), lost((uint32_t)rounds, rounds), mixed(1, 2, 3, 4, rounds));
    return 0;
}
