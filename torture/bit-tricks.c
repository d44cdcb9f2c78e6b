// Bit idioms that compilers recognise: powers of two, lowest bits, sign tests, absolute value, averages, masks.
#include <stdint.h>
#include <stdio.h>

static volatile int32_t inputs[] = {0, 1, -1, 6, -6, 4096, INT32_MAX, -INT32_MAX, 0x5a5a5a5a};

int main(void) {
    for (int first = 0; first < 9; first++) {
        int32_t x = inputs[first];
        uint32_t u = (uint32_t)x;
        printf("%d %u %u %d %d %d ", u && !(u & (u - 1)), u & -u, u & (u - 1), x < 0, x < 0 ? -x : x, (x >> 31) | -(-(x >> 1) >> 31));
        for (int second = 0; second < 9; second++) {
            int32_t y = inputs[second];
            uint32_t v = (uint32_t)y;
            printf("%u %u %d %d %u ", (u & v) + ((u ^ v) >> 1), u ^ ((u ^ v) & -(uint32_t)(x < y)), (x ^ y) < 0, x > y ? x : y, (u & 0xff00ff) | (v & ~0xff00ffu));
            printf("%u %d\n", (uint32_t)(((uint64_t)u * v) >> 32), (int32_t)(((int64_t)x * y) >> 32));
        }
    }
    return 0;
}
