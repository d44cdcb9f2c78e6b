// Loops without a condition: left by break, by return, by goto, from within a switch and from two depths.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int spin(uint32_t state) {
    int rounds = 0;
    for (;;) {
        state = state * 1664525u + 1013904223u;
        rounds++;
        while (1) {
            state ^= state >> 5;
            if (state % 11 == 0)
                return rounds;
            if (state % 5 == 0)
                break;
            do {
                rounds += 100;
                if (state & 64)
                    goto next;
                if (rounds > 5000)
                    goto out;
                state += 12345;
            } while (1);
        }
        switch (state & 3) {
        case 0: continue;
        case 1: goto out;
        default: break;
        }
next:;
    }
out:
    return -rounds;
}

int main(void) {
    for (volatile uint32_t seed = 0; seed < 40; seed++)
        printf("%d\n", spin(seed));
    return 0;
}
