// malloc, calloc, realloc and free in a random order, with every block checked.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 40 };

int main(void) {
    uint8_t *blocks[SLOTS] = {0};
    size_t sizes[SLOTS] = {0};
    uint32_t state = 2463534242u, bad = 0, total = 0;
    for (int round = 0; round < 4000; round++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        unsigned slot = state % SLOTS;
        size_t size = (state >> 8) % 2000 + 1;
        for (size_t at = 0; at < sizes[slot]; at++)
            bad += blocks[slot][at] != (uint8_t)(slot + at);
        if (state >> 30 == 0) {
            free(blocks[slot]);
            blocks[slot] = 0, sizes[slot] = 0;
            continue;
        }
        if (!blocks[slot] && state >> 30 == 1) {
            blocks[slot] = calloc(size, 1);
            for (size_t at = 0; at < size; at++)
                bad += blocks[slot][at] != 0;
        } else
            blocks[slot] = realloc(blocks[slot], size);
        sizes[slot] = size;
        total += (uint32_t)size;
        for (size_t at = 0; at < size; at++)
            blocks[slot][at] = (uint8_t)(slot + at);
    }
    for (int slot = 0; slot < SLOTS; slot++)
        free(blocks[slot]);
    printf("%u %u\n", bad, total);
    return (int)bad;
}
