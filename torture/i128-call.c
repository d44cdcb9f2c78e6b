// 128-bit integers as arguments and results, in structs, arrays and through function pointers.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 uwide;
typedef uwide step(int32_t, uwide, int8_t, uwide);

struct pair { uwide a; int32_t b; uwide c; };

static __attribute__((noinline)) uwide mix(int32_t a, uwide b, int8_t c, uwide d) { return b * 3 + d - (uwide)a * (uwide)c; }
static __attribute__((noinline)) uwide turn(int32_t a, uwide b, int8_t c, uwide d) { return (b << (a & 31)) ^ (d >> (c & 31)); }
static __attribute__((noinline)) struct pair swap(struct pair pair) { return (struct pair){pair.c, -pair.b, pair.a}; }

static step *volatile steps[] = {mix, turn};
static uwide table[4] = {1, 2, (uwide)1 << 90, 4};

int main(void) {
    uwide value = 12345;
    for (int round = 0; round < 20; round++) {
        value = steps[round & 1](round * 1000, value, (int8_t)(round - 10), table[round & 3]);
        table[round & 3] += value;
        struct pair pair = swap((struct pair){value, round, table[1]});
        value ^= pair.a + (uwide)pair.b + (pair.c >> 17);
        printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
    }
    return 0;
}
