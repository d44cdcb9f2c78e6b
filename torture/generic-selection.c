// _Generic, _Static_assert, typeof, _Alignof and offsetof in expressions.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NAME(x) _Generic((x), int8_t: "int8", uint16_t: "uint16", int: "int", unsigned: "unsigned", float: "float", double: "double", char *: "text", default: "other")
#define LARGER(x) _Generic((x), float: (double)(x), int: (int64_t)(x), default: (x))

struct sample { int8_t a; int32_t b; double c; int16_t d[3]; };
_Static_assert(offsetof(struct sample, c) == 8, "c is at offset 8");
_Static_assert(sizeof(struct sample) == 24, "and two bytes fill the end");

static volatile int seed = 1 << 30;

int main(void) {
    int8_t small = 1;
    uint16_t half = 2;
    printf("%s %s %s %s %s\n", NAME(small), NAME(half), NAME(small + half), NAME(1u), NAME(small ? 1.0f : 2));
    printf("%s %s %s\n", NAME("text" + 0), NAME((void *)0), NAME(2.0f * 2.0));
    printf("%lld %.1f\n", (long long)(LARGER(seed) * 4), LARGER(0.5f) + 1);
    __typeof__(half) copy = (__typeof__(copy))(half + 70000);
    printf("%d %d %d\n", copy, (int)_Alignof(struct sample), (int)offsetof(struct sample, d[2]));
    return 0;
}
