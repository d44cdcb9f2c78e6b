// Function pointers of many signatures in one table of void pointers, cast back before the call.
#include <stdint.h>
#include <stdio.h>

static int8_t narrow(int8_t x) { return (int8_t)(x * 2); }
static int64_t wide(int64_t x, int32_t y) { return x * y; }
static double real(double x, float y) { return x / y; }
static void none(void) { printf("none\n"); }
static const char *text(const char *x, int skip) { return x + skip; }
static uint16_t many(int a, int64_t b, float c, double d, uint8_t e, const char *f) {
    return (uint16_t)(a + b + (int)c + (int)d + e + f[0]);
}

typedef void any(void);
static any *const table[] = {(any *)narrow, (any *)wide, (any *)real, none, (any *)text, (any *)many};

int main(void) {
    for (volatile int at = 0; at < 6; at++) {
        any *function = table[at];
        switch (at) {
        case 0: printf("%d\n", ((int8_t (*)(int8_t))function)(100)); break;
        case 1: printf("%lld\n", (long long)((int64_t (*)(int64_t, int32_t))function)(INT64_C(1) << 40, -3)); break;
        case 2: printf("%.3f\n", ((double (*)(double, float))function)(10, 4)); break;
        case 3: function(); break;
        case 4: printf("%s\n", ((const char *(*)(const char *, int))function)("a text", 2)); break;
        default:
            printf("%d\n", ((uint16_t(*)(int, int64_t, float, double, uint8_t, const char *))function)(1, 70000, 2.5f, -3, 255, "A"));
        }
    }
    return 0;
}
