// 128-bit addition, subtraction, multiplication and negation, with carries across the halves.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void show(uwide value) {
    printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

static volatile uint64_t parts[] = {0, 1, UINT64_MAX, 0x8000000000000000u, 0x123456789abcdefu};

int main(void) {
    for (int high = 0; high < 5; high++)
        for (int low = 0; low < 5; low++) {
            uwide a = (uwide)parts[high] << 64 | parts[low];
            uwide b = (uwide)parts[low] << 64 | parts[(high + 2) % 5];
            show(a + b);
            show(a - b);
            show(a * b);
            show(-a);
            show(~a ^ b);
            show((uwide)((wide)(int64_t)parts[low] * (int64_t)parts[high]));
        }
    return 0;
}
