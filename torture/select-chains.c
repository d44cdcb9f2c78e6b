// Chains of conditional moves of every type, a clamp, a median and a branchless search.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int32_t median(int32_t a, int32_t b, int32_t c) {
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}
static __attribute__((noinline)) double blend(int which, double a, double b, float c) { return which == 0 ? a : which == 1 ? b : which == 2 ? c : a < b ? b - a : a - b; }
static __attribute__((noinline)) const char *name(uint64_t x) { return x >> 40 ? "huge" : x >> 20 ? "large" : x ? "small" : "none"; }
static __attribute__((noinline)) int lower(const int64_t *values, int count, int64_t wanted) {
    const int64_t *base = values;
    while (count > 1) {
        int half = count / 2;
        base = base[half - 1] < wanted ? base + half : base;
        count -= half;
    }
    return (int)(base - values) + (*base < wanted);
}

int main(void) {
    int64_t values[33];
    for (int at = 0; at < 33; at++)
        values[at] = at * at * INT64_C(1000000000) - 5;
    for (volatile int at = -3; at < 30; at += 2) {
        int x = at;
        printf("%d %.3f %s %d\n", median(x, 7, 20 - x), blend(x & 3, x * 0.5, 2.5, 0.25f), name((uint64_t)(x + 3) << (x + 3) % 7 * 8),
               lower(values, 33, x * x * INT64_C(999999999)));
    }
    return 0;
}
