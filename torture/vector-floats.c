// GNU vectors of floats and doubles: arithmetic, comparison, conversion to integers and back.
#include <stdint.h>
#include <stdio.h>

typedef float floats __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
typedef int64_t longs __attribute__((vector_size(16)));

static void show(floats v) { printf("%.6g %.6g %.6g %.6g\n", v[0], v[1], v[2], v[3]); }
static __attribute__((noinline)) floats clamp(floats v, float least, float most) {
    ints low = v < least, high = v > most;
    return (floats)(((ints)v & ~low & ~high) | ((ints)(v * 0 + least) & low) | ((ints)(v * 0 + most) & high));
}
static __attribute__((noinline)) double dot(doubles a, doubles b) {
    doubles product = a * b;
    return product[0] + product[1];
}

static volatile float seed = 1.5f;

int main(void) {
    floats a = {seed, -seed, seed * 100, 0.125f}, b = {2, 3, -4, seed};
    doubles c = {seed, 1e10}, d = {-0.5, seed};
    for (int round = 0; round < 4; round++) {
        show(a + b), show(a - b), show(a * b), show(a / b), show(-a), show(clamp(a, -1, 10));
        ints whole = __builtin_convertvector(a, ints);
        printf("%d %d %d %d ", whole[0], whole[1], whole[2], whole[3]);
        longs wide = __builtin_convertvector(c, longs);
        printf("%lld %lld ", (long long)wide[0], (long long)wide[1]);
        longs less = c < d;
        printf("%d %d %.6g\n", (int)less[0], (int)less[1], dot(c, d));
        show(__builtin_convertvector(whole * 3, floats));
        a = a * 1.5f + b;
        c -= d * 3;
    }
    return 0;
}
