// Bits of floats and doubles read and changed through unions, in both directions.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t bits_of(float value) {
    union { float value; uint32_t bits; } view = {value};
    return view.bits;
}

static __attribute__((noinline)) double scale(double value, int by) {
    union { double value; struct { uint32_t low, high; } words; uint64_t bits; } view = {value};
    view.words.high += (uint32_t)by << 20;
    return view.value;
}

static volatile float singles[] = {0.0f, -0.0f, 1.0f, -1.5f, 1e-40f, 3.4028235e38f};
static volatile double doubles[] = {1.0, -3.75, 1e100, 1e-100};

int main(void) {
    for (int at = 0; at < 6; at++)
        printf("%08x\n", bits_of(singles[at]));
    for (int at = 0; at < 4; at++)
        printf("%.17g %.17g\n", scale(doubles[at], 3), scale(doubles[at], -2));
    return 0;
}
