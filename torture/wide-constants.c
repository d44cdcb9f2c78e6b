// Large constants of 64 bits in every operator, immediate and folded, and comparisons at the edge of 32 bits.
#include <stdint.h>
#include <stdio.h>

static volatile uint64_t inputs[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};

int main(void) {
    for (int at = 0; at < 9; at++) {
        uint64_t x = inputs[at];
        int64_t s = (int64_t)x;
        printf("%llx %llx %llx %llx ", (unsigned long long)(x + 0x123456789abcdef0), (unsigned long long)(x & 0xff00ff00ff00ff00),
               (unsigned long long)(x * 0x9e3779b97f4a7c15), (unsigned long long)(0x8000000000000000 - x));
        printf("%d %d %d %d ", x > 0x7fffffff, x >= 0x100000000, s < -0x80000000LL, s <= 0x7fffffffffffffff - 1);
        printf("%d %d %d %d ", (uint32_t)x == 0x80000000, (int32_t)(x >> 31), (int32_t)x < -5, (x ^ 0xffffffff) == 0);
        printf("%llu %llu %lld\n", (unsigned long long)(x / 0x100000001), (unsigned long long)(x % 0xfffffffb), (long long)(s / -0x100000000LL));
    }
    return 0;
}
