// Builtins that only inform: expect, unreachable, assume_aligned, constant_p, object_size, choose_expr, types_compatible.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int sign(int x) {
    switch ((x > 0) - (x < 0)) {
    case -1: return 10;
    case 0: return 20;
    case 1: return 30;
    }
    __builtin_unreachable();
}

static __attribute__((noinline)) int32_t sum(const int32_t *values, int count) {
    const int32_t *aligned = __builtin_assume_aligned(values, 16);
    int32_t total = 0;
    for (int at = 0; __builtin_expect(at < count, 1); at++) {
        __builtin_prefetch(&aligned[at + 4]);
        if (__builtin_expect_with_probability(aligned[at] < 0, 0, 0.9))
            total -= 100;
        total += aligned[at];
    }
    return total;
}

static _Alignas(16) int32_t values[] = {1, -2, 3, 4, -5, 6, 7};

int main(void) {
    for (volatile int x = -2; x < 3; x++)
        printf("%d\n", sign(x));
    printf("%d\n", sum(values, 7));
    static char buffer[20];
    printf("%d %d\n", (int)__builtin_object_size(buffer, 0), (int)__builtin_object_size(&buffer[5], 0) <= 20);
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_choose_expr(sizeof(int16_t) == 2, 11, "no"));
    printf("%d %d\n", __builtin_types_compatible_p(int32_t, int), __builtin_types_compatible_p(float, double));
    return 0;
}
