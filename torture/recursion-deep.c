// Recursion ten thousand calls deep, with a frame in memory at each.
#include <stdint.h>
#include <stdio.h>

struct link { const struct link *previous; int32_t value; };

static __attribute__((noinline)) int64_t descend(int depth, const struct link *previous) {
    struct link link = {previous, depth};
    if (depth == 0) {
        int64_t sum = 0;
        for (const struct link *at = &link; at; at = at->previous)
            sum = sum * 3 % 1000003 + at->value;
        return sum;
    }
    return descend(depth - 1, &link) + link.value % 2;
}

static __attribute__((noinline)) uint32_t plain(uint32_t depth) { return depth ? 1 + plain(depth - 1) * 3 : 0; }

int main(void) {
    printf("%lld\n", (long long)descend(0, 0));
    printf("%lld\n", (long long)descend(100, 0));
    printf("%lld\n", (long long)descend(10000, 0));
    printf("%u\n", plain(10000));
    return 0;
}
