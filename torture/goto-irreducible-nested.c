// An irreducible loop inside an irreducible loop, with values live across both.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t run(uint32_t seed, int rounds) {
    uint32_t a = seed, b = seed ^ 0xff, c = 1;
    if (seed & 1)
        goto outer_middle;
outer_top:
    a = a * 5 + 1;
    if (a & 4)
        goto inner_middle;
inner_top:
    b = b * 3 + c;
inner_middle:
    c += a ^ b;
    if (rounds-- <= 0)
        goto end;
    if (c & 2)
        goto inner_top;
    if (b & 8)
        goto inner_middle;
outer_middle:
    a ^= b >> 3;
    if (a & 16)
        goto inner_top;
    if (rounds-- > 0)
        goto outer_top;
end:
    return a + b * 3 + c * 7;
}

int main(void) {
    for (volatile uint32_t seed = 0; seed < 24; seed++)
        printf("%u %u\n", run(seed, 5), run(seed * 77, 100));
    return 0;
}
