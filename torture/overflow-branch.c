// Overflow as the condition of branches and loops: saturating sums, and the largest power that fits.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int32_t saturating(int32_t a, int32_t b) {
    int32_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? INT32_MIN : INT32_MAX;
    return sum;
}

static __attribute__((noinline)) int powers(uint64_t base) {
    uint64_t power = 1;
    int count = 0;
    while (!__builtin_mul_overflow(power, base, &power))
        count++;
    return count;
}

static __attribute__((noinline)) int64_t parse(const char *text) {
    int64_t value = 0;
    for (; *text; text++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *text - '0', &value))
            return -1;
    return value;
}

int main(void) {
    int32_t value = 1;
    for (int round = 0; round < 40; round++)
        value = saturating(saturating(value, value), round);
    printf("%d %d %d\n", value, saturating(INT32_MIN, -1), saturating(-5, 3));
    printf("%d %d %d %d\n", powers(2), powers(3), powers(10), powers(4294967296u));
    printf("%lld %lld %lld\n", (long long)parse("9223372036854775807"), (long long)parse("9223372036854775808"),
           (long long)parse("99999999999999999999"));
    return 0;
}
