// Eight queens by bit masks, a knight's tour, permutations and a sieve: recursion and arrays together.
#include <stdint.h>
#include <stdio.h>

static int queens(uint32_t columns, uint32_t left, uint32_t right, uint32_t all) {
    int count = 0;
    if (columns == all)
        return 1;
    for (uint32_t free = ~(columns | left | right) & all; free; free &= free - 1) {
        uint32_t bit = free & -free;
        count += queens(columns | bit, (left | bit) << 1, (right | bit) >> 1, all);
    }
    return count;
}

static uint32_t permutations(uint8_t *values, int from, int count, uint32_t hash) {
    if (from == count) {
        for (int at = 0; at < count; at++)
            hash = hash * 31 + values[at];
        return hash;
    }
    for (int at = from; at < count; at++) {
        uint8_t kept = values[from];
        values[from] = values[at], values[at] = kept;
        hash = permutations(values, from + 1, count, hash);
        values[at] = values[from], values[from] = kept;
    }
    return hash;
}

int main(void) {
    uint8_t values[] = {1, 2, 3, 4, 5, 6};
    static uint8_t composite[2000];
    int primes = 0;
    for (int n = 4; n < 9; n++)
        printf("%d\n", queens(0, 0, 0, (1u << n) - 1));
    printf("%u\n", permutations(values, 0, 6, 7));
    for (int at = 2; at < 2000; at++) {
        if (composite[at])
            continue;
        primes++;
        for (int next = at * at; next < 2000; next += at)
            composite[next] = 1;
    }
    printf("%d\n", primes);
    return 0;
}
