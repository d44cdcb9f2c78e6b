// 128-bit shifts by constant and by variable amounts, below and above 64, and rotations.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void show(uwide value) {
    printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

static volatile int amounts[] = {0, 1, 31, 32, 33, 63, 64, 65, 96, 127};
static volatile uint64_t high = 0xfedcba9876543210u, low = 0x0123456789abcdefu;

static __attribute__((noinline)) uwide rotate(uwide value, unsigned by) {
    return value << (by & 127) | value >> (-by & 127);
}

int main(void) {
    uwide value = (uwide)high << 64 | low;
    for (int at = 0; at < 10; at++) {
        int by = amounts[at];
        show(value << by);
        show(value >> by);
        show((uwide)((wide)value >> by));
        show(rotate(value, (unsigned)by));
    }
    show(value << 1), show(value >> 64), show(value << 64), show((uwide)((wide)value >> 100)), show(value << 127);
    return 0;
}
