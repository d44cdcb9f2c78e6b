// Narrow values carried around loops: 8 and 16 bits and flags, whose high bits must not be seen.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int bytes(uint8_t a, int8_t b, int rounds) {
    int wraps = 0;
    while (rounds-- > 0) {
        uint8_t next = (uint8_t)(a + 77);
        wraps += next < a;
        a = next;
        b = (int8_t)(b * 3 & 127);
        wraps += b > 60;
    }
    return wraps * 1000 + a + b;
}

static __attribute__((noinline)) int flags(uint16_t x) {
    bool last = false, changed = false;
    int changes = 0;
    for (; x; x >>= 1) {
        bool now = x & 1;
        changed ^= now != last;
        changes += now != last;
        last = now;
    }
    return changes * 4 + changed * 2 + last;
}

static __attribute__((noinline)) unsigned collatz(uint16_t x) {
    unsigned steps = 0;
    for (; x != 1 && steps < 200; steps++)
        x = x & 1 ? (uint16_t)(3 * x + 1) : x >> 1;
    return steps;
}

int main(void) {
    for (volatile int at = 1; at < 30; at++)
        printf("%d %d %u\n", bytes((uint8_t)(at * 9), (int8_t)at, at), flags((uint16_t)(at * 2311)), collatz((uint16_t)(at * 777)));
    return 0;
}
