// Structs of several sizes as variable arguments.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

struct small { int8_t a; };
struct pair { int32_t a; double b; };
struct large { int64_t parts[5]; };
struct odd { char text[7]; };

static __attribute__((noinline)) void show(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    for (int at = 0; at < count; at++) {
        struct small small = va_arg(arguments, struct small);
        struct pair pair = va_arg(arguments, struct pair);
        struct large large = va_arg(arguments, struct large);
        struct odd odd = va_arg(arguments, struct odd);
        int last = va_arg(arguments, int);
        printf("%d %d %.2f %lld %lld %s %d\n", small.a, pair.a, pair.b, (long long)large.parts[0],
               (long long)large.parts[4], odd.text, last);
    }
    va_end(arguments);
}

int main(void) {
    struct small small = {-3};
    struct pair pair = {7, 1.5};
    struct large large = {{1, 2, 3, 4, 5}};
    struct odd odd = {"sixsix"};
    show(1, small, pair, large, odd, 11);
    struct pair other = {-8, -0.25};
    large.parts[4] = -(INT64_C(1) << 60);
    show(2, small, pair, large, odd, 12, small, other, large, odd, 13);
    return 0;
}
