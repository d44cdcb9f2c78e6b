// A stack frame of 200,000 bytes, in a function that calls itself twice, with data at both ends.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t fill(uint8_t *bytes, int size, uint32_t seed) {
    for (int at = 0; at < size; at++)
        bytes[at] = (uint8_t)(seed = seed * 1103515245u + 12345u);
    return seed;
}

static __attribute__((noinline)) uint32_t deep(int depth, uint32_t seed) {
    int32_t before = (int32_t)seed;
    uint8_t block[200000];
    int32_t after = (int32_t)~seed;
    seed = fill(block, sizeof block, seed);
    if (depth)
        seed ^= deep(depth - 1, seed);
    return seed + block[0] + block[199999] + (uint32_t)(before ^ after) + block[seed % 200000];
}

int main(void) {
    printf("%u\n", deep(0, 1));
    printf("%u\n", deep(2, 99));
    return 0;
}
