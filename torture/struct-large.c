// A struct of 4,000 bytes by value: copied for the callee, and returned through memory.
#include <stdint.h>
#include <stdio.h>

struct table { int32_t at[1000]; };

static __attribute__((noinline)) struct table fill(int32_t seed) {
    struct table table;
    for (int at = 0; at < 1000; at++)
        table.at[at] = seed = (int32_t)((uint32_t)seed * 1103515245u + 12345u);
    return table;
}

static __attribute__((noinline)) struct table reverse(struct table table) {
    for (int low = 0, high = 999; low < high; low++, high--) {
        int32_t kept = table.at[low];
        table.at[low] = table.at[high];
        table.at[high] = kept;
    }
    return table;
}

static __attribute__((noinline)) uint32_t hash(struct table table) {
    uint32_t hash = 0;
    for (int at = 0; at < 1000; at++) {
        hash = hash * 31 + (uint32_t)table.at[at];
        table.at[at] = 0;
    }
    return hash;
}

int main(void) {
    struct table first = fill(7), second = reverse(first);
    printf("%u %u %u\n", hash(first), hash(second), hash(reverse(second)));
    first = second = fill(8);
    printf("%u %u %d\n", hash(first), hash(reverse(reverse(second))), first.at[500]);
    return 0;
}
