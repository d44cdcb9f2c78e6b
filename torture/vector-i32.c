// GNU vectors of four 32-bit integers: arithmetic, shifts, comparison, subscripts, with scalars.
#include <stdint.h>
#include <stdio.h>

typedef int32_t ints __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(16)));

static void show(ints v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static __attribute__((noinline)) ints mix(ints a, ints b) { return (a & b) + (a ^ b) * 2 - (a | ~b); }
static __attribute__((noinline)) words shift(words a, words by) { return a << by | a >> (32 - by); }

static volatile int32_t seed = 12345;

int main(void) {
    ints a = {seed, -seed, seed * 7, 1}, b = {3, 5, -7, seed};
    for (int round = 0; round < 5; round++) {
        show(mix(a, b));
        show((ints)shift((words)a, (words){1, 5, 9, 31}));
        show(a / (b | 1)), show(a % (b | 1)), show(a >> 3), show(-a);
        show(a < b), show(a == b), show(a >= 0), show((words)a > (words)b);
        b[round & 3] += round;
        a[3 - (round & 3)] ^= b[0];
        a = a & 0xffffff;
        b += a[round & 3] & 7;
    }
    return 0;
}
