// Variable arguments of small and plain integers: promotion, negative values, none at all.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int64_t sum(int count, ...) {
    va_list arguments;
    int64_t total = 0;
    va_start(arguments, count);
    for (int at = 0; at < count; at++)
        total = total * 3 + va_arg(arguments, int);
    va_end(arguments);
    return total;
}

static volatile int zero;

int main(void) {
    signed char small = -7;
    unsigned short large = 65535;
    _Bool flag = !zero;
    printf("%lld\n", (long long)sum(0));
    printf("%lld\n", (long long)sum(1, zero - 5));
    printf("%lld\n", (long long)sum(4, small, large, flag, 'x'));
    printf("%lld\n", (long long)sum(3, INT32_MIN, INT32_MAX, -1));
    int64_t (*pointer)(int, ...) = sum;
    printf("%lld\n", (long long)pointer(2, 10, 20));
    return 0;
}
