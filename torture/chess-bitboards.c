// Bitboards: shifts with masks of files, populations, carry-rippler subsets, 64-bit multiplications as hashes.
#include <stdint.h>
#include <stdio.h>

#define FILE_A 0x0101010101010101u
#define FILE_H 0x8080808080808080u

static __attribute__((noinline)) uint64_t knight(uint64_t from) {
    uint64_t left = from >> 1 & ~FILE_H, right = from << 1 & ~FILE_A;
    uint64_t left2 = left >> 1 & ~FILE_H, right2 = right << 1 & ~FILE_A;
    return (left | right) << 16 | (left | right) >> 16 | (left2 | right2) << 8 | (left2 | right2) >> 8;
}
static __attribute__((noinline)) uint64_t ray(uint64_t from, uint64_t blocked) {
    uint64_t seen = 0;
    for (uint64_t at = from << 8; at; at <<= 8) {
        seen |= at;
        if (at & blocked)
            break;
    }
    return seen;
}
static __attribute__((noinline)) uint64_t flip(uint64_t x) {
    x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
    x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
    return x >> 32 | x << 32;
}

int main(void) {
    uint64_t seen = 1, hash = 0;
    int subsets = 0;
    for (volatile int moves = 0; moves < 6; moves++) {
        seen |= knight(seen);
        printf("%d %llx\n", __builtin_popcountll(seen), (unsigned long long)flip(seen));
    }
    uint64_t mask = 0x0000101010106e00u, subset = 0;
    do {
        hash = hash * 31 + (subset * 0x48000a400804010u >> 52) + ray(1u << 9, subset);
        subsets++;
        subset = (subset - mask) & mask;
    } while (subset);
    printf("%d %llx\n", subsets, (unsigned long long)hash);
    return 0;
}
