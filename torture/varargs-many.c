// A hundred variable arguments, and a callee that reads fewer than it got.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint64_t mix(int count, ...) {
    va_list arguments;
    uint64_t hash = 5381;
    va_start(arguments, count);
    for (int at = 0; at < count; at++)
        hash = hash * 33 + (at % 3 == 2 ? (uint64_t)va_arg(arguments, long long) : (uint64_t)va_arg(arguments, int));
    va_end(arguments);
    return hash;
}

#define THREE(n) (n), (n) + 1, (long long)(n) * 1000000007
#define NINE(n) THREE(n), THREE((n) + 10), THREE((n) + 20)
#define ALL NINE(1), NINE(2), NINE(3), NINE(4), NINE(5), NINE(6), NINE(7), NINE(8), NINE(9), NINE(10), NINE(11)

int main(void) {
    for (int count = 0; count <= 99; count += 9)
        printf("%016llx\n", (unsigned long long)mix(count, ALL));
    return 0;
}
