// Bit operations on the halves of 128-bit integers: masks, single bits, leading and trailing zeros, population.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 uwide;

static __attribute__((noinline)) int leading(uwide value) {
    return value >> 64 ? __builtin_clzll((uint64_t)(value >> 64)) : 64 + __builtin_clzll((uint64_t)value);
}

static __attribute__((noinline)) int population(uwide value) {
    int count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static volatile int start = 1;

int main(void) {
    uwide value = (uwide)start;
    for (int round = 0; round < 50; round++) {
        value = value * 0x9e3779b97f4a7c15u + (value >> 61);
        int bit = round * 5 % 128;
        value ^= (uwide)1 << bit;
        printf("%d %d %d %d\n", leading(value | 1), population(value), (int)(value >> bit & 1),
               population(value & ~((uwide)0xff << bit)));
    }
    return 0;
}
