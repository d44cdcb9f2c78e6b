// 128-bit quotients and remainders, signed and unsigned, by small and large divisors.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void show(uwide value) {
    printf("%016llx%016llx ", (unsigned long long)(value >> 64), (unsigned long long)value);
}

static volatile uint64_t parts[] = {300, 1, UINT64_MAX, 0x8000000000000000u, 0x123456789abcdefu};

int main(void) {
    for (int high = 0; high < 5; high++)
        for (int low = 0; low < 5; low++) {
            uwide a = (uwide)parts[high] << 64 | parts[low];
            uwide b = (uwide)(parts[low] >> 3) << 64 | parts[(high + 1) % 5];
            show(a / b), show(a % b), show(a / (parts[low] | 1)), show(a % (parts[low] | 1));
            wide x = (wide)a, y = (wide)(b >> 1) | 1;
            show((uwide)(x / y)), show((uwide)(x % y)), show((uwide)(x / -y)), show((uwide)(-(x >> 1) % y));
            show(a / 10), show(a % 1000000007), show((uwide)(x / 8)), show((uwide)(x % 8));
            printf("\n");
        }
    return 0;
}
