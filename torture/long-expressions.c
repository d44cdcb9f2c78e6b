// Very long expressions of integers and of doubles, nested seventy deep, and a tree of sixteen leaves.
#include <stdint.h>
#include <stdio.h>

#define T2(x, n) ((x) * 3u + ((x) ^ (n)))
#define E1(x, n) (((x) ^ (n)) * 5u + ((uint32_t)(n) << 3) - a)
#define E4(x, n) E1(E1(E1(E1(x, n), b), n + 1), c)
#define E16(x, n) E4(E4(E4(E4(x, n), n + 2), b), n + 3)
#define R1(x, n) (((x) + (n)) * 0.5 - p)
#define R4(x, n) R1(R1(R1(R1(x, n), q), n + 1), 0.25)
#define R16(x, n) R4(R4(R4(R4(x, n), n + 2), q), n + 3)

static __attribute__((noinline)) uint32_t whole(uint32_t a, uint32_t b, uint32_t c) {
    return E16(E4(a, 1u), c) ^ T2(a, b) ^ T2(b, c);
}

static __attribute__((noinline)) double real(double p, double q) { return R16(R16(p, 1), q) + (p - q) * (p + q); }

static __attribute__((noinline)) uint32_t wide_tree(const uint32_t *v) {
    return ((((v[0] + v[1]) * (v[2] - v[3])) ^ ((v[4] | v[5]) + (v[6] & v[7]))) * (((v[8] >> 3) + (v[9] << 2)) - ((v[10] ^ v[11]) * (v[12] + v[13])))) +
           ((((v[14] - v[15]) * (v[1] + v[3])) ^ ((v[5] & v[7]) + (v[9] | v[11]))) * (((v[13] >> 5) + (v[15] << 4)) - ((v[0] ^ v[2]) * (v[4] + v[6]))));
}

int main(void) {
    uint32_t values[16];
    for (volatile uint32_t seed = 1; seed < 8; seed++) {
        for (uint32_t at = 0; at < 16; at++)
            values[at] = (seed + at) * 2654435761u;
        printf("%u %.17g %u\n", whole(seed, seed * 7, seed + 99), real(seed * 0.125, 3.0 - seed), wide_tree(values));
    }
    return 0;
}
