// Globals of every type and linkage with initial values: padding, negative numbers, nested tables, zero tails.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

struct inner { int8_t a; int64_t b; };
struct outer { uint16_t x; struct inner in[2]; float f; const char *s; };

int8_t byte = -1;
uint16_t half = 65535;
static int64_t wide = INT64_MIN;
static const unsigned __int128 huge = ((unsigned __int128)0x0123456789abcdef << 64) | 0xfedcba9876543210;
float single = -0.1f;
double infinite = INFINITY, tiny = 4.9406564584124654e-324, not_one = 1.0 - 1e-16 * 3;
static struct outer outers[] = {{1, {{2, -3}, {4, 5}}, 0.5f, "six"}, {.in[1].b = -7}, {.s = "last", .f = -1e30f}};
static int32_t mostly_zero[500] = {1, [499] = -1};
static char text[10] = "short";
static _Bool flags[] = {1, 0, 5, 0};
static long double extended = 2.5L;

int main(void) {
    printf("%d %d %lld %llx %llx\n", byte, half, (long long)wide, (unsigned long long)(huge >> 64), (unsigned long long)huge);
    printf("%.9g %d %.17g %.17g %.3f\n", single, isinf(infinite), tiny, not_one, (double)extended);
    for (int at = 0; at < 3; at++)
        printf("%d %d %lld %lld %.6g %s\n", outers[at].x, outers[at].in[0].a, (long long)outers[at].in[0].b, (long long)outers[at].in[1].b,
               outers[at].f, outers[at].s ? outers[at].s : "none");
    int sum = 0;
    for (int at = 0; at < 500; at++)
        sum += mostly_zero[at] * at;
    printf("%d %s %d %d%d%d%d\n", sum, text, text[9], flags[0], flags[1], flags[2], flags[3]);
    return 0;
}
