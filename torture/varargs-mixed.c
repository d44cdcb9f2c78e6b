// Variable arguments of int, long long, double and pointers in turn: each has its own alignment.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) void show(const char *kinds, ...) {
    va_list arguments;
    va_start(arguments, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf(" %d", va_arg(arguments, int)); break;
        case 'l': printf(" %lld", va_arg(arguments, long long)); break;
        case 'd': printf(" %.3f", va_arg(arguments, double)); break;
        case 's': printf(" %s", va_arg(arguments, const char *)); break;
        case 'u': printf(" %u", va_arg(arguments, unsigned)); break;
        default: printf(" ?"); break;
        }
    }
    printf("\n");
    va_end(arguments);
}

static volatile int one = 1;

int main(void) {
    show("");
    show("i", one);
    show("il", one, 1LL << 40);
    show("lil", -1LL, one, -(1LL << 50));
    show("idid", 1, 2.5, 3, -4.125);
    show("sdlisu", "text", 1e10, 5LL, -6, "more", 4000000000u);
    show("iiiiiiiilllllddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9LL, 10LL, 11LL, 12LL, 13LL, 14.0, 15.0, 16.0, 17.0, 18.0);
    show("dfd", 1.0, 2.0);
    float single = 0.75f;
    show("dd", single, single * one);
    return 0;
}
