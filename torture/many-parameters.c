// Functions of thirty parameters of mixed types, directly and through a pointer.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) double many(int8_t a, int64_t b, float c, double d, uint16_t e, int f, int64_t g, float h, double i,
                                             uint8_t j, int k, int l, int64_t m, double n, const char *o, float p, int q, int r,
                                             int64_t s, double t, int8_t u, uint32_t v, int w, float x, double y, int z,
                                             int64_t aa, _Bool bb, int cc, double dd) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k + l * 2 + m * 3 + n * 4 + o[0] + p + q * 2 + r * 3 +
           s * 4 + t * 5 + u * 6 + v + w * 2 + x * 3 + y * 4 + z * 5 + aa * 6 + bb * 7 + cc * 8 + dd * 9;
}

static double (*volatile pointer)(int8_t, int64_t, float, double, uint16_t, int, int64_t, float, double, uint8_t, int, int, int64_t, double,
                                  const char *, float, int, int, int64_t, double, int8_t, uint32_t, int, float, double, int, int64_t, _Bool, int,
                                  double) = many;

int main(void) {
    for (volatile int at = 0; at < 4; at++) {
        int x = at;
        printf("%.4f\n", pointer((int8_t)-x, x + 5000000000, x * 0.5f, x * 0.25, (uint16_t)(65535 - x), x, -x, 2.5f, 1e3, (uint8_t)(x + 254), x, 2, 3, 4.5, "z",
                                 6.5f, x, 8, 9, 10.5, (int8_t)(x - 11), 4000000000u, 12, 13.5f, 14.5, 15, x, x > 1, 16, -17.5));
    }
    return 0;
}
