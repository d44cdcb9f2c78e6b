// alloca beside aligned locals and calls with large arguments: each keeps its own place.
#include <stdint.h>
#include <stdio.h>

struct large { int32_t at[20]; };

static __attribute__((noinline)) int32_t sum(struct large large) {
    int32_t total = 0;
    for (int at = 0; at < 20; at++)
        total += large.at[at];
    return total;
}

static __attribute__((noinline)) int32_t run(int size) {
    _Alignas(64) int32_t fixed[3] = {1, 2, 3};
    int32_t *moving = __builtin_alloca((unsigned)size * 4);
    struct large large;
    for (int at = 0; at < size; at++)
        moving[at] = at;
    for (int at = 0; at < 20; at++)
        large.at[at] = moving[at % size] + fixed[at % 3];
    int32_t first = sum(large);
    moving[0] = first;
    int32_t aligned = ((uintptr_t)fixed & 63) == 0 && ((uintptr_t)moving & 7) == 0;
    return sum(large) + moving[0] + fixed[2] + aligned * 100000;
}

int main(void) {
    for (volatile int size = 1; size < 30; size += 4)
        printf("%d\n", run(size));
    return 0;
}
