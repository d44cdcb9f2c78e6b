// A coroutine made of a switch over line numbers: cases inside nested loops.
#include <stdio.h>

struct state { int line, outer, inner; };

static __attribute__((noinline)) int next(struct state *state) {
    switch (state->line) {
    case 0:
        for (state->outer = 0; state->outer < 4; state->outer++) {
            for (state->inner = 0; state->inner <= state->outer; state->inner++) {
                state->line = 1;
                return state->outer * 10 + state->inner;
    case 1:;
            }
            if (state->outer == 2) {
                state->line = 2;
                return 777;
    case 2:;
            }
        }
        state->line = 3;
        /* fall through */
    case 3: return -1;
    }
    return -2;
}

int main(void) {
    struct state first = {0, 0, 0}, second = {0, 0, 0};
    for (int round = 0; round < 15; round++) {
        printf("%d", next(&first));
        if (round % 2)
            printf(" %d", next(&second));
        printf("\n");
    }
    return 0;
}
