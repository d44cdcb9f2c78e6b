// Duff's device: a switch into the middle of a loop.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) void copy(uint8_t *to, const uint8_t *from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
            /* fall through */
    case 7: *to++ = *from++;
            /* fall through */
    case 6: *to++ = *from++;
            /* fall through */
    case 5: *to++ = *from++;
            /* fall through */
    case 4: *to++ = *from++;
            /* fall through */
    case 3: *to++ = *from++;
            /* fall through */
    case 2: *to++ = *from++;
            /* fall through */
    case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    uint8_t from[64], to[64];
    for (int at = 0; at < 64; at++)
        from[at] = (uint8_t)(at * 37 + 11);
    for (volatile int count = 1; count < 50; count += 3) {
        unsigned hash = 0;
        for (int at = 0; at < 64; at++)
            to[at] = 1;
        copy(to, from, count);
        for (int at = 0; at < 64; at++)
            hash = hash * 31 + to[at];
        printf("%u\n", hash);
    }
    return 0;
}
