// 128-bit comparisons, signed and unsigned, as values and in branches.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static volatile uint64_t parts[] = {0, 1, UINT64_MAX, 0x8000000000000000u};

static __attribute__((noinline)) int order(wide a, wide b) {
    if (a < b)
        return -1;
    return a > b;
}

static __attribute__((noinline)) uwide least(uwide a, uwide b) { return a < b ? a : b; }

int main(void) {
    for (int first = 0; first < 16; first++)
        for (int second = 0; second < 16; second++) {
            uwide a = (uwide)parts[first / 4] << 64 | parts[first % 4];
            uwide b = (uwide)parts[second / 4] << 64 | parts[second % 4];
            int bits = (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5;
            wide x = (wide)a, y = (wide)b;
            bits |= (x < y) << 6 | (x <= y) << 7 | (x > y) << 8 | (x >= y) << 9 | !x << 10 | (x && y) << 11;
            printf("%d %d %llx\n", bits, order(x, y), (unsigned long long)(least(a, b) >> 64));
        }
    return 0;
}
